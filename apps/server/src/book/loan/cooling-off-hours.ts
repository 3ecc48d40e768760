import type { Loan } from '@thumba/lending/loan';
import { HOUR_MS, toDate } from '../../platform/clock.ts';

/** Hours by the real clock, not by the business date, which a demo can move. */
export function hoursSincePayout(disbursedAt: Date | null, nowMs: number): number {
  return disbursedAt === null ? 0 : (nowMs - disbursedAt.getTime()) / HOUR_MS;
}

/** Until when a loan that was paid out can be cancelled. */
export function coolingOffEndsAt({ terms }: Loan, disbursedAt: Date): Date {
  return toDate(disbursedAt.getTime() + terms.coolingOffHours * HOUR_MS);
}
