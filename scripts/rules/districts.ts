/**
 * The districts of the server, from the top down. A file imports from its own district and from those below it.
 * docs/architecture.md says what is in each.
 */
export const DISTRICTS = [
  'upkeep',
  'staff',
  'contact',
  'credit',
  'money',
  'people',
  'book',
  'platform',
] as const;

export type District = (typeof DISTRICTS)[number];

/** Rooms that every other room of their district may import. All rooms of `book` and `platform` are such rooms. */
const TRUNK_ROOMS: Partial<Record<District, readonly string[]>> = {
  people: ['borrower', 'consent'],
  money: ['payment'],
};

/** Rooms that may import every room of their district, because they run what the others offer. */
const TOP_ROOMS: Partial<Record<District, readonly string[]>> = {
  upkeep: ['terminal', 'work'],
};

/** Districts without rooms that are closed to each other. */
const OPEN_DISTRICTS: readonly District[] = ['book', 'platform'];

export type Place = { district: string; room: string };

/** Where a file of the server stands. The room of a file directly in its district is ''. */
export function placeOf(path: string): Place | undefined {
  const [district, room] = /^apps\/server\/src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path)?.slice(1) ?? [];
  return district === undefined ? undefined : { district, room: room ?? '' };
}

/** Why one file of a district may not import another; undefined where it may. */
export function refuseImport(from: Place, to: Place): string | undefined {
  const height = DISTRICTS.indexOf(from.district as District);
  const targetHeight = DISTRICTS.indexOf(to.district as District);
  if (height === -1 || targetHeight === -1) return undefined;
  if (targetHeight < height) return `${to.district} stands above ${from.district}`;
  if (targetHeight > height || from.room === to.room || to.room === '') return undefined;
  const district = from.district as District;
  const isOpen =
    OPEN_DISTRICTS.includes(district) ||
    TRUNK_ROOMS[district]?.includes(to.room) ||
    TOP_ROOMS[district]?.includes(from.room);
  return isOpen
    ? undefined
    : `${to.room} is another room of ${from.district}, and app.ts hands over what is needed`;
}
