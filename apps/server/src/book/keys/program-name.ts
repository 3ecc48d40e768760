import type { Keys } from '../settings/key-settings.ts';

/** PostgreSQL cuts the name of a connection off after these. */
const MAX_BYTES = 63;

const NAME = /^thumba data=(\d[\d,+-]*) lookup=(\d[\d,+-]*)$/;

/** Stands in a name for keys for which it has no room. */
const OTHERS = '+';

/** The keys of a connected program. It writes under the first one. */
export type KeysInName = { first: number; has(number: number): boolean };

/**
 * What the connections of a program with these keys are called, so that others see in `pg_stat_activity` what it writes
 * under and what it can read: `thumba data=3,1-2 lookup=3,1-2`, the first key first. If all have no room, the keys with
 * the lowest numbers are left out, which are the oldest.
 */
export function applicationNameOf({ data, lookup }: Keys): string {
  const lists = { data: entriesOf(data), lookup: entriesOf(lookup) };
  const name = () => `thumba data=${lists.data.join(',')} lookup=${lists.lookup.join(',')}`;
  while (name().length > MAX_BYTES)
    leaveOneOut(lists.data.length > lists.lookup.length ? lists.data : lists.lookup);
  return name();
}

function leaveOneOut(entries: string[]): void {
  if (entries.at(-1) === OTHERS) entries.pop();
  entries[entries.length - 1] = OTHERS;
}

/** The first key, and the others as ranges, from the highest to the lowest. */
function entriesOf(keys: readonly { number: number }[]): string[] {
  const [first, ...others] = keys.map(({ number }) => number);
  const ranges: { from: number; to: number }[] = [];
  for (const number of others.sort((a, b) => b - a)) {
    const lowest = ranges.at(-1);
    if (lowest?.from === number + 1) lowest.from = number;
    else ranges.push({ from: number, to: number });
  }
  return [String(first), ...ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))];
}

/** The keys of the program whose connection has this name. Undefined for any other connection. */
export function keysInName(name: string): { data: KeysInName; lookup: KeysInName } | undefined {
  const [, data, lookup] = NAME.exec(name) ?? [];
  return data && lookup ? { data: keysIn(data), lookup: keysIn(lookup) } : undefined;
}

function keysIn(list: string): KeysInName {
  const entries = list.split(',');
  const ranges = entries.map((entry) => entry.split('-').map(Number));
  return {
    first: Number(entries[0]),
    has: (number) =>
      entries.includes(OTHERS) || ranges.some(([from, to = from]) => from! <= number && number <= to!),
  };
}
