import { addDays, type Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { readAmounts } from '../../money/reconciliation/statement-amounts.ts';
import { readDates, type Written } from '../../money/reconciliation/statement-dates.ts';
import {
  type CsvLine,
  problemOfRemarks,
  readTable,
  readText,
  type StatementRefusal,
} from '../../money/reconciliation/statement-text.ts';
import { lusakaDay } from '../../platform/clock.ts';

/** One line of a statement of the lender's bank. Money that came is positive, money that left is negative. */
export type BankRow = {
  line: number;
  fields: readonly string[];
  bookedOn: Day;
  /** The day for which the bank counts it: the day of booking where the bank names none. */
  valueOn: Day;
  amountNgwee: number;
  /** The balance after this line, where the bank shows it. */
  balanceNgwee: number | null;
};

/** The names that banks give the columns. Case and spaces do not matter. Other columns are kept and not read. */
const SPELLINGS = {
  bookedOn: [
    'date',
    'transaction date',
    'posting date',
    'post date',
    'booking date',
    'trans date',
    'tran date',
  ],
  valueOn: ['value date', 'valuedate', 'effective date'],
  amount: ['amount', 'transaction amount', 'amount (zmw)'],
  debit: ['debit', 'debits', 'debit amount', 'withdrawal', 'withdrawals', 'money out', 'paid out', 'dr'],
  credit: ['credit', 'credits', 'credit amount', 'deposit', 'deposits', 'money in', 'paid in', 'cr'],
  side: ['dr/cr', 'cr/dr', 'd/c', 'c/d', 'debit/credit', 'credit/debit', 'dr cr', 'dc', 'dr/cr indicator'],
  balance: ['balance', 'running balance', 'closing balance', 'available balance', 'book balance'],
} as const;

type Column = keyof typeof SPELLINGS;
type Columns = { bookedOn: number } & Partial<Record<Column, number>>;

/**
 * Reads a whole statement of the bank or nothing. Banks of Zambia have no common format: the columns are found by their
 * names, and amounts stand in one column with a sign or in two. Where the bank shows balances, each must follow from the
 * one before, so a file that lost a row is refused. Rule: docs/rules/bank.md.
 */
export function readBankStatement(bytes: Uint8Array): Outcome<BankRow[], StatementRefusal> {
  const text = readText(bytes);
  if (!text.ok) return text;
  const table = readTable(text.value, findColumns);
  if (!table.ok) return refuse({ ...table.refusal, problem: problemOfBank(table.refusal.problem) });
  const { columns, width, records } = table.value;
  const lines: CsvLine[] = [];
  for (const { record, line } of records) {
    if (isRemark(columns, record)) continue;
    if (record.length !== width)
      return refuse({
        line,
        problem: `the line has ${record.length} fields and the header has ${width}: export the file again`,
      });
    lines.push({ record, line });
  }
  const remarks = problemOfRemarks(records, lines.length);
  if (remarks) return refuse(remarks);
  const rows = rowsOf(columns, lines);
  if (!rows.ok) return rows;
  const ordered = inOrderOfTime(rows.value);
  const gap = findGap(ordered);
  if (gap === undefined) return allow(ordered);
  return refuse({
    line: gap.line,
    problem: 'the balance does not follow from the line before, so a line is missing: export the file again',
  });
}

function findColumns(header: string[]): Columns | { missing: string } {
  const names = header.map((name) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const found: Partial<Record<Column, number>> = {};
  for (const [column, spellings] of Object.entries(SPELLINGS) as [Column, readonly string[]][]) {
    const index = names.findIndex((name) => spellings.includes(name));
    if (index >= 0) found[column] = index;
  }
  if (found.bookedOn === undefined) return { missing: 'Date' };
  const isInTwoColumns = found.debit !== undefined && found.credit !== undefined;
  if (found.amount === undefined && !isInTwoColumns) return { missing: 'Amount, or Debit and Credit' };
  return { ...found, bookedOn: found.bookedOn };
}

function problemOfBank(problem: string): string {
  return problem.replace('this is no statement of this operator', 'this is no statement of a bank');
}

/** A line without a date, or without an amount, says what the period or the opening balance is. */
function isRemark(columns: Columns, record: readonly string[]): boolean {
  const isEmpty = (column: Column) => {
    const index = columns[column];
    return index === undefined || (record[index] ?? '') === '';
  };
  return isEmpty('bookedOn') || (isEmpty('amount') && isEmpty('debit') && isEmpty('credit'));
}

function rowsOf(columns: Columns, lines: readonly CsvLine[]): Outcome<BankRow[], StatementRefusal> {
  const bookedOn = readDates(written(lines, columns.bookedOn), undefined);
  if (!bookedOn.ok) return bookedOn;
  const valueOn =
    columns.valueOn === undefined ? bookedOn : readDates(written(lines, columns.valueOn), undefined);
  if (!valueOn.ok) return valueOn;
  const amounts = signedAmounts(columns, lines);
  if (!amounts.ok) return amounts;
  const balances = columns.balance === undefined ? undefined : signedColumn(lines, columns.balance);
  if (balances && !balances.ok) return balances;
  return allow(
    lines.flatMap(({ record, line }, index) => {
      const amountNgwee = amounts.value[index]!;
      return amountNgwee === 0
        ? []
        : {
            line,
            fields: record,
            bookedOn: lusakaDay(bookedOn.value[index]!.getTime()),
            valueOn: lusakaDay(valueOn.value[index]!.getTime()),
            amountNgwee,
            balanceNgwee: balances?.value[index] ?? null,
          };
    }),
  );
}

function written(lines: readonly CsvLine[], column: number): Written[] {
  return lines.map(({ record, line }) => ({ text: record[column]!, line }));
}

function signedAmounts(columns: Columns, lines: readonly CsvLine[]): Outcome<number[], StatementRefusal> {
  if (columns.amount !== undefined && columns.side !== undefined)
    return amountsBySide(lines, columns.amount, columns.side);
  if (columns.amount !== undefined) return signedColumn(lines, columns.amount);
  const debits = amountsOf(lines, columns.debit!);
  if (!debits.ok) return debits;
  const credits = amountsOf(lines, columns.credit!);
  if (!credits.ok) return credits;
  const both = lines.findIndex((_, index) => debits.value[index]! > 0 && credits.value[index]! > 0);
  if (both >= 0)
    return refuse({
      line: lines[both]!.line,
      problem: 'the line has a debit and a credit: export the file again',
    });
  return allow(lines.map((_, index) => credits.value[index]! - debits.value[index]!));
}

/** A column of its own says whether an amount is a debit, money that left, or a credit. */
function amountsBySide(
  lines: readonly CsvLine[],
  amount: number,
  side: number,
): Outcome<number[], StatementRefusal> {
  const amounts = amountsOf(lines, amount);
  if (!amounts.ok) return amounts;
  const unclear = lines.find(({ record }) => !/^[cd]/i.test(record[side]!));
  if (unclear)
    return refuse({
      line: unclear.line,
      problem: 'the line says neither debit nor credit: export the file again',
    });
  return allow(
    amounts.value.map((ngwee, index) => (/^d/i.test(lines[index]!.record[side]!) ? -ngwee : ngwee)),
  );
}

/** The amounts of a column without their signs. An empty field is zero. */
function amountsOf(lines: readonly CsvLine[], column: number): Outcome<number[], StatementRefusal> {
  return readAmounts(
    written(lines, column).map(({ text, line }) => ({ text: bare(text) === '' ? '0' : bare(text), line })),
  );
}

function signedColumn(lines: readonly CsvLine[], column: number): Outcome<number[], StatementRefusal> {
  const amounts = amountsOf(lines, column);
  if (!amounts.ok) return amounts;
  return allow(
    amounts.value.map((amount, index) =>
      isNegative(lines[index]!.record[column]!) && amount > 0 ? -amount : amount,
    ),
  );
}

/** "1,150.00 DR" is money that left. */
function isNegative(text: string): boolean {
  return /^[(\-−]|[-−]$|\bDR\.?$/i.test(text.trim());
}

function bare(text: string): string {
  return text.trim().replace(/\s*\b[CD]R\.?$/i, '');
}

/** Some banks begin with the latest line. */
function inOrderOfTime(rows: readonly BankRow[]): BankRow[] {
  const isLatestFirst = (rows[0]?.bookedOn ?? '') > (rows.at(-1)?.bookedOn ?? '');
  if (isLatestFirst) return rows.toReversed();
  const isOneDay = rows.length > 1 && rows[0]!.bookedOn === rows.at(-1)!.bookedOn;
  return isOneDay && findGap(rows) !== undefined && findGap(rows.toReversed()) === undefined
    ? rows.toReversed()
    : [...rows];
}

function findGap(rows: readonly BankRow[]): BankRow | undefined {
  return rows.find((row, index) => {
    const before = rows[index - 1]?.balanceNgwee ?? null;
    return before !== null && row.balanceNgwee !== null && before + row.amountNgwee !== row.balanceNgwee;
  });
}

/** The balance of the bank before the first row and after the last one, where it shows balances. */
export function balancesAround(
  rows: readonly BankRow[],
): { openingNgwee: number; closingNgwee: number } | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (first?.balanceNgwee == null || last?.balanceNgwee == null) return null;
  return { openingNgwee: first.balanceNgwee - first.amountNgwee, closingNgwee: last.balanceNgwee };
}

/** The days of a statement: from its first to its last row. Undefined for one without rows. */
export function daysOfRows(rows: readonly BankRow[]): { fromOn: Day; throughOn: Day } | undefined {
  const days = rows.map(({ bookedOn }) => bookedOn).sort();
  const [fromOn] = days;
  const throughOn = days.at(-1);
  return fromOn === undefined || throughOn === undefined ? undefined : { fromOn, throughOn };
}

/** True when the days that a person names overlap or touch those of the rows. */
export function isNear(
  named: { fromOn: Day; throughOn: Day },
  own: { fromOn: Day; throughOn: Day },
): boolean {
  return named.fromOn <= addDays(own.throughOn, 1) && addDays(named.throughOn, 1) >= own.fromOn;
}
