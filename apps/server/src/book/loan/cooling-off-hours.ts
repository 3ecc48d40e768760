import type { Loan } from '@thumba/lending/loan';
import { HOUR_MS, toDate } from '../../platform/clock.ts';

/** Hours of the real clock, which no moved business date changes. */
export function hoursSincePayout(disbursedAt: Date | null, nowMs: number): number {
  return disbursedAt === null ? 0 : (nowMs - disbursedAt.getTime()) / HOUR_MS;
}

/** Until when a loan that was paid out can be given back. */
export function coolingOffEndsAt({ terms }: Loan, disbursedAt: Date): Date {
  return toDate(disbursedAt.getTime() + terms.coolingOffHours * HOUR_MS);
}
