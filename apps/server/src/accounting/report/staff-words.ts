import { type Day, formatDay } from '@thumba/lending/day';
import { type Reply, refused } from '../../platform/reply.ts';
import type { SpanRefusal } from './asked-for.ts';
import type { ReportRefusal } from './reports.ts';

/** What a person at the console reads where a report is not there for the days that they named. */
export function refusedReport(refusal: SpanRefusal | ReportRefusal): Reply<never> {
  return refused(409, sentenceOfReport(refusal), { reason: refusal.kind });
}

/** The figures of a day that will be there later. */
export function stillCounted(on: Day): Reply<never> {
  return refused(409, `The figures of ${dated(on)} are still being counted. Try again later.`, {
    reason: 'still_counted',
  });
}

/** "1 October 2026" */
function dated(on: Day): string {
  return `${formatDay(on)} ${on.slice(0, 4)}`;
}

/** Why a report is not there for the days that were named. */
export function sentenceOfReport(refusal: SpanRefusal | ReportRefusal): string {
  switch (refusal.kind) {
    case 'bad_day':
      return 'This day does not exist.';
    case 'bad_period':
      return 'This period does not exist.';
    case 'days_mixed':
      return 'Choose a day, or a period, or a first and a last day.';
    case 'ends_before_it_begins':
      return 'The last day is before the first one.';
    case 'future_day':
      return `${dated(refusal.on)} has not begun. Today is ${dated(refusal.today)}.`;
    case 'before_the_book':
      return refusal.firstOn === null
        ? 'Nothing was booked yet.'
        : `Nothing was booked yet by ${dated(refusal.on)}: the book begins on ${dated(refusal.firstOn)}.`;
    case 'account_needed':
    case 'no_such_account':
      return 'There is no such account in the chart.';
  }
}
