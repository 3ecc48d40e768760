import type { ExportedList } from '@thumba/contract/staff/list-export-words';
import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import type { Cell, CellKind } from '../../accounting/report/report.ts';

/** A page of a list as its call answers it. */
type Answer<List extends ExportedList> = StaffAnswer<List>;
/** The word of the answer under which the rows of a list stand. */
export type RowsWord = 'items' | 'events' | 'months';
type RowOf<List extends ExportedList> = Answer<List>[Extract<
  keyof Answer<List>,
  RowsWord
>] extends readonly (infer Row)[]
  ? Row
  : never;

/** A column of a file: its title, the kind of its cells, and the part of a row that it shows. */
export type ListColumn<Row> = readonly [
  title: string,
  kind: CellKind,
  read: (keyof Row & string) | ((row: Row) => unknown),
];

export type ListFile<List extends ExportedList> = {
  /** Left out where the rows stand under `items`. */
  rows?: Extract<keyof Answer<List>, RowsWord>;
  columns: readonly ListColumn<RowOf<List>>[];
  /** Names and numbers of people in full, which the list shows. */
  named?: readonly ListColumn<RowOf<List>>[];
  /** The borrower whom a row is about. A file with names says who that is. */
  borrowerOf?(row: RowOf<List>): number | null;
  /** What the next page is asked for besides the filter. Null after the last page. */
  next(answer: Answer<List>, query: StaffQuery<List>): Record<string, unknown> | null;
};

type Numbered = { page: number; pageSize: number };

/** A list of numbered pages. One that is not full is the last. */
export function nextNumber(
  { items }: { items: readonly unknown[] },
  query: unknown,
): Record<string, unknown> | null {
  const { page, pageSize } = query as Numbered;
  return items.length < pageSize ? null : { page: page + 1 };
}

/** A list whose answer names where the next page begins. */
export function nextPlace({ next }: { next: string | number | null }): Record<string, unknown> | null {
  return next === null ? null : { after: next };
}

/** A list of which each page begins after the last row of the page before. */
export function nextAfter<Row>(
  word: 'after' | 'before',
  keyOf: (row: Row) => string | number,
): (answer: { items: readonly Row[]; isMore: boolean }) => Record<string, unknown> | null {
  return ({ items, isMore }) => (isMore ? { [word]: keyOf(items.at(-1)!) } : null);
}

/** A list that has all of its rows in one answer. */
export function onePage(): null {
  return null;
}

export function cellOf<Row>([, kind, read]: ListColumn<Row>, row: Row): Cell {
  const value: unknown = typeof read === 'function' ? read(row) : row[read];
  if (value === null || value === undefined) return null;
  if (kind === 'money') return Math.round(Number(value) * 100);
  if (kind === 'count') return Number(value);
  return textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
