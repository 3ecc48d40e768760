import { BOOK_REPORTS, type BookReport, bookReports } from '@thumba/contract/staff/books-words';
import type { StaffCallName } from '@thumba/contract/staff/calls';
import { addDays, type Day, day } from '@thumba/lending/day';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { insightCalls } from '../console/insight-calls.ts';
import { monitoringCalls } from '../console/monitoring-calls.ts';
import type { WantedCall } from '../console/wanted-call.ts';

type ReportCall = Pick<WantedCall, 'title' | 'name' | 'role'> & { query: object; params?: object };

/** Each report of the books is read for three stretches: a month that is over, the days up to a past day, and up to today. */
function booksReportCalls(today: Day): ReportCall[] {
  const lastOfMonthBefore = addDays(day(`${today.slice(0, 8)}01`), -1);
  const stretches = [
    ['of last month', { period: lastOfMonthBefore.slice(0, 7) }],
    ['of a month up to a past day', { from: addDays(today, -50), to: addDays(today, -20) }],
    ['of a month up to today', { from: addDays(today, -30), to: today }],
  ] as const;
  const onScreen = BOOK_REPORTS.filter((report: BookReport) => !('isFileOnly' in bookReports[report]));
  return onScreen.flatMap((report) =>
    stretches.map(([title, query]) => ({
      title: `books: ${report} ${title}`,
      name: 'readReport' as StaffCallName,
      role: 'head_of_finance' as const,
      params: { report },
      query,
    })),
  );
}

/** Every report of a month that the console shows. */
export async function reportCalls(db: Database, today: Day): Promise<ReportCall[]> {
  const others = [...(await insightCalls(db)), ...monitoringCalls()];
  return [
    ...booksReportCalls(today),
    ...others.map(({ title, name, role, request }) => ({
      ...{ title, name, role },
      ...(request(0) as { query: object }),
    })),
  ];
}
