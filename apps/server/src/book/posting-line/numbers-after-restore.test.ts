import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { leapNumbers } from './numbers-after-restore.ts';

let server: AppServer;
let backedUp: Numbers;
beforeAll(async () => {
  server = await startAppServer();
  await borrow(await signUp(server));
  backedUp = await numbers();
});
beforeEach(() => setNumbers(backedUp));
afterAll(async () => {
  await setNumbers(backedUp);
  await server.stop();
});

/** What each sequence has reached, and the version of the loan. */
type Numbers = Record<string, number>;

async function numbers(): Promise<Numbers> {
  const rows = await server.query(
    `select sequencename as name, coalesce(last_value, start_value)::float8 as reached from pg_sequences
     where schemaname = 'public' union all select 'version', version from loan order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, reached }) => [name, reached]));
}

async function setNumbers({ version, ...sequences }: Numbers): Promise<void> {
  for (const [name, reached] of Object.entries(sequences))
    await server.query('select setval($1::regclass, $2)', [name, reached]);
  await server.query('update loan set version = $1', [version]);
}

/** How far each number went on when a database with these numbers was restored. */
async function leapFrom(from: Numbers, at: string): Promise<Numbers> {
  await setNumbers(from);
  await leapNumbers(server.owner, new Date(at));
  return numbers();
}

/** Surely more than each number goes on in a minute. */
const A_MINUTE: Numbers = { operator_route_route_id_seq: 1, version: 1 };
const A_MINUTE_OF_OTHERS = 6000;

function expectApart(earlier: Numbers, later: Numbers): void {
  expect(Object.keys(later)).toEqual(Object.keys(earlier));
  for (const [name, reached] of Object.entries(later))
    expect(reached, name).toBeGreaterThanOrEqual(earlier[name]! + (A_MINUTE[name] ?? A_MINUTE_OF_OTHERS));
}

test('two restores of one backup give different numbers, the later one greater ones', async () => {
  const first = await leapFrom(backedUp, '2027-02-01T10:00:00Z');
  expect(first.loan_id).toBeGreaterThan(backedUp.loan_id! + 1_000_000);
  expect(first.version).toBeGreaterThan(backedUp.version! + 1000);
  expectApart(first, await leapFrom(backedUp, '2027-02-01T10:01:00Z'));
});

test('two restores of a backup of a restored database give different numbers too', async () => {
  const restored = await leapFrom(backedUp, '2027-02-01T10:00:00Z');
  const first = await leapFrom(restored, '2027-02-01T10:01:00Z');
  expectApart(restored, first);
  expectApart(first, await leapFrom(restored, '2027-02-01T10:02:00Z'));
});

test('the restore of an old backup goes on beyond what a restored newer one gives out', async () => {
  const restored = await leapFrom(backedUp, '2027-02-01T10:00:00Z');
  const again = await leapFrom(restored, '2027-02-03T10:00:00Z');
  expectApart(again, await leapFrom(backedUp, '2027-02-03T10:01:00Z'));
});

test('with a clock before the fixed day each number goes on all the same', async () => {
  const restored = await leapFrom(backedUp, '2020-01-01T00:00:00Z');
  expect(restored.loan_id).toBe(backedUp.loan_id! + 1_000_000);
  expect(restored.version).toBe(backedUp.version! + 1000);
});
