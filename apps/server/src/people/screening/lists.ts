import { type BirthSpan, indexList, type ListIndex } from '@thumba/identity/screening';
import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import type { ListedEntry, ListKind } from './listed-entry.ts';

/** All lists, ready to look people up, as they were at a revision. */
export type ScreeningLists = {
  revision: number;
  find: ListIndex<ListedEntry & { listKind: ListKind }>;
};

const readRevisionStatement = statement<{ revision: number }>(
  'screening: newest revision',
  'select coalesce(max(revision), 0)::bigint as revision from screening_import',
);

const readEntriesStatement = statement<{
  list_kind: ListKind;
  reference: string;
  names: string[];
  births: { from: Day; to: Day }[];
  revision: number;
}>(
  'screening: read lists',
  `select e.list_kind, e.reference, e.names, e.births,
     (select coalesce(max(revision), 0) from screening_import)::bigint as revision
   from screening_entry e order by e.list_kind, e.reference`,
);

/** Keeps the lists in memory, and reads them again when one was imported. */
export function keepLists(db: Database): () => Promise<ScreeningLists> {
  let kept: Promise<ScreeningLists> | undefined;
  return async () => {
    const { revision } = (await db.row(readRevisionStatement, {}))!;
    const current = await kept?.catch(() => undefined);
    if (current && current.revision >= revision) return current;
    kept = readLists(db, revision);
    return kept;
  };
}

async function readLists(db: Database, atLeast: number): Promise<ScreeningLists> {
  const rows = await db.rows(readEntriesStatement, {});
  const entries = rows.map(({ list_kind: listKind, reference, names, births }) => ({
    listKind,
    reference,
    names,
    births: births as readonly BirthSpan[],
  }));
  return { revision: rows[0]?.revision ?? atLeast, find: indexList(entries) };
}
