import type { Day } from '@thumba/lending/day';
import { insertMessages } from '../../book/message/messages.ts';
import { countUseOfDay } from '../../people/borrower/uses-of-day.ts';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { RecordFile } from './record-file.ts';

export const MAX_DOWNLOADS_A_DAY = 6;
const DOWNLOAD_MINUTES = 10;

const countDownloadStatement = statement<{ borrower_id: number }, { borrowerId: number; on: Day }>(
  'personal data: count download',
  countUseOfDay({ kind: 'data_download', borrowerId: '$borrowerId', on: '$on', most: MAX_DOWNLOADS_A_DAY }),
);

/** Counts a download before it is made, because making one takes time. False when the day has reached its limit. */
export async function mayDownload(db: Database, borrowerId: number, on: Day): Promise<boolean> {
  return (await db.row(countDownloadStatement, { borrowerId, on })) !== undefined;
}

export type Download = RecordFile & { borrowerId: number };

const offerDownloadStatement = statement<
  { expires_at: Date },
  {
    ticketHash: Buffer;
    borrowerId: number;
    fileName: string;
    contentType: string;
    contentSealed: Buffer;
    fileIds: string[];
    now: Date;
    today: Day;
    lenderPhone: string;
  }
>(
  'personal data: offer download',
  `with inserted_message as (
     ${insertMessages({
       borrowerId: '$borrowerId::bigint',
       kind: `'data_downloaded'`,
       figures: `jsonb_build_object('lenderPhone', $lenderPhone::text)`,
       on: '$today::date',
       at: '$now::timestamptz',
       from: '(select) as one_row',
     })}
   )
   insert into data_download (ticket_hash, borrower_id, file_name, content_type, content_sealed, file_ids, expires_at)
   values ($ticketHash, $borrowerId, $fileName, $contentType, $contentSealed, $fileIds, $now::timestamptz + interval '${DOWNLOAD_MINUTES} minutes')
   returning expires_at`,
);

/** Keeps a finished file for some minutes, and tells the borrower of it. The ticket is enough to fetch it; the ticket itself is not kept. */
export async function offerDownload(
  deps: { db: Database; sealing: Sealing; random: Randomness },
  borrowerId: number,
  { content, ...file }: RecordFile,
  told: { now: Date; today: Day; lenderPhone: string },
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newToken(deps.random);
  const ticketHash = deps.sealing.lookupHash('data_ticket', ticket);
  const values = {
    ticketHash,
    borrowerId,
    ...file,
    contentSealed: deps.sealing.sealBytes(
      'data_download.content_sealed',
      { ticket_hash: ticketHash },
      content,
    ),
    ...told,
  };
  const row = await deps.db.row(offerDownloadStatement, values);
  return { ticket, expiresAt: row!.expires_at };
}

const findDownloadStatement = statement<
  {
    ticket_hash: Buffer;
    borrower_id: number;
    file_name: string;
    content_type: string;
    content_sealed: Buffer;
    file_ids: string[] | null;
  },
  { dataTicketHash: Buffer; now: Date }
>(
  'personal data: find download',
  `select ticket_hash, borrower_id, file_name, content_type, content_sealed, file_ids from data_download
   where ticket_hash = $dataTicketHash and expires_at > $now`,
);

export async function findDownload(
  db: Database,
  sealing: Sealing,
  ticket: string,
  now: Date,
): Promise<Download | undefined> {
  const row = await db.row(findDownloadStatement, {
    dataTicketHash: sealing.lookupHash('data_ticket', ticket),
    now,
  });
  return (
    row && {
      borrowerId: row.borrower_id,
      fileIds: row.file_ids ?? [],
      fileName: row.file_name,
      contentType: row.content_type,
      content: sealing.openBytes('data_download.content_sealed', row, row.content_sealed),
    }
  );
}

const purgeDownloadsStatement = purgeStatement<{ now: Date }>('personal data: purge downloads', {
  table: 'data_download',
  endedAt: 'expires_at',
  isOver: 'expires_at <= $now',
});

export async function purgeDataDownloads(db: Database, now: Date): Promise<void> {
  await purge(db, purgeDownloadsStatement, { now });
}
