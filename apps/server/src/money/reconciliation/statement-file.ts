import type { PaymentDirection } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { isZambianMobile } from '../payment/operators/numbers.ts';
import { isAttemptId } from '../payment/operators/operator.ts';
import { readAmounts } from './statement-amounts.ts';
import { readDates, type Written } from './statement-dates.ts';
import type { MovementOutcome, StatementFormat } from './statement-formats.ts';
import {
  type CsvLine,
  type CsvTable,
  problemOfRemarks,
  readTable,
  readText,
  type StatementRefusal,
} from './statement-text.ts';

/** One line of an operator's statement. */
export type StatementRow = {
  line: number;
  fields: readonly string[];
  operatorReference: string;
  /** The id of ours that the operator names. */
  namedAttemptId: string | null;
  /** `null` for a movement that is no payment. */
  direction: PaymentDirection | null;
  outcome: MovementOutcome;
  mobile: string | null;
  amountNgwee: number;
  /** What the operator charged for this movement, or with it. */
  chargeNgwee: number;
  /** Whether the file says what was charged, 0 too. Where it does not, the charge is 0. */
  statesCharge: boolean;
  at: Date;
};

class BadRow extends Error {}

/** So many lines with problems are told at once. */
export const MOST_PROBLEMS = 20;

/** Reads a whole statement or nothing: a file with one unreadable row may have lost others. On a quiet day it has no rows. */
export function readStatement(
  format: StatementFormat,
  bytes: Uint8Array,
): Outcome<StatementRow[], StatementRefusal> {
  const read = readAllLines(format, bytes);
  return read.ok ? read : refuse(read.refusal[0]!);
}

/** The same, with what is wrong on each line, in the order of the lines: one more than the most where there are many. */
export function readStatementLines(
  format: StatementFormat,
  bytes: Uint8Array,
): Outcome<StatementRow[], StatementRefusal[]> {
  const read = readAllLines(format, bytes);
  return read.ok ? read : refuse(read.refusal.toSorted((one, other) => one.line - other.line));
}

function readAllLines(
  format: StatementFormat,
  bytes: Uint8Array,
): Outcome<StatementRow[], StatementRefusal[]> {
  const text = readText(bytes);
  if (!text.ok) return refuse([text.refusal]);
  const table = readTable(text.value, (header) => findColumns(format, header));
  if (!table.ok) return refuse([table.refusal]);
  const { movements, problems } = movementsIn(table.value);
  const remarks = problems.length === 0 && problemOfRemarks(table.value.records, movements.length);
  if (remarks) return refuse([remarks]);
  if (!text.value.endsWith('\n')) {
    const line = table.value.records.at(-1)?.line ?? 1;
    problems.push({ line, problem: 'the file ends within this line, so it was cut off: export it again' });
  }
  const rows = readRows(format, table.value.columns, movements, problems);
  return problems.length === 0 ? allow(rows) : refuse(problems);
}

/** The rows that are movements, without totals and remarks. */
function movementsIn({ columns, width, records }: CsvTable<Columns>): {
  movements: CsvLine[];
  problems: StatementRefusal[];
} {
  const movements: CsvLine[] = [];
  const problems: StatementRefusal[] = [];
  for (const { record, line } of records) {
    if (problems.length > MOST_PROBLEMS) break;
    if (isRemark(columns, record)) continue;
    if (record.length === width) movements.push({ record, line });
    else {
      const problem = `the line has ${record.length} fields and the header has ${width}: export the file again`;
      problems.push({ line, problem });
    }
  }
  return { movements, problems };
}

const TOTAL = /^(?:(?:sub|grand|overall|page)?[ -]*totals?|sum|count|number of|opening|closing|balance)\b/i;

/** A row of totals or a sentence has no status. Any other row without one is damaged, and is not passed over. */
function isRemark(columns: Columns, record: readonly string[]): boolean {
  const isEmpty = (column: keyof NeededColumns) => (record[columns[column]] ?? '') === '';
  const filled = record.filter((field) => field !== '');
  const [first] = filled;
  if (first === undefined) return true;
  if (!isEmpty('outcome')) return false;
  if (TOTAL.test(first)) return true;
  if (filled.length === 1) return record[0] === first && /\s/.test(first);
  return (['operatorReference', 'at', 'kind', 'from', 'to'] as const).every(isEmpty);
}

/** Adds what is wrong with rows to the problems. */
function readRows(
  format: StatementFormat,
  columns: Columns,
  lines: readonly CsvLine[],
  problems: StatementRefusal[],
): StatementRow[] {
  const written = (column: keyof NeededColumns) =>
    lines.map(({ record, line }) => ({ text: record[columns[column]]!, line }));
  const dates = readDates(written('at'), format.ownDate);
  const amounts = readAmounts(written('amount'));
  const charges = readAmounts(chargesIn(columns, lines));
  const unread = [dates, amounts, charges].filter((outcome) => !outcome.ok);
  const rows: StatementRow[] = [];
  for (const [index, { record, line }] of lines.entries()) {
    if (problems.length > MOST_PROBLEMS) break;
    const refusal = unread.find((outcome) => outcome.refusal.line === line)?.refusal;
    if (refusal) {
      problems.push(refusal);
      continue;
    }
    try {
      const amountNgwee = amounts.ok ? amounts.value[index]! : 1;
      const at = dates.ok ? dates.value[index]! : new Date(0);
      const chargeNgwee = charges.ok ? charges.value[index]! : 0;
      rows.push(readRow(format, columns, { fields: record, line, amountNgwee, chargeNgwee, at }));
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      problems.push({ line, problem: error.message });
    }
  }
  return rows;
}

/** An operator that shows no charges, or leaves the field empty, charged nothing there. */
function chargesIn({ charge }: Columns, lines: readonly CsvLine[]): Written[] {
  return lines.map(({ record, line }) => ({ text: (charge && record[charge]) || '0', line }));
}

type NeededColumns = Record<keyof StatementFormat['columns'], number> & { currency: number };
type Columns = NeededColumns & { charge?: number };

function findColumns(format: StatementFormat, header: string[]): Columns | { missing: string } {
  const names = header.map(plain);
  const found: Record<string, number> = {};
  for (const [column, spellings] of Object.entries(format.columns)) {
    const wanted = spellings.map(plain);
    const index = names.findIndex((name) => wanted.includes(name));
    if (index < 0) return { missing: spellings[0]! };
    found[column] = index;
  }
  const currency = names.indexOf(plain(format.currencyColumn), found.amount);
  if (currency < 0) return { missing: format.currencyColumn };
  const charge = names.findIndex((name) => format.chargeColumns.map(plain).includes(name));
  return { ...found, currency, ...(charge < 0 ? {} : { charge }) } as Columns;
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function readRow(
  format: StatementFormat,
  columns: Columns,
  {
    fields,
    line,
    amountNgwee,
    chargeNgwee,
    at,
  }: Pick<StatementRow, 'fields' | 'line' | 'amountNgwee' | 'chargeNgwee' | 'at'>,
): StatementRow {
  const field = (column: keyof NeededColumns) => fields[columns[column]] ?? '';
  const operatorReference = field('operatorReference');
  for (const column of ['operatorReference', 'from', 'to'] as const) {
    if (SHORTENED.test(field(column))) throw new BadRow(SHORTENED_PROBLEM);
  }
  if (!/^[\w.-]{1,64}$/.test(operatorReference))
    throw new BadRow('the operator’s reference cannot be read: it has 1 to 64 letters, digits and points');
  if (field('currency').toUpperCase() !== format.currency)
    throw new BadRow(`the currency is not ${format.currency}: leave other accounts out of the export`);
  const outcome = format.outcomes[plain(field('outcome'))];
  if (outcome === undefined)
    throw new BadRow('the status is none that we know: tell the people who keep this program');
  const [from, to] = [mobileIn(field('from')), mobileIn(field('to'))];
  const kindName = plain(field('kind'));
  const kind = format.kinds[kindName] ?? null;
  // A reversal moves the money of its payment back, so its sender and receiver are exchanged.
  const direction = kind === 'reversal' ? (from === null ? 'collection' : 'payout') : kind;
  const isGivenBack = kind === 'reversal';
  const named = field('ourReference').toLowerCase();
  if (direction !== null && amountNgwee === 0)
    throw new BadRow('the amount of a payment is zero: export the file again');
  return {
    line,
    fields,
    operatorReference,
    namedAttemptId: isAttemptId(named) ? named : null,
    direction,
    outcome: isGivenBack && outcome === 'succeeded' ? 'reversed' : outcome,
    mobile: (direction === 'collection') === isGivenBack ? to : from,
    amountNgwee,
    // The amount of a row that is nothing but a charge is the charge.
    chargeNgwee: kind === null && CHARGE.test(kindName) ? amountNgwee : chargeNgwee,
    statesCharge: columns.charge !== undefined && (fields[columns.charge] ?? '') !== '',
    at,
  };
}

const CHARGE = /\b(?:fees?|charges?|commission)\b/;

/** "2.60977E+11": Excel writes long numbers like this and loses their digits. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+\d+$/i;
const SHORTENED_PROBLEM =
  'Excel has shortened a long number: export the file again, and do not save it with Excel';

/** "FRI:260977123456/MSISDN", "260977123456", "0977123456" and "977123456" are one number. */
function mobileIn(text: string): string | null {
  const digits = /(?:^|\D)(?:260|0)?(\d{9})(?:\D|$)/.exec(text)?.[1];
  const mobile = `0${digits}`;
  return isZambianMobile(mobile) ? mobile : null;
}
