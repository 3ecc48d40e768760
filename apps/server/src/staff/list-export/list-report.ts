import { exportedLists } from '@thumba/contract/staff/list-export-words';
import type { Cells, Closing, Column, Report } from '../../accounting/report/report.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { cellOf } from './list-columns.ts';
import { readPeople } from './people-of-rows.ts';
import { LIST_FILES, type ListRow, type WantedList } from './walk-list.ts';

type Deps = { db: Database; sealing: Sealing };

const PERSON_COLUMNS: readonly Column[] = [
  { title: 'name of the borrower', kind: 'text' },
  { title: 'NRC number', kind: 'text' },
  { title: 'mobile number', kind: 'text' },
];

/** A file with more rows than its format takes. */
export class TooManyRows extends Error {}

/**
 * The pages of a list as a report, which every format is written from. `counted` knows how many rows were written.
 * `withNames` adds what says who people are.
 */
export function reportOfList(
  deps: Deps,
  { list, filter }: WantedList,
  {
    first,
    rest,
    withNames,
    mostRows,
    counted,
  }: {
    first: readonly ListRow[];
    rest: AsyncGenerator<readonly ListRow[]>;
    withNames: boolean;
    mostRows: number;
    counted: { rows: number };
  },
): Report {
  const { columns, named = [], borrowerOf } = LIST_FILES[list];
  const shown = withNames ? [...columns, ...named] : columns;
  const hasPeople = withNames && borrowerOf !== undefined;

  async function* linesOfPage(page: readonly ListRow[]): AsyncGenerator<Cells> {
    const ids = hasPeople ? page.map((row) => borrowerOf?.(row) ?? null) : [];
    const people = await readPeople(
      deps,
      ids.filter((id) => id !== null),
    );
    for (const [index, row] of page.entries()) {
      counted.rows += 1;
      if (counted.rows > mostRows) throw new TooManyRows();
      const cells = shown.map((column) => cellOf(column, row));
      const id = ids[index] ?? null;
      const person = id === null ? undefined : people.get(id);
      yield hasPeople
        ? [...cells, person?.name ?? null, person?.idNumber ?? null, person?.mobile ?? null]
        : cells;
    }
  }

  async function* lines(): AsyncGenerator<Cells, Closing> {
    yield* linesOfPage(first);
    for await (const page of rest) yield* linesOfPage(page);
    const words = Object.entries(filter).map(([word, value]) => `${word} ${value}`);
    const ofFilter = words.length > 0 ? `, ${words.join(', ')}` : '';
    return { totals: [], ties: [], notes: [`rows: ${counted.rows}${ofFilter}`] };
  }

  return {
    title: exportedLists[list].title,
    columns: [...shown.map(([title, kind]) => ({ title, kind })), ...(hasPeople ? PERSON_COLUMNS : [])],
    lines: lines(),
  };
}
