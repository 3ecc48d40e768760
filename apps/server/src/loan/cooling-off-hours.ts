import type { Loan } from '@thumba/lending/loan';
import { toDate } from '../platform/clock.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Hours of the real clock, which no moved business date changes. */
export function hoursSincePayout(disbursedAt: Date | null, nowMs: number): number {
  return disbursedAt === null ? 0 : (nowMs - disbursedAt.getTime()) / HOUR_MS;
}

/** Until when a loan that was paid out can be given back. */
export function coolingOffEndsAt({ terms }: Loan, disbursedAt: Date): Date {
  return toDate(disbursedAt.getTime() + terms.coolingOffHours * HOUR_MS);
}
