import { toKwacha } from '@thumba/lending/money';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import { faceWords } from '../../people/face/face-words.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type RowOf, type SealedColumn, sealedColumns } from '../../platform/sealed-columns.ts';
import { openText } from '../../platform/sealed-text.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { tableRules } from './tables.ts';

export type Row = Record<string, unknown>;
/** All data about a borrower, part by part, with sealed columns in plain text. */
export type PersonalRecord = Record<string, Row[]>;

export type Answered = { question: string; answer: string };

export type RecordDeps = {
  db: Database;
  sealing: Sealing;
  formInWords(cerCode: number, values: Row): Answered[];
  answersInWords(chosen: Row): Answered[];
  /** The words of a borrower's messages, by their ids. */
  messageTexts(borrowerId: number): Promise<Map<number, string>>;
};

const parts = Object.entries(tableRules).flatMap(([table, { download }]) =>
  'part' in download ? [{ table, ...download }] : [],
);

/** One statement, so that all parts show the same moment. */
const readEverythingStatement = statement<
  Record<string, Row[] | null>,
  { borrowerId: number; mobileHashes: Buffer[] }
>(
  'personal data: read everything',
  `select ${parts
    .map(
      ({ table, part, orderBy, whose = 'borrower_id = $borrowerId' }) =>
        `(select json_agg(t) from (select * from ${table} where ${whose} order by ${orderBy}) t) as "${part}"`,
    )
    .join(',\n  ')}`,
);

/** The record without its pictures, which are put in when the file is made or sent. */
export async function readRecord(deps: RecordDeps, borrowerId: number): Promise<PersonalRecord> {
  const [record, messageTexts] = await Promise.all([
    readParts(deps.db, deps.sealing, borrowerId),
    deps.messageTexts(borrowerId),
  ]);
  return withWords(deps, record, messageTexts);
}

/** The rows of all parts, opened, without pictures and without words for codes. */
export async function readParts(db: Database, sealing: Sealing, borrowerId: number): Promise<PersonalRecord> {
  const mobile = (await findBorrowerMobile(db, sealing, borrowerId))!;
  const mobileHashes = sealing.lookupHashes('mobile', mobile);
  const row = await db.row(readEverythingStatement, { borrowerId, mobileHashes });
  const record: PersonalRecord = {};
  for (const { table, part, omits = [] } of parts) {
    const rows = row![part] ?? [];
    record[part] = rows.map((sealedRow) => openedRow(sealing, table, sealedRow, omits));
  }
  return record;
}

/** Adds words to what the tables hold as codes. */
function withWords(
  deps: RecordDeps,
  record: PersonalRecord,
  messageTexts: Map<number, string>,
): PersonalRecord {
  return {
    ...record,
    forms: record.forms!.map((form) => ({
      ...form,
      inWords: deps.formInWords(Number(form.cerCode), form.values as Row),
    })),
    answers: record.answers!.map((row) => ({ ...row, inWords: deps.answersInWords(row.answers as Row) })),
    messages: record.messages!.map((row) => ({ ...row, text: messageTexts.get(Number(row.messageId)) })),
    // The number of another payer is not the borrower's data.
    payments: record.payments!.map((row) =>
      withoutWait(row.payer === 'other_number' ? { ...row, msisdn: maskMobile(String(row.msisdn)) } : row),
    ),
    decisions: record.decisions!.map(decisionWithoutFindings),
    history: record.history!.map(eventForBorrower),
    faceChecks: record.faceChecks!.map(({ checkedAt, outcome }) => ({
      checkedAt,
      outcome: faceOutcomes[outcome as keyof typeof faceOutcomes],
    })),
    faceNumbers: record.faceNumbers!.map(({ takenAt }) => ({ takenAt })),
  };
}

/** That a check was made and how it ended. What was measured would help to get around it. */
const faceOutcomes = { pass: faceWords.pass, refer: faceWords.refer, again: faceWords.again };

/** Why a payout waits may be a finding about a person. */
function withoutWait({ heldReason, heldSince, operatorCode, handedOverFor, handedOverAt, ...row }: Row): Row {
  return row;
}

/** What a decision was made of and the borrower told us, or what follows from it and from their loans. */
const OWN_INPUTS = [
  'ageYears',
  'monthlyIncomeNgwee',
  'amountNgwee',
  'limitNgwee',
  'affordableNgwee',
  'onTimeLoans',
  'questionnairePoints',
  'moneyReceivedNgwee',
];

/**
 * What was found about a person is the lender's, and the law forbids to tell of some of it. So a decision shows no other
 * inputs, and no reason for which a person looks: one that is left out would be seen by its absence.
 */
function decisionWithoutFindings({ inputs, ...row }: Row): Row {
  const shown = Object.entries((inputs ?? {}) as Row).filter(([name]) => OWN_INPUTS.includes(name));
  const { reasons, ...decision } = row;
  return {
    ...(row.outcome === 'refer' ? decision : { ...decision, reasons }),
    inputs: Object.fromEntries(shown),
  };
}

/** Without what the rules found, and without the names of staff. */
function eventForBorrower(row: Row): Row {
  const { reasons, approvedBy: _approvedBy, ...detail } = row.detail as Row;
  return {
    ...row,
    detail: row.kind === 'referred' || reasons === undefined ? detail : { ...detail, reasons },
  };
}

function openedRow(sealing: Sealing, table: string, row: Row, omits: readonly string[]): Row {
  const opened: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === null || column === 'borrower_id' || column.endsWith('_hash') || omits.includes(column))
      continue;
    const name = column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const place = `${table}.${column}`;
    if (!isSealed(place)) opened[name] = value;
    else if (column.endsWith('_sealed'))
      opened[name.slice(0, -'Sealed'.length)] = unsealed(sealing, place, row, String(value));
    else opened[name] = openText(sealing, place, keysOf(row), String(value));
  }
  return opened;
}

function isSealed(place: string): place is SealedColumn {
  return Object.hasOwn(sealedColumns, place);
}

/** A row of JSON as the row of a sealed column: its bytes are bytes again. */
function keysOf(row: Row): RowOf<SealedColumn> {
  const keys = Object.entries(row).map(([name, value]) => [
    name,
    name.endsWith('_hash') && value !== null ? bytesOf(String(value)) : value,
  ]);
  return Object.fromEntries(keys);
}

/** PostgreSQL writes bytes into JSON in hexadecimal. */
function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** The sealed columns that hold JSON. A text that a borrower wrote can look like JSON and stays a text. */
const SEALED_JSON = new Set<SealedColumn>([
  'borrower_identity.identity_sealed',
  'card_reading.reading_sealed',
  'borrower_form.values_sealed',
  'paper.content_sealed',
  'phone_record.phone_sealed',
  'rough_location.location_sealed',
  'money_message_figures.figures_sealed',
  'face_check.measures_sealed',
]);

function unsealed(sealing: Sealing, place: SealedColumn, row: Row, hex: string): unknown {
  const text = sealing.open(place, keysOf(row), bytesOf(hex));
  return SEALED_JSON.has(place) ? JSON.parse(text) : text;
}

/** Writes all amounts and differences in kwacha, as the wire does. */
export function inKwacha<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inKwacha) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) =>
      (typeof part === 'number' || part === null) && name.endsWith('Ngwee')
        ? [name.slice(0, -'Ngwee'.length), part === null ? null : toKwacha(part)]
        : [name, inKwacha(part)],
    ),
  ) as Value;
}
