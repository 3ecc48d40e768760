import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { CatalogueEntry } from '../../book/catalogue/catalogue.ts';
import { changedFields } from '../../book/catalogue/changed-fields.ts';
import { formOf } from '../../book/catalogue/items.ts';
import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';

type Item = Pick<CatalogueEntry, 'part' | 'item'>;
export type VersionChange = StaffAnswer<'listOfferVersions'>['items'][number];

export type VersionRow = TwoPeople & {
  part: OfferPart;
  item: string;
  version: number;
  content: unknown;
  state: VersionChange['state'];
  effective_on: Day;
  saved_at: Date;
  saved_by: string;
  request_id: number | null;
  version_before: number | null;
  content_before: unknown;
};

/** A version that was withdrawn never counted, so the version after it is compared with the one before it. */
const VERSIONS = `
  select v.part, v.item, v.version, v.content, v.saved_at, v.saved_by, v.request_id,
    coalesce(v.effective_on, (v.saved_at at time zone 'Africa/Lusaka')::date) as effective_on,
    case when w.revision is not null then 'withdrawn' when v.effective_on > $today then 'planned'
      when exists (select from catalogue_version n
        where n.part = v.part and n.item = v.item and n.version > v.version
          and (n.effective_on is null or n.effective_on <= $today)
          and not exists (select from catalogue_version o where o.part = 'withdrawal' and o.item = n.revision::text))
      then 'earlier' else 'running' end as state,
    ${twoPeopleOf('v.request_id')},
    b.version as version_before, b.content as content_before
  from catalogue_version v
  left join catalogue_version w on w.part = 'withdrawal' and w.item = v.revision::text
  left join lateral (
    select e.version, e.content from catalogue_version e
    where e.part = v.part and e.item = v.item and e.version < v.version
      and not exists (select from catalogue_version o where o.part = 'withdrawal' and o.item = e.revision::text)
    order by e.version desc limit 1
  ) b on true`;

const listStatement = statement<VersionRow, Item & { before: number | null; limit: number; today: Day }>(
  'set-up: versions of an item',
  `${VERSIONS}
   where v.part = $part and v.item = $item and ($before::integer is null or v.version < $before)
   order by v.version desc limit $limit`,
);

/** The versions of an item, the newest first. */
export function listVersions(
  db: Database,
  wanted: Item & { before: number | null; limit: number; today: Day },
): Promise<VersionRow[]> {
  return db.rows(listStatement, wanted);
}

const standingStatement = statement<VersionRow, { today: Day; part: string | null; item: string | null }>(
  'set-up: versions that count or are planned',
  `select * from (${VERSIONS} where v.part <> 'withdrawal' and ($part::text is null or v.part = $part)
     and ($item::text is null or v.item = $item)) v
   where state in ('running', 'planned') order by part, item, version`,
);

/** The versions that count and those that are planned, of one item or of all. */
export function standingVersions(
  db: Database,
  today: Day,
  of: Item | { part: null; item: null } = { part: null, item: null },
): Promise<VersionRow[]> {
  return db.rows(standingStatement, { today, part: of.part, item: of.item });
}

/** Parts with one item have an empty name of it in the table and their own name outside. */
export function itemShown({ part, item }: Item): string {
  return item === '' ? part : item;
}

export function lineOf(row: VersionRow): Omit<VersionChange, 'changes'> {
  return {
    version: row.version,
    state: row.state,
    effectiveOn: row.effective_on,
    savedAt: row.saved_at.toISOString(),
    madeBy: makerOf(row),
    checkedBy: row.checkedBy,
    requestId: row.request_id,
  };
}

/** Changes from before requests name the user of the terminal alone. */
function makerOf(row: VersionRow): string | null {
  if (row.madeBy !== null) return row.madeBy;
  return row.saved_by === 'setup' ? null : row.saved_by.replace(/^operator /, '');
}

export function changeOf(row: VersionRow): VersionChange {
  const before =
    row.version_before === null
      ? null
      : formOf(row.part, { content: row.content_before, version: row.version_before });
  return { ...lineOf(row), changes: changedFields(before, formOf(row.part, row)) };
}
