import { WAITS_FOR_PERSON } from '../../book/payment-attempt/claim-held-payout.ts';
import { findOtherHolders, type OtherHolder } from '../../people/borrower/account-holder.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

const findHeldStatement = statement<
  { borrower_id: number; attempt_id: string; msisdn_sealed: Buffer },
  Record<string, never>
>(
  'payment: payouts held for a person',
  `select borrower_id, attempt_id, msisdn_sealed from payment_attempt
   where next_step_at is not null and ${WAITS_FOR_PERSON} order by created_at limit 500`,
);

export type WaitingHolder = OtherHolder & { borrowerId: number; attemptId: string };

/** The payouts that wait for accounts in another name, the longest wait first. For staff only. */
export async function findWaitingHolders(deps: { db: Database; sealing: Sealing }): Promise<WaitingHolder[]> {
  const found: WaitingHolder[] = [];
  for (const held of await deps.db.rows(findHeldStatement, {})) {
    const mobile = deps.sealing.open('payment_attempt.msisdn_sealed', held, held.msisdn_sealed);
    const holders = await findOtherHolders(deps, held.borrower_id);
    const holder = holders.find((one) => one.mobile === mobile);
    if (holder) found.push({ ...holder, borrowerId: held.borrower_id, attemptId: held.attempt_id });
  }
  return found;
}
