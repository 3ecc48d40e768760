import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../../apps/server/src/platform/postgres/cluster.ts';
import { liveLoans, registerBorrowers, until } from '../support/borrower-story.ts';
import { untilLoansLive } from '../support/living-loans.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 8;
const FAILED_STARTS = 2;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators({ METRICS_FOR: '127.0.0.1' });
});
afterAll(() => program.stop());

function inCluster(name: string): string {
  return path.join(program.dataDir, 'postgres/cluster', name);
}

async function databaseProcess(): Promise<number> {
  return Number.parseInt(await readFile(inCluster('postmaster.pid'), 'utf8'), 10);
}

/** The other processes of PostgreSQL end by themselves when the first one is gone. */
async function killDatabase(): Promise<void> {
  process.kill(await databaseProcess(), 'SIGKILL');
}

/**
 * Without the disk a process of PostgreSQL may have crashed and left a lock, for which the others wait for ever. So the
 * first one is not killed here: it is told to end at once, and ends them. It may have ended by itself.
 */
async function takeLogAway(): Promise<void> {
  const id = await databaseProcess();
  await rename(inCluster('pg_wal'), inCluster('away'));
  if (isAlive(id)) process.kill(id, 'SIGQUIT');
}

async function restarts(outcome: 'started' | 'failed'): Promise<number> {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  const line = new RegExp(`^thumba_own_database_restarts_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1]);
}

function linesOf(message: string): string[] {
  return errorsOf(program).filter((line) => line.includes(`"msg":"${message}"`));
}

test.each([
  ['is killed', killDatabase, 0],
  [
    'has ended and cannot start, because the disk of its log is away',
    async () => {
      await takeLogAway();
      await until('some starts have failed', async () => (await restarts('failed')) >= FAILED_STARTS);
      await rename(inCluster('away'), inCluster('pg_wal'));
    },
    FAILED_STARTS,
  ],
])(
  'the running server starts its own PostgreSQL again when it %s, and loses nothing',
  async (_title, fail, leastFailures) => {
    const seed = seedOfRun();
    const [startedBefore, failedBefore] = [await restarts('started'), await restarts('failed')];
    const endsBefore = linesOf('PostgreSQL has ended and is started again').length;
    const failuresTold = linesOf('PostgreSQL could not be started again').length;
    const borrowers = await registerBorrowers(program, LOANS, { first: startedBefore * LOANS });
    const readiness = watchReadiness(program.url);
    const [lives] = await Promise.all([
      liveLoans(borrowers, seed),
      (async () => {
        await untilLoansLive(program, LOANS / 4);
        await fail();
      })(),
    ]);
    const { statuses } = await readiness();
    const report = await booksAtRest(program);
    console.log(`SEED=${seed}:`, JSON.stringify({ lives: lives.length, statuses, ...report }));
    expect(statuses).toContain(503);
    expect(statuses.at(-1)).toBe(200);
    expect(report.problems).toEqual([]);
    expect(report.unknown).toEqual([]);
    expect(report.loans).toEqual({ settled: LOANS * (startedBefore + 1) });
    expect(await restarts('started')).toBe(startedBefore + 1);
    const failures = (await restarts('failed')) - failedBefore;
    expect(failures).toBeGreaterThanOrEqual(leastFailures);
    const ends = linesOf('PostgreSQL has ended and is started again');
    expect(ends).toHaveLength(endsBefore + 1);
    expect(ends.at(-1)).toMatch(/"reference":"[0-9a-f]{8}"/);
    expect(linesOf('PostgreSQL could not be started again')).toHaveLength(
      failuresTold + (failures > 0 ? 1 : 0),
    );
  },
);
