import type { Permission } from '@thumba/contract/staff/permissions';
import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { MOST_COUNTED, type WaitingKind } from '@thumba/contract/staff/today';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Actor, staffActor } from '../../book/actor.ts';
import { IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import { suspensePieces } from '../../book/suspense/pieces.ts';
import { IS_WAITING_FOR_STAFF } from '../../credit/application/waiting-for-staff.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';

type Waiting = StaffAnswer<'getToday'>['waiting'][number];
type WaitingRow = { count: number; oldest_at: Date | null; due_on: Day | null };

/** Counts the rows of a query up to the most that is counted. Each row has `since`, and `due_on` or null. */
const countOf = <Values extends object = Record<never, never>>(name: string, rows: string) =>
  statement<WaitingRow, Values>(
    `today: ${name}`,
    `select count(*)::integer as count, min(since) as oldest_at, min(due_on) as due_on
     from (${rows} limit ${MOST_COUNTED + 1}) waiting`,
  );

const applications = countOf(
  'applications',
  `select l.applied_at as since, null::date as due_on from loan l where ${IS_WAITING_FOR_STAFF} order by l.applied_at`,
);

const complaints = countOf(
  'complaints',
  `select written_on::timestamptz as since, answer_due_on as due_on from complaint
   where state in ('open', 'looked_at') order by answer_due_on`,
);

const mobileChanges = countOf(
  'changes of number',
  `select asked_on::timestamptz as since, null::date as due_on from mobile_change_request where state = 'open'`,
);

const unknownPayments = countOf(
  'unknown payments',
  `select coalesce(sent_at, created_at) as since, null::date as due_on from payment_attempt
   where next_step_at is not null and state = 'unknown'`,
);

const differences = countOf(
  'differences',
  `select found_at as since, null::date as due_on from reconciliation_difference where state <> 'resolved'`,
);

const suspense = countOf(
  'suspense',
  `select booked_at as since, null::date as due_on from (${suspensePieces()}) piece where left_ngwee > 0`,
);

const heldPayouts = countOf(
  'held payouts',
  `select held_since as since, null::date as due_on from payment_attempt
   where next_step_at is not null and direction = 'payout' and ${IS_HELD}`,
);

const complianceHits = countOf(
  'compliance hits',
  `select found_at as since, null::date as due_on from screening_hit where state = 'open'`,
);

const alertCases = countOf(
  'cases of alerts',
  `select opened_at as since, null::date as due_on from alert_case where state = 'open'`,
);

const suspicionReports = countOf(
  'reports of a suspicion',
  `select decided_at as since, report_due_on as due_on from alert_case where state = 'suspicion'`,
);

const journalProposals = countOf<{ actor: Actor }>(
  'journals of others',
  `select p.proposed_at as since, null::date as due_on from journal_proposal p
   where p.proposed_by <> $actor and not exists (select from journal_answer a where a.proposal_id = p.proposal_id)`,
);

const periodRequests = countOf<{ actor: Actor }>(
  'periods that others asked for',
  `select e.recorded_at as since, null::date as due_on from period_event e
   where e.kind = 'close_asked' and e.actor <> $actor
     and not exists (select from period_event a where a.answered_event_id = e.period_event_id)`,
);

const MONEY: readonly Permission[] = ['matchPayments', 'checkPayments', 'moveFloat', 'checkFloat'];

/** Who has to do with the float: those who move money, and those who may stop lending. */
export const FLOAT: readonly Permission[] = [...MONEY, 'stopLending'];

const kinds: readonly {
  kind: WaitingKind;
  permissions: readonly Permission[];
  statement: ReturnType<typeof countOf>;
}[] = [
  { kind: 'application', permissions: ['seeApplications'], statement: applications },
  { kind: 'complaint', permissions: ['answerComplaints'], statement: complaints },
  { kind: 'mobile_change', permissions: ['changeMobile', 'checkMobileChange'], statement: mobileChanges },
  { kind: 'unknown_payment', permissions: MONEY, statement: unknownPayments },
  { kind: 'difference', permissions: MONEY, statement: differences },
  { kind: 'suspense', permissions: MONEY, statement: suspense },
  { kind: 'held_payout', permissions: FLOAT, statement: heldPayouts },
  { kind: 'compliance_hit', permissions: ['seeCases'], statement: complianceHits },
  { kind: 'alert_case', permissions: ['seeCases'], statement: alertCases },
  { kind: 'suspicion_report', permissions: ['seeCases'], statement: suspicionReports },
];

const requests = statement<WaitingRow, { kinds: string[]; staffId: number; now: Date }>(
  'today: requests',
  `select count(*)::integer as count, min(made_at) as oldest_at, min(expires_at)::date as due_on
   from (select made_at, expires_at from staff_request
     where state = 'waiting' and expires_at > $now::timestamptz
       and kind = any ($kinds::text[])
       and made_by_staff_id is distinct from $staffId and of_staff_id is distinct from $staffId
     order by request_id limit ${MOST_COUNTED + 1}) waiting`,
);

/** What waits for this person, the oldest first. What their permissions do not open is not counted. */
export async function readWaiting(db: Database, person: StaffPerson, now: Date): Promise<Waiting[]> {
  const { permissions, staffId } = person;
  const actor = staffActor(person.userName);
  const open = kinds.filter((each) => each.permissions.some((one) => permissions.includes(one)));
  const checked = Object.entries(requestKinds).filter(([, { check }]) => permissions.includes(check));
  const counted = await Promise.all([
    ...open.map(async ({ kind, statement: count }) => shown(kind, (await db.row(count, {}))!)),
    ...(checked.length > 0
      ? [
          db
            .row(requests, { kinds: checked.map(([kind]) => kind), staffId, now })
            .then((row) => shown('request', row!)),
        ]
      : []),
    ...(permissions.includes('checkBooks')
      ? [
          db.row(journalProposals, { actor }).then((row) => shown('journal_proposal', row!)),
          db.row(periodRequests, { actor }).then((row) => shown('period_request', row!)),
        ]
      : []),
  ]);
  return counted
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.oldestAt < b.oldestAt ? -1 : a.oldestAt > b.oldestAt ? 1 : 0));
}

function shown(kind: WaitingKind, { count, oldest_at, due_on }: WaitingRow): Waiting | undefined {
  if (count === 0) return undefined;
  return {
    kind,
    count: Math.min(count, MOST_COUNTED),
    isMore: count > MOST_COUNTED,
    oldestAt: oldest_at!.toISOString(),
    dueOn: due_on,
  };
}
