import type { ClaimAnswer } from '@thumba/contract/staff/claim-answers';
import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { claimAnswerWords } from '../../book/claim-answer-words.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';

type Ticket = Answer<'getTicket'>;

type TicketRow = {
  ticket_id: number;
  kind: Ticket['kind'];
  state: Ticket['state'];
  on_day: Day | null;
  at: Date;
  topic: Ticket['topic'] | null;
  loan_id: number | null;
  text_sealed: Buffer;
  answer_due_on: Day | null;
  answer_sealed: Buffer | null;
  answered_on: Day | null;
  /** What staff told of a payment that is not found. */
  claim_answer: ClaimAnswer | null;
};

/** The tickets of every kind. All kinds share one sequence of numbers. */
const TICKETS = `select ticket_id, 'complaint' as kind, state, written_on as on_day, written_at as at, topic, loan_id,
    text_sealed, answer_due_on, answer_sealed, answered_on, null::text as claim_answer
  from complaint where borrower_id = $borrowerId
  union all
  select ticket_id, 'payment_claim',
    case state when 'open' then 'open' when 'found' then 'looked_at' else 'closed' end,
    null, claimed_at, null, null, reference_sealed, null, null, answered_on, answer
  from claim_ticket where borrower_id = $borrowerId
  union all
  select ticket_id, 'number_change', case state when 'open' then 'open' else 'closed' end, asked_on, asked_at, null,
    null, new_mobile_sealed, null, reason_sealed, settled_on, null
  from mobile_change_request where borrower_id = $borrowerId`;

/** The columns that `TICKETS` reads the texts and answers from. The answer of a claim is one of a list. */
const sealedIn = {
  complaint: { text: 'complaint.text_sealed', answer: 'complaint.answer_sealed' },
  payment_claim: { text: 'claim_ticket.reference_sealed', answer: 'claim_ticket.reference_sealed' },
  number_change: {
    text: 'mobile_change_request.new_mobile_sealed',
    answer: 'mobile_change_request.reason_sealed',
  },
} as const;

const listTicketsStatement = statement<
  TicketRow & { total: number },
  { borrowerId: number; limit: number; offset: number }
>(
  'complaint: list tickets',
  `select t.*, count(*) over () as total from (${TICKETS}) t order by ticket_id desc limit $limit offset $offset`,
);

const findTicketStatement = statement<TicketRow, { borrowerId: number; ticketId: number }>(
  'complaint: find ticket',
  `select * from (${TICKETS}) t where ticket_id = $ticketId`,
);

type Reading = { db: Database; sealing: Sealing };

/** The newest come first. */
export async function listTickets(
  { db, sealing }: Reading,
  borrowerId: number,
  page: Page,
): Promise<{ total: number; items: Ticket[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listTicketsStatement, valuesOf, page);
  return { total, items: rows.map((row) => ticketView(sealing, borrowerId, row)) };
}

export async function findTicket(
  { db, sealing }: Reading,
  borrowerId: number,
  ticketId: number,
): Promise<Ticket | undefined> {
  const row = await db.row(findTicketStatement, { borrowerId, ticketId });
  return row && ticketView(sealing, borrowerId, row);
}

function ticketView(sealing: Sealing, borrowerId: number, row: TicketRow): Ticket {
  const place = { borrower_id: borrowerId, ticket_id: row.ticket_id };
  const places = sealedIn[row.kind];
  const text = sealing.open(places.text, place, row.text_sealed);
  return {
    ticketNo: String(row.ticket_id),
    kind: row.kind,
    state: row.state,
    on: row.on_day ?? lusakaDay(row.at.getTime()),
    at: row.at.toISOString(),
    ...(row.topic ? { topic: row.topic } : {}),
    ...(row.loan_id === null ? {} : { orderId: row.loan_id }),
    text: row.kind === 'number_change' ? maskMobile(text) : text,
    ...(row.answer_due_on ? { answerDueOn: row.answer_due_on } : {}),
    ...(row.answer_sealed ? { answer: sealing.open(places.answer, place, row.answer_sealed) } : {}),
    ...(row.claim_answer ? { answer: claimAnswerWords[row.claim_answer] } : {}),
    ...(row.answered_on ? { answeredOn: row.answered_on } : {}),
  };
}

export type WaitingTicket = {
  ticket_id: number;
  kind: 'complaint' | 'number_change';
  state: 'open' | 'looked_at';
  borrower_id: number;
  topic: string | null;
  loan_id: number | null;
  on_day: Day;
  answer_due_on: Day | null;
};

const listWaitingTicketsStatement = statement<WaitingTicket>(
  'complaint: list waiting',
  `select ticket_id, 'complaint' as kind, state, borrower_id, topic, loan_id, written_on as on_day, answer_due_on
   from complaint where state in ('open', 'looked_at')
   union all
   select ticket_id, 'number_change', state, borrower_id, null, null, asked_on, null
   from mobile_change_request where state = 'open'
   order by answer_due_on nulls first, ticket_id`,
);

/** The tickets that wait for staff, the one that is due first at the top. */
export function listWaitingTickets(db: Database): Promise<WaitingTicket[]> {
  return db.rows(listWaitingTicketsStatement, {});
}

const findComplaintStatement = statement<
  { borrower_id: number; ticket_id: number; text_sealed: Buffer },
  { ticketId: number }
>(
  'complaint: find for staff',
  'select borrower_id, ticket_id, text_sealed from complaint where ticket_id = $ticketId',
);

/** The text of a complaint, for staff. */
export async function readComplaint({ db, sealing }: Reading, ticketId: number): Promise<string | undefined> {
  const row = await db.row(findComplaintStatement, { ticketId });
  return row && sealing.open('complaint.text_sealed', row, row.text_sealed);
}
