import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { NEW_ACCOUNT_WAITS } from '../borrower/accounts.ts';

/**
 * CTEs that move a borrower to another number if the CTE `permitted` of the statement holds a row. The new number
 * becomes the default account, and the old one stays in the list. A new default account waits for payouts. If two moves to the same number happen at the same
 * time, the second fails on a unique key, and finds the number taken when the statement is run again.
 */
export const MOVE = `other_owner as (
  select from borrower_by_mobile where mobile_hash = $newMobileHash and borrower_id <> $borrowerId
),
moved as (
  delete from borrower_by_mobile where mobile_hash = $oldMobileHash and borrower_id = $borrowerId
    and exists (select from permitted) and not exists (select from other_owner)
  returning borrower_id
),
inserted_mobile as (
  insert into borrower_by_mobile (mobile_hash, borrower_id) select $newMobileHash::bytea, borrower_id from moved
),
previous as (
  select b.borrower_id, b.mobile_sealed from borrower b join moved using (borrower_id)
),
updated_borrower as (
  update borrower b set mobile_sealed = $newMobileSealed::bytea from moved where b.borrower_id = moved.borrower_id
),
new_default as (
  select m.borrower_id, coalesce(a.operator, $operator::text) as operator
  from moved m left join repay_account a on a.borrower_id = m.borrower_id and a.mobile_hash = $newMobileHash
  where coalesce(a.operator, $operator::text) is not null
),
previous_default as (
  update repay_account a set is_default = false from new_default d
  where a.borrower_id = d.borrower_id and a.is_default and a.mobile_hash <> $newMobileHash
  returning a.account_id
),
inserted_account as (
  insert into repay_account as account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at,
    payouts_from)
  select borrower_id, $newMobileSealed::bytea, $newMobileHash::bytea, operator, true, $now::timestamptz,
    $now::timestamptz + ${NEW_ACCOUNT_WAITS}
  from new_default
  -- Reading this CTE makes PostgreSQL run its update before this insert: there is one default account at a time.
  where (select count(*) from previous_default) >= 0
  on conflict (borrower_id, mobile_hash) do update set is_default = true
),
ended_sessions as (
  delete from session s using moved m
  where s.borrower_id = m.borrower_id and ($keptTokenHash::bytea is null or s.token_hash <> $keptTokenHash)
),
closed_request as (
  update mobile_change_request r set settled_on = $today::date,
    state = case when p.ticket_id is null then 'withdrawn' else 'approved' end, reason_sealed = p.reason_sealed
  from moved m, permitted p
  where r.borrower_id = m.borrower_id and r.state = 'open' and r.ticket_id = coalesce(p.ticket_id, r.ticket_id)
),
inserted_event as (
  insert into mobile_change_event (borrower_id, kind, ticket_id, old_mobile_sealed, new_mobile_sealed, on_day, actor,
    recorded_at)
  select b.borrower_id, 'changed', p.ticket_id, b.mobile_sealed, $newMobileSealed::bytea, $today::date, $actor,
    $now::timestamptz
  from previous b, permitted p
),
inserted_messages as (
  ${insertMessages({
    borrowerId: 'b.borrower_id',
    kind: 'm.kind',
    figures: 'm.figures',
    toMobileSealed: 'm.to_mobile_sealed',
    on: '$today::date',
    at: '$now::timestamptz',
    from: `previous b, lateral (values
      ('mobile_left', jsonb_build_object('lenderPhone', $lenderPhone::text), b.mobile_sealed),
      ('mobile_changed', '{}'::jsonb, null)
    ) m(kind, figures, to_mobile_sealed)`,
  })}
)`;

/** The values of `MOVE`. */
export type MoveValues = {
  borrowerId: number;
  oldMobileHash: Buffer;
  newMobileHash: Buffer;
  newMobileSealed: Buffer;
  now: Date;
  today: Day;
  /** The operator of the new number, where one is known. */
  operator: OperatorName | null;
  actor: Actor;
  lenderPhone: string;
  /** The session that stays signed in. Null ends them all. */
  keptTokenHash: Buffer | null;
};

export type Moved = { is_moved: boolean; is_taken: boolean };
export const WHETHER_MOVED =
  'exists (select from moved) as is_moved, exists (select from other_owner) as is_taken';
