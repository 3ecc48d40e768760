import type { Answer } from '@thumba/contract/wire';
import type { Lender } from '../../book/lender.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import { titlesOf } from '../../people/borrower/accounts.ts';
import { DEVICE_UNCONFIRMED } from '../../people/borrower/unconfirmed-device.ts';
import { endOfLusakaDay } from '../../platform/clock.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { type ComplaintDeps, closeComplaint, MAX_COMPLAINTS_A_DAY, writeComplaint } from './commands.ts';
import { ticketWords } from './complaint-words.ts';
import { findTicket, listTickets } from './queries.ts';

/** The lender's phone number, complaints to the lender, and the tickets of a borrower. */
export function registerComplaintRoutes(
  server: Server,
  deps: ComplaintDeps & { lender: Lender; operators: Operators; onNewMessages(): void },
): void {
  const { clock, lender } = deps;
  const operators = titlesOf(deps.operators);

  serve(server, 'getLender', () => {
    const { name, licence, phone, hours, complaintAnswerDays, keptYears, whatsApp, payMenus } = lender;
    return done({
      ...{ name, licence, phone, hours, complaintAnswerDays, keptYears, operators },
      ...(whatsApp ? { whatsApp } : {}),
      payMenus: [...payMenus],
      collectionAgencies: [...lender.collectionAgencies],
      ...(lender.creditBureau === undefined ? {} : { creditBureau: lender.creditBureau }),
    });
  });

  serve(server, 'writeComplaint', async ({ body }, { borrowerId }) => {
    const { topic, text, orderId: loanId } = body;
    const answerDays = lender.complaintAnswerDays;
    const written = await writeComplaint(deps, { borrowerId, topic, text, loanId, answerDays });
    if (written.ok) {
      deps.onNewMessages();
      const { ticketId, answerDueOn } = written.value;
      return done({ ticketNo: String(ticketId), answerDueOn });
    }
    if (written.refusal.kind === 'no_such_loan') return NOT_FOUND;
    const nowMs = clock.nowMs();
    return tryLater(
      'complaints_of_day',
      (wait) => ticketWords.tooMany(String(MAX_COMPLAINTS_A_DAY), wait),
      endOfLusakaDay(nowMs),
      nowMs,
    );
  });

  serve(server, 'listTickets', async ({ query }, { borrowerId, session }) => {
    const { total, items } = await listTickets(deps, borrowerId, pageOf(query));
    return done({ total, items: session.isTrusted ? items : items.map(maskTicket) });
  });

  serve(server, 'getTicket', async ({ params }, { borrowerId, session }) => {
    const ticket = await findTicket(deps, borrowerId, Number(params.ticketNo));
    if (!ticket) return NOT_FOUND;
    return done(session.isTrusted ? ticket : maskTicket(ticket));
  });

  serve(server, 'closeTicket', async ({ params }, { borrowerId, session }) => {
    if (!session.isTrusted) return DEVICE_UNCONFIRMED;
    const ticketId = Number(params.ticketNo);
    await closeComplaint(deps, { borrowerId, ticketId, actor: 'borrower' });
    const ticket = await findTicket(deps, borrowerId, ticketId);
    if (!ticket) return NOT_FOUND;
    return ticket.state === 'closed' ? done(ticket) : refused(409, ticketWords.notAnswered);
  });
}

/** What the borrower wrote, and what the lender answered, may name people. */
function maskTicket(ticket: Answer<'getTicket'>): Answer<'getTicket'> {
  const { hidden } = ticketWords;
  return { ...ticket, text: hidden, ...(ticket.answer === undefined ? {} : { answer: hidden }) };
}
