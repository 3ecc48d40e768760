import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { CsvError, parse } from 'csv-parse/sync';

/** A record of a table in a CSV file, by the names of its columns, and the line on which it stands. */
export type CsvRecord<Column extends string> = { line: number; fields: Partial<Record<Column, string>> };

/** What the first line of a table has to name, and what it may name. */
type CsvColumns<Column extends string> = { columns: readonly Column[]; needed: readonly Column[] };

/** Reads a table whose first line names its columns, or says what is wrong with the file as a whole. */
export function readCsvTable<Column extends string>(
  text: string,
  { columns, needed }: CsvColumns<Column>,
): Outcome<CsvRecord<Column>[], string> {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1 } = error as CsvError & { lines?: number };
    return refuse(`line ${lines}: it is no line of a CSV file`);
  }
  const [header, ...rows] = records;
  const names = (header?.record ?? []).map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) return refuse(`it has a column "${unknown}": there are ${columns.join(', ')}`);
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) return refuse(`its first line has no column "${missing}"`);
  return allow(
    rows.map(({ record, info }) => ({
      line: info.lines,
      fields: Object.fromEntries(names.map((name, index) => [name, record[index]!])) as Partial<
        Record<Column, string>
      >,
    })),
  );
}

/** Excel separates by semicolons where amounts have a decimal comma. The header has no amounts. */
function delimiterOf(text: string): string {
  const header = text.trimStart().split('\n', 1)[0]!;
  return [';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}
