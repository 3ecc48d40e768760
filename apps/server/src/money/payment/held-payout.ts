import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { HoldReason } from './operators/operator.ts';

/** Words for a borrower whose payout waits, told once. */
export type PayoutHeldMessage = { kind: 'payout_held'; amountNgwee: Ngwee };

export type HeldPayout = { reason: HoldReason; operator: OperatorName };

/** What the borrower reads as long as it waits. */
export function describeHold({ reason, operator }: HeldPayout): string {
  const title = OPERATOR_TITLES[operator];
  switch (reason) {
    case 'float_low':
      return `We are waiting for our own account at ${title} to be topped up. Your money is sent by itself then: you need not do anything.`;
    case 'operator_down':
      return `We are waiting for ${title}, which cannot be reached at the moment. Your money is sent by itself as soon as it is back: you need not do anything.`;
  }
}

/**
 * Puts a payment back that surely was not sent, with the reason, and tells the borrower of a payout the first time
 * that this is worth telling. For a loan that is once, however many instructions its payout takes.
 */
export const holdAttemptStatement = statement<{ message_id: number }>(
  'payment: hold attempt',
  `with before as (
     select borrower_id, attempt_id, loan_id, amount_ngwee, told_of_hold_at from payment_attempt
     where borrower_id = $1 and attempt_id = $2 and state in ('created', 'sent') for update
   ),
   held as (
     update payment_attempt p set state = 'created', operator_code = $5, held_reason = $5,
       held_since = coalesce(p.held_since, $6::timestamptz),
       told_of_hold_at = case when $7 then coalesce(p.told_of_hold_at, $6::timestamptz) else p.told_of_hold_at end,
       next_step_at = case
         when p.next_step_at = $3::timestamptz then $4::timestamptz
         else least(p.next_step_at, $4::timestamptz) end
     from before b where p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   )
   insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at)
   select b.borrower_id, b.loan_id, 'payout_held', jsonb_build_object('amountNgwee', b.amount_ngwee), $8::date,
     $6::timestamptz, $6::timestamptz
   from before b
   where $7 and b.told_of_hold_at is null and not exists (select from message m
     where m.borrower_id = b.borrower_id and m.loan_id = b.loan_id and m.kind = 'payout_held')
   returning message_id`,
);

const findHeldPayoutStatement = statement<{
  held_reason: HoldReason;
  operator: OperatorName;
}>(
  'payment: find held payout',
  `select held_reason, operator from payment_attempt
   where borrower_id = $1 and loan_id = $2 and purpose = 'loan_payout' and state in ('created', 'sent')
     and held_reason is not null`,
);

/** Why the payout of a loan waits, if it does. */
export async function findHeldPayout(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<HeldPayout | undefined> {
  const row = await db.row(findHeldPayoutStatement, [borrowerId, loanId]);
  return row && { reason: row.held_reason, operator: row.operator };
}
