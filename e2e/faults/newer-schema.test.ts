import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '../../apps/server/src/demo/borrower-steps.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 4;
/** A running server has sent a payout by then. */
const LOOKS = 50;
const LATER = '9999-of-a-later-version';

let program: Program;
let database: Database;
beforeAll(async () => {
  program = await startWithOperators();
  database = openDatabase({ url: await program.databaseUrl(), maxConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await program.stop();
});

async function readyz(): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${program.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

async function attempts(): Promise<{ status: string }[]> {
  return (await database.pool.query('select state as status from payment_attempt')).rows;
}

test('a server that meets a newer schema turns unready, answers its borrowers and begins no payment; its successor pays once', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS);
  const [first] = borrowers;
  await expect.poll(readyz).toEqual({ status: 200, body: { status: 'ready' } });
  await database.pool.query('insert into kysely_migration values ($1, $2)', [
    LATER,
    new Date().toISOString(),
  ]);
  await expect.poll(readyz).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      failed: [{ name: 'schema', why: 'The database was migrated by a later version of the program.' }],
    },
  });
  const { orderId } = await apply(
    first!.client,
    { productId: 1, amount: 100, termId: 1 },
    { idempotencyKey: randomUUID() },
  );
  for (let looks = 0; looks < LOOKS; looks += 1) {
    expect(await first!.client.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({
      status: 'paying_out',
    });
    expect(await attempts()).toEqual([{ status: 'created' }]);
  }
  expect(program.output().match(/the database is newer than this program/g)).toHaveLength(1);
  expect(errorsOf(program)).toEqual([]);
  // The successor is this program again, and knows the schema.
  await database.pool.query('delete from kysely_migration where name = $1', [LATER]);
  await program.kill();
  await program.startAgain();
  await expect
    .poll(() => first!.client.ask('queryLoanDetail', { params: { id: orderId } }))
    .toMatchObject({ status: 'active' });
  await liveLoans(borrowers.slice(1), seed);
  await expect.poll(readyz).toEqual({ status: 200, body: { status: 'ready' } });
  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS - 1, active: 1 });
});
