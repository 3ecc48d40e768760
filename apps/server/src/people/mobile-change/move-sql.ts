import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { insertMessages } from '../../book/message/messages.ts';

/**
 * CTEs that move an account to another number where the CTE `permitted` of the statement holds a row. The new number
 * becomes the account that loans are paid out to; the old one stays in the list. Of two moves to the same number at the
 * same time the second fails on its uniqueness, and finds the number taken when the statement is run again.
 */
export const MOVE = `taken as (
  select from borrower_by_mobile where mobile_hash = $newMobileHash and borrower_id <> $borrowerId
),
moved as (
  delete from borrower_by_mobile where mobile_hash = $oldMobileHash and borrower_id = $borrowerId
    and exists (select from permitted) and not exists (select from taken)
  returning borrower_id
),
found_by as (
  insert into borrower_by_mobile (mobile_hash, borrower_id) select $newMobileHash::bytea, borrower_id from moved
),
before as (
  select b.borrower_id, b.mobile_sealed from borrower b join moved using (borrower_id)
),
signs_in_with as (
  update borrower b set mobile_sealed = $newMobileSealed::bytea from moved where b.borrower_id = moved.borrower_id
),
first_account as (
  select m.borrower_id, coalesce(a.operator, $operator::text) as operator
  from moved m left join repay_account a on a.borrower_id = m.borrower_id and a.mobile_hash = $newMobileHash
  where coalesce(a.operator, $operator::text) is not null
),
no_longer_first as (
  update repay_account a set is_default = false from first_account f
  where a.borrower_id = f.borrower_id and a.is_default and a.mobile_hash <> $newMobileHash
  returning a.account_id
),
account_kept as (
  insert into repay_account as account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $newMobileSealed::bytea, $newMobileHash::bytea, operator, true, $now::timestamptz from first_account
  -- Read, so that the old account gives way before the new one takes its place.
  where (select count(*) from no_longer_first) >= 0
  on conflict (borrower_id, mobile_hash) do update set is_default = true
),
signed_out as (
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
  select b.borrower_id, 'changed', p.ticket_id, b.mobile_sealed, $newMobileSealed::bytea, $today::date, $actor, $now::timestamptz
  from before b, permitted p
),
inserted_messages as (
  ${insertMessages({
    borrowerId: 'b.borrower_id',
    kind: 'm.kind',
    figures: 'm.figures',
    toMobileSealed: 'm.to_mobile_sealed',
    on: '$today::date',
    at: '$now::timestamptz',
    from: `before b, lateral (values
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
  actor: string;
  lenderPhone: string;
  /** The session that stays signed in. */
  keptTokenHash: Buffer | null;
};

export type Moved = { is_moved: boolean; is_taken: boolean };
export const WHETHER_MOVED = 'exists (select from moved) as is_moved, exists (select from taken) as is_taken';
