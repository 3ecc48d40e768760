import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type EventOrigin, insertSecurityEvents } from '../../book/security-log/events.ts';
import { NEW_ACCOUNT_WAITS } from '../borrower/accounts.ts';
import { type EventValues, insertEvent } from './events.ts';

/**
 * CTEs that move a borrower to another number if the CTE `permitted` of the statement holds a row. The new number
 * becomes the default account, and the old one stays in the list. A new default account waits for payouts. If two moves
 * to the same number happen at the same time, the second fails on a unique key, and finds the number taken when the
 * statement is run again. The numbers are sealed for their rows, so the ids of new rows are values.
 */
export const MOVE = `other_owner as (
  select from borrower_by_mobile where mobile_hash = any ($newMobileHashes::bytea[]) and borrower_id <> $borrowerId
),
moved as (
  delete from borrower_by_mobile where mobile_hash = any ($oldMobileHashes::bytea[]) and borrower_id = $borrowerId
    and exists (select from permitted) and not exists (select from other_owner)
  returning borrower_id
),
inserted_mobile as (
  insert into borrower_by_mobile (mobile_hash, borrower_id)
  select ${adoptedMobileHash('$newMobileHashes')}, borrower_id from moved
),
updated_borrower as (
  update borrower b set mobile_sealed = $mobileSealed::bytea from moved where b.borrower_id = moved.borrower_id
),
new_default as (
  select m.borrower_id, coalesce(a.operator, $operator::text) as operator,
    coalesce(a.mobile_hash, ${adoptedMobileHash('$newMobileHashes')}) as mobile_hash
  from moved m
  left join repay_account a on a.borrower_id = m.borrower_id and a.mobile_hash = any ($newMobileHashes::bytea[])
  where coalesce(a.operator, $operator::text) is not null
),
previous_default as (
  update repay_account a set is_default = false from new_default d
  where a.borrower_id = d.borrower_id and a.is_default and a.mobile_hash <> d.mobile_hash
  returning a.account_id
),
inserted_account as (
  insert into repay_account as account (borrower_id, account_id, mobile_sealed, mobile_hash, operator, is_default,
    created_at, payouts_from)
  select borrower_id, $newAccountId, $accountMobileSealed::bytea, mobile_hash, operator, true, $now::timestamptz,
    $now::timestamptz + ${NEW_ACCOUNT_WAITS}
  from new_default
  -- Reading this CTE makes PostgreSQL run its update before this insert: there is one default account at a time.
  where (select count(*) from previous_default) >= 0
  on conflict (borrower_id, mobile_hash) do update set is_default = true
),
ended_sessions as (
  delete from session s using moved m
  where s.borrower_id = m.borrower_id and s.token_hash <> all ($keptTokenHashes::bytea[])
),
closed_request as (
  update mobile_change_request r set settled_on = $today::date,
    state = case when p.ticket_id is null then 'withdrawn' else 'approved' end, reason_sealed = p.reason_sealed
  from moved m, permitted p
  where r.borrower_id = m.borrower_id and r.state = 'open' and r.ticket_id = coalesce(p.ticket_id, r.ticket_id)
),
inserted_event as (
  ${insertEvent({
    kind: `'changed'`,
    borrowerId: 'm.borrower_id',
    ticketId: 'p.ticket_id',
    actor: '$actor',
    from: 'moved m, permitted p',
  })}
),
inserted_security_event as (
  ${insertSecurityEvents({
    kind: 'mobile_change',
    borrowerId: 'borrower_id',
    actor: '$actor::text',
    detail: `'step', 'changed'`,
    at: '$now',
    from: 'moved',
  })}
),
inserted_messages as (
  ${insertMessages({
    borrowerId: 'moved.borrower_id',
    kind: 'm.kind',
    figures: 'm.figures',
    toMobile: { sealed: 'm.to_mobile_sealed', messageId: 'm.message_id' },
    on: '$today::date',
    at: '$now::timestamptz',
    from: `moved, (values
      ($leftMessageId::bigint, 'mobile_left', jsonb_build_object('lenderPhone', $lenderPhone::text),
        $leftMobileSealed::bytea),
      ($changedMessageId::bigint, 'mobile_changed', '{}'::jsonb, null)
    ) m(message_id, kind, figures, to_mobile_sealed)`,
  })}
)`;

/** The values of `MOVE`. */
export type MoveValues = EventValues &
  EventOrigin & {
    borrowerId: number;
    /** Each number under each live key. */
    oldMobileHashes: Buffer[];
    newMobileHashes: Buffer[];
    /** The new number, sealed for the borrower. */
    mobileSealed: Buffer;
    newAccountId: number;
    /** The new number, sealed for the new account. */
    accountMobileSealed: Buffer;
    leftMessageId: number;
    /** The old number, sealed for the message to it. */
    leftMobileSealed: Buffer;
    changedMessageId: number;
    now: Date;
    today: Day;
    /** The operator of the new number, where one is known. */
    operator: OperatorName | null;
    actor: Actor;
    lenderPhone: string;
    /** The session that stays signed in. An empty list ends them all. */
    keptTokenHashes: Buffer[];
  };

export type Moved = { is_moved: boolean; is_taken: boolean };
export const WHETHER_MOVED =
  'exists (select from moved) as is_moved, exists (select from other_owner) as is_taken';
