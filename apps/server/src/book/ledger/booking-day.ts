import { brokenConstraint } from '../../platform/database.ts';

/**
 * SQL of the day on which something is booked that happened on the day `on`, an SQL expression: that day, so that the book
 * of the day has it, or the first open day where that day is in a closed period. It is not later than `today`. Rule:
 * docs/rules/bank.md.
 */
export function bookingDayOf(on: string, today: string): string {
  return `least(greatest(${on}, (select closed_through_on + 1 from book_closing)), ${today})`;
}

/**
 * SQL of the day of the first row of the ledger, or null. Totals are kept of past days, and every other day is later: rows
 * are read only where there is no total.
 */
export const FIRST_BOOKED_ON = `coalesce((select min(business_on) from account_day_total),
    (select min(t.business_on) from ledger_transfer t
      where t.business_on > coalesce((select totalled_through_on from day_total_progress), '-infinity')))`;

/** Posts again, with days that are read anew, if a period was closed after its days were read and before the posting. */
export async function postAgainIfClosed<Result>(post: () => Promise<Result>): Promise<Result> {
  try {
    return await post();
  } catch (error) {
    if (brokenConstraint(error) !== 'ledger_transfer_period_is_open') throw error;
    return post();
  }
}
