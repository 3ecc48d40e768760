import { type Ngwee, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { z } from 'zod';
import { fromDecimalAmount } from '../../money/payment/operators/decimal-amount.ts';
import { readText } from '../../money/reconciliation/statement-text.ts';
import { readCsvTable } from '../../platform/csv-table.ts';

/** A line as a person wrote it: the account by its name or its code. */
export type WrittenLine = { accountText: string; debitNgwee?: Ngwee; creditNgwee?: Ngwee };

/** A journal as a person wrote it in a file. `bookedOn` is a day, or month 13 of a year for an adjustment. */
export type WrittenJournal = { lines: WrittenLine[]; bookedOn?: string; valueOn?: string };

export type JournalFileRefusal = { kind: 'unreadable_file'; problem: string };

const COLUMNS = ['account', 'debit', 'credit', 'booked_on', 'value_on'] as const;
type Column = (typeof COLUMNS)[number];

const jsonAmount = z.union([z.string(), z.number().transform(String)]).optional();
const jsonJournal = z.strictObject({
  bookedOn: z.string().optional(),
  valueOn: z.string().optional(),
  lines: z.array(z.strictObject({ account: z.string(), debit: jsonAmount, credit: jsonAmount })),
});

/** Reads a whole journal from JSON or CSV, or says on which line it cannot be read. */
export function readJournalFile(bytes: Uint8Array): Outcome<WrittenJournal, JournalFileRefusal> {
  const text = readText(bytes);
  if (!text.ok) return unreadable(`line ${text.refusal.line}: ${text.refusal.problem}`);
  return text.value.trimStart().startsWith('{') ? readJson(text.value) : readCsv(text.value);
}

function readJson(text: string): Outcome<WrittenJournal, JournalFileRefusal> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return unreadable('it is not JSON');
  }
  const parsed = jsonJournal.safeParse(given);
  if (!parsed.success) return unreadable(z.prettifyError(parsed.error).replaceAll(/\s+/g, ' '));
  const { bookedOn, valueOn } = parsed.data;
  const written = parsed.data.lines.map(({ account, debit, credit }, index) => ({
    at: `line ${index + 1}`,
    fields: { account, debit: debit ?? '', credit: credit ?? '' },
  }));
  const lines = linesOf(written);
  if (!lines.ok) return lines;
  return allow({ lines: lines.value, ...(bookedOn ? { bookedOn } : {}), ...(valueOn ? { valueOn } : {}) });
}

type WrittenFields = { at: string; fields: Partial<Record<Column, string>> };

function readCsv(text: string): Outcome<WrittenJournal, JournalFileRefusal> {
  const table = readCsvTable(text, { columns: COLUMNS, needed: ['account', 'debit', 'credit'] });
  if (!table.ok) return unreadable(table.refusal);
  const written = table.value.map(({ line, fields }) => ({ at: `line ${line}`, fields }));
  const lines = linesOf(written);
  if (!lines.ok) return lines;
  const days: Pick<WrittenJournal, 'bookedOn' | 'valueOn'> = {};
  for (const [column, name] of [
    ['booked_on', 'bookedOn'],
    ['value_on', 'valueOn'],
  ] as const) {
    const given = new Set(written.flatMap(({ fields }) => fields[column] || []));
    if (given.size > 1) return unreadable(`its lines have more than one ${column}: a journal has one`);
    for (const text of given) days[name] = text;
  }
  return allow({ lines: lines.value, ...days });
}

function linesOf(written: readonly WrittenFields[]): Outcome<WrittenLine[], JournalFileRefusal> {
  const lines: WrittenLine[] = [];
  for (const { at, fields } of written) {
    const { account = '', debit = '', credit = '' } = fields;
    if (account === '') return unreadable(`${at}: it names no account`);
    if ((debit === '') === (credit === '')) return unreadable(`${at}: a line has a debit or a credit`);
    const amountNgwee = fromDecimalAmount(debit + credit);
    if (!amountNgwee) return unreadable(`${at}: "${debit + credit}" is not an amount in kwacha`);
    lines.push({ accountText: account, [debit === '' ? 'creditNgwee' : 'debitNgwee']: ngwee(amountNgwee) });
  }
  return allow(lines);
}

function unreadable(problem: string): { ok: false; refusal: JournalFileRefusal } {
  return refuse({ kind: 'unreadable_file', problem });
}
