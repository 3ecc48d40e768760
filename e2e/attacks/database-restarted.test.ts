import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 20;
const LOANS_LIVE_BEFORE_MS = 2_500;
const AWAY_MS = 1_500;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('a database that is stopped and started while twenty loans live loses nothing, and the server goes on by itself', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS);
  const seenReadiness = watchReadiness(program.url);
  const [lives] = await Promise.all([
    liveLoans(borrowers, seed),
    (async () => {
      await sleep(LOANS_LIVE_BEFORE_MS);
      await program.stopDatabase();
      await sleep(AWAY_MS);
      await program.startDatabase();
    })(),
  ]);
  expect((await seenReadiness()).statuses).toEqual([200, 503, 200]);
  const report = await booksAtRest(program);
  console.log(`SEED=${seed}:`, JSON.stringify({ lives: lives.length, ...report }));
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
});
