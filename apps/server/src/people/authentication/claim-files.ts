import { type Database, statement } from '../../platform/database.ts';
import { type FileRow, fileKeyOf, type NewFile, sealFileKey } from '../../platform/files.ts';
import type { Sealing } from '../../platform/sealing.ts';

/**
 * How long an upload waits for a borrower. Housekeeping comes every five minutes, so what no borrower claimed is gone within an
 * hour.
 */
export const UNCLAIMED_MINUTES = 50;

const PICTURES_PER_HOUR = 30;
const FRAMES_PER_HOUR = 60;

/**
 * The named files, and those of them that the borrower may use: their own, and recent ones that no borrower has
 * claimed.
 */
export const USABLE_FILES = `named_file as (
  select * from unnest($fileIds::text[], $purposes::text[]) as f (file_id, purpose)
),
key_of_borrower as (
  select * from unnest($keyFileIds::text[], $keysSealed::bytea[]) as k (file_id, key_sealed)
),
usable_file as (
  select file.file_id, file.purpose, file.borrower_id is null as is_unclaimed
  from stored_file file join named_file using (file_id, purpose)
  where file.borrower_id = $borrowerId
    or (file.borrower_id is null and file.uploaded_at > $now::timestamptz - interval '${UNCLAIMED_MINUTES} minutes')
)`;

/** The values of `USABLE_FILES`. */
export type UsableFilesValues = {
  borrowerId: number;
  fileIds: string[];
  purposes: string[];
  /** The keys of files that no borrower has claimed, sealed for this borrower. */
  keyFileIds: string[];
  keysSealed: Buffer[];
  now: Date;
};

/** Whether the borrower would have more pictures of an hour. Frames of the face are counted apart. */
function wouldBeTooMany(isFrame: string, limit: number): string {
  return `(select count(*) from usable_file where is_unclaimed and ${isFrame}) > 0
         and (select count(*) from usable_file where is_unclaimed and ${isFrame}) + (
           select count(*) from stored_file
           where borrower_id = $borrowerId and uploaded_at > $now::timestamptz - interval '1 hour' and ${isFrame}
         ) > ${limit}`;
}

/** Branches of a `case`: why the borrower may not have these files. */
export const FILES_REFUSED = `when (select count(*) from usable_file) < (select count(*) from named_file) then 'no_such_file'
       when ${wouldBeTooMany(`purpose <> 'face_frame'`, PICTURES_PER_HOUR)} then 'too_many_files'
       when ${wouldBeTooMany(`purpose = 'face_frame'`, FRAMES_PER_HOUR)} then 'too_many_files'`;

/**
 * The CTE `claimed`: gives the borrower the usable files if the verdict is this outcome and no other borrower was
 * faster. The key of each is sealed for the borrower from here on.
 */
export function claimedWhere(outcome: string): string {
  return `claimed as (
     update stored_file file set borrower_id = $borrowerId, key_sealed = coalesce(usable.key_sealed, file.key_sealed)
     from (select u.file_id, k.key_sealed from usable_file u left join key_of_borrower k using (file_id)) usable, verdict
     where file.file_id = usable.file_id and verdict.outcome = '${outcome}'
       and (file.borrower_id = $borrowerId
         or file.borrower_id is null and (usable.key_sealed is not null or file.key_sealed is null))
     returning file.file_id
   )`;
}

export type ClaimOutcome = 'claimed' | 'no_such_file' | 'too_many_files';

const findUnclaimedKeysStatement = statement<FileRow, { fileIds: string[] }>(
  'authentication: find the keys of unclaimed files',
  `select file_id, purpose, borrower_id, key_sealed from stored_file
   where file_id = any ($fileIds) and borrower_id is null and length(key_sealed) > 0`,
);

type Claim = { borrowerId: number; files: readonly NewFile[]; now: Date };

/** The values with which a borrower claims these files in a statement with `USABLE_FILES`. */
export async function claimValues(
  db: Database,
  sealing: Sealing,
  { borrowerId, files, now }: Claim,
): Promise<UsableFilesValues> {
  const fileIds = files.map(({ fileId }) => fileId);
  const rows = await db.rows(findUnclaimedKeysStatement, { fileIds });
  const keysSealed = rows.map((row) => {
    const file = { fileId: row.file_id, purpose: row.purpose };
    return sealFileKey(sealing, file, borrowerId, fileKeyOf(sealing, row));
  });
  const purposes = files.map(({ purpose }) => purpose);
  return { borrowerId, fileIds, purposes, keyFileIds: rows.map(({ file_id }) => file_id), keysSealed, now };
}

const claimFilesStatement = statement<{ outcome: ClaimOutcome }, UsableFilesValues>(
  'authentication: claim files',
  `with ${USABLE_FILES},
   verdict as (
     select case
       ${FILES_REFUSED}
       else 'claimed'
     end as outcome
   ),
   ${claimedWhere('claimed')}
   select case
     when verdict.outcome = 'claimed' and (select count(*) from claimed) < (select count(*) from named_file)
       then 'no_such_file'
     else verdict.outcome
   end as outcome
   from verdict`,
);

/** Gives the borrower pictures. A picture of another borrower is refused like one that does not exist. */
export async function claimFiles(db: Database, sealing: Sealing, claim: Claim): Promise<ClaimOutcome> {
  const row = await db.row(claimFilesStatement, await claimValues(db, sealing, claim));
  return row!.outcome;
}

/** The pictures of an identity card. */
export function cardFiles(frontFileId: string, backFileId: string | undefined): NewFile[] {
  const front = { fileId: frontFileId, purpose: 'nrc_front' };
  return backFileId === undefined ? [front] : [front, { fileId: backFileId, purpose: 'nrc_back' }];
}
