import type { Direction } from '@thumba/contract/staff/list-words';
import { type Statement, statement } from './database.ts';

/** By what a list is sorted: the SQL of a value, and that of the key of a row, which tells rows with one value apart. */
export type ListOrder = { value: string; type: keyof typeof EDGES; key: string; keyType: keyof typeof EDGES };

/** Below and above every value of a type. */
const EDGES = {
  bigint: ['-9223372036854775808', '9223372036854775807'],
  date: ['-infinity', 'infinity'],
  timestamptz: ['-infinity', 'infinity'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
} as const;

/** Where a page is, as the query of a list says it. */
export type ListPlace<Sort extends string> = {
  sort: Sort;
  direction: Direction;
  after?: string | undefined;
  before?: string | undefined;
  pageSize: number;
  /** The first and the last day, both included, of a list that is sorted by days or instants. */
  from?: string | undefined;
  to?: string | undefined;
};

/** The parts of a statement that walks a list in one direction. */
export type Walk = {
  /** SQL: whether a row is beyond the place, and of the days that the list is narrowed to. */
  isBeyond: string;
  /** SQL: the order, and how many rows. */
  inOrder: (alias?: string) => string;
};

type WalkValues = { value: string; key: string; limit: number; least: string; most: string };
type ListRow = { place: string };

/** The statements of a list: one for each sort and each direction in which it is walked. Each row needs its `place`. */
export function listStatements<Sort extends string, Row extends ListRow, Values extends object>(
  name: string,
  orders: Readonly<Record<Sort, ListOrder>>,
  sqlOf: (walk: Walk, sort: Sort) => string,
): (place: ListPlace<Sort>) => { wanted: Statement<Row, Values & WalkValues>; at: WalkValues } {
  const made = new Map<string, Statement<Row, Values & WalkValues>>();
  for (const [sort, order] of Object.entries(orders) as [Sort, ListOrder][]) {
    for (const direction of ['asc', 'desc'] as const) {
      const sql = sqlOf(walkOf(order, direction), sort);
      made.set(`${sort} ${direction}`, statement(`${name}: ${sort} ${direction}`, sql));
    }
  }
  return (place) => {
    const walked = walkedIn(place);
    const { type, keyType } = orders[place.sort];
    const edge = walked === 'asc' ? 0 : 1;
    const text = place.after ?? place.before;
    const [value = EDGES[type][edge], key = EDGES[keyType][edge]] = text?.split('_') ?? [];
    const wanted = made.get(`${place.sort} ${walked}`)!;
    return { wanted, at: { value, key, limit: place.pageSize + 1, ...limitsOf(type, place) } };
  };
}

/** The least and the greatest value of a list. An instant is of the day that it has in Lusaka. */
function limitsOf(
  type: keyof typeof EDGES,
  { from, to }: Pick<ListPlace<string>, 'from' | 'to'>,
): { least: string; most: string } {
  const [least, most] = EDGES[type];
  const times = type === 'timestamptz' ? ['T00:00:00+02:00', 'T23:59:59.999999+02:00'] : ['', ''];
  return {
    least: from === undefined ? least : `${from}${times[0]}`,
    most: to === undefined ? most : `${to}${times[1]}`,
  };
}

/** The page before a place is read from the place backwards. */
function walkedIn({ direction, before }: ListPlace<string>): Direction {
  if (before === undefined) return direction;
  return direction === 'asc' ? 'desc' : 'asc';
}

function walkOf({ value, type, key, keyType }: ListOrder, direction: Direction): Walk {
  const than = direction === 'asc' ? '>' : '<';
  return {
    isBeyond: `(${value}, ${key}) ${than} ($value::${type}, $key::${keyType})
      and ${value} between $least::${type} and $most::${type}`,
    inOrder: (alias) =>
      alias === undefined
        ? `order by ${value} ${direction}, ${key} ${direction} limit $limit`
        : `order by ${alias}.sort_value ${direction}, ${alias}.sort_key ${direction} limit $limit`,
  };
}

/** The rows of a page, of which one more was read to know whether there is a page beyond it. */
export function pageOfList<Row extends ListRow>(
  rows: readonly Row[],
  { pageSize, after, before }: ListPlace<string>,
): { items: Row[]; next: string | null; previous: string | null } {
  const isMore = rows.length > pageSize;
  const read = rows.slice(0, pageSize);
  const items = before === undefined ? read : read.toReversed();
  const first = items[0]?.place ?? null;
  const last = items.at(-1)?.place ?? null;
  return before === undefined
    ? { items, next: isMore ? last : null, previous: after === undefined ? null : first }
    : { items, next: last, previous: isMore ? first : null };
}
