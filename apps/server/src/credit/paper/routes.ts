import { formatKwacha } from '@thumba/lending/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLoan } from '../../book/loan/queries.ts';
import { DEVICE_UNCONFIRMED } from '../../people/borrower/unconfirmed-device.ts';
import { toDate } from '../../platform/clock.ts';
import { inLanguage } from '../../platform/language.ts';
import { languageOfReader } from '../../platform/language-of-reader.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { findDownload, nextDownloadAt, offerDownload } from './commands.ts';
import { issueAsPdf, type PaperDeps } from './issue-as-pdf.ts';
import { readPaperCode } from './paper-code.ts';
import { findPaperByCode } from './queries.ts';
import { paperRefusalWords } from './refusal-words.ts';
import {
  askCodePage,
  endedDownloadPage,
  paperPage,
  unknownPaperPage,
  VERIFY_PAGE_POLICY,
} from './verify-page.ts';
import type { PaperRefusal } from './write-paper.ts';

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
    const drawn = await issueAsPdf(deps, stored, body);
    if (!drawn.ok) return replyToPaperRefusal(drawn.refusal);
    const { code, ...file } = drawn.value;
    const { fileName } = file;
    const { ticket, expiresAt } = await offerDownload(deps, borrowerId, file, now());
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
