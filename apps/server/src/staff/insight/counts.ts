import type { Day } from '@thumba/lending/day';

/** The days that are counted, both included. */
export type CountedDays = { from: Day; through: Day };

/** A condition on an instant, for days in Lusaka. */
export function withinDays(column: string): string {
  return `${column} >= $from::date::timestamp at time zone 'Africa/Lusaka'
     and ${column} < ($through::date + 1)::timestamp at time zone 'Africa/Lusaka'`;
}

/** Before every row of a list that is in descending order. */
export const BEFORE_ALL = {
  on: '2100-01-01' as Day,
  at: '2100-01-01T00:00:00.000000Z',
  number: Number.MAX_SAFE_INTEGER,
  uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;

/** An instant with all of its microseconds, because a page continues exactly after its last row. */
export function exactInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The rows of a page, of which one more was read to know whether there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  pageSize: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, pageSize);
  return { items, next: rows.length > pageSize ? keyOf(items.at(-1)!).join('_') : null };
}

/** Ends a sub-select whose columns are used several times, so that each of them is read once for a row. */
export const READ_ONCE = 'offset 0';

/** A column for each of some conditions: how many rows it is true of. */
export function countEach(conditions: Readonly<Record<string, string>>): string {
  return Object.entries(conditions)
    .map(([name, condition]) => `count(*) filter (where ${condition})::integer as ${name}`)
    .join(',\n     ');
}

/** A column for each of these: its sum. */
export function sumEach(names: readonly string[]): string {
  return names.map((name) => `sum(${name})::integer as ${name}`).join(', ');
}

/** The sums of rows of counts. */
export function sumOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  return Object.fromEntries(
    names.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as Record<Name, number>;
}

/** Rows of counts added up by what they have in common, in the order of that. */
export function sumsBy<
  Name extends string,
  Row extends Readonly<Record<Name, number>>,
  Key extends string | number,
>(
  names: readonly Name[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): { key: Key; row: Row; sums: Record<Name, number> }[] {
  const keys = [...new Set(rows.map(keyOf))].toSorted((one, other) => (one < other ? -1 : 1));
  return keys.map((key) => {
    const ofKey = rows.filter((row) => keyOf(row) === key);
    return { key, row: ofKey[0]!, sums: sumOf(names, ofKey) };
  });
}
