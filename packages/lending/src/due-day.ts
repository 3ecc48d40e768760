import { addDays, type Day, lastOfMonth, laterOf } from './day.ts';

// The due dates of a loan. Rule: docs/rules/pricing.md.

/** The day of each month on which instalments are due: the last one, or the day with this number. */
export type DueDay = { rule: 'month_end' } | { rule: 'day_of_month'; day: number };

/** The terms of a loan that determine its due dates. */
export type DatedTerms = {
  /** Length of the whole loan; every instalment covers `termDays / instalmentCount` days. */
  termDays: number;
  instalmentCount: number;
  /** The day of the month to which each due date moves. Without it a due date is the last day of its period. */
  dueDay?: DueDay | undefined;
};

/** The number of the latest day that each month has. */
export const LAST_DAY_OF_EVERY_MONTH = 28;

/** The least days between two plans that have due days. A year of such plans is 5 days shorter than its due days. */
const LEAST_DAYS_BETWEEN_DUE_DAYS = 30;

export type DueDayRefusal =
  | { kind: 'bad_due_day' }
  | { kind: 'plans_closer_than_due_days'; termId: number; leastDays: number };

/**
 * Why a product cannot have its due day, or `null`: a day that not each month has, or plans in less than 30 days, whose
 * dates would fall further and further behind their days. Rule: docs/rules/products.md.
 */
export function refusalOfDueDay({
  dueDay,
  terms,
}: {
  dueDay?: DueDay | undefined;
  terms: readonly { termId: number; days: number; instalments: number }[];
}): DueDayRefusal | null {
  if (dueDay === undefined) return null;
  if (!isInEachMonth(dueDay)) return { kind: 'bad_due_day' };
  const leastDays = LEAST_DAYS_BETWEEN_DUE_DAYS;
  const close = terms.find(({ days, instalments }) => instalments > 1 && days / instalments < leastDays);
  return close === undefined ? null : { kind: 'plans_closer_than_due_days', termId: close.termId, leastDays };
}

/**
 * The due dates of a loan paid out on `startOn`, in the order of the instalments. Each is the last day of the
 * instalment's period, or the next due day from this day on. Two instalments never share a date: the later one takes the
 * due day after it. Without a due day each date is the last day of its period.
 */
export function dueDates({ termDays, instalmentCount, dueDay }: DatedTerms, startOn: Day): Day[] {
  let previousOn: Day | null = null;
  return Array.from({ length: instalmentCount }, (_, index) => {
    const endsOn = addDays(startOn, ((index + 1) * termDays) / instalmentCount);
    if (dueDay === undefined) return endsOn;
    const earliestOn: Day = previousOn === null ? endsOn : laterOf(endsOn, addDays(previousOn, 1));
    previousOn = nextDueDay(dueDay, earliestOn);
    return previousOn;
  });
}

/** The first due day from `fromOn` on; `fromOn` itself when it is one. */
function nextDueDay(dueDay: DueDay, fromOn: Day): Day {
  const monthEndOn = lastOfMonth(fromOn);
  if (dueDay.rule === 'month_end') return monthEndOn;
  const inMonthOn = addDays(fromOn, dueDay.day - Number(fromOn.slice(8)));
  return inMonthOn >= fromOn ? inMonthOn : addDays(monthEndOn, dueDay.day);
}

function isInEachMonth(dueDay: DueDay): boolean {
  if (dueDay.rule === 'month_end') return true;
  return Number.isInteger(dueDay.day) && dueDay.day >= 1 && dueDay.day <= LAST_DAY_OF_EVERY_MONTH;
}
