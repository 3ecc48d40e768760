import type { Answer } from '@thumba/contract/wire';
import { type Day, daysBetween } from '@thumba/lending/day';
import type { StoredLoan } from '../../book/loan/queries.ts';
import { findAccount } from '../../people/borrower/accounts.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

type MoneyArrived = NonNullable<Answer<'getMyLoanInfo'>['moneyArrived']>;

/** For how long the arrival of the money is news. A borrower who comes back later has had the SMS and knows. */
const NEWS_DAYS = 3;

/**
 * Where the money of a running loan has arrived, as long as that is news. The server decides, because the clocks of
 * phones are wrong. The days of business count too, because a demo moves them and leaves the hours behind.
 */
export async function findArrivedMoney(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  { loan, accountId, disbursedAt }: StoredLoan,
  { today, nowMs }: { today: Day; nowMs: number },
): Promise<MoneyArrived | undefined> {
  if (loan.state !== 'active' || loan.disbursedOn === null || disbursedAt === null) return undefined;
  const isNews =
    daysBetween(loan.disbursedOn, today) <= NEWS_DAYS && nowMs - disbursedAt.getTime() <= NEWS_DAYS * DAY_MS;
  if (!isNews) return undefined;
  const account = await findAccount(db, sealing, borrowerId, accountId);
  return account && { operator: account.operator, at: disbursedAt.toISOString() };
}
