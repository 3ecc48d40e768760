import { APPLICATION_STAGES, type ApplicationStage } from '@thumba/contract/staff/monitoring-kinds';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { BAD_FROM_DAYS_LATE, BAND_POINTS } from '@thumba/lending/scorecard-measures';
import { type Statement, statement, type Transaction } from '../../platform/database.ts';
import { type CountedDays, countEach, READ_ONCE, sumEach } from './counts.ts';

/** A loan was approved. One that was cancelled later may have been. */
export const IS_APPROVED = `(l.state in ('approved', 'paying_out', 'payout_failed', 'active', 'overdue', 'settled',
       'written_off', 'recovered')
     or l.state = 'cancelled' and (d.outcome = 'approve' or d.review_outcome is not distinct from 'approve'))`;

/** The money was sent so long ago that the loan could be late for as many days as make it bad, or it is over. */
export const IS_JUDGED = `(l.disbursed_on is not null and (l.worst_days_late >= ${BAD_FROM_DAYS_LATE} or l.closed_on is not null
     or (select min(i.due_on) from instalment i where i.borrower_id = l.borrower_id and i.loan_id = l.loan_id)
       + ${BAD_FROM_DAYS_LATE} <= $today::date))`;

export const IS_BAD = `(l.disbursed_on is not null and l.worst_days_late >= ${BAD_FROM_DAYS_LATE})`;

/** The channel of a code. The code of an unknown channel is that of the default one, as it is for the app. */
export function knownChannel(code: string): string {
  return `coalesce((select c.channel_code from channel c where c.channel_code = ${code}),
       (select c.channel_code from channel c where c.is_default))`;
}

/** Applications that were decided by the rules of this book. A loan of an earlier system has no such decision. */
const APPLICATIONS = `select l.borrower_id, l.loan_id, l.applied_on, l.principal_ngwee, l.state, l.worst_days_late,
     l.disbursed_on is not null as is_paid_out, d.outcome as rules, d.review_outcome as person, d.points,
     (d.versions ->> 'scorecard')::integer as version, ${IS_APPROVED} as is_approved, ${IS_JUDGED} as is_judged,
     d.outcome <> 'approve' and exists (select from staff_request r where r.loan_id = l.loan_id
       and r.kind = 'decision_override' and r.state = 'done') as is_overridden,
     (select a.app_channel_code from loan_acceptance a
       where a.borrower_id = l.borrower_id and a.loan_id = l.loan_id order by a.loan_version limit 1) as told_channel
   from loan l join loan_decision d using (borrower_id, loan_id)
   where l.applied_on between $from::date and $through::date`;

const STAGES: Record<ApplicationStage, string> = {
  applied: 'true',
  approved_by_rules: `rules = 'approve'`,
  referred: `rules = 'refer'`,
  declined_by_rules: `rules = 'decline'`,
  approved_by_person: `rules <> 'approve' and is_approved`,
  declined_by_person: `person = 'decline'`,
  overridden: 'is_overridden',
  waiting: `state = 'applied'`,
  approved: 'is_approved',
  paid_out: 'is_paid_out',
  repaid: `state in ('settled', 'recovered')`,
  judged: 'is_judged',
  bad: `is_paid_out and worst_days_late >= ${BAD_FROM_DAYS_LATE}`,
};

export type ApplicationCounts = Record<ApplicationStage, number>;
type Asked = CountedDays & { today: Day };

const funnelStatement = statement<
  ApplicationCounts & { on_day: Day; channel_code: string },
  Asked & { by: string; channel: string | null }
>(
  'insight: funnel of applications',
  `select on_day, channel_code, ${sumEach(APPLICATION_STAGES)}
   from (
     select date_trunc($by, applied_on::timestamp)::date as on_day, ${knownChannel('told_channel')} as channel_code, told.*
     from (
       select applied_on, told_channel,
         ${countEach(STAGES)}
       from (${APPLICATIONS} ${READ_ONCE}) a group by applied_on, told_channel
     ) told
   ) known
   where $channel::text is null or channel_code = $channel
   group by 1, 2`,
);

export function readApprovalFunnel(
  book: Transaction,
  wanted: Asked & { by: string; channel: string | null },
): Promise<(ApplicationCounts & { on_day: Day; channel_code: string })[]> {
  return book.rows(funnelStatement, wanted);
}

const scorecardStatement = statement<
  ApplicationCounts & { version: number; from_points: number },
  Asked & { wantedVersion: number | null }
>(
  'insight: scorecard',
  `select version, floor(points / ${BAND_POINTS}.0)::integer * ${BAND_POINTS} as from_points,
     ${countEach(STAGES)}
   from (${APPLICATIONS} ${READ_ONCE}) a where $wantedVersion::integer is null or version = $wantedVersion
   group by 1, 2`,
);

export function readScorecard(
  book: Transaction,
  wanted: Asked & { wantedVersion: number | null },
): Promise<(ApplicationCounts & { version: number; from_points: number })[]> {
  return book.rows(scorecardStatement, wanted);
}

export type DecidedApplication = {
  loan_id: number;
  borrower_id: number;
  applied_on: Day;
  principal_ngwee: Ngwee;
  state: string;
  points: number;
  version: number;
  rules: 'approve' | 'refer' | 'decline';
  person: 'approve' | 'decline' | null;
  is_overridden: boolean;
  worst_days_late: number;
};

type ListValues = Asked & {
  channel: string | null;
  version: number | null;
  fromPoints: number | null;
  afterOn: Day;
  afterNumber: number;
  limit: number;
};

function listStatement(stage: ApplicationStage): Statement<DecidedApplication, ListValues> {
  return statement<DecidedApplication, ListValues>(
    `insight: applications ${stage}`,
    `select loan_id, borrower_id, applied_on, principal_ngwee, state, points, version, rules, person, is_overridden,
       worst_days_late
     from (${APPLICATIONS} and (l.applied_on, l.loan_id) < ($afterOn::date, $afterNumber::bigint)) a
     where ${STAGES[stage]} and ($channel::text is null or ${knownChannel('told_channel')} = $channel)
       and ($version::integer is null or version = $version)
       and ($fromPoints::integer is null or points between $fromPoints and $fromPoints + ${BAND_POINTS - 1})
     order by applied_on desc, loan_id desc limit $limit`,
  );
}

const listStatements = Object.fromEntries(
  APPLICATION_STAGES.map((stage) => [stage, listStatement(stage)]),
) as Record<ApplicationStage, Statement<DecidedApplication, ListValues>>;

export function listApplications(
  book: Transaction,
  { stage, ...values }: ListValues & { stage: ApplicationStage },
): Promise<DecidedApplication[]> {
  return book.rows(listStatements[stage], values);
}
