import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoRules, demoScorecard } from '@thumba/lending/decision';
import { rate } from '@thumba/lending/rate';
import type { DecisionDraft } from '@thumba/lending/what-if';
import { createBusinessCalendar } from '../apps/server/src/book/calendar/calendar.ts';
import { rulesFormOf, scorecardFormOf } from '../apps/server/src/book/catalogue/forms.ts';
import { goOnWithRuns, startRun } from '../apps/server/src/credit/what-if/runs.ts';
import { demoStaff, hireDemoStaff, listDemoStaff } from '../apps/server/src/demo-staff.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { newToken, systemRandomness } from '../apps/server/src/platform/randomness.ts';
import { newStaffClient, type StaffClient } from '../apps/server/test/staff-client.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { inColumns, percentile } from './figures.ts';
import { atMost, type Judged, milliseconds } from './judged.ts';
import { type Load, payFromWallets, type Ring, ringOf } from './pay-from-wallets.ts';
import { makePayers } from './wallet-payers.ts';
import { makePastApplications } from './what-if/past-book.ts';

/*
 * How long a draft of the rules and the scorecard takes over past applications, and what payers notice of it: `npm run
 * bench:what-if`. The applications were made over HTTP and copied with all their rows. Settings, from the environment:
 *
 *   APPLICATIONS   past applications (10000)
 *   PAYERS         borrowers who pay meanwhile (500)
 *   SECONDS        how long borrowers pay before the runs, and after them (10)
 *
 * A quick try: APPLICATIONS=400 PAYERS=100 SECONDS=2 npm run bench:what-if.
 */

const APPLICATIONS = Number(process.env.APPLICATIONS ?? 10_000);
const PAYERS = Number(process.env.PAYERS ?? 500);
const SECONDS = Number(process.env.SECONDS ?? 10);
const MOST_SECONDS = 10;
const MOST_DELAY_MS = 50;
const MOST_TIMES_SLOWER = 2;
const LOOK_MS = 50;
const TAKEN_DAYS_AGO = 30;

const today = lusakaDay(systemClock.nowMs());
const running: DecisionDraft = { rules: demoRules, scorecard: demoScorecard };

/** The last one has every largest amount calculated anew, which is the most work. */
const DRAFTS: readonly (readonly [string, DecisionDraft])[] = [
  ['as it is', running],
  ['other points', { ...running, scorecard: { ...demoScorecard, basePoints: 450, approveFromPoints: 510 } }],
  ['another share of income', { ...running, rules: { ...demoRules, instalmentShareOfIncome: rate('0.2') } }],
];

const database = await openBenchDatabase();
try {
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  const db = openDatabase({ url: database.url });
  await createBusinessCalendar(db, systemClock, 0);
  const payers = await makePayers(db, database.sealing, { count: PAYERS, takenDaysAgo: TAKEN_DAYS_AGO });
  const judged = await measure(database, db, ringOf(payers));
  await db.close();
  for (const { what, measured, bar, isReached } of judged) {
    console.log(`${what}: ${measured}, ${bar}: ${isReached ? 'REACHED' : 'MISSED'}`);
    if (!isReached) process.exitCode = 1;
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)} after`);
} finally {
  await database.stop();
}

type Ran = { seconds: number; applications: number; differ: number; apart: number; decline: number };

async function measure(bench: BenchDatabase, db: Database, ring: Ring): Promise<Judged[]> {
  const server = await bench.startServer(
    { NODE_ENV: 'test', UNCHECKED_IDENTITY_IS_VALID: 'true' },
    { console: true },
  );
  try {
    const applications = await makePastApplications({ db, sealing: bench.sealing, server }, APPLICATIONS);
    const head = await signInHead(bench, db, server.port);
    const delayMs = await server.standStill(() => longestDelay(db));
    await pay(server.port, ring, 2);
    const before = await pay(server.port, ring, SECONDS);
    let hasEnded = false;
    const paying = payFromWallets(server.port, ring, {
      connections: 8,
      pauseMs: 40,
      hasEnded: () => hasEnded,
    });
    const runs: (readonly [string, Ran])[] = [];
    for (const [name, draft] of DRAFTS) runs.push([name, await ran(head, draft)]);
    hasEnded = true;
    const during = await paying;
    const after = await pay(server.port, ring, SECONDS);
    report(runs, { before, during, after });
    return judge(runs, { before, during, after }, { applications, delayMs });
  } finally {
    await server.stop();
  }
}

function pay(port: number, ring: Ring, seconds: number): Promise<Load> {
  return payFromWallets(port, ring, { connections: 8, seconds, pauseMs: 40 });
}

type Loads = Record<'before' | 'during' | 'after', Load>;

function report(runs: readonly (readonly [string, Ran])[], loads: Loads): void {
  const rows = runs.map(([name, { seconds, applications, differ, apart, decline }]) => [
    name,
    seconds.toFixed(2),
    ...[applications, differ, apart, decline].map(String),
  ]);
  console.log(
    inColumns([['draft', 'seconds', 'applications', 'differ', 'apart', 'would be declined'], ...rows]),
  );
  const payments = Object.entries(loads).map(([when, { latenciesMs, p50Ms, p99Ms }]) => [
    when,
    String(latenciesMs.length),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
  ]);
  console.log(inColumns([['payments', 'count', 'median', 'p99'], ...payments]));
}

function judge(
  runs: readonly (readonly [string, Ran])[],
  { before, during, after }: Loads,
  { applications, delayMs }: { applications: number; delayMs: number },
): Judged[] {
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  const count = (value: number) => String(value);
  const refused = [before, during, after].flatMap((load) => load.refused).length;
  const quietMs = percentile([...before.latenciesMs, ...after.latenciesMs], 0.99);
  const ofAll = (of: (ran: Ran) => number) => runs.map(([, ran]) => of(ran));
  return [
    atMost('longest run', Math.max(...ofAll((ran) => ran.seconds)), MOST_SECONDS, seconds),
    atMost('applications that differ', Math.max(...ofAll((ran) => ran.differ)), 0, count),
    atMost('applications left out', applications - Math.min(...ofAll((ran) => ran.applications)), 0, count),
    atMost('applications apart', Math.max(...ofAll((ran) => ran.apart)), 0, count),
    atMost('payments that were refused', refused, 0, count),
    atMost('p99 of payments meanwhile', during.p99Ms, quietMs * MOST_TIMES_SLOWER, milliseconds),
    atMost('longest delay of the event loop', delayMs, MOST_DELAY_MS, milliseconds),
  ];
}

/** Works off the heaviest run in this process, in which nothing else goes on. */
async function longestDelay(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ staff_id: number }>(
    'select max(staff_id) as staff_id from staff_member',
  );
  const [, draft] = DRAFTS.at(-1)!;
  const period = { fromOn: today, throughOn: today, productId: null };
  await startRun({ db, clock: systemClock }, { staffId: rows[0]!.staff_id, draft, ...period });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  while ((await goOnWithRuns({ db, clock: systemClock })) > 0);
  delays.disable();
  return delays.max / 1e6;
}

async function signInHead({ sealing }: BenchDatabase, db: Database, port: number): Promise<StaffClient> {
  const password = newToken(systemRandomness);
  const deps = { db, sealing, clock: systemClock, random: systemRandomness };
  await hireDemoStaff(deps, password);
  const { userName } = demoStaff.find(({ role }) => role === 'head_of_credit')!;
  const client = newStaffClient({ url: `http://127.0.0.1:${port}` });
  await client.call('staffPassword', { body: { userName, password } });
  const { code } = (await listDemoStaff(deps)).find((one) => one.userName === userName)!;
  const entered = await client.call('staffCode', { body: { code } });
  if (entered.code !== 200) throw new Error(`${userName} could not sign in: ${entered.msg}`);
  return client;
}

/** Starts a run as a person of staff does, and waits for its end. */
async function ran(head: StaffClient, { rules, scorecard }: DecisionDraft): Promise<Ran> {
  const beganAt = performance.now();
  const started = await head.call('startWhatIf', {
    body: {
      ...{ fromOn: today, throughOn: today },
      rules: rulesFormOf(rules),
      scorecard: scorecardFormOf(scorecard),
    },
  });
  if (started.code !== 200) throw new Error(started.msg);
  const params = { runId: started.data.runId };
  for (;;) {
    const { data } = await head.call('getWhatIf', { params });
    if (data.state !== 'running') {
      const declined = data.cells.filter(({ would }) => would === 'decline');
      return {
        seconds: (performance.now() - beganAt) / 1000,
        applications: data.lookedAt,
        differ: data.differ,
        apart: data.erased + data.incomplete,
        decline: declined.reduce((sum, cell) => sum + cell.applications, 0),
      };
    }
    await sleep(LOOK_MS);
  }
}
