import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 8;
const LOANS_LIVE_BEFORE_MS = 2_000;
const DISK_AWAY_MS = 5_000;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators({ METRICS_FOR: '127.0.0.1' });
});
afterAll(() => program.stop());

function inCluster(name: string): string {
  return path.join(program.dataDir, 'postgres/cluster', name);
}

/** The other processes of PostgreSQL end by themselves when the first one is gone. */
async function killDatabase(): Promise<void> {
  process.kill(Number.parseInt(await readFile(inCluster('postmaster.pid'), 'utf8'), 10), 'SIGKILL');
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
    'is killed and cannot start, because the disk of its log is away for five seconds',
    async () => {
      await rename(inCluster('pg_wal'), inCluster('away'));
      await killDatabase();
      await sleep(DISK_AWAY_MS);
      await rename(inCluster('away'), inCluster('pg_wal'));
    },
    2,
  ],
])(
  'the running server starts its own PostgreSQL again when it %s, and loses nothing',
  async (_title, fail, leastFailures) => {
    const seed = seedOfRun();
    const startedBefore = await restarts('started');
    const endsBefore = linesOf('PostgreSQL has ended and is started again').length;
    const borrowers = await registerBorrowers(program, LOANS, { first: startedBefore * LOANS });
    const readiness = watchReadiness(program.url);
    const [lives] = await Promise.all([
      liveLoans(borrowers, seed),
      (async () => {
        await sleep(LOANS_LIVE_BEFORE_MS);
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
    expect(await restarts('failed')).toBeGreaterThanOrEqual(leastFailures);
    const ends = linesOf('PostgreSQL has ended and is started again');
    expect(ends).toHaveLength(endsBefore + 1);
    expect(ends.at(-1)).toMatch(/"reference":"[0-9a-f]{8}"/);
    expect(linesOf('PostgreSQL could not be started again')).toHaveLength(leastFailures > 0 ? 1 : 0);
  },
);
