import type { Day } from '@thumba/lending/day';
import { statement } from '../../platform/database.ts';
import { BOOK_CUT } from '../daily-total/book-cut.ts';

/** A class or a stage of a run: its loans, and their amounts in ngwee. */
export type RunGroup = {
  group: string;
  loans: number;
  grossNgwee: number;
  expectedLossNgwee: number;
  provisionNgwee: number;
  interestInSuspenseNgwee: number;
  chargedOffNgwee: number;
};

/** No run has this number: the first run has none before it. */
export const NO_RUN = 0;

const ASSESSED_COLUMNS = `loan_id, borrower_id, principal_ngwee, interest_ngwee, fee_ngwee, penalty_ngwee, days_past_due,
    is_forborne, was_charged_off, loan_class, stage, bucket_from_days, gross_ngwee, expected_loss_ngwee, provision_ngwee,
    charged_off_ngwee, interest_in_suspense_ngwee`;

/** Common table expressions that end in `assessed`: each loan of the cut with its class, stage and amounts. */
const ASSESSED = `${BOOK_CUT},
  rates as materialized (
    select r.*, "defaultRate" * "lossRate" as expected_share
    from jsonb_to_recordset($rates::jsonb) as r("daysPastDue" integer, "isForborne" boolean, "loanClass" text,
      "isNonPerforming" boolean, "provisionRate" numeric, stage smallint, "defaultRate" numeric, "lossRate" numeric,
      "bucketFromDays" integer, "isChargedOff" boolean)
  ),
  charged_off_before as materialized (
    select loan_id from impairment_loan where run_id = $previousRunId::bigint and charged_off_ngwee > 0
  ),
  rated as (
    select f.*, f.principal_ngwee + f.interest_ngwee + f.fee_ngwee + f.penalty_ngwee as gross_ngwee,
      b.loan_id is not null as was_charged_off, r."loanClass", r.stage, r."bucketFromDays", r.expected_share,
      r."provisionRate", r."isNonPerforming", b.loan_id is not null or r."isChargedOff" as is_charged_off
    from loan_facts f
    join rates r on r."daysPastDue" = least(f.days_past_due, $lastDay::integer) and r."isForborne" = f.is_forborne
    left join charged_off_before b using (loan_id)
    where f.principal_ngwee <> 0 or f.interest_ngwee <> 0 or f.fee_ngwee <> 0 or f.penalty_ngwee <> 0
  ),
  assessed as (
    select loan_id, borrower_id, principal_ngwee, interest_ngwee, fee_ngwee, penalty_ngwee, days_past_due, is_forborne,
      was_charged_off, "loanClass" as loan_class, stage, "bucketFromDays" as bucket_from_days, gross_ngwee,
      case when is_charged_off or gross_ngwee <= 0 then 0
        else greatest(1, floor(gross_ngwee * expected_share + 0.5)) end as expected_loss_ngwee,
      case when is_charged_off or gross_ngwee <= 0 then 0 else floor(gross_ngwee * "provisionRate" + 0.5) end
        as provision_ngwee,
      case when is_charged_off then greatest(0, gross_ngwee) else 0 end as charged_off_ngwee,
      case when "isNonPerforming" and not is_charged_off then greatest(0, interest_ngwee + penalty_ngwee) else 0 end
        as interest_in_suspense_ngwee
    from rated
  )`;

/** What the loans of a cut are assessed by. */
export type Assessment = {
  previousRunId: number;
  cutOn: Day;
  cureDays: number;
  lastDay: number;
  rates: string;
};

/**
 * Reads the cut of the book and assesses each loan by the rates of its days. The rates come from `ratesByDay`
 * in `accounting`, so that the classes and stages are decided there; only the amounts are computed here.
 */
export const assessLoansStatement = statement<never, Assessment & { runId: number }>(
  'impairment: assess loans',
  `with ${ASSESSED}
  insert into impairment_loan (run_id, ${ASSESSED_COLUMNS})
  select $runId::bigint, ${ASSESSED_COLUMNS} from assessed order by loan_id`,
);

/** The loans by class, from the rows of a run or from loans that are assessed now. */
export const SUMS_OF_GROUP = `count(*) as loans, sum(gross_ngwee)::bigint as "grossNgwee",
       sum(expected_loss_ngwee)::bigint as "expectedLossNgwee", sum(provision_ngwee)::bigint as "provisionNgwee",
       sum(interest_in_suspense_ngwee)::bigint as "interestInSuspenseNgwee",
       sum(charged_off_ngwee)::bigint as "chargedOffNgwee"`;

/** The classes of a cut. Nothing is written. */
export const previewLossesStatement = statement<RunGroup, Assessment>(
  'impairment: preview classes',
  `with ${ASSESSED}
  select loan_class as "group", ${SUMS_OF_GROUP} from assessed group by loan_class order by min(days_past_due), 1`,
);

/** What write-offs cost for each loan in the month. */
const WRITTEN_OFF = `written_off as materialized (
    select loan_id, sum(case when debit_account = 'write_off_expense' then amount_ngwee else -amount_ngwee end) as ngwee
    from ledger_transfer
    where business_on between $fromOn::date and $cutOn::date and loan_id is not null
      and 'write_off_expense' in (debit_account, credit_account)
    group by loan_id
  )`;

type Span = { runId: number; previousRunId: number; fromOn: Day; cutOn: Day };

export type TotalsRow = {
  loans: number;
  grossNgwee: number;
  expectedLossNgwee: number;
  provisionNgwee: number;
  interestInSuspenseNgwee: number;
  newlyChargedOffNgwee: number;
  chargeOffWrittenOffNgwee: number;
  chargeOffRecoveredNgwee: number;
  stage3IncomeNgwee: number;
  stage3NetIncomeNgwee: number;
};

/**
 * The sums of a run. What was charged off before and is less now was written off in the month, or else paid. Income of
 * the loans that were in stage 3 at the run before counts on the net amount from then on (IFRS 9 5.4.1).
 */
export const sumLoansStatement = statement<TotalsRow, Span>(
  'impairment: sum loans',
  `with ${WRITTEN_OFF},
  sums as (
    select count(*) as loans, sum(gross_ngwee) as gross, sum(expected_loss_ngwee) as loss, sum(provision_ngwee) as provision,
      sum(interest_in_suspense_ngwee) as suspense
    from impairment_loan where run_id = $runId::bigint
  ),
  charge_off as (
    select coalesce(a.charged_off_ngwee, 0) - coalesce(b.charged_off_ngwee, 0) as added,
      greatest(0, coalesce(w.ngwee, 0)) as written_off
    from (select loan_id, charged_off_ngwee from impairment_loan
      where run_id = $runId::bigint and charged_off_ngwee > 0) a
    full join (select loan_id, charged_off_ngwee from impairment_loan
      where run_id = $previousRunId::bigint and charged_off_ngwee > 0) b using (loan_id)
    left join written_off w using (loan_id)
  ),
  stage3_income as (
    select i.income, b.gross_ngwee as gross, b.gross_ngwee - b.expected_loss_ngwee as net
    from (select loan_id, gross_ngwee, expected_loss_ngwee from impairment_loan where run_id = $previousRunId::bigint
      and stage = 3 and charged_off_ngwee = 0 and gross_ngwee > 0) b
    join (
      select t.loan_id, sum(case when t.credit_account in ('interest_income', 'fee_income', 'penalty_income')
        then t.amount_ngwee else -t.amount_ngwee end) as income
      from ledger_transfer t where t.business_on between $fromOn::date and $cutOn::date
        and (t.credit_account in ('interest_income', 'fee_income', 'penalty_income')
          or t.debit_account in ('interest_income', 'fee_income', 'penalty_income'))
      group by t.loan_id
    ) i using (loan_id)
  )
  select s.loans, coalesce(s.gross, 0)::bigint as "grossNgwee", coalesce(s.loss, 0)::bigint as "expectedLossNgwee",
    coalesce(s.provision, 0)::bigint as "provisionNgwee", coalesce(s.suspense, 0)::bigint as "interestInSuspenseNgwee",
    (select coalesce(sum(added) filter (where added > 0), 0)::bigint from charge_off) as "newlyChargedOffNgwee",
    (select coalesce(sum(least(-added, written_off)) filter (where added < 0), 0)::bigint from charge_off)
      as "chargeOffWrittenOffNgwee",
    (select coalesce(sum(-added - least(-added, written_off)) filter (where added < 0), 0)::bigint from charge_off)
      as "chargeOffRecoveredNgwee",
    (select coalesce(sum(income), 0)::bigint from stage3_income) as "stage3IncomeNgwee",
    (select coalesce(sum(floor(income * net / gross + 0.5)), 0)::bigint from stage3_income) as "stage3NetIncomeNgwee"
  from sums s`,
);

/** How the loans moved since the run before. Loans that had been charged off before are left out. */
export const insertFlowsStatement = statement<never, Span>(
  'impairment: insert flows',
  `with ${WRITTEN_OFF},
  moved as (
    select b.stage as from_stage, b.bucket_from_days as from_bucket_days,
      case when coalesce(a.charged_off_ngwee, 0) = 0 then a.stage end as to_stage,
      case when coalesce(a.charged_off_ngwee, 0) = 0 then a.bucket_from_days end as to_bucket_days,
      case when a.charged_off_ngwee > 0 then 'charged_off' when a.loan_id is not null then 'none'
        when w.ngwee > 0 then 'written_off' else 'repaid' end as flow_end,
      coalesce(b.gross_ngwee, 0) as gross_before, coalesce(a.gross_ngwee, 0) as gross_after,
      coalesce(b.expected_loss_ngwee, 0) as loss_before, coalesce(a.expected_loss_ngwee, 0) as loss_after
    from (select loan_id, stage, bucket_from_days, gross_ngwee, expected_loss_ngwee from impairment_loan
      where run_id = $previousRunId::bigint and charged_off_ngwee = 0) b
    full join (select loan_id, stage, bucket_from_days, gross_ngwee, expected_loss_ngwee, charged_off_ngwee
      from impairment_loan where run_id = $runId::bigint and not was_charged_off) a using (loan_id)
    left join written_off w using (loan_id)
  )
  insert into impairment_flow (run_id, from_stage, from_bucket_days, to_stage, to_bucket_days, flow_end, loans,
    gross_before_ngwee, gross_after_ngwee, loss_before_ngwee, loss_after_ngwee)
  select $runId::bigint, from_stage, from_bucket_days, to_stage, to_bucket_days, flow_end, count(*),
    sum(gross_before)::bigint, sum(gross_after)::bigint, sum(loss_before)::bigint, sum(loss_after)::bigint
  from moved group by from_stage, from_bucket_days, to_stage, to_bucket_days, flow_end`,
);
