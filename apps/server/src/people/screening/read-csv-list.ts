import { type BirthSpan, bornInYears, bornOn } from '@thumba/identity/screening';
import { day, isDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { readCsvTable } from '../../platform/csv-table.ts';
import { type ListedEntry, type ReadList, wrongCount } from './listed-entry.ts';

const COLUMNS = [
  'reference',
  'name',
  'other_names',
  'birth_date',
  'birth_year',
  'position',
  'source',
] as const;
const MOST_NAME_LETTERS = 300;

/**
 * Reads a domestic list or a list of politically exposed persons: a CSV file with a line for each person. Several names
 * stand in `other_names`, separated by semicolons. `position` and `source` are for people who read the file.
 */
export function readCsvList(text: string, label: string): Outcome<ReadList, string> {
  const table = readCsvTable(text, { columns: COLUMNS, needed: ['reference', 'name'] });
  if (!table.ok) return table;
  const wrong = wrongCount(table.value.length);
  if (wrong !== undefined) return refuse(wrong);
  const entries: ListedEntry[] = [];
  const known = new Set<string>();
  for (const { line, fields } of table.value) {
    const { reference = '', name = '', other_names: otherNames = '' } = fields;
    if (reference === '' || name === '') return refuse(`line ${line}: it has no reference or no name`);
    if (known.has(reference)) return refuse(`line ${line}: the reference ${reference} is there twice`);
    known.add(reference);
    const names = [name, ...otherNames.split(';')].map((one) => one.trim()).filter((one) => one !== '');
    if (names.some((one) => one.length > MOST_NAME_LETTERS))
      return refuse(`line ${line}: a name is too long`);
    const births = birthsOf(fields.birth_date ?? '', fields.birth_year ?? '');
    if (births === undefined)
      return refuse(`line ${line}: a birth date is like 1985-03-02, and a birth year like 1985 or 1984-1986`);
    entries.push({ reference, names, births });
  }
  return allow({ label, entries });
}

function birthsOf(date: string, year: string): BirthSpan[] | undefined {
  if (date !== '') return isDay(date) ? [bornOn(day(date))] : undefined;
  if (year === '') return [];
  const [, from, to = from] = /^((?:18|19|20)\d{2})(?:-((?:18|19|20)\d{2}))?$/.exec(year) ?? [];
  if (from === undefined || to === undefined || from > to) return undefined;
  return [bornInYears(from, to)];
}
