import { createHash } from 'node:crypto';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Database, LONGEST_ANSWER_MS, statement, type Transaction } from '../../platform/database.ts';
import { beginComparison } from './comparison.ts';
import type { ListKind, ReadList } from './listed-entry.ts';

/** A list as it is in use: of its kind the newest import. */
export type ListInUse = {
  revision: number;
  listKind: ListKind;
  label: string;
  people: number;
  importedAt: Date;
  importedBy: Actor;
};

export type AgeOfList = 'newer' | 'in_use' | 'older';

type ImportRow = {
  revision: number;
  list_kind: ListKind;
  label: string;
  file_digest: string;
  entry_count: number;
  imported_by: Actor;
  imported_at: Date;
};

const IMPORT_COLUMNS = 'revision, list_kind, label, file_digest, entry_count, imported_by, imported_at';

const readImportsStatement = statement<ImportRow, { listKind: ListKind }>(
  'screening: read imports of a list',
  `select ${IMPORT_COLUMNS} from screening_import where list_kind = $listKind order by revision desc`,
);

const newestImportsStatement = statement<ImportRow>(
  'screening: newest imports',
  `select distinct on (list_kind) ${IMPORT_COLUMNS} from screening_import order by list_kind, revision desc`,
);

export async function listsInUse(db: Database): Promise<ListInUse[]> {
  return (await db.rows(newestImportsStatement, {})).map(listOf);
}

function listOf(row: ImportRow): ListInUse {
  return {
    revision: row.revision,
    listKind: row.list_kind,
    label: row.label,
    people: row.entry_count,
    importedAt: row.imported_at,
    importedBy: row.imported_by,
  };
}

/** The file of a list, read. */
export type ListFile = { listKind: ListKind; list: ReadList; digest: string };

export function digestOf(fileBytes: Buffer): string {
  return createHash('sha256').update(fileBytes).digest('hex');
}

const countChangesStatement = statement<
  { added: number; removed: number },
  { listKind: ListKind; references: string[] }
>(
  'screening: people whom a file adds and removes',
  `with given as materialized (select unnest($references::text[]) as reference),
     kept as materialized (select reference from screening_entry where list_kind = $listKind)
   select (select count(*) from given where reference not in (select reference from kept))::integer as added,
     (select count(*) from kept where reference not in (select reference from given))::integer as removed`,
);

/** A file beside the list that is in use. The people are compared by the numbers that the list gives them. */
export async function compareWithListInUse(
  db: Database,
  { listKind, list, digest }: ListFile,
): Promise<{ age: AgeOfList; inUse: ListInUse | undefined; added: number; removed: number }> {
  const imports = await db.rows(readImportsStatement, { listKind });
  const references = list.entries.map(({ reference }) => reference);
  const changes = await db.row(countChangesStatement, { listKind, references });
  const [newest] = imports;
  return {
    age: ageOf({ listKind, list, digest }, imports),
    inUse: newest && listOf(newest),
    ...changes!,
  };
}

/**
 * Whether a list is newer than the one of its kind that is in use. The United Nations' list says when it was made. A file
 * of another kind is older if it was in use before the one that is.
 */
function ageOf({ listKind, list, digest }: ListFile, [inUse, ...earlier]: readonly ImportRow[]): AgeOfList {
  if (inUse?.file_digest === digest) return 'in_use';
  const isOlder =
    listKind === 'un'
      ? inUse !== undefined && Date.parse(list.label) < Date.parse(inUse.label)
      : earlier.some(({ file_digest }) => file_digest === digest);
  return isOlder ? 'older' : 'newer';
}

/**
 * Without this, of two imports at once each would leave entries that the other one had not seen, and a process that read
 * the lists of the later import could be without those of the earlier one.
 */
const waitForImportsStatement = statement<never>(
  'screening: wait for imports',
  `select pg_advisory_xact_lock(hashtextextended('lists of people', 0))`,
);

const importStatement = statement<
  { revision: number },
  {
    listKind: ListKind;
    label: string;
    fileDigest: string;
    importedBy: Actor;
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

export type ListImport = ListFile & {
  importedBy: Actor;
  now: Date;
  /** An older list replaces a newer one, which nothing but a mistake in the newer one calls for. */
  isOlderTaken: boolean;
  /** The import that the person saw in use; 0 for none. Unset, whatever is in use is replaced. */
  replaces?: number;
};

/** `replaced`: another list of the kind was imported since the person looked. */
export type ListRefusal = Exclude<AgeOfList, 'newer'> | 'replaced';

/** Replaces a list by the one of a file, all of it or nothing, and begins the comparison of every borrower with it. */
export function importList(
  db: Database,
  wanted: ListImport,
): Promise<Outcome<{ revision: number }, ListRefusal>> {
  return db.withAnswerLimit(LONGEST_ANSWER_MS).inTransaction((transaction) => importIn(transaction, wanted));
}

async function importIn(
  transaction: Transaction,
  { importedBy, now, isOlderTaken, replaces, ...file }: ListImport,
): Promise<Outcome<{ revision: number }, ListRefusal>> {
  const { listKind, list, digest } = file;
  await transaction.rows(waitForImportsStatement, {});
  const imports = await transaction.rows(readImportsStatement, { listKind });
  const age = ageOf(file, imports);
  if (age === 'in_use') return refuse(age);
  if (replaces !== undefined && replaces !== (imports[0]?.revision ?? 0)) return refuse('replaced');
  if (age === 'older' && !isOlderTaken) return refuse(age);
  const imported = await transaction.row(importStatement, {
    listKind,
    label: list.label,
    fileDigest: digest,
    importedBy,
    importedAt: now,
    entries: JSON.stringify(list.entries),
    entryCount: list.entries.length,
  });
  const { revision } = imported!;
  await beginComparison(transaction, { revision, now });
  return allow({ revision });
}
