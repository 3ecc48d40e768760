import type { OfficerWork } from '@thumba/contract/staff/monitoring-kinds';
import type { Day } from '@thumba/lending/day';
import { type Statement, statement, type Transaction } from '../../platform/database.ts';
import { IS_BAD, IS_JUDGED } from './applications.ts';
import { type CountedDays, countEach, exactInstant, withinDays } from './counts.ts';

/**
 * Where the work of people is read: rows with who did it, when, and how it ended, and which of them each number counts.
 * An actor whose name another person entered counts for no person, because nothing shows that it was them.
 */
type Source = { rows: string; counts: Partial<Record<OfficerWork, string>> };

const decisions: Source = {
  rows: `select r.actor, l.loan_id as number, r.reviewed_at as at, r.borrower_id, l.loan_id, l.state as outcome,
       r.outcome as decision, ${IS_JUDGED} as is_judged, ${IS_BAD} as is_bad
     from application_review r join loan l using (borrower_id, loan_id)
     where ${withinDays('r.reviewed_at')}`,
  counts: {
    approved: `decision = 'approve'`,
    declined: `decision = 'decline'`,
    sent_back: `decision in ('send_back', 'ask_evidence', 'counter_offer')`,
    judged: `decision = 'approve' and is_judged`,
    bad: `decision = 'approve' and is_bad`,
  },
};

const overrides: Source = {
  rows: `select made_by as actor, request_id as number, made_at as at, borrower_id, loan_id, state as outcome
     from staff_request where kind = 'decision_override' and ${withinDays('made_at')}`,
  counts: { overrides_asked: 'true', overrides_done: `outcome = 'done'` },
};

const calls: Source = {
  rows: `select actor, call_id as number, begun_at as at, borrower_id, loan_id, coalesce(outcome, 'under_way') as outcome,
       identified_at is not null as is_identified
     from arrears_call where ${withinDays('begun_at')}`,
  counts: { calls: 'true', right_person: 'is_identified' },
};

const promises: Source = {
  rows: `select actor, promise_id as number, made_at as at, borrower_id, loan_id, state as outcome
     from arrears_promise where ${withinDays('made_at')}`,
  counts: {
    promises: 'true',
    promises_judged: `outcome in ('kept', 'broken')`,
    promises_kept: `outcome = 'kept'`,
  },
};

const complaints: Source = {
  rows: `select e.actor, e.ticket_id as number, e.recorded_at as at, e.borrower_id, c.loan_id,
       case when c.answered_on <= c.answer_due_on then 'in_time' else 'too_late' end as outcome
     from complaint_event e join complaint c using (borrower_id, ticket_id)
     where e.kind = 'answered' and ${withinDays('e.recorded_at')}`,
  counts: { complaints: 'true', complaints_in_time: `outcome = 'in_time'` },
};

const pictures: Source = {
  rows: `select actor, entry_id as number, happened_at as at, borrower_id, subject_id as loan_id, 'shown' as outcome
     from staff_audit where call = 'getApplicationPicture' and outcome = 'shown' and ${withinDays('happened_at')}`,
  counts: { pictures: 'true' },
};

const sources = { decisions, overrides, calls, promises, complaints, pictures };

type Asked = CountedDays & { today: Day };
type Counts = { user_name: string } & Partial<Record<OfficerWork, number>>;

const countStatements: readonly Statement<Counts, Asked>[] = Object.entries(sources).map(
  ([name, { rows, counts }]) =>
    statement<Counts, Asked>(
      `insight: ${name} of people`,
      `select substr(actor, 7) as user_name,
         ${countEach(counts)}
       from (${rows}) work where starts_with(actor, 'staff:') group by 1`,
    ),
);

/** What each person did, by user name. A count that is left out is 0. */
export async function readOfficersWork(book: Transaction, wanted: Asked): Promise<Counts[]> {
  const found = new Map<string, Counts>();
  for (const counted of countStatements) {
    for (const row of await book.rows(counted, wanted)) {
      found.set(row.user_name, { ...found.get(row.user_name), ...row });
    }
  }
  return [...found.values()];
}

export type WorkDone = {
  number: number;
  at: Date;
  at_exactly: string;
  borrower_id: number | null;
  loan_id: number | null;
  outcome: string;
};

type ListValues = Asked & { actor: string; afterAt: string; afterNumber: number; limit: number };

const listStatements = Object.fromEntries(
  Object.values(sources).flatMap(({ rows, counts }) =>
    Object.entries(counts).map(([work, condition]) => [
      work,
      statement<WorkDone, ListValues>(
        `insight: work ${work}`,
        `select number, at, ${exactInstant('at')} as at_exactly, borrower_id, loan_id, outcome
         from (${rows}) work
         where actor = $actor and ${condition}
           and (at, number) < ($afterAt::timestamptz, $afterNumber::bigint)
         order by at desc, number desc limit $limit`,
      ),
    ]),
  ),
) as Record<OfficerWork, Statement<WorkDone, ListValues>>;

export function listWork(
  book: Transaction,
  { work, ...values }: ListValues & { work: OfficerWork },
): Promise<WorkDone[]> {
  return book.rows(listStatements[work], values);
}

export type Member = { staffId: number; userName: string; name: string };

const membersStatement = statement<Member, { userNames: string[] }>(
  'insight: people',
  `select staff_id as "staffId", user_name as "userName", name from staff_member
   where user_name = any ($userNames::text[]) order by name, staff_id`,
);

export function readMembers(book: Transaction, userNames: string[]): Promise<Member[]> {
  return book.rows(membersStatement, { userNames });
}

const memberStatement = statement<Member, { staffId: number }>(
  'insight: one person',
  'select staff_id as "staffId", user_name as "userName", name from staff_member where staff_id = $staffId',
);

export function findMember(book: Transaction, staffId: number): Promise<Member | undefined> {
  return book.row(memberStatement, { staffId });
}
