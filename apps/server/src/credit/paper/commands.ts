import { createHash } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { newPaperCode } from './paper-code.ts';
import type { PaperContent } from './paper-content.ts';
import { findPaper, type IssuedPaper } from './queries.ts';

export type PaperStore = {
  db: Database;
  sealing: Sealing;
  random: Randomness;
};

const issueStatement = statement<
  { code: string },
  {
    borrowerId: number;
    loanId: number;
    kind: 'contract' | 'receipt' | 'statement' | 'paid_up_letter';
    subject: string;
    code: string;
    textSealed: Buffer;
    hash: Buffer;
    issuedOn: Day;
    issuedAt: Date;
  }
>(
  'paper: issue',
  `with issued as (
     insert into paper (borrower_id, loan_id, kind, subject, code, content_sealed, content_hash, issued_on, issued_at)
     values ($borrowerId, $loanId, $kind, $subject, $code, $textSealed, $hash, $issuedOn, $issuedAt)
     returning borrower_id, loan_id, kind, subject, code
   )
   insert into paper_by_code (code, borrower_id, loan_id, kind, subject)
   select code, borrower_id, loan_id, kind, subject from issued
   returning code`,
);

/** The paper about this subject: the one that was issued before, word for word, or a new one with a code of its own. */
export async function issuePaper(
  { db, sealing, random }: PaperStore,
  borrowerId: number,
  paper: { content: PaperContent; subject: string; issuedOn: Day; issuedAt: Date },
): Promise<IssuedPaper> {
  const { content, subject, issuedOn, issuedAt } = paper;
  const { loanId, kind } = content;
  const text = JSON.stringify(content);
  // Two requests at once, or a code that was given out before (one in a quintillion), are a conflict.
  return retryOnConflict('the issue of a paper', async () => {
    const known = await findPaper(db, sealing, borrowerId, { loanId, kind, subject });
    if (known) return known;
    const code = newPaperCode(random.randomBytes);
    const values = {
      borrowerId,
      loanId,
      kind,
      subject,
      code,
      textSealed: sealing.seal(text),
      hash: hashOf(text),
      issuedOn,
      issuedAt,
    };
    await db.row(issueStatement, values);
    return { code, content, issuedOn, issuedAt };
  });
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Long enough for a slow phone to fetch the file, and for its download manager to ask for it again. */
const DOWNLOAD_MINUTES = 10;
/** More than anybody reads in that time, and few enough that nobody fills the disk. */
const MAX_DOWNLOADS = 30;

const readDownloadsStatement = statement<
  { downloads: number; first_end: Date | null },
  { borrowerId: number; now: Date }
>(
  'paper: read downloads',
  `select count(*) as downloads, min(expires_at) as first_end from paper_download
   where borrower_id = $borrowerId and expires_at > $now`,
);

/** When a borrower may ask for another paper; undefined is at once. */
export async function nextDownloadAt(db: Database, borrowerId: number, now: Date): Promise<Date | undefined> {
  const { downloads, first_end } = (await db.row(readDownloadsStatement, { borrowerId, now }))!;
  return downloads < MAX_DOWNLOADS ? undefined : first_end!;
}

const offerDownloadStatement = statement<
  { expires_at: Date },
  { ticketHash: Buffer; borrowerId: number; fileName: string; sealBytes: Buffer; now: Date }
>(
  'paper: offer download',
  `insert into paper_download (ticket_hash, borrower_id, file_name, pdf_sealed, expires_at)
   values ($ticketHash, $borrowerId, $fileName, $sealBytes, $now::timestamptz + interval '${DOWNLOAD_MINUTES} minutes')
   returning expires_at`,
);

export type Download = { fileName: string; pdf: Buffer };

/** Keeps a finished file for some minutes. Whoever holds the ticket may fetch it; the ticket itself is not kept. */
export async function offerDownload(
  { db, sealing, random }: PaperStore,
  borrowerId: number,
  { fileName, pdf }: Download,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newToken(random);
  const ticketHash = sealing.lookupHash('paper_ticket', ticket);
  const values = { ticketHash, borrowerId, fileName, sealBytes: sealing.sealBytes(pdf), now };
  const { expires_at: expiresAt } = (await db.row(offerDownloadStatement, values))!;
  return { ticket, expiresAt };
}

const findDownloadStatement = statement<
  { file_name: string; pdf_sealed: Buffer },
  { paperTicketHash: Buffer; now: Date }
>(
  'paper: find download',
  'select file_name, pdf_sealed from paper_download where ticket_hash = $paperTicketHash and expires_at > $now',
);

export async function findDownload(
  db: Database,
  sealing: Sealing,
  ticket: string,
  now: Date,
): Promise<Download | undefined> {
  const row = await db.row(findDownloadStatement, {
    paperTicketHash: sealing.lookupHash('paper_ticket', ticket),
    now,
  });
  return row && { fileName: row.file_name, pdf: sealing.openBytes(row.pdf_sealed) };
}

const purgeDownloadsStatement = statement<never, { now: Date }>(
  'paper: purge downloads',
  'delete from paper_download where expires_at <= $now',
);

export async function purgePaperDownloads(db: Database, now: Date): Promise<void> {
  await db.rows(purgeDownloadsStatement, { now });
}
