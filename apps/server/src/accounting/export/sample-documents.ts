import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { type Statement, statement } from '../../platform/database.ts';
import type { BookSnapshot } from '../report/book-snapshot.ts';
import { type Cells, type Column, linesOf, type Report } from '../report/report.ts';

export type SampledLoan = { loanId: number; borrowerId: number };

/** The text of a contract as it was agreed to. */
export type ContractText = {
  title: string;
  clauses: readonly { heading: string; text: string }[];
  contractVersion: string;
  agreedAt: Date;
  shownHash: string;
};

const drawSampleStatement = statement<SampledLoan, { on: Day; seed: string; size: number }>(
  'export: draw sample of loans',
  `select l.loan_id as "loanId", l.borrower_id as "borrowerId" from loan l
   where exists (select from ledger_transfer t where t.borrower_id = l.borrower_id and t.loan_id = l.loan_id
     and t.debit_account = 'principal_receivable' and t.business_on <= $on::date)
   order by sha256(convert_to($seed::text || ':' || l.loan_id, 'UTF8')) limit $size::integer`,
);

/**
 * A random sample of the loans that were paid out by a day. The order is the SHA-256 of the seed and the number of the
 * loan, so the same seed draws the same loans, and who draws cannot choose them.
 */
export function drawSample(book: BookSnapshot, on: Day, seed: string, size: number): Promise<SampledLoan[]> {
  return book.rows(drawSampleStatement, { on, seed, size });
}

type OfLoan = SampledLoan & { on: Day };
type HistoryRow = {
  version: number;
  kind: string;
  on_day: Day;
  recorded_at: Date;
  actor: string;
  detail: object;
};

const readHistoryStatement = statement<HistoryRow, OfLoan>(
  'export: read history of loan',
  `select e.loan_version as version, e.kind, e.on_day, e.recorded_at, e.actor, e.detail from loan_event e
   where e.borrower_id = $borrowerId and e.loan_id = $loanId and coalesce((select max(t.business_on)
     from ledger_transfer t where t.borrower_id = e.borrower_id and t.entry_id = e.entry_id), e.on_day) <= $on::date
   order by e.loan_version, e.ordinal`,
);

type LedgerRow = {
  business_on: Day;
  value_on: Day;
  entry_id: number;
  debit_account: LedgerAccount;
  credit_account: LedgerAccount;
  amount_ngwee: number;
};

const readLedgerStatement = statement<LedgerRow, OfLoan>(
  'export: read ledger of loan',
  `select business_on, coalesce(value_on, business_on) as value_on, entry_id, debit_account, credit_account, amount_ngwee
   from ledger_transfer
   where borrower_id = $borrowerId and loan_id = $loanId and business_on <= $on::date
   order by business_on, entry_id, line`,
);

type PaymentRow = {
  attempt_id: string;
  direction: string;
  purpose: string;
  amount_ngwee: number;
  operator: string;
  submitted_on: Day;
  finished_at: Date | null;
  operator_reference: string | null;
  receipt_no: string | null;
};

const readPaymentsStatement = statement<PaymentRow, OfLoan>(
  'export: read payments of loan',
  `select attempt_id, direction, purpose, amount_ngwee, operator, submitted_on, finished_at, operator_reference,
     receipt_no
   from payment_attempt
   where borrower_id = $borrowerId and loan_id = $loanId and state = 'succeeded' and submitted_on <= $on::date
   order by created_at, attempt_id`,
);

/** What happened to a loan, its rows of the ledger and its payments that succeeded, by the end of a day. */
export async function documentsOfLoan(
  book: BookSnapshot,
  loan: SampledLoan,
  on: Day,
): Promise<readonly { name: string; report: Report }[]> {
  const table = async <Row>(
    name: string,
    read: Statement<Row, OfLoan>,
    columns: readonly (Column & { cell(row: Row): string | number | null })[],
  ) => {
    const rows = await book.rows(read, { ...loan, on });
    const lines = rows.map((row): Cells => columns.map(({ cell }) => cell(row)));
    const closing = { totals: [], ties: [], notes: [] };
    return {
      name,
      report: { title: `${name} of loan ${loan.loanId}`, columns, lines: linesOf(lines, closing) },
    };
  };
  return [
    await table('history', readHistoryStatement, HISTORY_COLUMNS),
    await table('ledger', readLedgerStatement, LEDGER_COLUMNS),
    await table('payments', readPaymentsStatement, PAYMENT_COLUMNS),
  ];
}

const HISTORY_COLUMNS: readonly (Column & { cell(row: HistoryRow): string })[] = [
  { title: 'version', kind: 'text', cell: ({ version }) => String(version) },
  { title: 'event', kind: 'text', cell: ({ kind }) => kind },
  { title: 'counts for', kind: 'day', cell: ({ on_day: on }) => on },
  { title: 'written at (UTC)', kind: 'text', cell: ({ recorded_at: at }) => at.toISOString() },
  { title: 'by', kind: 'text', cell: ({ actor }) => actor },
  { title: 'detail', kind: 'text', cell: ({ detail }) => JSON.stringify(detail) },
];

const LEDGER_COLUMNS: readonly (Column & { cell(row: LedgerRow): string | number })[] = [
  { title: 'booked on', kind: 'day', cell: (row) => row.business_on },
  { title: 'value day', kind: 'day', cell: (row) => row.value_on },
  { title: 'entry', kind: 'text', cell: (row) => String(row.entry_id) },
  { title: 'debit', kind: 'text', cell: (row) => row.debit_account },
  { title: 'credit', kind: 'text', cell: (row) => row.credit_account },
  { title: 'amount', kind: 'money', cell: (row) => row.amount_ngwee },
];

const PAYMENT_COLUMNS: readonly (Column & { cell(row: PaymentRow): string | number | null })[] = [
  { title: 'payment', kind: 'text', cell: (row) => row.attempt_id },
  { title: 'direction', kind: 'text', cell: (row) => row.direction },
  { title: 'purpose', kind: 'text', cell: (row) => row.purpose },
  { title: 'amount', kind: 'money', cell: (row) => row.amount_ngwee },
  { title: 'operator', kind: 'text', cell: (row) => row.operator },
  { title: 'submitted on', kind: 'day', cell: (row) => row.submitted_on },
  { title: 'ended at (UTC)', kind: 'text', cell: (row) => row.finished_at?.toISOString() ?? null },
  { title: 'reference of operator', kind: 'text', cell: (row) => row.operator_reference },
  { title: 'receipt', kind: 'text', cell: (row) => row.receipt_no },
];

/** The contract as a text file. A loan that was taken over from other books has none. */
export function contractFile(loanId: number, contract: ContractText | undefined): string {
  if (contract === undefined) return `There is no contract of loan ${loanId} in this book.\n`;
  const { title, clauses, contractVersion, agreedAt, shownHash } = contract;
  return [
    `${title}, loan ${loanId}`,
    `Version ${contractVersion}, agreed to at ${agreedAt.toISOString()}`,
    `Hash of the figures that were shown: ${shownHash}`,
    ...clauses.map(({ heading, text }) => `\n${heading}\n${text}`),
    '',
  ].join('\n');
}
