import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { recordLooks } from '../../people/authentication/staff-looks.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type FileRow, type Files, fileKeyOf, keyInRow, readWithKey } from '../../platform/files.ts';
import { keyNameIn, openWith, sealFor } from '../../platform/one-way-seal.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Storage } from '../../platform/storage.ts';
import { ERASE_WHEN_ARCHIVED, hasRowsToArchive } from './erase-sql.ts';
import { inKwacha, type PersonalRecord, readParts } from './read-record.ts';

/*
 * What the law asks for of a deleted account is sealed with a public key. The program cannot open it any more. Sums stay
 * in the books without a name.
 */

export type ArchiveDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  /** Null where there is no archive: the data then stays in its tables, sealed. */
  archivePublicKey: () => Buffer | null;
};

/** The content of an archive: the rows that were kept, and the keys of the pictures. */
type Archive = { record: PersonalRecord; pictures: ArchivedPicture[] };
type ArchivedPicture = { fileId: string; purpose: string; key: string };

const ACCOUNTS_AT_ONCE = 100;

const findUnarchivedStatement = statement<{ borrower_id: number }, { after: number }>(
  'personal data: find deleted accounts to archive',
  `select d.borrower_id from account_deletion d
   where d.purged_at is null and d.borrower_id > $after
     and ${hasRowsToArchive('d.borrower_id')}
   order by d.borrower_id limit ${ACCOUNTS_AT_ONCE}`,
);

const readPicturesStatement = statement<FileRow, { borrowerId: number }>(
  'personal data: read the pictures to archive',
  `select file_id, purpose, borrower_id, key_sealed from stored_file
   where borrower_id = $borrowerId and key_sealed is distinct from ''`,
);

/** An identity that was written by a request that began before the deletion is erased without a place in the archive. */
const archiveStatement = statement<
  { archived: number },
  { borrowerId: number; content: Buffer; fileIds: string[]; now: Date }
>(
  'personal data: archive a deleted account',
  `with gone as (select borrower_id from account_deletion where borrower_id = $borrowerId and purged_at is null),
   archived as (
     insert into borrower_archive (borrower_id, archived_at, content) select borrower_id, $now, $content from gone
     on conflict do nothing returning borrower_id
   ),
   erased_keys as (
     update stored_file f set key_sealed = '' from gone where f.borrower_id = gone.borrower_id and file_id = any ($fileIds)
   ),
   ${ERASE_WHEN_ARCHIVED}
   select count(*) as archived from archived`,
);

/** Moves deleted accounts to the archive. Answers how many. It can be ended at any time, and run again. */
export async function archiveDeletedAccounts(deps: ArchiveDeps, now: Date): Promise<number> {
  if (!deps.archivePublicKey()) return 0;
  let archived = 0;
  let after = 0;
  for (;;) {
    const rows = await deps.db.rows(findUnarchivedStatement, { after });
    for (const { borrower_id: borrowerId } of rows) {
      archived += await archiveAccount(deps, borrowerId, now);
      after = borrowerId;
    }
    if (rows.length < ACCOUNTS_AT_ONCE) return archived;
  }
}

/** Moves one deleted account to the archive. Answers 0 where it is there already, or there is no archive. */
export async function archiveAccount(
  { db, sealing, files, archivePublicKey }: ArchiveDeps,
  borrowerId: number,
  now: Date,
): Promise<number> {
  const publicKey = archivePublicKey();
  if (!publicKey) return 0;
  const record = await readParts(db, sealing, borrowerId);
  const rows = await db.rows(readPicturesStatement, { borrowerId });
  const pictures: ArchivedPicture[] = [];
  for (const row of rows) {
    const own = await keyInRow(files, row);
    // Its file is missing, which the doctor says.
    if (!own) continue;
    const key = fileKeyOf(sealing, own).toString('base64');
    pictures.push({ fileId: row.file_id, purpose: row.purpose, key });
  }
  const content: Archive = { record, pictures };
  const { archived } = (await db.row(archiveStatement, {
    borrowerId,
    content: sealFor(publicKey, placeOf(borrowerId), Buffer.from(JSON.stringify(content))),
    fileIds: pictures.map(({ fileId }) => fileId),
    now,
  }))!;
  for (const row of rows) if (row.key_sealed === null) await files.removeEarlier(row.file_id);
  return archived;
}

const placeOf = (borrowerId: number) => `borrower_archive ${borrowerId}`;

const listStatement = statement<{
  borrower_id: number;
  archived_at: Date;
  kept_until: Day;
  content: Buffer;
}>(
  'personal data: list the archive',
  `select a.borrower_id, a.archived_at, d.kept_until, substr(a.content, 1, 5) as content
   from borrower_archive a join account_deletion d using (borrower_id) order by a.borrower_id desc limit 50`,
);

export type ArchivedAccount = {
  borrowerId: number;
  archivedAt: Date;
  keptUntil: Day;
  /** The name of the key that opens it. */
  keyName: string;
};

/** The accounts that were archived last. */
export async function listArchive(db: Database): Promise<ArchivedAccount[]> {
  const rows = await db.rows(listStatement, {});
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    archivedAt: row.archived_at,
    keptUntil: row.kept_until,
    keyName: keyNameIn(row.content),
  }));
}

const findArchiveStatement = statement<{ content: Buffer }, { borrowerId: number }>(
  'personal data: find an archive',
  'select content from borrower_archive where borrower_id = $borrowerId',
);

export type OpenedArchive = { record: unknown; pictures: { purpose: string; bytes: Buffer }[] };

/** The archive of an account for a person of compliance. The look is recorded before it is opened. */
export async function openArchive(
  { db, storage }: { db: Database; storage: Storage },
  look: { borrowerId: number; privateKey: Buffer; staffName: string; reason: string; now: Date },
): Promise<Outcome<OpenedArchive, ReasonRefusal | { kind: 'not_archived' }>> {
  const { borrowerId, privateKey, staffName, reason, now } = look;
  const checked = checkReason(reason);
  if (!checked.ok) return checked;
  const row = await db.row(findArchiveStatement, { borrowerId });
  if (!row) return refuse({ kind: 'not_archived' });
  await recordLooks(db, {
    borrowerIds: [borrowerId],
    subject: 'archive',
    staffName,
    reason: checked.value,
    now,
  });
  const text = openWith(privateKey, placeOf(borrowerId), row.content).toString();
  const { record, pictures } = JSON.parse(text) as Archive;
  const opened = pictures.map(async ({ key, ...file }) => ({
    purpose: file.purpose,
    bytes: await readWithKey(storage, file, Buffer.from(key, 'base64')),
  }));
  return allow({ record: inKwacha(record), pictures: await Promise.all(opened) });
}
