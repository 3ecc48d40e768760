import type { Body } from '@thumba/contract/wire';
import { type Database, statement } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import { limitEndsAt } from '../../platform/limit.ts';
import type { Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { addressHash } from '../borrower/network-address.ts';
import { UNCLAIMED_MINUTES } from './claim-files.ts';
import type { Draw } from './drawing-process.ts';
import { bytesOfDataUrl, type PictureRefusal, redrawPicture } from './picture.ts';

export type UploadDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  random: Randomness;
  draw: Draw;
  uploadsPerAddressPerHour: number;
};

export type Upload = Body<'uploadBase64'> & { address: string; now: Date };
export type UploadOutcome =
  | { kind: 'kept'; fileId: string }
  | { kind: 'address_limit'; retryAt: Date }
  | { kind: PictureRefusal };

/** Other texts are the id of no file, and need no look-up in the database. */
export function isFileId(text: string): boolean {
  return /^[A-Za-z0-9_-]{32}$/.test(text);
}

const RETRY_AT = limitEndsAt({
  table: 'stored_file',
  usedAt: 'uploaded_at',
  where: 'address_hash = $addressHash',
  now: '$now',
  uses: '$uploadsPerAddressPerHour',
  window: '1 hour',
});

type UploadLimitValues = { addressHash: Buffer; now: Date; uploadsPerAddressPerHour: number };

const uploadLimitStatement = statement<{ retry_at: Date | null }, UploadLimitValues>(
  'authentication: upload limit',
  `select ${RETRY_AT} as retry_at`,
);

const keepUploadStatement = statement<
  { retry_at: Date | null },
  UploadLimitValues & { fileId: string; purpose: string; byteCount: number; keySealed: Buffer }
>(
  'authentication: keep upload',
  `with reached as (select ${RETRY_AT} as retry_at),
   kept as (
     insert into stored_file (file_id, purpose, byte_count, address_hash, key_sealed, uploaded_at)
     select $fileId, $purpose, $byteCount, $addressHash, $keySealed::bytea, $now::timestamptz from reached where retry_at is null
   )
   select retry_at from reached`,
);

/** When the address may upload again, or null if it may now. It is asked before the picture is received. */
export async function uploadLimitEndsAt(
  deps: Pick<UploadDeps, 'db' | 'sealing' | 'uploadsPerAddressPerHour'>,
  { address, now }: Pick<Upload, 'address' | 'now'>,
): Promise<Date | null> {
  const { db, sealing, uploadsPerAddressPerHour } = deps;
  const limit = { addressHash: addressHash(sealing, address), now, uploadsPerAddressPerHour };
  return (await db.row(uploadLimitStatement, limit))!.retry_at;
}

/** Uploading needs no token, so an upload belongs to no borrower until a request with a token claims it. */
export async function keepUpload(deps: UploadDeps, upload: Upload): Promise<UploadOutcome> {
  const { db, sealing, files, random } = deps;
  const bytes = bytesOfDataUrl(upload.image);
  if (!bytes.ok) return { kind: bytes.refusal };
  const picture = await redrawPicture(bytes.value, deps.draw);
  if (!picture.ok) return { kind: picture.refusal };

  const file = { fileId: random.randomBytes(24).toString('base64url'), purpose: upload.purpose };
  const { key, keySealed } = files.newKey(file);
  const kept = await db.row(keepUploadStatement, {
    addressHash: addressHash(sealing, upload.address),
    now: upload.now,
    uploadsPerAddressPerHour: deps.uploadsPerAddressPerHour,
    ...file,
    keySealed,
    byteCount: picture.value.length,
  });
  if (kept!.retry_at) return { kind: 'address_limit', retryAt: kept!.retry_at };
  // The row is written before the file, because the purge finds files by their rows.
  await files.write(file, key, picture.value);
  return { kind: 'kept', fileId: file.fileId };
}

const findUnclaimedStatement = statement<{ file_id: string }, { now: Date }>(
  'authentication: find unclaimed files',
  `select file_id from stored_file
   where borrower_id is null and uploaded_at <= $now::timestamptz - interval '${UNCLAIMED_MINUTES} minutes'
     and (key_sealed is distinct from '' or uploaded_at <= $now::timestamptz - interval '1 hour')
   order by uploaded_at limit 500`,
);

/** For the rest of the hour a row without a key counts for the limit of its address. */
const forgetFilesStatement = statement<never, { fileIds: string[]; now: Date }>(
  'authentication: forget unclaimed files',
  `with forgotten as (
     delete from stored_file where file_id = any ($fileIds) and borrower_id is null
       and uploaded_at <= $now::timestamptz - interval '1 hour'
   )
   update stored_file set key_sealed = '' where file_id = any ($fileIds) and borrower_id is null
     and uploaded_at > $now::timestamptz - interval '1 hour'`,
);

/** Removes uploads that no borrower claimed in time, and files that borrowers gave up. Neither can be claimed any more. */
export async function purgeUnclaimedFiles(db: Database, files: Files, now: Date): Promise<number> {
  let purged = 0;
  for (;;) {
    const rows = await db.rows(findUnclaimedStatement, { now });
    if (rows.length === 0) return purged;
    const fileIds = rows.map((row) => row.file_id);
    for (const fileId of fileIds) await files.remove(fileId);
    await db.rows(forgetFilesStatement, { fileIds, now });
    purged += fileIds.length;
  }
}
