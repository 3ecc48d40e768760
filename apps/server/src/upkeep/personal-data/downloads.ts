import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';

export const MAX_DOWNLOADS_A_DAY = 6;
const DOWNLOAD_MINUTES = 10;

const countDownloadStatement = statement<{ downloads: number }>(
  'personal data: count download',
  `insert into data_download_of_day as d (borrower_id, on_day, downloads) values ($1, $2, 1)
   on conflict (borrower_id, on_day) do update set downloads = d.downloads + 1 where d.downloads < $3
   returning downloads`,
);

/** Counts a download before it is made, because making one is work. False when the day has had its share. */
export async function mayDownload(db: Database, borrowerId: number, on: Day): Promise<boolean> {
  return (await db.row(countDownloadStatement, [borrowerId, on, MAX_DOWNLOADS_A_DAY])) !== undefined;
}

export type Download = { fileName: string; contentType: string; content: Buffer };

const offerDownloadStatement = statement<{ expires_at: Date }>(
  'personal data: offer download',
  `insert into data_download (ticket_hash, borrower_id, file_name, content_type, content_sealed, expires_at)
   values ($1, $2, $3, $4, $5, $6::timestamptz + interval '${DOWNLOAD_MINUTES} minutes')
   returning expires_at`,
);

/** Keeps a finished file for some minutes. Whoever holds the ticket may fetch it; the ticket itself is not kept. */
export async function offerDownload(
  deps: { db: Database; sealing: Sealing; random: Randomness },
  borrowerId: number,
  { fileName, contentType, content }: Download,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newToken(deps.random);
  const ticketHash = deps.sealing.lookupHash('data_ticket', ticket);
  const values = [ticketHash, borrowerId, fileName, contentType, deps.sealing.sealBytes(content), now];
  const row = await deps.db.row(offerDownloadStatement, values);
  return { ticket, expiresAt: row!.expires_at };
}

const findDownloadStatement = statement<{ file_name: string; content_type: string; content_sealed: Buffer }>(
  'personal data: find download',
  `select file_name, content_type, content_sealed from data_download where ticket_hash = $1 and expires_at > $2`,
);

export async function findDownload(
  db: Database,
  sealing: Sealing,
  ticket: string,
  now: Date,
): Promise<Download | undefined> {
  const row = await db.row(findDownloadStatement, [sealing.lookupHash('data_ticket', ticket), now]);
  return (
    row && {
      fileName: row.file_name,
      contentType: row.content_type,
      content: sealing.openBytes(row.content_sealed),
    }
  );
}

const purgeDownloadsStatement = statement(
  'personal data: purge downloads',
  `with counts as (delete from data_download_of_day where on_day < $2::date)
   delete from data_download where expires_at <= $1`,
);

export async function purgeDataDownloads(db: Database, now: Date, today: Day): Promise<void> {
  await db.rows(purgeDownloadsStatement, [now, today]);
}
