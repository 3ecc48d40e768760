import { createHash } from 'node:crypto';
import { type BirthSpan, indexList, type ListIndex } from '@thumba/identity/screening';
import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import type { ListedEntry, ListKind, ReadList } from './listed-entry.ts';

/** All lists, ready to look people up, as they were at a revision. */
export type ScreeningLists = {
  revision: number;
  find: ListIndex<ListedEntry & { listKind: ListKind }>;
};

const readImportsStatement = statement<{ file_digest: string; label: string }, { listKind: ListKind }>(
  'screening: read imports of a list',
  'select file_digest, label from screening_import where list_kind = $listKind order by revision desc',
);

/**
 * Whether a list is newer than the one of its kind that is in use. The United Nations' list says when it was made. A file
 * of another kind is older if it was in use before the one that is.
 */
export async function ageOfList(
  db: Database,
  { listKind, label, fileBytes }: { listKind: ListKind; label: string; fileBytes: Buffer },
): Promise<'newer' | 'in_use' | 'older'> {
  const [inUse, ...earlier] = await db.rows(readImportsStatement, { listKind });
  const digest = digestOf(fileBytes);
  if (inUse?.file_digest === digest) return 'in_use';
  const isOlder =
    listKind === 'un'
      ? inUse !== undefined && Date.parse(label) < Date.parse(inUse.label)
      : earlier.some(({ file_digest }) => file_digest === digest);
  return isOlder ? 'older' : 'newer';
}

function digestOf(fileBytes: Buffer): string {
  return createHash('sha256').update(fileBytes).digest('hex');
}

const importStatement = statement<
  { revision: number },
  {
    listKind: ListKind;
    label: string;
    fileDigest: string;
    importedBy: string;
    importedAt: Date;
    entries: string;
    entryCount: number;
  }
>(
  'screening: import list',
  `with entries as materialized (
     select * from json_to_recordset($entries::json) as e(reference text, names json, births jsonb)
   ),
   deleted as (
     delete from screening_entry where list_kind = $listKind
       and reference not in (select reference from entries)
   ),
   kept as (
     insert into screening_entry (list_kind, reference, names, births)
     select $listKind, e.reference, array(select json_array_elements_text(e.names)), e.births from entries e
     on conflict (list_kind, reference) do update set names = excluded.names, births = excluded.births
   )
   insert into screening_import (list_kind, label, file_digest, entry_count, imported_by, imported_at)
   values ($listKind, $label, $fileDigest, $entryCount, $importedBy, $importedAt)
   returning revision`,
);

/** Replaces a list by the one of a file, all of it or nothing. */
export async function importList(
  db: Database,
  {
    listKind,
    list,
    fileBytes,
    importedBy,
    now,
  }: {
    listKind: ListKind;
    list: ReadList;
    fileBytes: Buffer;
    importedBy: string;
    now: Date;
  },
): Promise<{ revision: number }> {
  const row = await db.row(importStatement, {
    listKind,
    label: list.label,
    fileDigest: digestOf(fileBytes),
    importedBy,
    importedAt: now,
    entries: JSON.stringify(list.entries),
    entryCount: list.entries.length,
  });
  return row!;
}

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

const listImportsStatement = statement<{
  list_kind: ListKind;
  label: string;
  entry_count: number;
  imported_by: string;
  imported_at: Date;
}>(
  'screening: newest imports',
  `select distinct on (list_kind) list_kind, label, entry_count, imported_by, imported_at from screening_import
   order by list_kind, revision desc`,
);

export function newestImports(db: Database) {
  return db.rows(listImportsStatement, {});
}
