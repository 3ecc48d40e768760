import { formatDay } from '@thumba/lending/day';
import { lenderOfConfig } from '../../../book/lender.ts';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import { checkReason, REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { answerComplaint, type ComplaintDeps, lookAtComplaint } from '../../../contact/complaint/commands.ts';
import { listWaitingTickets, readComplaint, type WaitingTicket } from '../../../contact/complaint/queries.ts';
import { operatorOfMobile } from '../../../money/payment/operators/numbers.ts';
import type { MobileChangeDeps } from '../../../people/mobile-change/commands.ts';
import {
  type DecisionRefusal,
  decideMobileChange,
  findOpenRequest,
} from '../../../people/mobile-change/decide-request.ts';
import { askForMobileChange } from '../../../people/mobile-change/staff-requests.ts';
import { fileAtDesk } from '../file-request.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = `Say what to do: npm run complaints
  npm run complaints -- show <ticket>
  npm run complaints -- look <ticket>
  npm run complaints -- answer <ticket> "<words for the borrower>"
  npm run complaints -- change-number <ticket> approve|decline <reason, which the borrower reads>
An approval is asked for: a second person approves it in the console.`;

export const command = staffCommand({
  purpose: 'lists tickets that wait, answers complaints, and decides on changes of mobile number',
  recorded: { command: 'complaints', actions: ['show', 'look', 'answer', 'change-number'] },
  about: ([, ticket]) => [{ kind: 'ticket', no: ticket }],
  async atDesk(desk, [verb = 'list', ...words]) {
    if (verb === 'list') return told(listOf(await listWaitingTickets(desk.db), desk.today()));
    return workOnTicket(await ticketDeskOf(desk), verb, words);
  },
});

type TicketDesk = ComplaintDeps & MobileChangeDeps & { staffName: string };

async function ticketDeskOf({ db, clock, today, ...desk }: StaffDesk): Promise<TicketDesk> {
  const config = desk.config();
  const settings = await readLenderSettings({ db, clock, config });
  return {
    ...{ db, clock, today },
    sealing: desk.sealing(),
    lender: lenderOfConfig(config),
    operatorOfMobile: (mobile) => operatorOfMobile(mobile, settings.operator_prefixes),
    staffName: desk.staffName(),
  };
}

async function workOnTicket(
  desk: TicketDesk,
  verb: string,
  [ticketNo = '', ...rest]: readonly string[],
): Promise<CommandAnswer> {
  const ticketId = readRecordNumber(ticketNo);
  if (ticketId === undefined) return declined(USAGE);
  switch (verb) {
    case 'show':
      return showTicket(desk, ticketId);
    case 'look': {
      const { staffName } = desk;
      return (await lookAtComplaint(desk, { ticketId, staffName }))
        ? told(`Ticket ${ticketId} is being looked at. Its borrower sees that.`)
        : declined(`Ticket ${ticketId} is not a complaint that waits to be looked at.`);
    }
    case 'answer':
      return answerTicket(desk, ticketId, rest.join(' '));
    case 'change-number':
      return decideOnNumber(desk, ticketId, rest);
    default:
      return declined(USAGE);
  }
}

function listOf(tickets: WaitingTicket[], today: string): string {
  if (tickets.length === 0) return 'No ticket waits for an answer.';
  return tickets.map((ticket) => lineOf(ticket, today)).join('\n');
}

function lineOf(ticket: WaitingTicket, today: string): string {
  const {
    ticket_id: ticketId,
    kind,
    state,
    topic,
    loan_id: loanId,
    on_day: on,
    answer_due_on: dueOn,
  } = ticket;
  const about = kind === 'complaint' ? `complaint about: ${topic}` : 'change of number';
  const due = dueOn === null ? '' : `, answer due ${formatDay(dueOn)}${dueOn < today ? ', LATE' : ''}`;
  return [
    `${ticketId}  ${about}`,
    loanId === null ? '' : `, order ${loanId}`,
    `, borrower ${ticket.borrower_id}, since ${formatDay(on)}${due}`,
    state === 'looked_at' ? ', being looked at' : '',
  ].join('');
}

async function showTicket(desk: TicketDesk, ticketId: number): Promise<CommandAnswer> {
  const text = await readComplaint(desk, ticketId);
  if (text !== undefined) return told(text);
  const request = await findOpenRequest(desk, ticketId);
  if (!request)
    return declined(`There is no complaint and no open change of number with ticket ${ticketId}.`);
  const { borrowerId, oldMobile, newMobile } = request;
  return told(
    `Borrower ${borrowerId} asks to move from ${oldMobile} to ${newMobile}, which they have proved by a code.`,
  );
}

async function answerTicket(desk: TicketDesk, ticketId: number, answer: string): Promise<CommandAnswer> {
  const { staffName } = desk;
  const answered = await answerComplaint(desk, { ticketId, answer, staffName });
  if (answered.ok) return told(`Ticket ${ticketId} is answered. Its borrower is told by SMS.`);
  return declined(
    answered.refusal.kind === 'answer_needed'
      ? 'Please give an answer of at most 2,000 characters.'
      : `Ticket ${ticketId} is no complaint that waits for an answer.`,
  );
}

async function decideOnNumber(
  desk: TicketDesk,
  ticketId: number,
  [outcome, ...words]: readonly string[],
): Promise<CommandAnswer> {
  if (outcome !== 'approve' && outcome !== 'decline') return declined(USAGE);
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  if (outcome === 'approve') return askForMove(desk, ticketId, reason.value);
  const { staffName } = desk;
  const decided = await decideMobileChange(desk, { ticketId, outcome, reason: reason.value, staffName });
  if (!decided.ok) return declined(describeNumberRefusal(decided.refusal, ticketId));
  return told(`Ticket ${ticketId}: the number stays as it is. Its borrower is told by SMS.`);
}

/** Nothing moves before a second person approved it in the console. */
async function askForMove(desk: TicketDesk, ticketId: number, reason: string): Promise<CommandAnswer> {
  const asked = await askForMobileChange(desk, { ticketId, reason });
  if (!asked.ok) return declined(describeNumberRefusal(asked.refusal, ticketId));
  const { db, clock, sealing, staffName } = desk;
  return fileAtDesk({ db, clock, sealing: () => sealing, staffName }, asked.value);
}

function describeNumberRefusal({ kind }: DecisionRefusal, ticketId: number): string {
  switch (kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'no_open_request':
      return `Ticket ${ticketId} is no change of number that waits for a decision.`;
    case 'number_taken':
      return 'That number belongs to another borrower by now.';
    case 'number_moved_meanwhile':
      return 'The number of this account was changed a moment ago. Please look at the ticket again.';
  }
}
