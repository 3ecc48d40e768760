import { createHash } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
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
    contentSealed: Buffer;
    contentHash: Buffer;
    issuedOn: Day;
    issuedAt: Date;
  }
>(
  'paper: issue',
  `with inserted_paper as (
     insert into paper (borrower_id, loan_id, kind, subject, code, content_sealed, content_hash, issued_on, issued_at)
     values ($borrowerId, $loanId, $kind, $subject, $code, $contentSealed, $contentHash, $issuedOn, $issuedAt)
     returning borrower_id, loan_id, kind, subject, code
   )
   insert into paper_by_code (code, borrower_id, loan_id, kind, subject)
   select code, borrower_id, loan_id, kind, subject from inserted_paper
   returning code`,
);

/** The paper about this subject: the one that was issued before, unchanged, or a new one with a code of its own. */
export async function issuePaper(
  { db, sealing, random }: PaperStore,
  borrowerId: number,
  paper: { content: PaperContent; subject: string; issuedOn: Day; issuedAt: Date },
): Promise<IssuedPaper> {
  const { content, subject, issuedOn, issuedAt } = paper;
  const { loanId, kind } = content;
  const text = JSON.stringify(content);
  const place = { borrower_id: borrowerId, loan_id: loanId, kind, subject };
  // Two requests at once, or a code that exists already (one in a quintillion), are a conflict.
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
      contentSealed: sealing.seal('paper.content_sealed', place, text),
      contentHash: hashOf(text),
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
/** Limits the space that one borrower's downloads take. */
const MAX_DOWNLOADS = 30;

const readDownloadsStatement = statement<
  { downloads: number; first_end: Date | null },
  { borrowerId: number; now: Date }
>(
  'paper: read downloads',
  `select count(*) as downloads, min(expires_at) as first_end from paper_download
   where borrower_id = $borrowerId and expires_at > $now`,
);

/** When a borrower may ask for another paper; undefined where it may be at once. */
export async function nextDownloadAt(db: Database, borrowerId: number, now: Date): Promise<Date | undefined> {
  const { downloads, first_end } = (await db.row(readDownloadsStatement, { borrowerId, now }))!;
  return downloads < MAX_DOWNLOADS ? undefined : first_end!;
}

const offerDownloadStatement = statement<
  { expires_at: Date },
  { ticketHash: Buffer; borrowerId: number; fileName: string; pdfSealed: Buffer; now: Date }
>(
  'paper: offer download',
  `insert into paper_download (ticket_hash, borrower_id, file_name, pdf_sealed, expires_at)
   values ($ticketHash, $borrowerId, $fileName, $pdfSealed, $now::timestamptz + interval '${DOWNLOAD_MINUTES} minutes')
   returning expires_at`,
);

export type Download = { fileName: string; pdf: Buffer };

/** Keeps a finished file for some minutes. The ticket opens it, and only the hash of the ticket is kept. */
export async function offerDownload(
  { db, sealing, random }: PaperStore,
  borrowerId: number,
  { fileName, pdf }: Download,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newToken(random);
  const ticketHash = sealing.lookupHash('paper_ticket', ticket);
  const pdfSealed = sealing.sealBytes('paper_download.pdf_sealed', { ticket_hash: ticketHash }, pdf);
  const values = { ticketHash, borrowerId, fileName, pdfSealed, now };
  const { expires_at: expiresAt } = (await db.row(offerDownloadStatement, values))!;
  return { ticket, expiresAt };
}

const findDownloadStatement = statement<
  { ticket_hash: Buffer; file_name: string; pdf_sealed: Buffer },
  { ticketHash: Buffer; now: Date }
>(
  'paper: find download',
  `select ticket_hash, file_name, pdf_sealed from paper_download
   where ticket_hash = $ticketHash and expires_at > $now`,
);

export async function findDownload(
  db: Database,
  sealing: Sealing,
  ticket: string,
  now: Date,
): Promise<Download | undefined> {
  const row = await db.row(findDownloadStatement, {
    ticketHash: sealing.lookupHash('paper_ticket', ticket),
    now,
  });
  return (
    row && {
      fileName: row.file_name,
      pdf: sealing.openBytes('paper_download.pdf_sealed', row, row.pdf_sealed),
    }
  );
}

const purgeDownloadsStatement = purgeStatement<{ now: Date }>('paper: purge downloads', {
  table: 'paper_download',
  endedAt: 'expires_at',
  isOver: 'expires_at <= $now',
});

export async function purgePaperDownloads(db: Database, now: Date): Promise<void> {
  await purge(db, purgeDownloadsStatement, { now });
}
