import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '../../apps/server/src/demo/borrower-steps.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import {
  type EmbeddedPostgres,
  ensurePostgres,
} from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type SilentProxy, startSilentProxy } from '../../apps/server/test/silent-proxy.ts';
import { type Borrower, liveLoans, registerBorrowers, repeatingCaller } from '../support/borrower-story.ts';
import { untilLoansLive } from '../support/living-loans.ts';
import { type ServerProcess, serverProcess } from '../support/processes.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 8;
const SILENCE_MS = 12_000;
/** By then each work loop of the second process waits for the database. */
const STOPPED_AFTER_MS = 1_500;
/** Each of the silent connections alone would cost eight seconds. */
const BACK_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 30_000;
/** Nearly all answers. The test, the server and other tests share the processors, so that one can come later. */
const PROBE_WITHIN_MS = 2_000;
const NEARLY_ALL = 0.95;

let program: Program;
let proxy: SilentProxy;
/** A second process on the same database, with a way of its own to it. */
let second: ServerProcess;
let secondProxy: SilentProxy;

beforeAll(async () => {
  program = await startWithOperators();
  await program.kill();
  const postgres = await ensurePostgres({ dataDir: program.dataDir, log: () => undefined });
  proxy = await startSilentProxy(() => postgres.ownerUrl);
  secondProxy = await startSilentProxy(() => postgres.ownerUrl);
  program.changeSettings(urlsThrough(proxy, postgres));
  await program.startAgain();
  const port = await freePort();
  second = serverProcess(`http://127.0.0.1:${port}`, () => ({
    HOST: '127.0.0.1',
    ...program.settings,
    ...urlsThrough(secondProxy, postgres),
    PORT: String(port),
  }));
  await second.start();
});
afterAll(async () => {
  proxy?.wake();
  await second?.end('SIGKILL');
  secondProxy?.close();
  await program.stop();
  proxy?.close();
});

function urlsThrough(way: SilentProxy, { ownerUrl, programUrl }: EmbeddedPostgres): Record<string, string> {
  return { DATABASE_URL: way.through(programUrl), DATABASE_OWNER_URL: way.through(ownerUrl) };
}

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work;
  return performance.now() - beganAt;
}

/** How long a borrower without a loan tries until an application is answered. */
function untilMoneyCall({ client }: Borrower): Promise<number> {
  const wish = { productId: 1, amount: 300, termId: 1 };
  return elapsedMs(apply(repeatingCaller(client), wish, { idempotencyKey: randomUUID() }));
}

test('a database that falls silent under load: the server says so, goes on with fresh connections and doubles nothing', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS + 2);
  const [afterLongSilence, afterShortSilence] = borrowers.splice(0, 2) as [Borrower, Borrower];
  const readiness = watchReadiness(program.url);
  const loansLive = untilLoansLive(program, LOANS / 4);
  const backMs: number[] = [];
  const [lives, , stoppedMs] = await Promise.all([
    liveLoans(borrowers, seed),
    (async () => {
      await loansLive;
      proxy.staySilent();
      await sleep(SILENCE_MS);
      proxy.wake();
      backMs.push(await untilMoneyCall(afterLongSilence));
      proxy.fallSilent();
      backMs.push(await untilMoneyCall(afterShortSilence));
    })(),
    (async () => {
      await loansLive;
      secondProxy.staySilent();
      await sleep(STOPPED_AFTER_MS);
      return elapsedMs(second.end('SIGTERM'));
    })(),
  ]);
  const { statuses, answersMs } = await readiness();
  const probeMs = answersMs.toSorted((a, b) => a - b)[Math.floor(answersMs.length * NEARLY_ALL)]!;
  const longestMs = Math.max(...answersMs);
  const report = await booksAtRest(program);
  console.log(
    `SEED=${seed}:`,
    JSON.stringify({ lives: lives.length, backMs, stoppedMs, probeMs, longestMs, statuses, ...report }),
  );
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS, active: 2 });
  expect(Math.max(...backMs)).toBeLessThan(BACK_WITHIN_MS);
  expect(second.output()).not.toContain('The stop took too long');
  expect(stoppedMs).toBeLessThan(STOPPED_WITHIN_MS);
  expect(probeMs).toBeLessThan(PROBE_WITHIN_MS);
  expect(statuses).toContain(503);
  expect(statuses.at(-1)).toBe(200);
});
