import type { Day } from '@thumba/lending/day';
import { allow } from '@thumba/lending/outcome';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import {
  listStandingRuns,
  readAllowanceMovement,
  readRunByClass,
} from '../../accounting/impairment/queries.ts';
import {
  allowanceByStageReport,
  type MonthMovement,
} from '../../accounting/report/allowance-by-stage-report.ts';
import { REPORTS, type ReportDefinition } from '../../accounting/report/reports.ts';
import { layoutOn, listLayouts } from '../../accounting/return/layouts.ts';
import { type ReturnRun, returnReport } from '../../accounting/return/return-report.ts';
import type { Transaction } from '../../platform/database.ts';

/** The reports that read other rooms of accounting, and all others. */
export const ALL_REPORTS: ReadonlyMap<string, ReportDefinition> = new Map([
  ...REPORTS,
  [
    'allowance-by-stage',
    {
      purpose: 'what moved the allowance by stage, month by month (from the impairment runs)',
      open: async (book, { span }) =>
        allow(await allowanceByStageReport(book, span, await readMonthMovements(book))),
    } satisfies ReportDefinition,
  ],
  [
    'regulator-return',
    {
      purpose: 'the return to the regulator, in the layout that counts on the day',
      async open(book, { span }) {
        const layout = layoutOn(await listLayouts(book), span.throughOn);
        if (layout === undefined) throw new Error('no layout of the return counts on this day');
        const run = await readReturnRun(book, span.throughOn);
        return allow(await returnReport(book, span, { layout, accounts: await readAccounts(book), run }));
      },
    } satisfies ReportDefinition,
  ],
]);

/** The run that cut the book on this day. */
async function readReturnRun(db: Transaction, on: Day): Promise<ReturnRun | undefined> {
  const run = (await listStandingRuns(db)).find(({ cutOn }) => cutOn === on);
  return run && { ...run, classes: await readRunByClass(db, run.runId) };
}

async function readMonthMovements(db: Transaction): Promise<MonthMovement[]> {
  const movements: MonthMovement[] = [];
  for (const run of await listStandingRuns(db)) {
    const { month, cutOn } = run;
    movements.push({ month, cutOn, movement: await readAllowanceMovement(db, run) });
  }
  return movements;
}
