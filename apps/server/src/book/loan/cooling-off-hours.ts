import { type Day, daysBetween } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { DAY_MS, HOUR_MS, lusakaDay, toDate } from '../../platform/clock.ts';

/** The business date, and the instant of the clock. */
export type Now = { today: Day; nowMs: number };

/** A posting that is decided before midnight may be written after it. */
const POSTING_TAKES_AT_MOST_MS = 5 * 60 * 1000;

/** Hours of the clock, and 24 for each day by which the business date was moved since the payout. */
export function hoursSincePayout(loan: Loan, disbursedAt: Date | null, now: Now): number {
  if (disbursedAt === null) return 0;
  return (now.nowMs - disbursedAt.getTime() + movedSincePayoutMs(loan, disbursedAt, now)) / HOUR_MS;
}

/** Until when a loan that was paid out can be cancelled, if the business date is not moved again. */
export function coolingOffEndsAt(loan: Loan, disbursedAt: Date, now: Now): Date {
  const endsAtMs = disbursedAt.getTime() + loan.terms.coolingOffHours * HOUR_MS;
  return toDate(endsAtMs - movedSincePayoutMs(loan, disbursedAt, now));
}

/** 0 outside a demo: there the business date is the day of the clock, also when a payout was written after midnight. */
function movedSincePayoutMs({ disbursedOn }: Loan, disbursedAt: Date, { today, nowMs }: Now): number {
  if (disbursedOn === null) return 0;
  const decidedOn = lusakaDay(disbursedAt.getTime() - POSTING_TAKES_AT_MOST_MS);
  const businessDays = daysBetween(disbursedOn, today);
  const clockDays = daysBetween(decidedOn, lusakaDay(nowMs));
  return Math.max(0, businessDays - clockDays) * DAY_MS;
}
