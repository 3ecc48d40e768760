import { createHash } from 'node:crypto';
import { REPORT_WORKING_DAYS } from '@thumba/contract/staff/alert-rules';
import { permissionsOf, ROLES } from '@thumba/contract/staff/roles';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { WholeCase } from './read-case.ts';
import { declaredHolidays, workingDayAfter } from './working-days.ts';

type Deps = { db: Database; sealing: Sealing };
type OfCase = { borrowerId: number; caseId: number };

/** Names what is shown of a case, so that a decision or an approval counts for it and for nothing that came later. */
export function shownOf({ row, alerts, payments, reports }: WholeCase): string {
  const shown = [
    row.state,
    alerts.map(({ alert_id }) => alert_id),
    payments.map(({ attempt_id }) => attempt_id),
    [row.came_in_ngwee, row.went_out_ngwee],
    reports.map(({ report_id, written_at, approved_at }) => [report_id, written_at, approved_at]),
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}

type Person = { staffId: number; userName: string; name: string };

const peopleStatement = statement<Person, { roles: string[] }>(
  'compliance: people to give a case to',
  `select m.staff_id as "staffId", m.user_name as "userName", m.name from staff_member m
   where m.state = 'active' and exists (select from staff_role r
     where r.staff_id = m.staff_id and r.role = any ($roles::text[]))
   order by m.name, m.staff_id`,
);

const ROLES_OF_CASES = ROLES.filter((role) => permissionsOf([role]).includes('decideCases'));

export function listPeopleOfCases(db: Database): Promise<Person[]> {
  return db.rows(peopleStatement, { roles: ROLES_OF_CASES });
}

const assignStatement = statement<{ case_id: number }, OfCase & { staffId: number | null; roles: string[] }>(
  'compliance: give a case to a person',
  `update alert_case c set assigned_staff_id = $staffId::bigint
   where borrower_id = $borrowerId and case_id = $caseId and ($staffId::bigint is null or
     (not is_related_staff($staffId::bigint, c.borrower_id) and exists (select from staff_member m join staff_role r using (staff_id)
       where m.staff_id = $staffId::bigint and m.state = 'active' and r.role = any ($roles::text[]))))
   returning case_id`,
);

/** False where the person may not have it: without the role, or as a relative of the borrower. */
export async function assignCase(db: Database, given: OfCase & { staffId: number | null }): Promise<boolean> {
  return (await db.row(assignStatement, { ...given, roles: ROLES_OF_CASES })) !== undefined;
}

const nextNoteStatement = statement<{ note_id: number }>(
  'compliance: next number of a note',
  `select nextval(pg_get_serial_sequence('alert_case_note', 'note_id')) as note_id`,
);

const writeNoteStatement = statement<
  never,
  OfCase & { noteId: number; textSealed: Buffer; actor: Actor; now: Date }
>(
  'compliance: write a note',
  `insert into alert_case_note (borrower_id, note_id, case_id, text_sealed, actor, written_at) overriding system value
   values ($borrowerId, $noteId, $caseId, $textSealed, $actor, $now)`,
);

export async function writeCaseNote(
  { db, sealing }: Deps,
  { borrowerId, caseId, text, actor, now }: OfCase & { text: string; actor: Actor; now: Date },
): Promise<number> {
  const { note_id: noteId } = (await db.row(nextNoteStatement, {}))!;
  const place = { borrower_id: borrowerId, note_id: noteId };
  const textSealed = sealing.seal('alert_case_note.text_sealed', place, text);
  await db.rows(writeNoteStatement, { borrowerId, caseId, noteId, textSealed, actor, now });
  return noteId;
}

const decideStatement = statement<
  { case_id: number },
  OfCase & {
    state: 'no_suspicion' | 'suspicion';
    alerts: number;
    suspectedOn: Day | null;
    dueOn: Day | null;
    reasonSealed: Buffer;
    decidedBy: Actor;
    now: Date;
  }
>(
  'compliance: decide on a case',
  `update alert_case set state = $state, suspected_on = $suspectedOn, report_due_on = $dueOn, reason_sealed = $reasonSealed,
     decided_by = $decidedBy, decided_at = $now
   where borrower_id = $borrowerId and case_id = $caseId and state = 'open' and alert_count = $alerts::integer
   returning case_id`,
);

type Decided = { reportDueOn: Day | null };

/** Undefined where another person was faster, or another alert has joined the case. */
export async function decideCase(
  { db, sealing }: Deps,
  { row }: WholeCase,
  by: {
    decision: 'no_suspicion' | 'suspicion';
    reason: string;
    decidedBy: Actor;
    today: Day;
    now: Date;
  },
): Promise<Decided | undefined> {
  const { decision, today, decidedBy, now } = by;
  const place = { borrower_id: row.borrower_id, case_id: row.case_id };
  const isSuspicion = decision === 'suspicion';
  const dueOn = isSuspicion
    ? workingDayAfter(today, REPORT_WORKING_DAYS, await declaredHolidays(db, today))
    : null;
  const decided = await db.row(decideStatement, {
    ...{ borrowerId: row.borrower_id, caseId: row.case_id, state: decision, alerts: row.alert_count },
    ...{ suspectedOn: isSuspicion ? today : null, dueOn, decidedBy, now },
    reasonSealed: sealing.seal('alert_case.reason_sealed', place, by.reason),
  });
  return decided ? { reportDueOn: dueOn } : undefined;
}
