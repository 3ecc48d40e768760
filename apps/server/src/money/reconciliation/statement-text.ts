import { formatCount } from '@thumba/lending/count';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { CsvError, parse } from 'csv-parse/sync';

export type StatementRefusal = { line: number; problem: string };

/** A record of the file, and the line on which it begins. */
export type CsvLine = { record: string[]; line: number };

const SAVE_AS_CSV = 'open it and save it as "CSV UTF-8 (comma delimited)", and import that file';

const OTHER_FILES: readonly { start: readonly number[]; problem: string }[] = [
  { start: [0x50, 0x4b, 0x03, 0x04], problem: `the file is an Excel workbook: ${SAVE_AS_CSV}` },
  { start: [0xd0, 0xcf, 0x11, 0xe0], problem: `the file is an old Excel workbook: ${SAVE_AS_CSV}` },
  { start: [0x25, 0x50, 0x44, 0x46], problem: 'the file is a PDF: export the statement as CSV' },
  { start: [0x1f, 0x8b], problem: 'the file is compressed: unpack it, and import the CSV file in it' },
];

/** How many bytes show in which encoding a text without a byte order mark is. */
const BYTES_LOOKED_AT = 2_000;

/** The text of a file in UTF-8, UTF-16 or Windows-1252, with the line ends of Unix and without a byte order mark. */
export function readText(bytes: Uint8Array): Outcome<string, StatementRefusal> {
  const other = OTHER_FILES.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  if (other) return refuse({ line: 1, problem: other.problem });
  const encoding = encodingOf(bytes);
  const text = decode(encoding, bytes) ?? (encoding === 'utf-8' ? decode('windows-1252', bytes) : undefined);
  if (text === undefined)
    return refuse({ line: 1, problem: 'the file ends within a character: export it again' });
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  const control = /[^\P{Cc}\t\n\v\f\r]|\ufffd/u.exec(unixText);
  if (!control) return allow(unixText);
  const line = unixText.slice(0, control.index).split('\n').length;
  return refuse({ line, problem: 'the line has characters that are no text: export the file again as CSV' });
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, BYTES_LOOKED_AT);
  const zeros = [0, 1].map(
    (parity) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  );
  const [highFirst, lowFirst] = zeros as [number, number];
  if (lowFirst > start.length / 4 && highFirst === 0) return 'utf-16le';
  if (highFirst > start.length / 4 && lowFirst === 0) return 'utf-16be';
  return 'utf-8';
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const DELIMITERS = [',', ';', '\t', '|'];
/**
 * The largest file that is taken, 64 MB, has some 430,000 payments of an operator. A file of shorter lines could have
 * millions, and each of them needs hundreds of bytes of memory.
 */
const MOST_LINES = 500_000;
const TOO_MANY_LINES = `the file has more than ${formatCount(MOST_LINES)} lines: export fewer days`;
/** More lines of totals and remarks than of payments are in no statement. A quiet day may have these few alone. */
const REMARKS_OF_A_QUIET_DAY = 100;

export const TOO_MUCH: StatementRefusal = {
  line: 1,
  problem: 'the file needs too long to be read: export fewer days',
};

/** Portals and Excel write a title, a period or "sep=;" above the names of the columns. */
const LINES_ABOVE_HEADER = 30;

/** Longer lines hold no names of columns: the file has no line ends. */
const MOST_OF_A_HEADER = 20_000;

export type CsvTable<Columns> = { columns: Columns; width: number; records: CsvLine[] };

/** Finds the line of the column names and what separates the columns, and reads the records below. */
export function readTable<Columns extends object>(
  text: string,
  findColumns: (header: string[]) => Columns | { missing: string },
): Outcome<CsvTable<Columns>, StatementRefusal> {
  if (hasTooManyLines(text)) return refuse({ line: MOST_LINES + 1, problem: TOO_MANY_LINES });
  if (text.trim() === '')
    return refuse({ line: 1, problem: 'this is no statement of this operator: a header is missing' });
  const lines = text.split('\n', LINES_ABOVE_HEADER);
  for (const [index, line] of lines.entries()) {
    for (const delimiter of DELIMITERS) {
      const header = readHeader(line, delimiter);
      const columns = header && findColumns(header);
      if (header === undefined || columns === undefined || 'missing' in columns) continue;
      const above = lines.slice(0, index + 1).reduce((length, each) => length + each.length + 1, 0);
      const records = readRecords(text.slice(above), delimiter, index + 1);
      if (!records.ok) return records;
      return allow({ columns: columns as Columns, width: header.length, records: records.value });
    }
  }
  return refuse(missingColumn(lines, findColumns));
}

function hasTooManyLines(text: string): boolean {
  let at = -1;
  for (let count = 0; count <= MOST_LINES; count += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** What is wrong with a file of which nearly every line is passed over. */
export function problemOfRemarks(
  records: readonly CsvLine[],
  movements: number,
): StatementRefusal | undefined {
  const remarks = records.length - movements;
  if (remarks <= movements + REMARKS_OF_A_QUIET_DAY) return undefined;
  const line = records[0]!.line;
  return { line, problem: 'most lines of the file are no rows of a statement: export it again' };
}

/** Names what is missing on the line that is most like a header. */
function missingColumn(
  lines: readonly string[],
  findColumns: (header: string[]) => object | { missing: string },
): StatementRefusal {
  const candidates = lines.flatMap((line, index) =>
    DELIMITERS.map((delimiter) => ({ line: index + 1, header: readHeader(line, delimiter) ?? [] })),
  );
  const widest = candidates.reduce((best, each) => (each.header.length > best.header.length ? each : best));
  const found = findColumns(widest.header);
  const missing = 'missing' in found ? found.missing : '';
  return {
    line: widest.line,
    problem: `this is no statement of this operator: the column ${missing} is missing`,
  };
}

function readHeader(line: string, delimiter: string): string[] | undefined {
  if (line.length > MOST_OF_A_HEADER) return undefined;
  try {
    return (parse(line, { delimiter, trim: true, relax_column_count: true }) as string[][])[0];
  } catch {
    return undefined;
  }
}

function readRecords(
  text: string,
  delimiter: string,
  linesAbove: number,
): Outcome<CsvLine[], StatementRefusal> {
  try {
    const records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // The library types what this answers as a record of its own.
      on_record: ((record: string[], { lines }: { lines: number }): CsvLine => ({
        record,
        line: linesAbove + lines - lineBreaksIn(record),
      })) as never,
    });
    return allow(records as unknown as CsvLine[]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    return refuse({ line: linesAbove + (lines ?? 1), problem: PROBLEM_OF_CSV[error.code] ?? NO_CSV });
  }
}

function lineBreaksIn(record: readonly string[]): number {
  // Splitting all fields of a large file takes far longer than looking for the few that have a line break.
  return record.reduce(
    (count, field) => (field.includes('\n') ? count + field.split('\n').length - 1 : count),
    0,
  );
}

const NO_CSV = 'the line is no CSV: a field with a quote in it has to be quoted, with the quote doubled';
// The library's own messages quote the line, which may hold a person's number.
const PROBLEM_OF_CSV: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed, so the file was cut off: export it again',
};
