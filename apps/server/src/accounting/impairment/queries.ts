import { type AllowanceMovement, movementOfAllowance } from '@thumba/accounting/allowance-movement';
import { NO_FIGURES, type RunFigures } from '@thumba/accounting/impairment-run';
import type { LoanFlow } from '@thumba/accounting/loan-flow';
import type { Month } from '@thumba/accounting/month';
import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { type RunGroup, SUMS_OF_GROUP } from './run-statements.ts';
import type { TableVersions } from './tables.ts';

/** A run as it was made. The amounts are in ngwee. */
export type ImpairmentRun = RunFigures & {
  runId: number;
  month: Month;
  cutOn: Day;
  previousRunId: number | null;
  supersededRunId: number | null;
  classesVersion: number;
  defaultProbabilityVersion: number;
  lossGivenDefaultVersion: number;
  loans: number;
  grossNgwee: number;
  allowanceBeforeNgwee: number;
  reserveBeforeNgwee: number;
  writeOffExpenseNgwee: number;
  expectedLossNgwee: number;
  provisionNgwee: number;
  interestInSuspenseNgwee: number;
  stage3IncomeNgwee: number;
  stage3NetIncomeNgwee: number;
  madeBy: string;
  madeAt: Date;
};

const RUN_COLUMNS = `r.run_id as "runId", r.month, r.cut_on as "cutOn",
  r.previous_run_id as "previousRunId", r.superseded_run_id as "supersededRunId", r.classes_version as "classesVersion",
  r.default_probability_version as "defaultProbabilityVersion",
  r.loss_given_default_version as "lossGivenDefaultVersion", r.loans, r.gross_ngwee as "grossNgwee",
  r.allowance_before_ngwee as "allowanceBeforeNgwee", r.reserve_before_ngwee as "reserveBeforeNgwee",
  r.write_off_expense_ngwee as "writeOffExpenseNgwee", r.expected_loss_ngwee as "expectedLossNgwee",
  r.provision_ngwee as "provisionNgwee", r.interest_in_suspense_ngwee as "interestInSuspenseNgwee",
  r.newly_charged_off_ngwee as "newlyChargedOffNgwee",
  r.charge_off_written_off_ngwee as "chargeOffWrittenOffNgwee",
  r.charge_off_recovered_ngwee as "chargeOffRecoveredNgwee", r.impairment_ngwee as "impairmentNgwee",
  r.used_by_write_off_ngwee as "usedByWriteOffNgwee", r.reserve_movement_ngwee as "reserveMovementNgwee",
  r.stage3_income_ngwee as "stage3IncomeNgwee", r.stage3_net_income_ngwee as "stage3NetIncomeNgwee",
  r.made_by as "madeBy", r.made_at as "madeAt"`;

/** The runs that no later run of their month took the place of. */
const STANDING = `impairment_run r where not exists (
  select from impairment_run later where later.superseded_run_id = r.run_id)`;

const listStandingRunsStatement = statement<ImpairmentRun>(
  'impairment: list standing runs',
  `select ${RUN_COLUMNS} from ${STANDING} order by r.month`,
);

/** The run of each month that counts, from the first month on. */
export async function listStandingRuns(db: Transaction): Promise<ImpairmentRun[]> {
  return db.rows(listStandingRunsStatement, {});
}

/** The run from which the allowance at the end of a day comes. None before the first run. */
export async function runOfAllowance(db: Transaction, on: Day): Promise<ImpairmentRun | undefined> {
  return (await listStandingRuns(db)).findLast(({ cutOn }) => cutOn <= on);
}

const lacksRunStatement = statement<{ lacks: boolean }, { month: Month }>(
  'impairment: lacks run',
  `select not exists (select from impairment_run where month = $month)
     and $month >= coalesce((select min(month) from impairment_run), $month) as lacks`,
);

/** True where the losses of a month were not run. A month before the first run is never run and lacks nothing. */
export async function lacksRun(db: Transaction, month: Month): Promise<boolean> {
  return (await db.row(lacksRunStatement, { month }))!.lacks;
}

const readRunStatement = statement<ImpairmentRun, { runId: number }>(
  'impairment: read run',
  `select ${RUN_COLUMNS} from impairment_run r where r.run_id = $runId`,
);

export async function readRun(db: Transaction, runId: number): Promise<ImpairmentRun | undefined> {
  return db.row(readRunStatement, { runId });
}

/** The versions of the tables by which a run was made. */
export function versionsOf(run: ImpairmentRun): TableVersions {
  return {
    classes: run.classesVersion,
    'default-probability': run.defaultProbabilityVersion,
    'loss-given-default': run.lossGivenDefaultVersion,
  };
}

const readFlowsStatement = statement<
  {
    fromStage: 1 | 2 | 3 | null;
    fromBucketDays: number | null;
    toStage: 1 | 2 | 3 | null;
    toBucketDays: number | null;
  } & Omit<LoanFlow, 'from' | 'to'>,
  { runId: number }
>(
  'impairment: read flows',
  `select from_stage as "fromStage", from_bucket_days as "fromBucketDays", to_stage as "toStage",
     to_bucket_days as "toBucketDays", flow_end as "end", loans, gross_before_ngwee as "grossBeforeNgwee",
     gross_after_ngwee as "grossAfterNgwee", loss_before_ngwee as "lossBeforeNgwee",
     loss_after_ngwee as "lossAfterNgwee"
   from impairment_flow where run_id = $runId
   order by from_stage, from_bucket_days, to_stage, to_bucket_days, flow_end`,
);

/** How loans moved between a run and the one before it. Roll rates come from them. */
export async function readFlows(db: Transaction, runId: number): Promise<LoanFlow[]> {
  const rows = await db.rows(readFlowsStatement, { runId });
  return rows.map(({ fromStage, fromBucketDays, toStage, toBucketDays, ...flow }) => ({
    ...flow,
    from: placeOf(fromStage, fromBucketDays),
    to: placeOf(toStage, toBucketDays),
  }));
}

function placeOf(stage: 1 | 2 | 3 | null, bucketFromDays: number | null) {
  return stage === null || bucketFromDays === null ? null : { stage, bucketFromDays };
}

/** The movement of the allowance of one month, as its run found it. Rule: docs/rules/impairment.md. */
export async function readAllowanceMovement(db: Transaction, run: ImpairmentRun): Promise<AllowanceMovement> {
  const previous = run.previousRunId === null ? undefined : await readRun(db, run.previousRunId);
  return movementOfAllowance(await readFlows(db, run.runId), run, {
    openingNgwee: previous?.expectedLossNgwee ?? 0,
    beforeRunNgwee: run.allowanceBeforeNgwee,
  });
}

const groupLoansBy = (column: 'loan_class' | 'stage') =>
  statement<RunGroup, { runId: number }>(
    `impairment: group loans by ${column}`,
    `select ${column}::text as "group", ${SUMS_OF_GROUP}
     from impairment_loan where run_id = $runId group by ${column}
     order by min(days_past_due), 1`,
  );

const groupByClassStatement = groupLoansBy('loan_class');
const groupByStageStatement = groupLoansBy('stage');

export async function readRunByClass(db: Transaction, runId: number): Promise<RunGroup[]> {
  return db.rows(groupByClassStatement, { runId });
}

export async function readRunByStage(db: Transaction, runId: number): Promise<RunGroup[]> {
  return db.rows(groupByStageStatement, { runId });
}

/** What a run posted so far for its month, or nothing where there is none. */
export function figuresPostedBy(run: ImpairmentRun | undefined): RunFigures {
  if (run === undefined) return NO_FIGURES;
  const { impairmentNgwee, usedByWriteOffNgwee, newlyChargedOffNgwee } = run;
  const { chargeOffWrittenOffNgwee, chargeOffRecoveredNgwee, reserveMovementNgwee } = run;
  return {
    impairmentNgwee,
    usedByWriteOffNgwee,
    newlyChargedOffNgwee,
    chargeOffWrittenOffNgwee,
    chargeOffRecoveredNgwee,
    reserveMovementNgwee,
  };
}

const listJournalsStatement = statement<
  { journalId: number; kind: string; amountNgwee: number },
  { runId: number }
>(
  'impairment: list journals of run',
  `select j.journal_id as "journalId", j.kind, (select coalesce(sum(t.amount_ngwee), 0)::bigint from ledger_transfer t
     where t.borrower_id = 0 and t.entry_id = j.entry_id) as "amountNgwee"
   from journal j where j.booked_on = (select cut_on from impairment_run where run_id = $runId)
     and j.document_id = $runId and j.kind in ('impairment', 'credit_risk_reserve', 'charge_off')
   order by j.journal_id`,
);

/** The journals that a run posted. */
export async function listJournalsOfRun(
  db: Transaction,
  runId: number,
): Promise<{ journalId: number; kind: string; amountNgwee: number }[]> {
  return db.rows(listJournalsStatement, { runId });
}
