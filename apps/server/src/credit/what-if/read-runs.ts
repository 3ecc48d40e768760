import type { StaffQuery } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { Decision, DecisionRules, Scorecard } from '@thumba/lending/decision';
import type { Ngwee } from '@thumba/lending/money';
import { BAND_POINTS } from '@thumba/lending/scorecard-measures';
import type { LoanEnding } from '@thumba/lending/what-if';
import { type Database, statement } from '../../platform/database.ts';
import type { TriedApplication } from './past-applications.ts';

export type RunRow = {
  run_id: number;
  staff_id: number;
  user_name: string;
  name: string;
  started_at: Date;
  ended_at: Date | null;
  state: 'running' | 'done' | 'stopped';
  from_on: Day;
  through_on: Day;
  product_id: number | null;
  applications: number;
  looked_at: number;
  rules: DecisionRules;
  scorecard: Scorecard;
};

const RUN = `select r.run_id, r.staff_id, m.user_name, m.name, r.started_at, r.ended_at, r.state, r.from_on, r.through_on,
    r.product_id, r.applications, r.looked_at, r.rules, r.scorecard
  from what_if_run r join staff_member m using (staff_id)`;

const listRunsStatement = statement<RunRow>(
  'what-if: list runs',
  `${RUN} order by r.started_at desc, r.run_id desc limit 20`,
);

const readRunStatement = statement<RunRow, { runId: number }>(
  'what-if: read a run',
  `${RUN} where r.run_id = $runId`,
);

/** The newest runs of everybody. */
export function listRuns(db: Database): Promise<RunRow[]> {
  return db.rows(listRunsStatement, {});
}

export function readRun(db: Database, runId: number): Promise<RunRow | undefined> {
  return db.row(readRunStatement, { runId });
}

type Outcome = Decision['outcome'];

/** The applications of a run, counted by each of these. */
type CountedRow = {
  fate: TriedApplication['fate'];
  outcome_then: Outcome | null;
  outcome_now: Outcome | null;
  ending: LoanEnding;
  was_band: number | null;
  would_band: number | null;
  applications: number;
  other_windows: number;
};

const bandIn = (points: string) => `(floor(${points}::numeric / ${BAND_POINTS}) * ${BAND_POINTS})::integer`;

const countStatement = statement<CountedRow, { runId: number }>(
  'what-if: count applications',
  `select fate, outcome_then, outcome_now, ending, ${bandIn('points_then')} as was_band,
     ${bandIn('points_now')} as would_band, count(*)::integer as applications,
     (count(*) filter (where has_other_windows))::integer as other_windows
   from what_if_application where run_id = $runId group by 1, 2, 3, 4, 5, 6`,
);

const countMissingStatement = statement<{ input: string; applications: number }, { runId: number }>(
  'what-if: count missing inputs',
  `select input, count(*)::integer as applications from what_if_application, unnest(missing) as input
   where run_id = $runId and fate = 'incomplete' group by input order by 2 desc, 1`,
);

export function countApplications(db: Database, runId: number): Promise<CountedRow[]> {
  return db.rows(countStatement, { runId });
}

export function countMissing(
  db: Database,
  runId: number,
): Promise<{ input: string; applications: number }[]> {
  return db.rows(countMissingStatement, { runId });
}

/** The numbers of a run, which add up to the applications that were looked at. */
export function figuresOf(rows: readonly CountedRow[]) {
  const ofFate = (fate: CountedRow['fate']) =>
    rows.filter((row) => row.fate === fate).reduce((sum, { applications }) => sum + applications, 0);
  const decided = rows.filter((row) => row.fate === 'decided');
  return {
    cells: cellsOf(decided),
    bandPoints: BAND_POINTS,
    bands: bandsOf(decided),
    differ: ofFate('differs'),
    erased: ofFate('erased'),
    incomplete: ofFate('incomplete'),
    otherWindows: decided.reduce((sum, row) => sum + row.other_windows, 0),
  };
}

function cellsOf(decided: readonly CountedRow[]) {
  const cells = new Map<string, { was: Outcome; would: Outcome; ending: LoanEnding; applications: number }>();
  for (const { outcome_then, outcome_now, ending, applications } of decided) {
    const key = `${outcome_then} ${outcome_now} ${ending}`;
    const cell = cells.get(key) ?? { was: outcome_then!, would: outcome_now!, ending, applications: 0 };
    cell.applications += applications;
    cells.set(key, cell);
  }
  return [...cells.values()];
}

const NO_ENDINGS = { not_paid_out: 0, running: 0, good: 0, bad: 0, written_off: 0 };

/** Every band between the lowest and the highest points, also those without applications. */
function bandsOf(decided: readonly CountedRow[]) {
  if (decided.length === 0) return [];
  const found = decided.flatMap(({ was_band, would_band }) => [was_band!, would_band!]);
  const [lowest, highest] = [Math.min(...found), Math.max(...found)];
  const count = (highest - lowest) / BAND_POINTS + 1;
  // A draft with points far apart would make bands without end. Only those with applications are shown then.
  const froms =
    count <= MOST_BANDS
      ? Array.from({ length: count }, (_, at) => lowest + at * BAND_POINTS)
      : [...new Set(found)].sort((a, b) => a - b);
  const bands = new Map(
    froms.map((fromPoints) => [fromPoints, { fromPoints, was: 0, would: 0, endings: { ...NO_ENDINGS } }]),
  );
  for (const { was_band, would_band, ending, applications } of decided) {
    bands.get(was_band!)!.was += applications;
    const would = bands.get(would_band!)!;
    would.would += applications;
    would.endings[ending] += applications;
  }
  return [...bands.values()];
}

const MOST_BANDS = 60;

export type ListedApplication = TriedApplication & {
  applied_on: Day;
  product_name: string;
  amount_ngwee: Ngwee;
  reviewed: 'approve' | 'decline' | null;
};

const listApplicationsStatement = statement<
  ListedApplication,
  {
    runId: number;
    fate: string;
    was: string | null;
    would: string | null;
    ending: string | null;
    wasBand: number | null;
    wouldBand: number | null;
    after: number;
    limit: number;
  }
>(
  'what-if: list applications',
  `select a.*, l.applied_on, l.terms ->> 'productName' as product_name,
     case when a.fate = 'erased' then l.principal_ngwee
       else coalesce((d.inputs -> 'amountNgwee')::bigint, l.principal_ngwee) end as amount_ngwee,
     d.review_outcome as reviewed
   from (
     select * from what_if_application
     where run_id = $runId and loan_id > $after and fate = $fate
       and ($was::text is null or outcome_then = $was) and ($would::text is null or outcome_now = $would)
       and ($ending::text is null or ending = $ending)
       and ($wasBand::integer is null or ${bandIn('points_then')} = $wasBand)
       and ($wouldBand::integer is null or ${bandIn('points_now')} = $wouldBand)
     order by loan_id limit $limit
   ) a
   join loan l using (loan_id)
   join loan_decision d on d.borrower_id = l.borrower_id and d.loan_id = l.loan_id
   order by a.loan_id`,
);

/** The applications behind a number, by their loans. */
export function listApplications(
  db: Database,
  runId: number,
  { after, pageSize, ...filter }: StaffQuery<'listWhatIfApplications'>,
): Promise<ListedApplication[]> {
  return db.rows(listApplicationsStatement, {
    runId,
    fate: filter.fate,
    was: filter.was ?? null,
    would: filter.would ?? null,
    ending: filter.ending ?? null,
    wasBand: filter.wasBand ?? null,
    wouldBand: filter.wouldBand ?? null,
    after: after ?? 0,
    limit: pageSize + 1,
  });
}
