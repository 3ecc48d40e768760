import { addDays, type Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';

export const MAX_COMPLAINTS_A_DAY = 5;

export type ComplaintDeps = { db: Database; sealing: Sealing; clock: Clock; today(): Day };

export type Complaint = {
  borrowerId: number;
  topic: string;
  text: string;
  /** The loan it is about, if it is about one. */
  loanId: number | undefined;
  /** The person of staff who wrote down what the borrower said on the telephone. */
  writtenBy?: Actor;
};

export type WrittenComplaint = { ticketId: number; answerDueOn: Day };
export type ComplaintRefusal = { kind: 'too_many' } | { kind: 'no_such_loan' };

const newTicketIdStatement = statement<{ ticket_id: number }>(
  'complaint: new ticket id',
  `select nextval(pg_get_serial_sequence('claim_ticket', 'ticket_id')) as ticket_id`,
);

/**
 * The ordinal of a complaint in its day is part of a unique key, so that of two simultaneous complaints only one can be
 * the last of the day. The other fails and is tried again.
 */
const writeComplaintStatement = statement<
  {
    is_loan_known: boolean;
    ticket_id: number | null;
    answer_due_on: Day | null;
  },
  {
    borrowerId: number;
    newTicketId: number;
    on: Day;
    topic: string;
    loanId: number | null;
    textHash: Buffer;
    textSealed: Buffer;
    answerDueOn: Day;
    actor: Actor;
    now: Date;
  }
>(
  'complaint: write',
  `with same_complaint as (
     select ticket_id, answer_due_on from complaint
     where borrower_id = $borrowerId and written_on = $on and text_hash = $textHash
   ),
   today as (
     select coalesce(max(ordinal_of_day), 0) as complaints from complaint
     where borrower_id = $borrowerId and written_on = $on
   ),
   loan_check as (
     select $loanId::bigint is null
       or exists (select from loan where borrower_id = $borrowerId and loan_id = $loanId) as is_loan_known
   ),
   inserted_complaint as (
     insert into complaint (borrower_id, ticket_id, written_on, ordinal_of_day, topic, loan_id, text_hash,
       text_sealed, answer_due_on, written_at)
     select $borrowerId, $newTicketId, $on, complaints + 1, $topic, $loanId, $textHash, $textSealed, $answerDueOn, $now::timestamptz
     from today, loan_check
     where is_loan_known and complaints < ${MAX_COMPLAINTS_A_DAY} and not exists (select from same_complaint)
     returning borrower_id, ticket_id, answer_due_on
   ),
   inserted_event as (
     insert into complaint_event (borrower_id, ticket_id, kind, on_day, actor, recorded_at)
     select borrower_id, ticket_id, 'written', $on, $actor, $now::timestamptz from inserted_complaint
   ),
   inserted_message as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       loanId: '$loanId',
       kind: `'complaint_received'`,
       figures: `jsonb_build_object('ticketNo', ticket_id, 'answerDueOn', answer_due_on)`,
       on: '$on',
       at: '$now::timestamptz',
       from: 'inserted_complaint',
     })}
   )
   select is_loan_known, ticket_id, answer_due_on
   from loan_check
   left join (
     select ticket_id, answer_due_on from inserted_complaint union all select * from same_complaint
   ) t on true`,
);

/** Opens a ticket, or returns the one that an equal complaint opened today. */
export async function writeComplaint(
  { db, sealing, clock, today }: ComplaintDeps,
  complaint: Complaint & { answerDays: number },
): Promise<Outcome<WrittenComplaint, ComplaintRefusal>> {
  const { borrowerId, topic, text, loanId = null, answerDays, writtenBy = 'borrower' } = complaint;
  const on = today();
  const { ticket_id: newTicketId } = (await db.row(newTicketIdStatement, {}))!;
  const values = {
    borrowerId,
    newTicketId,
    on,
    topic,
    loanId,
    textHash: sealing.lookupHash('complaint', JSON.stringify([topic, loanId, text])),
    textSealed: sealing.seal(
      'complaint.text_sealed',
      { borrower_id: borrowerId, ticket_id: newTicketId },
      text,
    ),
    answerDueOn: addDays(on, answerDays),
    actor: writtenBy,
    now: toDate(clock.nowMs()),
  };
  return retryOnConflict('a complaint', async () => {
    const row = (await db.row(writeComplaintStatement, values))!;
    if (!row.is_loan_known) return refuse({ kind: 'no_such_loan' });
    if (row.ticket_id === null) return refuse({ kind: 'too_many' });
    return allow({ ticketId: row.ticket_id, answerDueOn: row.answer_due_on! });
  });
}

const closeComplaintStatement = statement<
  { ticket_id: number },
  { borrowerId: number; ticketId: number; today: Day; actor: Actor; now: Date }
>(
  'complaint: close',
  `with closed as (
     update complaint set state = 'closed'
     where borrower_id = $borrowerId and ticket_id = $ticketId and state = 'answered'
     returning borrower_id, ticket_id
   )
   insert into complaint_event (borrower_id, ticket_id, kind, on_day, actor, recorded_at)
   select borrower_id, ticket_id, 'closed', $today, $actor, $now::timestamptz from closed returning ticket_id`,
);

/** Closes a complaint if it is answered. */
export async function closeComplaint(
  { db, clock, today }: ComplaintDeps,
  { borrowerId, ticketId, actor }: { borrowerId: number; ticketId: number; actor: Actor },
): Promise<void> {
  await db.rows(closeComplaintStatement, {
    borrowerId,
    ticketId,
    today: today(),
    actor,
    now: toDate(clock.nowMs()),
  });
}

const lookAtComplaintStatement = statement<
  { ticket_id: number },
  { ticketId: number; today: Day; actor: Actor; now: Date }
>(
  'complaint: look at',
  `with looked_at as (
     update complaint set state = 'looked_at' where ticket_id = $ticketId and state = 'open'
     returning borrower_id, ticket_id
   )
   insert into complaint_event (borrower_id, ticket_id, kind, on_day, actor, recorded_at)
   select borrower_id, ticket_id, 'looked_at', $today, $actor, $now::timestamptz from looked_at returning ticket_id`,
);

/** Shows the borrower that a person is looking at the complaint. Returns whether it was open. */
export async function lookAtComplaint(
  { db, clock, today }: ComplaintDeps,
  { ticketId, staffName }: { ticketId: number; staffName: string },
): Promise<boolean> {
  const row = await db.row(lookAtComplaintStatement, {
    ticketId,
    today: today(),
    actor: staffActor(staffName),
    now: toDate(clock.nowMs()),
  });
  return row !== undefined;
}

const MAX_ANSWER_LENGTH = 2000;

const findUnansweredStatement = statement<{ borrower_id: number; ticket_id: number }, { ticketId: number }>(
  'complaint: find unanswered',
  `select borrower_id, ticket_id from complaint where ticket_id = $ticketId and state in ('open', 'looked_at')`,
);

const answerComplaintStatement = statement<
  { ticket_id: number },
  { ticketId: number; answerSealed: Buffer; today: Day; actor: Actor; now: Date }
>(
  'complaint: answer',
  `with answered as (
     update complaint set state = 'answered', answer_sealed = $answerSealed, answered_on = $today
     where ticket_id = $ticketId and state in ('open', 'looked_at')
     returning borrower_id, ticket_id, loan_id
   ),
   inserted_message as (
     -- A borrower who deleted the account cannot read the answer in the app.
     ${insertMessages({
       borrowerId: 'borrower_id',
       loanId: 'loan_id',
       kind: `'complaint_answered'`,
       figures: `jsonb_build_object('ticketNo', ticket_id)`,
       on: '$today',
       at: '$now::timestamptz',
       from: `answered where exists (select from borrower_standing s
         where s.borrower_id = answered.borrower_id and s.deleted_at is null)`,
     })}
   )
   insert into complaint_event (borrower_id, ticket_id, kind, on_day, actor, recorded_at)
   select borrower_id, ticket_id, 'answered', $today, $actor, $now::timestamptz from answered returning ticket_id`,
);

export type AnswerRefusal = { kind: 'no_open_complaint' } | { kind: 'answer_needed' };

/** Answers a complaint, once. The answer is sealed. The SMS says only that there is one. */
export async function answerComplaint(
  { db, sealing, clock, today }: ComplaintDeps,
  { ticketId, answer, staffName }: { ticketId: number; answer: string; staffName: string },
): Promise<Outcome<null, AnswerRefusal>> {
  const text = answer.trim();
  if (text === '' || text.length > MAX_ANSWER_LENGTH) return refuse({ kind: 'answer_needed' });
  const complaint = await db.row(findUnansweredStatement, { ticketId });
  if (!complaint) return refuse({ kind: 'no_open_complaint' });
  const row = await db.row(answerComplaintStatement, {
    ticketId,
    answerSealed: sealing.seal('complaint.answer_sealed', complaint, text),
    today: today(),
    actor: staffActor(staffName),
    now: toDate(clock.nowMs()),
  });
  return row ? allow(null) : refuse({ kind: 'no_open_complaint' });
}
