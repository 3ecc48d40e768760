import type { InsightComparison, InsightPeriodName, InsightStep } from '@thumba/contract/staff/insight-words';
import { addDays, type Day, day, daysBetween, earlierOf, lastOfMonth, laterOf } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

/** The days of a report, both included, and how long one point of its charts is. */
export type InsightDays = { from: Day; through: Day; step: InsightStep };

/** The days of a report and those that they are compared with. */
export type InsightPeriod = { days: InsightDays; comparedDays: InsightDays | null };

export type PeriodWords = {
  period: InsightPeriodName;
  from?: string | undefined;
  to?: string | undefined;
  compare: InsightComparison;
};

const QUARTER_DAYS = 91;
const YEAR_DAYS = 365;
const MOST_DAYS = 5 * 366;
/** A chart with more points than this is drawn by longer steps. */
const MOST_DAY_POINTS = 31;
const MOST_WEEK_POINTS = 27;
const WEEK_DAYS = 7;

/** Reads the days of a report. Refuses days that end before they begin, that are in the future, or that are too many. */
export function readPeriod(words: PeriodWords, today: Day): Outcome<InsightPeriod, string> {
  const { from, through } = daysOf(words, today);
  if (from > through) return refuse('The first day is after the last one.');
  if (from > today) return refuse('These days are in the future.');
  const days = withStep(from, earlierOf(through, today));
  if (daysBetween(days.from, days.through) >= MOST_DAYS) return refuse('Choose at most five years.');
  return allow({ days, comparedDays: comparedWith(days, words.compare) });
}

function daysOf({ period, from, to }: PeriodWords, today: Day): { from: Day; through: Day } {
  const firstOn = firstOfMonth(today);
  switch (period) {
    case 'month':
      return { from: firstOn, through: today };
    case 'last_month': {
      const lastOn = addDays(firstOn, -1);
      return { from: firstOfMonth(lastOn), through: lastOn };
    }
    case 'quarter':
      return { from: addDays(today, 1 - QUARTER_DAYS), through: today };
    case 'year':
      return { from: addDays(today, 1 - YEAR_DAYS), through: today };
    case 'days': {
      const through = to === undefined ? today : day(to);
      return { from: from === undefined ? firstOfMonth(through) : day(from), through };
    }
  }
}

function withStep(from: Day, through: Day): InsightDays {
  const count = daysBetween(from, through) + 1;
  const step = count <= MOST_DAY_POINTS ? 'day' : count <= MOST_WEEK_POINTS * WEEK_DAYS ? 'week' : 'month';
  return { from, through, step };
}

/** The compared days have the step of the days that are shown. */
function comparedWith({ from, through, step }: InsightDays, compare: InsightComparison): InsightDays | null {
  switch (compare) {
    case 'none':
      return null;
    case 'before': {
      const count = daysBetween(from, through) + 1;
      return { from: addDays(from, -count), through: addDays(from, -1), step };
    }
    case 'year_before':
      return { from: addDays(from, -YEAR_DAYS), through: addDays(through, -YEAR_DAYS), step };
  }
}

/** The points of a chart: every stretch of days from its first to its last one. Months are those of the calendar. */
export function pointsOf({ from, through, step }: InsightDays): { from: Day; through: Day }[] {
  const points: { from: Day; through: Day }[] = [];
  for (let at = from; at <= through; at = addDays(points.at(-1)!.through, 1))
    points.push({ from: at, through: earlierOf(lastOfStep(at, step), through) });
  return points;
}

/** Weeks end on Sunday. */
function lastOfStep(at: Day, step: InsightStep): Day {
  switch (step) {
    case 'day':
      return at;
    case 'week':
      return addDays(at, (WEEK_DAYS - new Date(at).getUTCDay()) % WEEK_DAYS);
    case 'month':
      return laterOf(at, lastOfMonth(at));
  }
}

function firstOfMonth(on: Day): Day {
  return day(`${on.slice(0, 7)}-01`);
}
