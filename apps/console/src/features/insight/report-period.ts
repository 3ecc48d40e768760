import {
  INSIGHT_COMPARISONS,
  INSIGHT_PERIODS,
  type InsightComparison,
  type InsightPeriodName,
  type InsightStep,
} from '@thumba/contract/staff/insight-words';
import { day, formatDay } from '@thumba/lending/day';
import { dayText } from '../../platform/time.ts';

/** The days of a report as they stand in the address. A page adds filters of its own. */
export const PERIOD_FILTERS = { period: 'month', from: '', to: '', compare: 'none' };
export type PeriodFilters = Record<keyof typeof PERIOD_FILTERS, string>;

export type InsightDays = { from: string; through: string; step: InsightStep };

const isDayText = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The part of a request that says the days. What a changed address has of other words is left out. */
export function periodQueryOf({ period, from, to, compare }: PeriodFilters): {
  period: InsightPeriodName;
  compare: InsightComparison;
  from?: string;
  to?: string;
} {
  return {
    period: INSIGHT_PERIODS.find((name) => name === period) ?? 'month',
    compare: INSIGHT_COMPARISONS.find((name) => name === compare) ?? 'none',
    ...(period === 'days' && isDayText(from) ? { from } : {}),
    ...(period === 'days' && isDayText(to) ? { to } : {}),
  };
}

/** "1 November 2026 to 26 November 2026". */
export function daysText({ from, through }: Pick<InsightDays, 'from' | 'through'>): string {
  return from === through ? dayText(from) : `${dayText(from)} to ${dayText(through)}`;
}

/** The label of a point of a chart: in full for the table, and short for the axis. */
export function pointLabel(
  { from, through }: Pick<InsightDays, 'from' | 'through'>,
  step: InsightStep,
): { label: string; short: string } {
  const short = step === 'month' ? monthText(from) : shortDay(step === 'week' ? through : from);
  return { label: daysText({ from, through }), short };
}

/** The label of a point that is known by its first day. */
export function pointOn(on: string, step: InsightStep): { label: string; short: string } {
  if (step === 'day') return { label: dayText(on), short: shortDay(on) };
  return step === 'week'
    ? { label: `the week from ${dayText(on)}`, short: shortDay(on) }
    : { label: monthText(on), short: monthText(on) };
}

/** The days of a report, for the address of rows behind a number. */
export function daysOf({ from, through }: Pick<InsightDays, 'from' | 'through'>): {
  from: string;
  to: string;
} {
  return { from, to: through };
}

/** "3 Nov". */
export function shortDay(on: string): string {
  const [date, month] = formatDay(day(on)).split(' ');
  return `${date} ${month!.slice(0, 3)}`;
}

/** "Nov 2026". */
export function monthText(on: string): string {
  return `${formatDay(day(on)).split(' ')[1]!.slice(0, 3)} ${on.slice(0, 4)}`;
}
