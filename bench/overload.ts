import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { openBenchDatabase, type RunningServer } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { inColumns } from './figures.ts';
import { mixedRequests } from './mixed-requests.ts';
import { closedLoop, type Flow, openLoop, summaryOf } from './open-loop.ts';
import { ringOf } from './pay-from-wallets.ts';
import { makePayers } from './wallet-payers.ts';

/*
 * What the server does with more callers than it can serve: `npm run bench:overload`. One request in four is a
 * repayment from a wallet, the others read the borrower's loan. The client has one processor for itself; the server and
 * the database share the others, also while the capacity is measured. Settings, from the environment:
 *
 *   PAYERS            borrowers with a loan to repay (4000)
 *   SECONDS           how long each overload takes (15)
 *   SERVER_SETTINGS   settings for the server, as NAME=value, separated by spaces
 */

const PAYERS = Number(process.env.PAYERS ?? 4_000);
const SECONDS = Number(process.env.SECONDS ?? 15);
const TIMES_CAPACITY = [2, 5];
const LEAST_GOODPUT = 0.8;
const MOST_P99 = 4;
const MOST_RECOVERY_SECONDS = 5;
const LEAST_SENT = 0.95;
const REFUSED_WITHIN_MS = 50;
const WARM_UP_SECONDS = 10;
const QUIET_SHARE = 0.2;
const QUIET_SECONDS = 15;

// Pinned to one, this process would count one.
const PROCESSORS = availableParallelism();
const isPinned = pinTo('the server');
const database = await openBenchDatabase();
try {
  await measure();
} finally {
  await database.stop();
}

async function measure(): Promise<void> {
  const db = openDatabase({ url: database.url });
  const payers = await makePayers(db, database.sealing, { count: PAYERS, takenDaysAgo: 10 });
  const server = await database.startServer({
    TRUST_PROXY: 'loopback',
    ...settingsOf(process.env.SERVER_SETTINGS),
  });
  if (isPinned) pinTo('the client');
  console.log(`${PROCESSORS} processors, load average ${loadavg()[0]!.toFixed(1)} before`);
  console.log(
    isPinned ? 'the client has a processor of its own' : 'without taskset nothing is pinned: no bars',
  );

  const flow: Flow = { port: server.port, next: mixedRequests(ringOf(payers).next, payers) };
  const warm = await closedLoop(flow, { connections: 32, seconds: WARM_UP_SECONDS });
  // What the borrowers that were copied left to do for PostgreSQL is done before anything is measured, and the quiet p99
  // is measured before the capacity, which leaves much to do again.
  await db.pool.query('vacuum analyze');
  await db.pool.query('checkpoint');
  await untilTextsAreSent(server);
  const quiet = summaryOf(await openLoop(flow, { perSecond: warm * QUIET_SHARE, seconds: QUIET_SECONDS }));
  const capacities = [];
  for (const connections of [16, 32, 64]) {
    capacities.push(await closedLoop(flow, { connections, seconds: 6 }));
    console.log(`${connections} connections: ${capacities.at(-1)!.toFixed(0)} a second`);
  }
  const capacity = Math.max(...capacities);
  console.log(`capacity ${capacity.toFixed(0)} a second, quiet p99 ${quiet.p99Ms.toFixed(1)} ms`);

  const rows = [
    ['load', 'goodput', 'p50', 'p99', 'turned away p99', 'most', 'recovery', 'sent', 'valid', 'bars'],
  ];
  for (const times of TIMES_CAPACITY) {
    await untilTextsAreSent(server);
    const over = summaryOf(await openLoop(flow, { perSecond: capacity * times, seconds: SECONDS }));
    const after = await openLoop(flow, { perSecond: capacity * 0.5, seconds: 10 });
    const recovery = recoverySeconds(after, quiet.p99Ms * MOST_P99);
    const bars = [
      over.goodPerSecond >= capacity * LEAST_GOODPUT,
      over.p99Ms <= quiet.p99Ms * MOST_P99,
      recovery <= MOST_RECOVERY_SECONDS,
      over.refusedP99Ms <= REFUSED_WITHIN_MS,
    ];
    rows.push([
      `${times} times`,
      `${((over.goodPerSecond / capacity) * 100).toFixed(0)} %`,
      `${over.p50Ms.toFixed(1)} ms`,
      `${over.p99Ms.toFixed(1)} ms (${(over.p99Ms / quiet.p99Ms).toFixed(1)})`,
      `${over.refusedP99Ms.toFixed(1)} ms`,
      `${over.slowestMs.toFixed(0)} ms`,
      `${recovery} s`,
      `${(over.sentShare * 100).toFixed(0)} %`,
      over.sentShare >= LEAST_SENT ? 'yes' : 'no',
      bars.map((isReached) => (isReached ? 'reached' : 'MISSED')).join(', '),
    ]);
    console.log(`${times} times: ${JSON.stringify(over.others)}`);
  }
  await server.stop();
  console.log(`\n${inColumns(rows)}`);
  const book = await checkBook(db, flow.accepted ?? 0);
  await db.close();
  console.log(`\n${book.report}`);
}

/** SMS of the load before are not to be sent during the next one. */
async function untilTextsAreSent(server: RunningServer): Promise<void> {
  for (let sent = -1; server.textsSent() > sent; ) {
    sent = server.textsSent();
    await sleep(1000);
  }
}

function recoverySeconds(answers: Awaited<ReturnType<typeof openLoop>>, mostP99Ms: number): number {
  for (let second = 9; second >= 0; second -= 1) {
    const inSecond = answers.answers.filter(({ sentAtMs }) => Math.floor(sentAtMs / 1000) === second);
    const { p99Ms, others } = summaryOf({ ...answers, sent: inSecond.length, answers: inSecond });
    if (p99Ms > mostP99Ms || Object.keys(others).length > 0) return second + 1;
  }
  return 0;
}

function settingsOf(text = ''): Record<string, string> {
  return Object.fromEntries(
    text
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => one.split('=') as [string, string]),
  );
}

/** Children inherit the processors of this process, so what is started next runs there too. */
function pinTo(what: 'the server' | 'the client'): boolean {
  const last = PROCESSORS - 1;
  const processors = what === 'the client' ? String(last) : last === 1 ? '0' : `0-${last - 1}`;
  if (last < 1) return false;
  try {
    execFileSync('taskset', ['-a', '-p', '-c', processors, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
