import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** A complaint, or a borrower who asks for another number, as staff see it. */
export type StaffTicket = {
  ticketId: number;
  kind: 'complaint' | 'number_change';
  state: 'open' | 'looked_at' | 'answered' | 'closed';
  borrowerId: number;
  topic: string | null;
  loanId: number | null;
  writtenOn: Day;
  answerDueOn: Day | null;
  /** The borrower gets no reminder of the loan while the ticket waits. */
  isLoanDisputed: boolean;
};

type TicketRow = {
  ticket_id: number;
  kind: StaffTicket['kind'];
  state: StaffTicket['state'];
  borrower_id: number;
  topic: string | null;
  loan_id: number | null;
  written_on: Day;
  answer_due_on: Day | null;
  is_loan_disputed: boolean;
};

const LOAN_IS_DISPUTED = `state in ('open', 'looked_at') and ${isDisputed({ borrowerId: 'c.borrower_id', loanId: 'c.loan_id' })}
       as is_loan_disputed`;

const listWaitingStatement = statement<TicketRow & { total: number }, { limit: number; offset: number }>(
  'complaint: list what waits for staff',
  `select t.*, count(*) over () as total from (
     select ticket_id, 'complaint' as kind, state, borrower_id, topic, loan_id, written_on, answer_due_on,
       ${LOAN_IS_DISPUTED}
     from complaint c where state in ('open', 'looked_at')
     union all
     select ticket_id, 'number_change', state, borrower_id, null, null, asked_on, null, false
     from mobile_change_request where state = 'open') t
   order by answer_due_on nulls first, ticket_id limit $limit offset $offset`,
);

/** The tickets that wait for staff, the one that is due first at the top. */
export async function listStaffTickets(
  db: Database,
  page: Page,
): Promise<{ total: number; tickets: StaffTicket[] }> {
  const { total, rows } = await readPage(db, listWaitingStatement, (of: Page) => ({ ...of }), page);
  return { total, tickets: rows.map(ticketOf) };
}

type DetailRow = TicketRow & {
  text_sealed: Buffer | null;
  answer_sealed: Buffer | null;
  answered_on: Day | null;
  old_mobile_sealed: Buffer | null;
  new_mobile_sealed: Buffer | null;
};

const findStatement = statement<DetailRow, { ticketId: number }>(
  'complaint: find for staff with its words',
  `select ticket_id, 'complaint' as kind, state, borrower_id, topic, loan_id, written_on, answer_due_on,
     ${LOAN_IS_DISPUTED}, text_sealed, answer_sealed, answered_on, null::bytea as old_mobile_sealed, null::bytea as new_mobile_sealed
   from complaint c where c.ticket_id = $ticketId
   union all
   select r.ticket_id, 'number_change', case r.state when 'open' then 'open' else 'closed' end, r.borrower_id, null, null,
     r.asked_on, null, false, null, r.reason_sealed, r.settled_on, b.mobile_sealed, r.new_mobile_sealed
   from mobile_change_request r join borrower b using (borrower_id) where r.ticket_id = $ticketId`,
);

const readHistoryStatement = statement<
  { kind: string; actor: Actor; recorded_at: Date },
  { ticketId: number }
>(
  'complaint: history for staff',
  `select * from (select e.kind, e.actor, e.recorded_at from complaint c join complaint_event e using (borrower_id, ticket_id)
   where c.ticket_id = $ticketId
   union all
   select e.kind, e.actor, e.recorded_at from mobile_change_request r join mobile_change_event e using (borrower_id, ticket_id)
   where r.ticket_id = $ticketId) h
   order by recorded_at, array_position('{written,looked_at,answered,closed,asked,declined,changed}'::text[], kind)`,
);

export type TicketInFull = StaffTicket & {
  text: string | null;
  answer: string | null;
  answeredOn: Day | null;
  oldMobile: string | null;
  newMobile: string | null;
  history: { kind: string; actor: Actor; at: Date }[];
};

export async function readTicketInFull(
  { db, sealing }: { db: Database; sealing: Sealing },
  ticketId: number,
): Promise<TicketInFull | undefined> {
  const [row, history] = await Promise.all([
    db.row(findStatement, { ticketId }),
    db.rows(readHistoryStatement, { ticketId }),
  ]);
  if (!row) return undefined;
  const isComplaint = row.kind === 'complaint';
  const answerColumn = isComplaint ? 'complaint.answer_sealed' : 'mobile_change_request.reason_sealed';
  const open = (column: Parameters<Sealing['open']>[0], sealed: Buffer | null) =>
    sealed === null ? null : sealing.open(column, row as never, sealed);
  return {
    ...ticketOf(row),
    text: open('complaint.text_sealed', row.text_sealed),
    answer: open(answerColumn, row.answer_sealed),
    answeredOn: row.answered_on,
    oldMobile: open('borrower.mobile_sealed', row.old_mobile_sealed),
    newMobile: open('mobile_change_request.new_mobile_sealed', row.new_mobile_sealed),
    history: history.map(({ kind, actor, recorded_at: at }) => ({ kind, actor, at })),
  };
}

function ticketOf(row: TicketRow): StaffTicket {
  return {
    ticketId: row.ticket_id,
    kind: row.kind,
    state: row.state,
    borrowerId: row.borrower_id,
    topic: row.topic,
    loanId: row.loan_id,
    writtenOn: row.written_on,
    answerDueOn: row.answer_due_on,
    isLoanDisputed: row.is_loan_disputed,
  };
}
