import type { Day } from '@thumba/lending/day';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { readAccounts } from '../chart/accounts.ts';
import { movementsBetween } from '../daily-total/balances.ts';
import { PAIRS_OF_DAYS, type PairDays, readPairedThrough } from '../daily-total/pair-totals.ts';
import { accountOf, addTotals, bookingKindsOf, netDebitIn } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, type Column, linesOf, type Report } from './report.ts';
import { spanTitle } from './span-title.ts';

const PAYOUT_FLOATS = sqlList(OPERATOR_NAMES.map((operator) => `float_${operator}_payout`));
const MONEY = sqlList([
  ...OPERATOR_NAMES.map((operator) => `float_${operator}_collection`),
  'wallet_credit',
  'suspense',
  'bank',
]);

/** What a row credits to an account from the money of borrowers, less what it gives back. */
function paidTo(account: string): string {
  return `case when t.credit_account = '${account}' and t.debit_account in ${MONEY} then t.amount_ngwee
    when t.debit_account = '${account}' and t.credit_account in ${MONEY} then -t.amount_ngwee end`;
}

/** A row that lends principal: paid out, or kept back as the fee. */
const IS_LENT = `t.debit_account = 'principal_receivable' and
  (t.credit_account in ${PAYOUT_FLOATS} or t.credit_account = 'unearned_fee')`;
const IS_MONEY_OF_PRINCIPAL = `(t.debit_account in ${MONEY} or t.credit_account in ${MONEY})`;
const IS_WRITTEN_OFF = `t.debit_account = 'write_off_expense' and t.credit_account = 'principal_receivable'`;

const INCOME = sqlList(['interest_income', 'fee_income', 'penalty_income', 'extension_income']);

/** What a row `t` of the ledger adds to each flow; null where it is none of it. */
export const FLOW_AMOUNTS = {
  lent: `case when ${IS_LENT} then t.amount_ngwee end`,
  paid_out: `case when ${IS_LENT} and t.credit_account in ${PAYOUT_FLOATS} then t.amount_ngwee end`,
  principal: paidTo('principal_receivable'),
  interest: paidTo('interest_receivable'),
  fee: paidTo('fee_receivable'),
  penalty: paidTo('penalty_receivable'),
  extension: paidTo('extension_income'),
  recovery: paidTo('recovery_income'),
  written_off: `case when ${IS_WRITTEN_OFF} then t.amount_ngwee end`,
  earned: `case when t.credit_account in ${INCOME} then t.amount_ngwee
    when t.debit_account in ${INCOME} then -t.amount_ngwee end`,
  other: `case when ${IS_LENT} or ${IS_MONEY_OF_PRINCIPAL} or ${IS_WRITTEN_OFF} then null
    when t.debit_account = 'principal_receivable' then t.amount_ngwee
    when t.credit_account = 'principal_receivable' then -t.amount_ngwee end`,
} as const;

/** The sum of a flow over rows `t`, in ngwee. */
export function flowSum(flow: keyof typeof FLOW_AMOUNTS): string {
  return `coalesce(sum(${FLOW_AMOUNTS[flow]}), 0)::bigint`;
}

/** How many loans were paid out in rows `t`. */
export const LOANS_PAID_OUT = `count(distinct t.loan_id) filter (where ${IS_LENT})`;

const FLOWS = [
  { key: 'lent', title: 'principal lent', kind: 'money', sql: flowSum('lent') },
  { key: 'paid_out', title: 'money paid out', kind: 'money', sql: flowSum('paid_out') },
  { key: 'principal', title: 'principal repaid', kind: 'money', sql: flowSum('principal') },
  { key: 'interest', title: 'interest repaid', kind: 'money', sql: flowSum('interest') },
  { key: 'fee', title: 'fees repaid', kind: 'money', sql: flowSum('fee') },
  { key: 'penalty', title: 'penalties repaid', kind: 'money', sql: flowSum('penalty') },
  { key: 'extension', title: 'extension fees', kind: 'money', sql: flowSum('extension') },
  { key: 'recovery', title: 'recoveries', kind: 'money', sql: flowSum('recovery') },
  { key: 'written_off', title: 'principal written off', kind: 'money', sql: flowSum('written_off') },
  { key: 'other', title: 'other changes of principal', kind: 'money', sql: flowSum('other') },
] as const satisfies readonly (Column & { key: string; sql: string })[];

const COLUMNS = [{ key: 'loans', title: 'loans paid out', kind: 'count' }, ...FLOWS] as const;

type FlowKey = (typeof COLUMNS)[number]['key'];
type FlowRow = { stretch: string } & Record<FlowKey, number>;

type FlowDays = { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[]; format: string };

const readFlowsStatement = statement<Omit<FlowRow, 'loans'>, FlowDays & PairDays>(
  'report: read disbursed and repaid',
  `select to_char(t.business_on, $format::text) as stretch, ${FLOWS.map(({ key, sql }) => `${sql} as ${key}`).join(', ')}
   from ${PAIRS_OF_DAYS} group by stretch order by stretch`,
);

const countLoansStatement = statement<{ stretch: string; loans: number }, FlowDays>(
  'report: count loans that were paid out',
  `select to_char(t.business_on, $format::text) as stretch, ${LOANS_PAID_OUT} as loans
   from ledger_transfer t
   where t.business_on between $fromOn::date and $throughOn::date and t.booking_kind = any ($bookingKinds::text[])
     and t.debit_account = 'principal_receivable'
   group by stretch`,
);

async function readFlows(book: BookSnapshot, days: FlowDays): Promise<FlowRow[]> {
  const pairedThroughOn = await readPairedThrough(book);
  const flows = await book.rows(readFlowsStatement, { ...days, pairedThroughOn });
  const counts = await book.rows(countLoansStatement, days);
  const loansOf = (stretch: string) => counts.find((count) => count.stretch === stretch)?.loans ?? 0;
  return flows.map((flow) => ({ ...flow, loans: loansOf(flow.stretch) }));
}

/** What was lent and what came back, for each day or each month with rows. */
export async function flowReport(book: BookSnapshot, span: Span, by: 'day' | 'month'): Promise<Report> {
  const { fromOn, throughOn } = span;
  const bookingKinds = bookingKindsOf(span);
  const format = by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM';
  const rows = await readFlows(book, { fromOn, throughOn, format, bookingKinds });
  const sumOf = (key: FlowKey) => rows.reduce((sum, row) => sum + row[key], 0);
  const movement = addTotals(await movementsBetween(book, fromOn, throughOn, { bookingKinds }));
  const account = accountOf(await readAccounts(book), 'principal_receivable');
  return {
    title: `Disbursed and repaid, ${spanTitle(span)}`,
    columns: [{ title: by, kind: 'text' }, ...COLUMNS.map(({ title, kind }): Column => ({ title, kind }))],
    lines: linesOf(
      rows.map((row): Cells => [row.stretch, ...COLUMNS.map(({ key }) => row[key])]),
      {
        totals: [['all', ...COLUMNS.map(({ key }) => sumOf(key))]],
        ties: [
          {
            left: 'principal lent less repaid and written off, with other changes',
            leftNgwee: sumOf('lent') - sumOf('principal') - sumOf('written_off') + sumOf('other'),
            right: `movement of account ${account.code}`,
            rightNgwee: netDebitIn(movement, 'principal_receivable'),
          },
        ],
        notes: [],
      },
    ),
  };
}
