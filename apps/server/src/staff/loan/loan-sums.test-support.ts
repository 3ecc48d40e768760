import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { expect } from 'vitest';

type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** What the page of a loan shows: its figures, and every entry of its ledger, newest first. */
export type ShownLoan = {
  loan: Pick<StaffAnswer<'getLoan'>, 'state' | 'plans' | 'totals' | 'received'>;
  entries: StaffAnswer<'listLoanLedger'>['items'];
};

const PARTS = ['principal', 'interest', 'fee', 'penalty'] as const;
type Part = (typeof PARTS)[number];

export function ngweeOf(shown: number): number {
  return Math.round(shown * 100);
}

/** The page of a loan against its tables alone: the plans, their sums, the receivables and every row of the ledger. */
export async function expectSumsOfLoan(query: Query, loanId: number, shown: ShownLoan): Promise<void> {
  const { loan, entries } = shown;
  const { total, ...parts } = loan.totals;
  const [sums] = await query(SUMS_OF_PLANS, [loanId]);
  const plans = await query(`${FIGURES_OF_PLANS} where loan_id = $1 order by period`, [loanId]);
  expect(figuresIn(parts)).toEqual(numbersIn(sums!));
  expect(loan.plans.map(({ total: _total, ...plan }) => figuresIn(plan))).toEqual(plans.map(numbersIn));
  for (const { total: whole, ...plan } of [...loan.plans, { ...parts, total }]) {
    for (const figure of ['charged', 'waived', 'paid', 'owed'] as const) {
      expect(ngweeOf(whole[figure])).toBe(sumOf(PARTS.map((part) => ngweeOf(plan[part][figure]))));
    }
    for (const { charged, waived, paid, owed } of [whole, ...PARTS.map((part) => plan[part])]) {
      expect(ngweeOf(charged) - ngweeOf(waived) - ngweeOf(paid)).toBe(ngweeOf(owed));
    }
  }
  const [book] = (await query(RECEIVABLES, [loanId])).map(numbersIn);
  const isReceivable = entries.length > 0 && loan.state !== 'written_off' && loan.state !== 'recovered';
  for (const part of PARTS) expect(book![part]).toBe(isReceivable ? ngweeOf(parts[part].owed) : 0);
  const [kept] = await query('select received_ngwee::integer as received from loan where loan_id = $1', [
    loanId,
  ]);
  expect(ngweeOf(loan.received)).toBe(kept!.received);
  const lines = await query(LINES_OF_LEDGER, [loanId]);
  expect(linesIn(entries)).toEqual(lines.map((row) => String(row.shown)).sort());
  expect(ngweeOf(entries[0]?.receivableAfter ?? 0)).toBe(sumOf(Object.values(book!)));
}

const waivedSql = (part: Part) => (part === 'principal' ? '0' : `${part}_waived_ngwee`);

const FIGURES = PARTS.flatMap((part) => [
  [`${part}_charged`, `${part}_ngwee + ${waivedSql(part)}`],
  [`${part}_waived`, waivedSql(part)],
  [`${part}_paid`, `${part}_paid_ngwee`],
  [`${part}_owed`, `${part}_ngwee - ${part}_paid_ngwee`],
]);
const FIGURES_OF_PLANS = `select ${FIGURES.map(([name, sql]) => `${sql} as ${name}`).join(', ')} from instalment`;
const SUMS_OF_PLANS = `select ${FIGURES.map(([name, sql]) => `coalesce(sum(${sql}), 0) as ${name}`).join(', ')}
  from instalment where loan_id = $1`;

const RECEIVABLES = `select ${PARTS.map(
  (part) => `coalesce(sum(case '${part}_receivable' when debit_account then amount_ngwee
    when credit_account then -amount_ngwee end), 0) as ${part}`,
).join(', ')} from ledger_transfer where loan_id = $1`;

const LINES_OF_LEDGER = `select entry_id || ': ' || replace(debit_account, '_', ' ') || ' to '
    || replace(credit_account, '_', ' ') || ' ' || sum(amount_ngwee) as shown
  from ledger_transfer where loan_id = $1 group by entry_id, debit_account, credit_account`;

function linesIn(entries: ShownLoan['entries']): string[] {
  const lines = entries.flatMap(({ entryId, rows }) =>
    rows.map(({ debit, credit, amount }) => `${entryId}: ${debit} to ${credit} ${ngweeOf(amount)}`),
  );
  return lines.sort();
}

type Figures = Record<Part, ShownLoan['loan']['totals']['total']>;

function figuresIn(parts: Figures): Record<string, number> {
  return Object.fromEntries(
    PARTS.flatMap((part) =>
      (['charged', 'waived', 'paid', 'owed'] as const).map((figure) => [
        `${part}_${figure}`,
        ngweeOf(parts[part][figure]),
      ]),
    ),
  );
}

function numbersIn(row: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
