import type { DueDates, LoanFigure } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, day, lastOfMonth } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { runOfAllowance } from '../../accounting/impairment/queries.ts';
import { NO_RUN } from '../../accounting/impairment/run-statements.ts';
import { type Statement, statement, type Transaction } from '../../platform/database.ts';

type Loans = StaffAnswer<'listLoansOfFigure'>;

type LoanRow = { key: number; loan_id: number; on_day: Day | null; amount_ngwee: number | null };

export type FigureWanted = {
  figure: LoanFigure;
  productId: number | null;
  on: Day;
  dueDates: DueDates;
  fromBucket: number;
  toBucket: number;
  stage: number;
  /** The first day of the month. */
  monthOn: Day;
  months: number;
  from: Day;
  through: Day;
  after: number;
  limit: number;
  total: 'counted' | 'left_out';
};

type Values = Record<string, unknown>;
type SumRow = { loans: number; amount_ngwee: number | null };
type Figure = { list: Statement<LoanRow, Values>; sum: Statement<SumRow, Values> };

/** A figure from its rows, each with a key that orders them. */
function figureOf(name: string, rows: (isList: boolean) => string): Figure {
  return {
    list: statement<LoanRow, Values>(
      `insight: list ${name}`,
      `select key, loan_id, on_day, amount_ngwee from (${rows(true)}) figure order by key limit $limit`,
    ),
    sum: statement<SumRow, Values>(
      `insight: sum ${name}`,
      `select count(*)::integer as loans, sum(amount_ngwee)::bigint as amount_ngwee from (${rows(false)}) figure`,
    ),
  };
}

const after = (isList: boolean, key: string) => (isList ? `and ${key} > $after::bigint` : '');

const SPAN_COLUMNS = 'loan_id as key, loan_id, from_on as on_day, principal_ngwee as amount_ngwee';
const SPAN_OF_DAY = `from_on <= $on::date and through_on >= $on::date
  and ($productId::integer is null or product_id = $productId::integer)`;

/**
 * The loans of some buckets at the end of a day. The index has the loans of each bucket in order, so a page's worth of
 * each is read, however many there are.
 */
const outOn = (bucket: 'bucket' | 'original_bucket') =>
  figureOf(`loans by ${bucket}`, (isList) =>
    isList
      ? `select of_bucket.* from generate_series($fromBucket::integer, $toBucket::integer) as wanted (number)
      cross join lateral (select ${SPAN_COLUMNS} from loan_state_span
        where (${bucket}, loan_id) > (wanted.number, $after::bigint) and ${bucket} < wanted.number + 1 and ${SPAN_OF_DAY}
        order by ${bucket}, loan_id limit $limit) of_bucket`
      : `select ${SPAN_COLUMNS} from loan_state_span
      where ${bucket} between $fromBucket and $toBucket and ${SPAN_OF_DAY}`,
  );

const spanAt = (on: string) => `select * from loan_state_span where from_on <= ${on} and through_on >= ${on}`;

/** The loans that went from one bucket to another in a month. -1 is before the book, 7 is paid and 8 is written off. */
const rolled = figureOf(
  'loans that rolled',
  (isList) => `select coalesce(a.loan_id, b.loan_id) as key, coalesce(a.loan_id, b.loan_id) as loan_id,
      null::date as on_day, coalesce(a.principal_ngwee, b.principal_ngwee) as amount_ngwee
    from (${spanAt('$beforeOn::date')}) a full join (${spanAt('$monthEndOn::date')}) b using (loan_id)
    left join loan l on l.borrower_id = a.borrower_id and l.loan_id = a.loan_id and b.loan_id is null
    where coalesce(a.bucket, -1) = $fromBucket
      and coalesce(b.bucket, case when l.state in ('written_off', 'recovered') then 8 else 7 end) = $toBucket
      and ($productId::integer is null or coalesce(b.product_id, a.product_id) = $productId::integer)
      ${after(isList, 'coalesce(a.loan_id, b.loan_id)')}`,
);

const everLate = figureOf(
  'loans that were ever late',
  (
    isList,
  ) => `select loan_id as key, loan_id, late_on as on_day, null::bigint as amount_ngwee from loan_first_late
    where paid_out_on between $monthOn::date and $monthEndOn::date and late_on <= $lateThroughOn::date
      and ($productId::integer is null or product_id = $productId::integer) ${after(isList, 'loan_id')}`,
);

const called = (isReached: boolean) =>
  figureOf(
    isReached ? 'loans whose borrower was reached' : 'loans whose borrower was called',
    (
      isList,
    ) => `select loan_id as key, loan_id, max(on_day) as on_day, null::bigint as amount_ngwee from arrears_call
      where on_day between $from::date and $through::date ${isReached ? 'and identified_at is not null' : ''}
        ${after(isList, 'loan_id')}
      group by loan_id`,
  );

const promised = (state: 'kept' | 'broken' | null) =>
  figureOf(
    `promises${state === null ? '' : ` that were ${state}`}`,
    (isList) => `select promise_id as key, loan_id, promised_on as on_day, amount_ngwee from arrears_promise
      where promised_on between $from::date and $through::date ${state === null ? '' : `and state = '${state}'`}
        ${after(isList, 'promise_id')}`,
  );

/** The loans that a run put into a stage, with what they owed. */
const inStage = figureOf(
  'loans in a stage',
  (
    isList,
  ) => `select loan_id as key, loan_id, null::date as on_day, gross_ngwee as amount_ngwee from impairment_loan
    where run_id = $runId::bigint and stage = $stage::integer ${after(isList, 'loan_id')}`,
);

const FIGURES: Record<Exclude<LoanFigure, 'out'>, Figure> = {
  rolled,
  ever_late: everLate,
  called: called(false),
  reached: called(true),
  promised: promised(null),
  kept: promised('kept'),
  broken: promised('broken'),
  in_stage: inStage,
};

const OUT: Record<DueDates, Figure> = { valid: outOn('bucket'), original: outOn('original_bucket') };

/**
 * The loans behind a number, with how many there are and what their amounts come to. A file is read page after page and
 * leaves the total out: it would be counted again for each page.
 */
export async function listLoansOfFigure(book: Transaction, wanted: FigureWanted): Promise<Loans> {
  const { figure, dueDates, limit, monthOn, months, total } = wanted;
  const { list, sum } = figure === 'out' ? OUT[dueDates] : FIGURES[figure];
  const run = figure === 'in_stage' ? await runOfAllowance(book, wanted.on) : undefined;
  const values = {
    ...wanted,
    runId: run?.runId ?? NO_RUN,
    limit: limit + 1,
    beforeOn: addDays(monthOn, -1),
    monthEndOn: lastOfMonth(monthOn),
    lateThroughOn: lastOfMonth(monthsAfter(monthOn, months)),
  };
  const rows = await book.rows(list, values);
  const counted = total === 'counted' ? (await book.row(sum, values))! : null;
  const amountOf = (ngwee: number | null) => (ngwee === null ? null : toKwacha(ngwee));
  return {
    total: counted && { loans: counted.loans, amount: amountOf(counted.amount_ngwee) },
    items: rows.slice(0, limit).map((row) => ({
      key: row.key,
      loanId: row.loan_id,
      on: row.on_day,
      amount: amountOf(row.amount_ngwee),
    })),
    isMore: rows.length > limit,
  };
}

/** The first day of the month so many months after a first day of a month. */
function monthsAfter(monthOn: Day, months: number): Day {
  const index = Number(monthOn.slice(0, 4)) * 12 + Number(monthOn.slice(5, 7)) - 1 + months;
  return day(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`);
}
