import { addDays, type Day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { purgeTraces } from '../../book/trace/borrower-trace.ts';
import { purgeWelcomedNumbers } from '../../people/borrower/admission.ts';
import { DAY_MS, toDate } from '../../platform/clock.ts';

/* Periods that the privacy policy names and that no other test reaches. */

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const countOf = async (table: string) =>
  Number((await server.query(`select count(*) from ${table}`))[0].count);

test('hashes of payout numbers and of emergency contacts go after ninety days', async () => {
  const nowMs = server.clock.nowMs();
  await borrow(await signUp(server));
  const kept = await countOf('borrower_trace');
  expect(kept).toBeGreaterThan(0);
  await purgeTraces(server.db, toDate(nowMs + 90 * DAY_MS - 1));
  expect(await countOf('borrower_trace')).toBe(kept);
  await purgeTraces(server.db, toDate(nowMs + 90 * DAY_MS + 1));
  expect(await countOf('borrower_trace')).toBe(0);
});

test('the hash of a registered number goes a year after the registration', async () => {
  const today = server.today() as Day;
  await signUp(server);
  const kept = await countOf('welcomed_number');
  expect(kept).toBeGreaterThan(0);
  await purgeWelcomedNumbers(server.db, addDays(today, 364));
  expect(await countOf('welcomed_number')).toBe(kept);
  await purgeWelcomedNumbers(server.db, addDays(today, 365));
  expect(await countOf('welcomed_number')).toBe(0);
});
