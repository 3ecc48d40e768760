import { isDay } from '@thumba/lending/day';
import type { PaymentDirection } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { CsvError, parse } from 'csv-parse/sync';
import { lusakaInstant } from '../../platform/clock.ts';
import { fromDecimalAmount } from '../payment/operators/decimal-amount.ts';
import { isZambianMobile } from '../payment/operators/numbers.ts';
import { isAttemptId } from '../payment/operators/operator.ts';
import type { MovementOutcome, StatementFormat } from './statement-formats.ts';

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
  at: Date;
};

export type StatementRefusal = { line: number; problem: string };

class BadRow extends Error {}

/** Reads a whole statement or nothing: a file with one unreadable row may have lost others. */
export function readStatement(
  format: StatementFormat,
  bytes: Uint8Array,
): Outcome<StatementRow[], StatementRefusal> {
  const text = readText(bytes);
  if (text === undefined) return refuse({ line: 1, problem: 'the file is not text in UTF-8' });
  const records = readRecords(text);
  if (!records.ok) return records;
  const [header, ...body] = records.value;
  const place = header && findColumns(format, header.record);
  if (place === undefined || 'missing' in place) {
    const missing = place === undefined ? 'a header' : `the column ${place.missing}`;
    return refuse({ line: 1, problem: `this is no statement of this operator: ${missing} is missing` });
  }
  if (!text.endsWith('\n')) {
    const line = records.value.at(-1)!.line;
    return refuse({ line, problem: 'the file ends within this line, so it was cut off' });
  }
  if (body.length === 0) return refuse({ line: 1, problem: 'the statement has no rows' });
  const rows: StatementRow[] = [];
  for (const { record, line } of body) {
    try {
      rows.push(readRow(format, place, record, line));
    } catch (error) {
      if (error instanceof BadRow) return refuse({ line, problem: error.message });
      throw error;
    }
  }
  return allow(rows);
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type CsvLine = { record: string[]; line: number };

function readRecords(text: string): Outcome<CsvLine[], StatementRefusal> {
  try {
    const records = parse(text, { info: true, skip_empty_lines: true, trim: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return allow(records.map(({ record, info }) => ({ record, line: info.lines })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    return refuse({ line: lines ?? 1, problem: PROBLEM_OF_CSV[error.code] ?? 'the line is no CSV' });
  }
}

// The library's own messages quote the line, which may hold a person's number.
const PROBLEM_OF_CSV: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'the line has more or fewer fields than the header',
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed, so the file was cut off',
};

type Columns = Record<keyof StatementFormat['columns'], number> & { currency: number };

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
  return { ...found, currency } as Columns;
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function readRow(format: StatementFormat, place: Columns, fields: string[], line: number): StatementRow {
  const field = (column: keyof Columns) => fields[place[column]] ?? '';
  const operatorReference = field('operatorReference');
  if (!/^[\w.-]{1,64}$/.test(operatorReference)) throw new BadRow('the operator’s reference cannot be read');
  if (field('currency') !== format.currency) throw new BadRow(`the currency is not ${format.currency}`);
  const outcome = format.outcomes[plain(field('outcome'))];
  if (outcome === undefined) throw new BadRow('the status is none that we know');
  const [from, to] = [mobileIn(field('from')), mobileIn(field('to'))];
  const kind = format.kinds[plain(field('kind'))] ?? null;
  // A reversal moves the money of its payment back, so its sender and receiver are exchanged.
  const direction = kind === 'reversal' ? (from === null ? 'collection' : 'payout') : kind;
  const isGivenBack = kind === 'reversal';
  const named = field('ourReference').toLowerCase();
  return {
    line,
    fields,
    operatorReference,
    namedAttemptId: isAttemptId(named) ? named : null,
    direction,
    outcome: isGivenBack && outcome === 'succeeded' ? 'reversed' : outcome,
    mobile: (direction === 'collection') === isGivenBack ? to : from,
    amountNgwee: readAmount(field('amount'), direction !== null),
    at: readTime(format, field('at')),
  };
}

/** An amount that leaves the account may have a minus sign. The kind of the row gives the direction. */
function readAmount(text: string, isPayment: boolean): number {
  const amountNgwee = fromDecimalAmount(text.replace(/^-/, ''));
  if (amountNgwee === undefined || (isPayment && amountNgwee === 0))
    throw new BadRow('the amount cannot be read');
  return amountNgwee;
}

function readTime(format: StatementFormat, text: string): Date {
  const { year, month, day, time } = format.time.exec(text)?.groups ?? {};
  const on = `${year}-${month}-${day}`;
  const at = isDay(on) && time ? lusakaInstant(on, time) : undefined;
  if (at === undefined) throw new BadRow('the date cannot be read');
  return at;
}

/** "FRI:260977123456/MSISDN", "260977123456", "0977123456" and "977123456" are one number. */
function mobileIn(text: string): string | null {
  const digits = /(?:^|\D)(?:260|0)?(\d{9})(?:\D|$)/.exec(text)?.[1];
  const mobile = `0${digits}`;
  return isZambianMobile(mobile) ? mobile : null;
}
