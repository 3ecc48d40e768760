import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffFile } from '../../platform/serve-staff-file.ts';
import { readComparison } from './comparison.ts';
import {
  compareWithListInUse,
  digestOf,
  importList,
  type ListFile,
  type ListInUse,
  type ListRefusal,
  listsInUse,
} from './import-list.ts';
import { LIST_KINDS, type ListKind } from './listed-entry.ts';
import { readList } from './read-list.ts';

export type ListDeps = {
  db: Database;
  clock: Clock;
  /** The comparison of the whole book has something to do. */
  onNewList(): void;
};

const OTHER_FILE = refused(409, 'The file has changed since it was read. Please have it read again.', {
  reason: 'other_file',
});

const REFUSALS: Readonly<Record<ListRefusal, Reply<never>>> = {
  in_use: refused(409, 'This file is the list that is in use already.', { reason: 'in_use' }),
  older: refused(409, 'This file is older than the list that is in use, which stays.', { reason: 'older' }),
  replaced: refused(
    409,
    'Another person imported a list of this kind since you looked. Please have the file read again.',
    { reason: 'replaced' },
  ),
};

/** The lists of people, for compliance: what is in use, and the import of another one. */
export function registerListRoutes(server: StaffServer, deps: ListDeps): void {
  const { db, clock } = deps;

  serveStaff(server, 'getScreeningLists', async () => {
    const [inUse, comparison] = await Promise.all([listsInUse(db), readComparison(db)]);
    const nameOf = await readStaffNames(
      db,
      inUse.map(({ importedBy }) => importedBy),
    );
    return done({
      lists: LIST_KINDS.map((kind) => ({
        kind,
        inUse: shownList(
          inUse.find(({ listKind }) => listKind === kind),
          nameOf,
        ),
      })),
      comparison: comparison
        ? {
            ...comparison,
            beganAt: comparison.beganAt?.toISOString() ?? null,
            endedAt: comparison.endedAt?.toISOString() ?? null,
          }
        : null,
    });
  });

  serveStaffFile(server, 'readScreeningList', async ({ query, file }) => {
    const read = readFile(query, file);
    if ('refusal' in read) return read.refusal;
    const { inUse, ...found } = await compareWithListInUse(db, read.file);
    const nameOf = await readStaffNames(db, inUse ? [inUse.importedBy] : []);
    const { label, entries } = read.file.list;
    const { digest } = read.file;
    return done({ ...found, label, people: entries.length, digest, inUse: shownList(inUse, nameOf) });
  });

  serveStaffFile(server, 'importScreeningList', async ({ query, file }, caller) => {
    const { kind, replaces, ifOlder } = query;
    caller.note({ kind });
    const read = readFile(query, file);
    if ('refusal' in read) return read.refusal;
    const people = read.file.list.entries.length;
    caller.note({ label: read.file.list.label, people });
    if (read.file.digest !== query.digest) return OTHER_FILE;
    const imported = await importList(db, {
      ...read.file,
      replaces,
      isOlderTaken: ifOlder === 'replace',
      importedBy: staffActor(caller.person.userName),
      now: toDate(clock.nowMs()),
    });
    if (!imported.ok) return REFUSALS[imported.refusal];
    caller.note(imported.value);
    deps.onNewList();
    return done({ people });
  });
}

function readFile(
  { kind, name }: { kind: ListKind; name: string },
  bytes: Buffer,
): { file: ListFile } | { refusal: Reply<never> } {
  const list = readList(kind, bytes, name);
  if (list.ok) return { file: { listKind: kind, list: list.value, digest: digestOf(bytes) } };
  return { refusal: refused(400, `This file is no list: ${list.refusal}.`, { reason: 'no_list' }) };
}

function shownList(list: ListInUse | undefined, nameOf: NameOf): StaffAnswer<'readScreeningList'>['inUse'] {
  if (!list) return null;
  const { revision, label, people, importedAt, importedBy } = list;
  return {
    ...{ revision, label, people },
    importedAt: importedAt.toISOString(),
    importedBy: nameOf(importedBy),
    since: madeAt(list).toISOString(),
  };
}

/** A list that does not say when it was made is as old as its import. */
function madeAt({ listKind, label, importedAt }: ListInUse): Date {
  const madeMs = listKind === 'un' ? Date.parse(label) : Number.NaN;
  return Number.isNaN(madeMs) ? importedAt : toDate(madeMs);
}
