import { Readable } from 'node:stream';
import { ARCHIVED_WITH_ACCOUNT, ERASED_WITH_ACCOUNT } from '@thumba/contract/deletion';
import type { Answer } from '@thumba/contract/wire';
import { formatKwacha } from '@thumba/lending/money';
import type { Calendar } from '../../book/calendar/calendar.ts';
import type { Lender } from '../../book/lender.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { refuseCode } from '../../people/borrower/code-try.ts';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import { type CodeSending, sendCode } from '../../people/borrower/send-code.ts';
import { withStepUp } from '../../people/borrower/step-up.ts';
import { DEVICE_UNCONFIRMED } from '../../people/borrower/unconfirmed-device.ts';
import { endOfLusakaDay, toDate } from '../../platform/clock.ts';
import type { Files } from '../../platform/files.ts';
import { inLanguage } from '../../platform/language.ts';
import { languageOfReader } from '../../platform/language-of-reader.ts';
import type { Log } from '../../platform/log.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile } from '../../platform/sealing.ts';
import { type Caller, type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { type ArchiveDeps, archiveAccount } from './archive.ts';
import { type DeletionDeps, type DeletionRefusal, deleteAccount, readAccount } from './delete-account.ts';
import { deletionCodeWords } from './deletion-code-words.ts';
import { findDownload, MAX_DOWNLOADS_A_DAY, mayDownload, offerDownload } from './downloads.ts';
import { personalDataWords as words } from './personal-data-words.ts';
import { type RecordDeps, readRecord } from './read-record.ts';
import { partsOfFile, recordFile } from './record-file.ts';

export type PersonalDataDeps = CodeSending &
  DeletionDeps &
  RecordDeps &
  ArchiveDeps & {
    files: Files;
    log: Log;
    calendar: Calendar;
    lender: Lender;
    securityLog: SecurityLog;
    onNewMessages(): void;
    /** Removes files without a borrower from the disk. */
    removeFiles(now: Date): Promise<unknown>;
  };

export function registerPersonalDataRoutes(server: Server, deps: PersonalDataDeps): void {
  registerDownloadRoutes(server, deps);
  registerDeletionRoutes(server, deps);
}

function registerDownloadRoutes(server: Server, deps: PersonalDataDeps): void {
  const { db, sealing, clock } = deps;
  const now = () => toDate(clock.nowMs());

  serve(server, 'downloadMyData', ({ body }, caller) =>
    withStepUp(deps, caller, 'download', body, () => download(deps, caller, body.format)),
  );

  // A download manager sends none of our headers and can ask twice, so the address alone opens the file.
  server.app.get<{ Params: { ticket: string } }>('/my-data/:ticket', async (request, reply) => {
    const download = await findDownload(db, sealing, request.params.ticket, now());
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    if (!download) {
      return reply
        .status(404)
        .header('content-type', 'text/plain; charset=utf-8')
        .send(`${inLanguage(languageOfReader(request), () => words.downloadEnded)}\n`);
    }
    return reply
      .header('content-type', download.contentType)
      .header('content-disposition', `attachment; filename="${download.fileName}"`)
      .send(Readable.from(partsOfFile(deps, download.borrowerId, download), { objectMode: false }));
  });
}

async function download(
  deps: PersonalDataDeps,
  { borrowerId, address, reference }: Caller,
  format: 'json' | 'pdf',
): Promise<Reply<Answer<'downloadMyData'>>> {
  const { db, clock, calendar, lender } = deps;
  const now = () => toDate(clock.nowMs());
  if (!(await mayDownload(db, borrowerId, calendar.today()))) {
    const sentence = (wait: string) => words.tooManyDownloads(MAX_DOWNLOADS_A_DAY, wait);
    return tryLater('downloads_of_day', sentence, endOfLusakaDay(clock.nowMs()), clock.nowMs());
  }
  const record = await readRecord(deps, borrowerId);
  const file = await recordFile(deps, borrowerId, record, { format, madeAt: now() });
  const { ticket, expiresAt } = await offerDownload(deps, borrowerId, file, {
    now: now(),
    today: calendar.today(),
    lenderPhone: lender.phone,
  });
  const downloaded = { kind: 'data_downloaded', outcome: 'succeeded' } as const;
  deps.securityLog.record({ ...downloaded, borrowerId, address, reference });
  deps.onNewMessages();
  return done({ fileName: file.fileName, url: `/my-data/${ticket}`, expiresAt: expiresAt.toISOString() });
}

function registerDeletionRoutes(server: Server, deps: PersonalDataDeps): void {
  const { db, sealing, clock, calendar, lender } = deps;
  const now = () => toDate(clock.nowMs());

  serve(server, 'getAccountDeletion', async (_input, { borrowerId }) => {
    const { mobile, keptUntil, refusal } = await readAccount(deps, borrowerId, calendar.today());
    const answer: Answer<'getAccountDeletion'> = {
      mobile: maskMobile(mobile),
      ...(keptUntil && { keptUntil, archived: [...ARCHIVED_WITH_ACCOUNT] }),
      erased: [...ERASED_WITH_ACCOUNT],
      ...(refusal && { refusal: { reason: refusal.kind, message: deletionRefusalText(refusal) } }),
    };
    return done(answer);
  });

  serve(server, 'sendDeletionCode', async (_input, { borrowerId, address, session }) => {
    if (!session.isTrusted) return DEVICE_UNCONFIRMED;
    const mobile = await findBorrowerMobile(db, sealing, borrowerId);
    const wording = (code: string) => deletionCodeWords.text(code, lender.phone);
    return sendCode(deps, {
      purpose: 'delete_account',
      mobile: mobile!,
      asker: { address, borrowerId, isOwner: true },
      wording,
    });
  });

  serve(server, 'deleteAccount', async ({ body }, { borrowerId, session, address, reference }) => {
    if (!session.isTrusted) return DEVICE_UNCONFIRMED;
    const asked = { borrowerId, code: body.captcha, address, reference };
    const deletion = { ...asked, now: now(), today: calendar.today() };
    const deleted = await deleteAccount(deps, deletion);
    if (!deleted.ok) {
      return refused(409, deletionRefusalText(deleted.refusal), { reason: deleted.refusal.kind });
    }
    switch (deleted.value.kind) {
      case 'wrong_code':
        return refuseCode(deleted.value.tried, deletion.now);
      case 'moved_on':
        return refused(409, words.movedOn);
      case 'deleted': {
        deps.securityLog.countWritten('account_deleted');
        const { keptUntil } = deleted.value;
        if (keptUntil !== null) await archiveSoon(deps, borrowerId, now());
        await deps.removeFiles(now());
        return done(keptUntil === null ? {} : { keptUntil });
      }
    }
  });
}

/** The account is deleted whether or not this succeeds. What is left is done by housekeeping. */
export async function archiveSoon(
  deps: ArchiveDeps & { log: Log },
  borrowerId: number,
  now: Date,
): Promise<void> {
  try {
    await archiveAccount(deps, borrowerId, now);
  } catch (error) {
    deps.log.error({ err: error }, 'a deleted account could not be moved to the archive yet');
  }
}

export function deletionRefusalText(refusal: DeletionRefusal): string {
  const { underReview, loanOpen, paymentUnderWay, walletCredit } = words.refusal;
  switch (refusal.kind) {
    case 'loan_open':
      return refusal.isUnderReview ? underReview : loanOpen;
    case 'payment_under_way':
      return paymentUnderWay(formatKwacha(refusal.amountNgwee));
    case 'wallet_credit':
      return walletCredit(formatKwacha(refusal.walletNgwee));
  }
}
