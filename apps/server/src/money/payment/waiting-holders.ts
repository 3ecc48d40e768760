import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { WAITS_FOR_PERSON } from '../../book/payment-attempt/claim-held-payout.ts';
import { findOtherHolders, type OtherHolder } from '../../people/borrower/account-holder.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

const findHeldStatement = statement<
  {
    borrower_id: number;
    attempt_id: string;
    msisdn_sealed: Buffer;
    operator: OperatorName;
    loan_id: number | null;
    amount_ngwee: Ngwee;
    since: Date;
  },
  Record<string, never>
>(
  'payment: payouts held for a person',
  `select borrower_id, attempt_id, msisdn_sealed, operator, loan_id, amount_ngwee,
     coalesce(held_since, created_at) as since from payment_attempt
   where next_step_at is not null and ${WAITS_FOR_PERSON} order by created_at limit 500`,
);

export type WaitingHolder = OtherHolder & {
  borrowerId: number;
  attemptId: string;
  operator: OperatorName;
  loanId: number | null;
  amountNgwee: Ngwee;
  since: Date;
};

/** The payouts that wait for accounts in another name, the longest wait first. For staff only. */
export async function findWaitingHolders(deps: { db: Database; sealing: Sealing }): Promise<WaitingHolder[]> {
  const found: WaitingHolder[] = [];
  for (const held of await deps.db.rows(findHeldStatement, {})) {
    const mobile = deps.sealing.open('payment_attempt.msisdn_sealed', held, held.msisdn_sealed);
    const holders = await findOtherHolders(deps, held.borrower_id);
    const holder = holders.find((one) => one.mobile === mobile);
    if (!holder) continue;
    const { borrower_id: borrowerId, attempt_id: attemptId, operator, loan_id: loanId, since } = held;
    found.push({ ...holder, borrowerId, attemptId, operator, loanId, amountNgwee: held.amount_ngwee, since });
  }
  return found;
}
