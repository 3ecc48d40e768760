import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { pick, type WantedCall } from './wanted-call.ts';

const REPORT_MS = 1000;
const SAMPLE_SIZE = 30;
const role = 'head_of_finance';
const REPORTS = ['trial-balance', 'balance-sheet', 'income-statement', 'float'] as const;

const daysStatement = statement<{ on: string }, { size: number }>(
  'bench: days of the book',
  `select distinct business_on::text as on from account_day_total order by 1 desc limit $size`,
);
const entriesStatement = statement<{ borrower_id: number; entry_id: number }, { size: number }>(
  'bench: entries of the book',
  'select borrower_id, entry_id from ledger_transfer where borrower_id > 0 order by borrower_id, entry_id limit $size',
);

/** The reports of a month, and the way from a balance to an entry. */
export async function booksCalls(db: Database): Promise<WantedCall[]> {
  const days = await db.rows(daysStatement, { size: SAMPLE_SIZE });
  const entries = await db.rows(entriesStatement, { size: SAMPLE_SIZE });
  const code = '1200';
  return [
    ...REPORTS.map(
      (report): WantedCall => ({
        title: `report ${report}`,
        name: 'readReport',
        role,
        mostMs: REPORT_MS,
        request: (number) => ({ params: { report }, query: { on: pick(days, number).on } }),
      }),
    ),
    { title: 'schedules', name: 'listSchedules', role, mostMs: REPORT_MS, request: () => ({}) },
    { title: 'files of schedules', name: 'listScheduleRuns', role, mostMs: REPORT_MS, request: () => ({}) },
    {
      title: 'days of an account',
      name: 'readAccountDays',
      role,
      mostMs: REPORT_MS,
      request: (number) => ({ params: { code }, query: { on: pick(days, number).on } }),
    },
    {
      title: 'rows of an account on a day',
      name: 'listAccountRows',
      role,
      mostMs: REPORT_MS,
      request: (number) => ({ params: { code, on: pick(days, number).on } }),
    },
    {
      title: 'entry of the ledger',
      name: 'readEntry',
      role,
      request(number) {
        const { borrower_id: payerId, entry_id: entryId } = pick(entries, number);
        return { params: { payerId, entryId } };
      },
    },
  ];
}
