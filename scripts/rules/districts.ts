/**
 * The districts of the server, from the top down. A file imports from its own district and from those below it.
 * docs/architecture.md says what is in each.
 */
export const DISTRICTS = [
  'upkeep',
  'staff',
  'contact',
  'accounting',
  'credit',
  'money',
  'people',
  'book',
  'platform',
] as const;

export type District = (typeof DISTRICTS)[number];

/** The trunk: rooms that every other room of their district may import. */
const TRUNK_ROOMS: Partial<Record<District, readonly string[]>> = {
  people: ['borrower', 'card-edges', 'consent'],
  money: ['payment'],
  // Every report and run reads balances, and books journals. The files of an export are written as reports are.
  accounting: ['chart', 'daily-total', 'journal', 'report'],
  // Every room knows who is signed in.
  staff: ['access'],
};

/** Rooms that may import every room of their district, because they start what the others offer. */
const TOP_ROOMS: Partial<Record<District, readonly string[]>> = {
  upkeep: ['terminal', 'work'],
  staff: ['terminal'],
};

/** Districts in which all rooms may import each other. */
const OPEN_DISTRICTS: readonly District[] = ['book', 'platform'];

/** Where a file of the server is. The room of a file directly in its district is ''. */
export type Place = { district: string; room: string };

export function placeOf(path: string): Place | undefined {
  const [district, room] = /^apps\/server\/src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path)?.slice(1) ?? [];
  return district === undefined ? undefined : { district, room: room ?? '' };
}

/** Says why a file in `from` may not import a file in `to`. Undefined when it may. */
export function refuseImport(from: Place, to: Place): string | undefined {
  const fromRank = DISTRICTS.indexOf(from.district as District);
  const toRank = DISTRICTS.indexOf(to.district as District);
  if (fromRank === -1 || toRank === -1) return undefined;
  if (toRank < fromRank) return `${to.district} is a district above ${from.district}`;
  if (toRank > fromRank || from.room === to.room || to.room === '') return undefined;
  const district = from.district as District;
  const isOpen =
    OPEN_DISTRICTS.includes(district) ||
    TRUNK_ROOMS[district]?.includes(to.room) ||
    TOP_ROOMS[district]?.includes(from.room);
  return isOpen
    ? undefined
    : `${to.room} is another room of ${from.district}: app.ts has to hand over what is needed of it`;
}
