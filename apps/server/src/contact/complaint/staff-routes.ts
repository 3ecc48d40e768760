import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import type { Lender } from '../../book/lender.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { answerComplaint, type ComplaintDeps, lookAtComplaint } from './commands.ts';
import { listStaffTickets, readTicketInFull, type StaffTicket } from './staff-queries.ts';

type OpenRequest = StaffAnswer<'readTicket'>['openRequest'];

export type StaffComplaintDeps = ComplaintDeps & {
  lender: Pick<Lender, 'complaintEscalationDays' | 'regulator'>;
  onNewMessages(): void;
  /** Asks a second person to move the account of this ticket to its new number. */
  requestMobileChange(asked: {
    ticketId: number;
    maker: StaffPerson;
    reason: string;
  }): Promise<Reply<{ requestId: number }>>;
  /** The request for the move of this ticket that is not done yet. */
  openMoveOf(ticket: { ticketId: number; borrowerId: number }): Promise<OpenRequest>;
  declineMobileChange(asked: { ticketId: number; staffName: string; reason: string }): Promise<Reply<null>>;
};

const NO_OPEN_COMPLAINT = refused(409, 'This complaint was answered in the meantime.', {
  reason: 'no_open_complaint',
});

/** Tickets in the console: complaints with their clock, and borrowers who ask for another number. */
export function registerStaffComplaintRoutes(server: StaffServer, deps: StaffComplaintDeps): void {
  serveStaff(server, 'listWaitingTickets', async ({ query }) => {
    const { total, tickets } = await listStaffTickets(deps.db, pageOf(query));
    return done({ total, items: tickets.map((ticket) => shown(deps, ticket)) });
  });

  serveStaff(server, 'readTicket', async ({ params: { ticketId } }) => {
    const ticket = await readTicketInFull(deps, ticketId);
    if (!ticket) return NOT_FOUND;
    const { text, answer, answeredOn, oldMobile, newMobile, history } = ticket;
    const nameOf = await readStaffNames(
      deps.db,
      history.map(({ actor }) => actor),
    );
    return done({
      ...shown(deps, ticket),
      ...{ text, answer, answeredOn, oldMobile, newMobile },
      openRequest: ticket.kind === 'number_change' ? await deps.openMoveOf(ticket) : null,
      history: history.map(({ kind, actor, at }) => ({
        what: kind,
        by: nameOf(actor),
        at: at.toISOString(),
      })),
      regulator: deps.lender.regulator,
    });
  });

  serveStaff(server, 'lookAtComplaint', async ({ params: { ticketId } }, { person }) =>
    (await lookAtComplaint(deps, { ticketId, staffName: person.userName })) ? done(null) : NO_OPEN_COMPLAINT,
  );

  serveStaff(server, 'answerComplaint', async ({ params: { ticketId }, body }, { person }) => {
    const answered = await answerComplaint(deps, { ticketId, ...body, staffName: person.userName });
    if (!answered.ok) return NO_OPEN_COMPLAINT;
    deps.onNewMessages();
    return done(null);
  });

  serveStaff(server, 'askForMobileChange', ({ params: { ticketId }, body }, { person }) =>
    deps.requestMobileChange({ ticketId, maker: person, ...body }),
  );

  serveStaff(server, 'declineMobileChange', async ({ params: { ticketId }, body }, { person }) => {
    const declined = await deps.declineMobileChange({ ticketId, staffName: person.userName, ...body });
    if (declined.code === 200) deps.onNewMessages();
    return declined;
  });
}

type Shown = StaffAnswer<'listWaitingTickets'>['items'][number];

function shown({ lender, today }: StaffComplaintDeps, ticket: StaffTicket): Shown {
  const { ticketId, kind, state, borrowerId, loanId, writtenOn, answerDueOn, isLoanDisputed } = ticket;
  const escalatesOn = kind === 'complaint' ? addDays(writtenOn, lender.complaintEscalationDays) : null;
  const topic = ticket.topic as Shown['topic'];
  const isWaiting = state === 'open' || state === 'looked_at';
  const clock = isWaiting && escalatesOn !== null ? clockOf({ answerDueOn, escalatesOn, on: today() }) : null;
  return {
    ...{ ticketId, kind, state, borrowerId, topic, loanId },
    ...{ isLoanDisputed, writtenOn, answerDueOn, escalatesOn, clock },
  };
}

function clockOf(ticket: {
  answerDueOn: Day | null;
  escalatesOn: Day;
  on: Day;
}): NonNullable<Shown['clock']> {
  const { answerDueOn, escalatesOn, on } = ticket;
  if (on >= escalatesOn) return 'escalated';
  return answerDueOn !== null && on > answerDueOn ? 'late' : 'in_time';
}
