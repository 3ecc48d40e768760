import { allow } from '@thumba/lending/outcome';
import { listStandingRuns, readAllowanceMovement } from '../../accounting/impairment/queries.ts';
import {
  allowanceByStageReport,
  type MonthMovement,
} from '../../accounting/report/allowance-by-stage-report.ts';
import { REPORTS, type ReportDefinition } from '../../accounting/report/reports.ts';
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
]);

async function readMonthMovements(db: Transaction): Promise<MonthMovement[]> {
  const movements: MonthMovement[] = [];
  for (const run of await listStandingRuns(db)) {
    const { month, cutOn } = run;
    movements.push({ month, cutOn, movement: await readAllowanceMovement(db, run) });
  }
  return movements;
}
