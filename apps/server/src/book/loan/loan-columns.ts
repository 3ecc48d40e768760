import { isDeepStrictEqual } from 'node:util';
import type { Instalment, Loan, PendingCollection, QuotedPurpose } from '@thumba/lending/loan';
import {
  type ColumnTable,
  columnsOf,
  columnsOfChanges,
  columnsOfDays,
  compileReader,
  compileTupleReader,
  compileWriter,
  type RowOf,
  selectList,
} from '../column-table.ts';

/** The columns of the key, which every record of a loan has. */
const KEY = {
  borrowerId: { name: 'borrower_id', type: 'bigint', written: 'once' },
  loanId: { name: 'loan_id', type: 'bigint', written: 'once' },
} as const;

/** The number of changes. The writing statement raises it. */
const VERSION = { version: { name: 'version', type: 'integer', written: 'once' } } as const;

type LoanFields = Omit<Loan, 'instalments' | 'pending'>;

const LOAN = {
  ...KEY,
  ...VERSION,
  state: { name: 'state', type: 'text', written: 'with days' },
  terms: { name: 'terms', type: 'jsonb', written: 'once' },
  appliedOn: { name: 'applied_on', type: 'date', written: 'once' },
  disbursedOn: { name: 'disbursed_on', type: 'date', written: 'with changes' },
  closedOn: { name: 'closed_on', type: 'date', written: 'with changes' },
  receivedNgwee: { name: 'received_ngwee', type: 'bigint', written: 'with changes' },
  accruedThroughOn: { name: 'accrued_through_on', type: 'date', written: 'with days' },
  interestEarnedNgwee: { name: 'interest_earned_ngwee', type: 'bigint', written: 'with days' },
  feeEarnedNgwee: { name: 'fee_earned_ngwee', type: 'bigint', written: 'with days' },
  extensionsUsed: { name: 'extensions_used', type: 'integer', written: 'with changes' },
  extensionFeesNgwee: { name: 'extension_fees_ngwee', type: 'bigint', written: 'with changes' },
  worstDaysLate: { name: 'worst_days_late', type: 'integer', written: 'with days' },
  coupon: { name: 'coupon', type: 'jsonb', written: 'with changes' },
  ladderMove: { name: 'ladder_move', type: 'jsonb', written: 'with changes' },
  limitNgwee: { name: 'limit_ngwee', type: 'bigint', written: 'once' },
  reversedPostings: { name: 'reversed_postings', type: 'jsonb', written: 'with changes' },
  countedPayments: { name: 'counted_payments', type: 'jsonb', written: 'with changes' },
  hardship: { name: 'hardship', type: 'jsonb', written: 'with days' },
  takenOn: { name: 'taken_on', type: 'jsonb', written: 'once' },
  nextEventOn: { name: 'next_event_on', type: 'date', written: 'with days' },
} as const satisfies ColumnTable<LoanFields>;

/** The collection that a loan waits for. All of its columns are null where there is none. */
type PendingFields = {
  [Field in Exclude<keyof PendingCollection, 'purpose' | 'quoted'>]: PendingCollection[Field] | null;
} & { purpose: QuotedPurpose['purpose'] | null; quoted: QuotedPurpose['quoted'] };

const PENDING = {
  attemptId: { name: 'pending_attempt_id', type: 'uuid', written: 'with changes' },
  period: { name: 'pending_period', type: 'integer', written: 'with changes' },
  amountNgwee: { name: 'pending_amount_ngwee', type: 'bigint', written: 'with changes' },
  submittedOn: { name: 'pending_since_on', type: 'date', written: 'with changes' },
  purpose: { name: 'pending_purpose', type: 'text', written: 'with changes' },
  quoted: { name: 'pending_quoted', type: 'jsonb', written: 'with changes' },
} as const satisfies ColumnTable<PendingFields>;

const INSTALMENT = {
  period: { name: 'period', type: 'integer', written: 'once' },
  startsOn: { name: 'starts_on', type: 'date', written: 'with changes' },
  dueOn: { name: 'due_on', type: 'date', written: 'with changes' },
  state: { name: 'state', type: 'text', written: 'with days' },
  principalNgwee: { name: 'principal_ngwee', type: 'bigint', written: 'with changes' },
  interestNgwee: { name: 'interest_ngwee', type: 'bigint', written: 'with changes' },
  feeNgwee: { name: 'fee_ngwee', type: 'bigint', written: 'with changes' },
  penaltyNgwee: { name: 'penalty_ngwee', type: 'bigint', written: 'with days' },
  principalPaidNgwee: { name: 'principal_paid_ngwee', type: 'bigint', written: 'with changes' },
  interestPaidNgwee: { name: 'interest_paid_ngwee', type: 'bigint', written: 'with changes' },
  feePaidNgwee: { name: 'fee_paid_ngwee', type: 'bigint', written: 'with changes' },
  penaltyPaidNgwee: { name: 'penalty_paid_ngwee', type: 'bigint', written: 'with changes' },
  penaltyRuns: { name: 'penalty_runs', type: 'jsonb', written: 'with days' },
  daysLate: { name: 'days_late', type: 'integer', written: 'with days' },
  discountNgwee: { name: 'discount_ngwee', type: 'bigint', written: 'with changes' },
  penaltyWaivedNgwee: { name: 'penalty_waived_ngwee', type: 'bigint', written: 'with changes' },
  penaltyWaivers: { name: 'penalty_waivers', type: 'jsonb', written: 'with changes' },
  interestWaivedNgwee: { name: 'interest_waived_ngwee', type: 'bigint', written: 'with changes' },
  feeWaivedNgwee: { name: 'fee_waived_ngwee', type: 'bigint', written: 'with changes' },
  creditedInterestNgwee: { name: 'credited_interest_ngwee', type: 'bigint', written: 'with changes' },
  rebateNgwee: { name: 'rebate_ngwee', type: 'bigint', written: 'with changes' },
  earlierDueDates: { name: 'earlier_due_dates', type: 'jsonb', written: 'with changes' },
  excusedDays: { name: 'excused_days', type: 'jsonb', written: 'with changes' },
} as const satisfies ColumnTable<Instalment>;

/** All columns of a loan value. */
export const loanColumns = columnsOf(LOAN, PENDING);
/** The key of a loan and the version at which it was read. */
export const loanKeyColumns = columnsOf(KEY, VERSION);
export const instalmentColumns = columnsOf(INSTALMENT);
/** The key of an instalment. */
export const instalmentKeyColumns = columnsOf(KEY, { period: INSTALMENT.period });

/** A loan as the database returns it, with the columns that only screens need. */
export type LoanRow = RowOf<LoanFields, typeof LOAN> &
  RowOf<PendingFields, typeof PENDING> & { account_id: number; applied_at: Date; disbursed_at: Date | null };

export const LOAN_COLUMNS = `${selectList(loanColumns, 'l')}, l.account_id, l.applied_at, l.disbursed_at`;

/** An instalment as a JSON array, so that a loan and its instalments are one row of a result. */
export type InstalmentTuple = readonly unknown[];

export const INSTALMENTS_OF_LOAN = `(select json_agg(json_build_array(${selectList(instalmentColumns, 'n')})
    order by n.period)
  from instalment n where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) as instalments`;

const readLoan = compileReader<Loan, [instalments: Instalment[], pending: PendingCollection | null]>(LOAN, [
  'instalments',
  'pending',
]);
const readPending = compileReader<PendingCollection>(PENDING);
const readInstalment = compileTupleReader<Instalment>(INSTALMENT);

export function toLoan(row: LoanRow, instalments: readonly InstalmentTuple[]): Loan {
  const pending = row.pending_attempt_id === null ? null : readPending(row);
  return readLoan(row, instalments.map(readInstalment), pending);
}

/** A new loan as a JSON record. */
export const newLoanRecord = compileWriter<[Loan]>(
  ['loan'],
  [
    { from: 'loan', table: LOAN },
    { from: 'loan.pending', table: PENDING },
  ],
);

/** The columns of a loan that a change may change, as a JSON record. */
export const loanRecord = compileWriter<[Loan]>(
  ['loan'],
  [
    { from: 'loan', table: LOAN, columns: [...loanKeyColumns, ...columnsOfChanges(columnsOf(LOAN))] },
    { from: 'loan.pending', table: PENDING },
  ],
);

/** The columns of a loan that change when only days have passed, as a JSON record. */
export const dayRecord = compileWriter<[Loan]>(
  ['loan'],
  [{ from: 'loan', table: LOAN, columns: [...loanKeyColumns, ...columnsOfDays(columnsOf(LOAN))] }],
);

/** An instalment as a JSON record. */
export const instalmentRecord = compileWriter<[Loan, Instalment]>(
  ['loan', 'instalment'],
  [
    { from: 'loan', table: KEY },
    { from: 'instalment', table: INSTALMENT },
  ],
);

/** The columns of an instalment that change when only days have passed, as a JSON record. */
export const dayInstalmentRecord = compileWriter<[Loan, Instalment]>(
  ['loan', 'instalment'],
  [
    { from: 'loan', table: KEY },
    {
      from: 'instalment',
      table: INSTALMENT,
      columns: [INSTALMENT.period, ...columnsOfDays(instalmentColumns)],
    },
  ],
);

/** The instalments that differ after a change. The others are not written again. */
export function changedInstalments(before: Loan, after: Loan): Instalment[] {
  return after.instalments.filter(
    (instalment, index) =>
      instalment !== before.instalments[index] && !isDeepStrictEqual(instalment, before.instalments[index]),
  );
}

const LOAN_PROPERTIES_OF_DAYS = new Set(['instalments', ...propertiesOfDays(LOAN)]);
const INSTALMENT_PROPERTIES_OF_DAYS = new Set(propertiesOfDays(INSTALMENT));

/**
 * Whether a change touched only the columns that change when only days have passed. Values are compared by identity,
 * because a rule keeps the values that it does not change.
 */
export function isChangedByDaysOnly(before: Loan, after: Loan): boolean {
  return (
    after.instalments.length === before.instalments.length &&
    differsOnlyIn(LOAN_PROPERTIES_OF_DAYS, before, after) &&
    after.instalments.every((instalment, index) =>
      differsOnlyIn(INSTALMENT_PROPERTIES_OF_DAYS, before.instalments[index]!, instalment),
    )
  );
}

function propertiesOfDays(table: ColumnTable<object>): string[] {
  return Object.entries(table)
    .filter(([, { written }]) => written === 'with days')
    .map(([property]) => property);
}

function differsOnlyIn<Value extends object>(
  properties: ReadonlySet<string>,
  before: Value,
  after: Value,
): boolean {
  if (before === after) return true;
  for (const property in after) {
    if (after[property] !== before[property] && !properties.has(property)) return false;
  }
  return true;
}
