import { isDeepStrictEqual } from 'node:util';
import type { Instalment, Loan, PendingCollection, QuotedPurpose } from '@thumba/lending/loan';
import {
  ALL_GROUPS,
  type ColumnGroups,
  type ColumnTable,
  columnsOf,
  compileComparison,
  compileReader,
  compileTextReader,
  compileWriter,
  NO_GROUPS,
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
  state: { name: 'state', type: 'text', written: 'days' },
  terms: { name: 'terms', type: 'jsonb', written: 'once' },
  appliedOn: { name: 'applied_on', type: 'date', written: 'once' },
  disbursedOn: { name: 'disbursed_on', type: 'date', written: 'rare changes' },
  closedOn: { name: 'closed_on', type: 'date', written: 'rare changes' },
  receivedNgwee: { name: 'received_ngwee', type: 'bigint', written: 'payments' },
  accruedThroughOn: { name: 'accrued_through_on', type: 'date', written: 'days' },
  interestEarnedNgwee: { name: 'interest_earned_ngwee', type: 'bigint', written: 'days' },
  feeEarnedNgwee: { name: 'fee_earned_ngwee', type: 'bigint', written: 'days' },
  extensionsUsed: { name: 'extensions_used', type: 'integer', written: 'rare changes' },
  extensionFeesNgwee: { name: 'extension_fees_ngwee', type: 'bigint', written: 'rare changes' },
  worstDaysLate: { name: 'worst_days_late', type: 'integer', written: 'days' },
  coupon: { name: 'coupon', type: 'jsonb', written: 'rare changes' },
  ladderMove: { name: 'ladder_move', type: 'jsonb', written: 'rare changes' },
  limitNgwee: { name: 'limit_ngwee', type: 'bigint', written: 'once' },
  reversedPostings: { name: 'reversed_postings', type: 'jsonb', written: 'rare changes' },
  countedPayments: { name: 'counted_payments', type: 'jsonb', written: 'payments' },
  hardship: { name: 'hardship', type: 'jsonb', written: 'days' },
  takenOn: { name: 'taken_on', type: 'jsonb', written: 'once' },
  nextEventOn: { name: 'next_event_on', type: 'date', written: 'days' },
} as const satisfies ColumnTable<LoanFields>;

/** The collection that a loan waits for. All of its columns are null where there is none. */
type PendingFields = {
  [Field in Exclude<keyof PendingCollection, 'purpose' | 'quoted'>]: PendingCollection[Field] | null;
} & { purpose: QuotedPurpose['purpose'] | null; quoted: QuotedPurpose['quoted'] };

const PENDING = {
  attemptId: { name: 'pending_attempt_id', type: 'uuid', written: 'collections' },
  period: { name: 'pending_period', type: 'integer', written: 'collections' },
  amountNgwee: { name: 'pending_amount_ngwee', type: 'bigint', written: 'collections' },
  submittedOn: { name: 'pending_since_on', type: 'date', written: 'collections' },
  purpose: { name: 'pending_purpose', type: 'text', written: 'collections' },
  quoted: { name: 'pending_quoted', type: 'jsonb', written: 'collections' },
} as const satisfies ColumnTable<PendingFields>;

const INSTALMENT = {
  period: { name: 'period', type: 'integer', written: 'once' },
  startsOn: { name: 'starts_on', type: 'date', written: 'rare changes' },
  dueOn: { name: 'due_on', type: 'date', written: 'rare changes' },
  state: { name: 'state', type: 'text', written: 'days' },
  principalNgwee: { name: 'principal_ngwee', type: 'bigint', written: 'rare changes' },
  interestNgwee: { name: 'interest_ngwee', type: 'bigint', written: 'rare changes' },
  feeNgwee: { name: 'fee_ngwee', type: 'bigint', written: 'rare changes' },
  penaltyNgwee: { name: 'penalty_ngwee', type: 'bigint', written: 'days' },
  principalPaidNgwee: { name: 'principal_paid_ngwee', type: 'bigint', written: 'payments' },
  interestPaidNgwee: { name: 'interest_paid_ngwee', type: 'bigint', written: 'payments' },
  feePaidNgwee: { name: 'fee_paid_ngwee', type: 'bigint', written: 'payments' },
  penaltyPaidNgwee: { name: 'penalty_paid_ngwee', type: 'bigint', written: 'payments' },
  penaltyRuns: { name: 'penalty_runs', type: 'jsonb', written: 'days' },
  daysLate: { name: 'days_late', type: 'integer', written: 'days' },
  discountNgwee: { name: 'discount_ngwee', type: 'bigint', written: 'rare changes' },
  penaltyWaivedNgwee: { name: 'penalty_waived_ngwee', type: 'bigint', written: 'rare changes' },
  penaltyWaivers: { name: 'penalty_waivers', type: 'jsonb', written: 'rare changes' },
  interestWaivedNgwee: { name: 'interest_waived_ngwee', type: 'bigint', written: 'rare changes' },
  feeWaivedNgwee: { name: 'fee_waived_ngwee', type: 'bigint', written: 'rare changes' },
  creditedInterestNgwee: { name: 'credited_interest_ngwee', type: 'bigint', written: 'rare changes' },
  rebateNgwee: { name: 'rebate_ngwee', type: 'bigint', written: 'rare changes' },
  earlierDueDates: { name: 'earlier_due_dates', type: 'jsonb', written: 'rare changes' },
  excusedDays: { name: 'excused_days', type: 'jsonb', written: 'rare changes' },
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

/**
 * The instalments of a loan as one text, so that a loan and its instalments are one row of a result: a line for each,
 * with its columns between tabs. An instalment has no column that is null, and no state and no JSON has a tab. PostgreSQL
 * makes it in a third of the time that JSON takes.
 */
export const INSTALMENTS_OF_LOAN = String.raw`(select string_agg(concat_ws(e'\t', ${selectList(instalmentColumns, 'n')}), e'\n'
    order by n.period)
  from instalment n where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) as instalments`;

const readLoan = compileReader<Loan, [instalments: Instalment[], pending: PendingCollection | null]>(LOAN, [
  'instalments',
  'pending',
]);
const readPending = compileReader<PendingCollection>(PENDING);
const readInstalment = compileTextReader<Instalment>(INSTALMENT);

/** `instalments` is what `INSTALMENTS_OF_LOAN` selects, which is null for a loan without instalments. */
export function toLoan(row: LoanRow, instalments: string | null): Loan {
  const pending = row.pending_attempt_id === null ? null : readPending(row);
  const lines = instalments === null ? [] : instalments.split('\n');
  return readLoan(
    row,
    lines.map((line) => readInstalment(line.split('\t'))),
    pending,
  );
}

/** A loan as a record of its columns. */
export const loanRecord = compileWriter<[Loan]>(
  ['loan'],
  [
    { from: 'loan', table: LOAN },
    { from: 'loan.pending', table: PENDING },
  ],
);

/** An instalment as a record of its columns. */
export const instalmentRecord = compileWriter<[Loan, Instalment]>(
  ['loan', 'instalment'],
  [
    { from: 'loan', table: KEY },
    { from: 'instalment', table: INSTALMENT },
  ],
);

/** The instalments that differ after a change. The others are not written again. */
export function changedInstalments(before: Loan, after: Loan): Instalment[] {
  return after.instalments.filter(
    (instalment, index) =>
      instalment !== before.instalments[index] && !isDeepStrictEqual(instalment, before.instalments[index]),
  );
}

const compareLoans = compileComparison<Loan>(LOAN);
const compareInstalments = compileComparison<Instalment>(INSTALMENT);
const comparePending = compileComparison<Partial<PendingCollection>>(PENDING);

/** The groups of columns in which a change touched the loan itself and its instalments. */
export function changedGroups(before: Loan, after: Loan): { loan: ColumnGroups; instalments: ColumnGroups } {
  if (before === after) return { loan: NO_GROUPS, instalments: NO_GROUPS };
  const pending = comparePending(before.pending ?? {}, after.pending ?? {});
  const loan = compareLoans(before, after) | pending;
  if (after.instalments.length !== before.instalments.length) return { loan, instalments: ALL_GROUPS };
  let instalments = NO_GROUPS;
  for (const [index, instalment] of after.instalments.entries()) {
    const old = before.instalments[index]!;
    if (instalment !== old) instalments |= compareInstalments(old, instalment);
  }
  return { loan, instalments };
}
