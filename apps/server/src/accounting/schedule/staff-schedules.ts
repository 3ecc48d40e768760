import { bookReports } from '@thumba/contract/staff/books-words';
import { SCHEDULE_STEPS } from '@thumba/contract/staff/return-words';
import { type Day, formatDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { beginSchedule, type WantedSchedule } from './schedules.ts';

/** A schedule does not go back further than this, so that it does not fill the disk at once. */
const MOST_DAYS_BACK = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Why a file was not made, where only the log knows it. */
export function failureOf(reference: string): string {
  return `The file could not be made. It is tried again up to five times. Reference ${reference}.`;
}

/** What a second person is asked for: a report on a schedule. Refuses with a sentence. */
export function askForSchedule(
  wanted: WantedSchedule,
  { today, reason }: { today: Day; reason: string },
): Outcome<AskedRequest, string> {
  const { report, every, daysAfter, format, beginsOn } = wanted;
  const { title } = bookReports[report];
  if ('isOfAccount' in bookReports[report]) return refuse(`“${title}” needs an account and has no schedule.`);
  if (Date.parse(today) - Date.parse(beginsOn) > MOST_DAYS_BACK * DAY_MS)
    return refuse(`Choose a first day that is at most ${MOST_DAYS_BACK} days ago.`);
  return allow({
    kind: 'export_schedule',
    title: `${title}, each ${every}, as ${format.toUpperCase()}`,
    subject: `schedule ${report} ${every} ${format}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { wanted },
    effect: [
      { title: 'Report', before: null, after: title },
      { title: 'Each file is of one', before: null, after: SCHEDULE_STEPS[every] },
      {
        title: 'Made',
        before: null,
        after: `${daysAfter === 1 ? 'a day' : `${daysAfter} days`} after its last day`,
      },
      { title: 'First file is of the days with', before: null, after: formatDay(beginsOn) },
      { title: 'Format', before: null, after: format.toUpperCase() },
      { title: 'Written', before: null, after: 'to the folder for files on the machine of the program' },
    ],
    message: null,
    reason,
  });
}

/** Begins the schedule that was approved. */
export async function beginScheduleAsApproved(
  { db, nowMs }: { db: Database; nowMs: number },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { wanted } = payload as { wanted: WantedSchedule };
  await beginSchedule(db, { ...wanted, requestId, madeBy, now: toDate(nowMs) });
  return { isDone: true, sentence: `“${bookReports[wanted.report].title}” is made each ${wanted.every}.` };
}
