import { formatDay } from '@thumba/lending/day';
import { REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import type { PeriodRefusal } from './change-period.ts';

/** What the accountant reads: one plain sentence, and below it what holds up the closing. */
export function describePeriodRefusal(refusal: PeriodRefusal): string[] {
  switch (refusal.kind) {
    case 'already_closed':
      return ['This period is closed already.'];
    case 'not_over':
      return [`This month is not over before the end of ${formatDay(refusal.lastOn)}.`];
    case 'before_first_month':
      return [`The book begins in ${refusal.first}: nothing was booked before.`];
    case 'out_of_order':
      return [`Periods close in their order: ${refusal.next} is the next one.`];
    case 'not_closed':
      return ['This period is not closed.'];
    case 'not_last_closed':
      return [`Only the last closed period is opened again: ${refusal.last}.`];
    case 'held_up':
      return [
        'This has to be done before the period can be closed:',
        ...refusal.holds.map((hold) => `  ${hold}`),
      ];
    case 'same_person':
      return ['You asked for this: another person has to confirm it.'];
    case 'not_asked':
      return ['No request to close this period waits.'];
    case 'asked_already':
      return ['A request to close this period waits already.'];
    case 'changed_meanwhile':
      return ['Another person answered this request at the same moment.'];
    case 'book_is_busy':
      return ['The ledger is being written without a pause: please try again in a moment.'];
    case 'reason_needed':
      return [REASON_NEEDED_TEXT];
  }
}
