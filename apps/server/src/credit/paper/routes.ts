import type { Body } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { ENGLISH } from '@thumba/words/catalogue';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLoan, type StoredLoan } from '../../book/loan/queries.ts';
import { accountTitle } from '../../people/borrower/accounts.ts';
import { DEVICE_UNCONFIRMED } from '../../people/borrower/unconfirmed-device.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { inLanguage } from '../../platform/language.ts';
import { languageOfReader } from '../../platform/language-of-reader.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { findDownload, issuePaper, nextDownloadAt, offerDownload, type PaperStore } from './commands.ts';
import { drawPaper, titleOf } from './draw-paper.ts';
import type { BookedPayment } from './movements.ts';
import { readPaperCode } from './paper-code.ts';
import type { LenderAddress, PaperContent } from './paper-content.ts';
import type { paperWords } from './paper-words.ts';
import { findIdentity, findPaperByCode, findPayer, readEntries } from './queries.ts';
import { paperRefusalWords } from './refusal-words.ts';
import {
  askCodePage,
  endedDownloadPage,
  paperPage,
  unknownPaperPage,
  VERIFY_PAGE_POLICY,
} from './verify-page.ts';
import {
  type AgreedContract,
  findPayment,
  type PaperRefusal,
  paperHead,
  type WrittenPaper,
  writeContract,
  writePaidUpLetter,
  writeReceipt,
  writeStatement,
} from './write-paper.ts';

export type PaperDeps = PaperStore & {
  clock: Clock;
  lender: LenderAddress;
  /** The public address of this server, which papers name. */
  publicUrl: string;
  today(): Day;
  agreedContract(borrowerId: number, loanId: number): Promise<AgreedContract | undefined>;
};

type Wanted = Body<'issuePaper'>;

/** The papers of a loan as PDF for its borrower, and the public page that shows what a genuine paper says. */
export function registerPaperRoutes(server: Server, deps: PaperDeps): void {
  const { db, sealing, clock, lender } = deps;
  const now = () => toDate(clock.nowMs());

  serve(server, 'issuePaper', async ({ body }, { borrowerId, session }) => {
    const stored = await findLoan(db, borrowerId, body.orderId);
    if (!stored) return NOT_FOUND;
    if (!session.isTrusted) return DEVICE_UNCONFIRMED;
    const retryAt = await nextDownloadAt(db, borrowerId, now());
    if (retryAt) {
      return tryLater('papers_of_day', paperRefusalWords.tooMany, retryAt, clock.nowMs());
    }
    const written = await writePaper(deps, stored, body);
    if (!written.ok) return replyToPaperRefusal(written.refusal);
    const issued = { ...written.value, issuedOn: deps.today(), issuedAt: now() };
    const { code, ...paper } = await issuePaper(deps, borrowerId, issued);
    const standing = await findPaperByCode(db, sealing, code);
    const pdf = await drawPaper(
      { code, ...paper },
      {
        verifyUrl: new URL(`/verify/${code}`, deps.publicUrl).href,
        takenBackOn: standing?.takenBackOn ?? null,
      },
    );
    const fileName = fileNameOf(paper.content);
    const { ticket, expiresAt } = await offerDownload(deps, borrowerId, { fileName, pdf }, now());
    return done({ code, fileName, url: `/paper/${ticket}`, expiresAt: expiresAt.toISOString() });
  });

  // A download manager sends no session and may ask twice, so the address alone opens the file for some minutes.
  server.app.get<{ Params: { ticket: string } }>('/paper/:ticket', async (request, reply) => {
    const download = await findDownload(db, sealing, request.params.ticket, now());
    if (!download) return sendPage(request, reply, 404, () => endedDownloadPage(lender));
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${download.fileName}"`)
      .header('cache-control', 'private, no-store')
      .send(download.pdf);
  });

  // A wildcard, because an unknown path without one would be answered with the app.
  server.app.get<{ Params: { '*': string } }>('/verify/*', async (request, reply) => {
    const code = readPaperCode(request.params['*']);
    const paper = code && (await findPaperByCode(db, sealing, code));
    return paper
      ? sendPage(request, reply, 200, () => paperPage(paper, lender))
      : sendPage(request, reply, 404, () => unknownPaperPage(lender, hasLanguage(request)));
  });

  server.app.get<{ Querystring: { code?: string | string[] } }>('/verify', async (request, reply) => {
    const { code: typed } = request.query;
    if (typeof typed !== 'string')
      return sendPage(request, reply, 200, () => askCodePage(lender, hasLanguage(request)));
    const code = readPaperCode(typed);
    if (code === undefined)
      return sendPage(request, reply, 404, () => unknownPaperPage(lender, hasLanguage(request)));
    const chosen = hasLanguage(request) ? `?lang=${languageOfReader(request)}` : '';
    return reply.redirect(`/verify/${code}${chosen}`);
  });
}

function hasLanguage({ query }: FastifyRequest): boolean {
  return (query as { lang?: unknown }).lang !== undefined;
}

/** A page for a reader who may be another person than the borrower. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  write: () => string,
): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', VERIFY_PAGE_POLICY)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(inLanguage(languageOfReader(request), write));
}

async function writePaper(
  deps: PaperDeps,
  stored: StoredLoan,
  wanted: Wanted,
): Promise<Outcome<WrittenPaper<PaperContent>, PaperRefusal>> {
  const { db, sealing } = deps;
  const { loan } = stored;
  const head = paperHead(deps.lender, await findIdentity(db, sealing, loan.borrowerId), loan);
  switch (wanted.kind) {
    case 'contract': {
      const agreed = await deps.agreedContract(loan.borrowerId, loan.loanId);
      return agreed ? writeContract(head, stored, agreed) : refuse({ kind: 'no_such_paper' });
    }
    case 'receipt': {
      const entries = await readEntries(db, loan.borrowerId, loan);
      const found = findPayment(entries, wanted.receiptNo);
      if (!found) return refuse({ kind: 'no_such_paper' });
      const { attemptId } = found.payment;
      const payer = attemptId === null ? undefined : await findPayer(db, sealing, loan.borrowerId, attemptId);
      return allow(
        writeReceipt(head, entries, found, {
          paidFrom: payer ? accountTitle(payer) : sourceOf(found.payment),
          operatorReference: payer?.operatorReference ?? null,
        }),
      );
    }
    case 'statement':
      return writeStatement(head, stored, await readEntries(db, loan.borrowerId, loan), deps.today());
    case 'paid_up_letter':
      return writePaidUpLetter(head, stored);
  }
}

/** Money that stood in suspense came by mobile money, and the payment on the loan has no attempt of its own. */
function sourceOf(payment: BookedPayment): keyof typeof paperWords.receipt.source {
  return payment.kind === 'repaid' && payment.source === 'operator' ? 'mobile_money' : 'wallet';
}

function replyToPaperRefusal(refusal: PaperRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'no_such_paper':
      return NOT_FOUND;
    case 'not_agreed_yet':
      return refused(409, paperRefusalWords.notAgreed);
    case 'not_paid_out':
      return refused(409, paperRefusalWords.notPaidOut);
    case 'not_paid_up':
      return refused(
        409,
        refusal.owedNgwee > 0
          ? paperRefusalWords.stillOwed(formatKwacha(refusal.owedNgwee))
          : paperRefusalWords.wasCancelled,
      );
  }
}

/** "thumba-receipt-100482-4.pdf": plain letters that every phone keeps. The name is in English. */
function fileNameOf(content: PaperContent): string {
  const title = inLanguage(ENGLISH.tag, () => titleOf(content));
  const words = ['thumba', title, content.kind === 'receipt' ? '' : String(content.loanId)];
  return `${words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')}.pdf`;
}
