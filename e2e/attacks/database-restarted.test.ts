import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import { untilLoansLive } from '../support/living-loans.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 20;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
  await program.kill();
  // A PostgreSQL of the lender's own: the server does not start it again.
  const { ownerUrl, programUrl } = await ensurePostgres({ dataDir: program.dataDir, log: () => undefined });
  program.changeSettings({ DATABASE_URL: programUrl, DATABASE_OWNER_URL: ownerUrl });
  await program.startAgain();
});
afterAll(() => program.stop());

const readiness = async () => (await fetch(`${program.url}/readyz`)).status;

test('a PostgreSQL of the lender that is stopped and started while twenty loans live loses nothing, and the server goes on by itself', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS);
  const seenReadiness = watchReadiness(program.url);
  const [lives] = await Promise.all([
    liveLoans(borrowers, seed),
    (async () => {
      await untilLoansLive(program, LOANS / 4);
      await program.stopDatabase();
      await expect.poll(readiness).toBe(503);
      await program.startDatabase();
      await expect.poll(readiness).toBe(200);
    })(),
  ]);
  const { statuses } = await seenReadiness();
  const report = await booksAtRest(program);
  console.log(`SEED=${seed}:`, JSON.stringify({ lives: lives.length, statuses, ...report }));
  // The process took every connection.
  expect(statuses).not.toContain(0);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
});
