import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { findLoan, readHistory } from '../../book/loan/queries.ts';
import { describeHold, findHeldPayout } from '../../money/payment/held-payout.ts';
import { findAccount } from '../../people/borrower/accounts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { billingDetails } from './billing-details.ts';

export type BillSource = { db: Database; sealing: Sealing; clock: Clock; today(): Day };

/** A loan as its borrower reads it; undefined where the borrower has no such loan. */
export async function readBill(
  { db, sealing, clock, today }: BillSource,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<Answer<'queryLoanDetail'> | undefined> {
  const [stored, history] = await Promise.all([
    findLoan(db, borrowerId, loanId),
    readHistory(db, borrowerId, loanId),
  ]);
  if (!stored) return undefined;
  const [account, held] = await Promise.all([
    findAccount(db, sealing, borrowerId, stored.accountId),
    stored.loan.state === 'paying_out' ? findHeldPayout(db, borrowerId, loanId) : undefined,
  ]);
  const now = { today: today(), nowMs: clock.nowMs() };
  return {
    ...billingDetails(stored, history, account, now),
    ...(held ? { waitingFor: describeHold(held) } : {}),
  };
}
