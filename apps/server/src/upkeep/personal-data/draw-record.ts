import type { Day } from '@thumba/lending/day';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { letterheadOf } from '../../book/letterhead.ts';
import { dayText, instantText } from '../../platform/date-text.ts';
import { openSheet, type Sheet } from '../../platform/sheet.ts';
import type { Column } from '../../platform/sheet-table.ts';
import type { Answered, PersonalRecord, Row } from './read-record.ts';
import { recordWords as words } from './record-words.ts';

export type RecordHead = {
  lender: { name: string; licence: string; phone: string; hours: string };
  mobile: string;
  madeAt: Date;
  /** The pictures that the sheet shows, by the ids of their files. */
  pictures: ReadonlyMap<string, Buffer>;
};

/** A column, and its width. Its title is in `recordWords`. */
type ColumnOf = [key: string, width: number];

/** The parts that are drawn as a table, with the columns that it shows. All others are lists of facts. */
const tables: Record<string, readonly ColumnOf[]> = {
  accounts: [
    ['mobile', 20],
    ['operator', 14],
    ['isDefault', 12],
    ['createdAt', 34],
  ],
  consents: [
    ['kind', 18],
    ['isGiven', 10],
    ['wordingVersion', 10],
    ['changedAt', 34],
  ],
  instalments: [
    ['loanId', 13],
    ['period', 7],
    ['dueOn', 24],
    ['principalNgwee', 15],
    ['interestNgwee', 14],
    ['feeNgwee', 12],
    ['penaltyNgwee', 13],
    ['state', 14],
  ],
  payments: [
    ['createdAt', 30],
    ['purpose', 16],
    ['amountNgwee', 15],
    ['operator', 12],
    ['msisdn', 17],
    ['state', 15],
  ],
  history: [
    ['onDay', 24],
    ['loanId', 13],
    ['kind', 26],
    ['detail', 45],
  ],
  ledger: [
    ['businessOn', 24],
    ['loanId', 13],
    ['debitAccount', 26],
    ['creditAccount', 26],
    ['amountNgwee', 15],
  ],
  coupons: [
    ['name', 24],
    ['state', 12],
    ['validFrom', 24],
    ['validTo', 24],
  ],
  messages: [
    ['createdAt', 26],
    ['text', 70],
  ],
};

/** Draws the record as a PDF. */
export async function drawRecord(record: PersonalRecord, head: RecordHead): Promise<Buffer> {
  const { lender, mobile, madeAt } = head;
  const sheet = openSheet({
    title: words.title,
    subtitle: words.subtitle(lender.name, mobile),
    letterhead: letterheadOf(lender),
    footer: [
      words.contact(lender.name, lender.phone, lender.hours),
      words.made(instantText(madeAt.toISOString())),
    ],
    issuedAt: madeAt,
  });
  sheet.paragraph(words.about);
  for (const [part, rows] of Object.entries(record)) {
    sheet.heading((words.part as Record<string, string>)[part] ?? labelOf(part));
    if (rows.length === 0) sheet.paragraph(words.nothing, { isSmall: true });
    else if (tables[part]) drawTable(sheet, part, tables[part], rows);
    else for (const row of rows) drawRow(sheet, row);
    if (part === 'files') drawPictures(sheet, rows, head.pictures);
  }
  return sheet.finish();
}

function drawTable(sheet: Sheet, part: string, columns: readonly ColumnOf[], rows: readonly Row[]): void {
  const titles = (words.column as Record<string, Record<string, string>>)[part]!;
  const heads: Column[] = columns.map(([key, width]) => ({
    title: titles[key]!,
    width,
    isFigure: isMoney(key),
  }));
  sheet.table(
    heads,
    rows.map((row) => columns.map(([key]) => textOf(key, row[key]))),
  );
}

function drawRow(sheet: Sheet, row: Row): void {
  const { inWords, ...facts } = row;
  if (Array.isArray(inWords)) {
    sheet.facts((inWords as Answered[]).map(({ question, answer }) => [question, answer]));
    return;
  }
  sheet.facts(Object.entries(facts).flatMap(([key, value]) => factsOf(key, value)));
}

/** The newest pictures. A sheet is made in memory, so it does not take any number of them. */
function drawPictures(sheet: Sheet, rows: readonly Row[], pictures: RecordHead['pictures']): void {
  const shown = rows.flatMap(({ fileId, purpose }) => {
    const jpeg = pictures.get(String(fileId));
    return jpeg ? [{ title: textOf('purpose', purpose), jpeg }] : [];
  });
  for (const { title, jpeg } of shown) sheet.picture(title, jpeg);
  if (shown.length < rows.length) sheet.paragraph(words.furtherPictures, { isSmall: true });
}

/** Each field of an object is a fact of its own. An object inside of that is written as one text. */
function factsOf(key: string, value: unknown): [string, string][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const text = textOf(key, value);
    return text === '' ? [] : [[labelOf(key), text]];
  }
  return Object.entries(value).flatMap(([inner, part]): [string, string][] => {
    const text = textOf(inner, part);
    const label = key === 'identity' ? labelOf(inner) : `${labelOf(key)}: ${labelOf(inner).toLowerCase()}`;
    return text === '' ? [] : [[label, text]];
  });
}

/** The transfers in the posting of an event are also in the part `ledger`. */
const KEYS_LEFT_OUT = ['posting'];

function textOf(key: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (isMoney(key) && typeof value === 'number') return formatKwacha(ngwee(value));
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((part) => textOf('', part)).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([inner]) => !KEYS_LEFT_OUT.includes(inner))
      .map(([inner, part]) => `${labelOf(inner)} ${textOf(inner, part)}`)
      .join(', ');
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayText(text as Day);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return instantText(text);
  return /^[a-z]+(_[a-z]+)*$/.test(text) ? labelOf(text) : text;
}

function isMoney(key: string): boolean {
  return key.endsWith('Ngwee');
}

/** `principalPaidNgwee` as "Principal paid", `nrc_front` as "Nrc front". */
function labelOf(name: string): string {
  const words = name
    .replace(/Ngwee$/, '')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
