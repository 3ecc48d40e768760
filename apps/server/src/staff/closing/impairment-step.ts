import type { AllowanceLine } from '@thumba/accounting/allowance-movement';
import { formatKwacha } from '@thumba/lending/money';
import { type ImpairmentRun, versionsOf } from '../../accounting/impairment/queries.ts';
import { describeImpairmentRefusal } from '../../accounting/impairment/refusal-text.ts';
import { type ImpairmentDeps, runImpairment } from '../../accounting/impairment/run-impairment.ts';
import { readTablesOf } from '../../accounting/impairment/tables.ts';
import type { MonthEndStep } from '../../accounting/month-end/month-end.ts';
import type { Database } from '../../platform/database.ts';

/** The classes and expected losses of a month, after its income. */
export function impairmentStep(deps: ImpairmentDeps): MonthEndStep {
  return async (month, actor) => {
    const run = await runImpairment(deps, { month, actor });
    return run.ok
      ? { done: true, lines: await linesOfRun(deps, run.value) }
      : { done: false, lines: [describeImpairmentRefusal(run.refusal)] };
  };
}

/** What a run found, in lines. */
export async function linesOfRun({ db }: { db: Database }, run: ImpairmentRun): Promise<string[]> {
  const { classes, defaults, losses } = await readTablesOf(db, versionsOf(run));
  const areConfirmed = classes.isConfirmed && defaults.isConfirmed && losses.isConfirmed;
  const reserveNgwee = run.reserveBeforeNgwee + run.reserveMovementNgwee;
  return [
    `Expected losses of ${run.month} (run ${run.runId}): allowance ${formatKwacha(run.expectedLossNgwee)} on ${formatKwacha(run.grossNgwee)}, expense ${formatKwacha(run.impairmentNgwee)}.`,
    `  Write-offs used ${formatKwacha(run.usedByWriteOffNgwee)}, charged off ${formatKwacha(run.newlyChargedOffNgwee)}, recovered after charge-off ${formatKwacha(run.chargeOffRecoveredNgwee)}.`,
    `  The regulator asks for ${formatKwacha(run.provisionNgwee)}: credit risk reserve ${formatKwacha(reserveNgwee)}, moved ${formatKwacha(run.reserveMovementNgwee)}. Interest in suspense ${formatKwacha(run.interestInSuspenseNgwee)}.`,
    `  By classes ${run.classesVersion}, default-probability ${run.defaultProbabilityVersion}, loss-given-default ${run.lossGivenDefaultVersion}${areConfirmed ? '' : '; not all of them are confirmed'}.`,
  ];
}

export const LINE_TITLES: Readonly<Record<AllowanceLine, string>> = {
  opening: 'at the run before',
  otherJournals: 'other journals',
  newLoans: 'new loans',
  movedToStage1: 'moved to stage 1',
  movedToStage2: 'moved to stage 2',
  movedToStage3: 'moved to stage 3',
  changedInStage: 'changed within their stage',
  repaid: 'repaid',
  shortAtWriteOff: 'written off above what was expected',
  shortAtChargeOff: 'charged off above what was expected',
  usedByWriteOff: 'used by write-offs',
  usedByChargeOff: 'used by charge-offs',
  closing: 'at this run',
};
