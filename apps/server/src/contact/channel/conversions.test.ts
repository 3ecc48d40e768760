import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { toDate } from '../../platform/clock.ts';
import { systemRandomness } from '../../platform/randomness.ts';
import { startConversionSender } from './conversion-sender.ts';
import { decideConversion, purgeConversions } from './conversions.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
  await query(
    `update channel set pixel_id = 'pixel', pixel_token_sealed = $1 where channel_code = 'WM2'`,
    server.sealing.seal('channel.pixel_token_sealed', { channel_code: 'WM2' }, 'token'),
  );
});
afterAll(() => server.stop());

const query = async (text: string, ...values: unknown[]) => (await server.db.pool.query(text, values)).rows;

let lastMobile = 960_000_000;
/** A borrower who has registered now under WM2 and allowed the report. */
async function registered(): Promise<number> {
  lastMobile += 1;
  const { id } = await server.signIn(`0${lastMobile}`);
  await query(`update borrower set registered_channel = 'WM2' where borrower_id = $1`, id);
  await query(`insert into consent_given (borrower_id, kind) values ($1, 'marketing')`, id);
  return id;
}

test('of many registrations half are reported, and each is drawn once', async () => {
  let drawn = 0;
  let state = 1;
  const random = {
    ...systemRandomness,
    randomInt(below: number) {
      drawn += 1;
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    },
  };
  const first = await registered();
  await query(
    `insert into borrower overriding system value select (b).* from (
       select jsonb_populate_record(b, jsonb_build_object('borrower_id', b.borrower_id + 1000 + n)) as b
       from borrower b, generate_series(1, 400) n where b.borrower_id = $1) copies`,
    first,
  );
  const ids = (await query('select borrower_id from borrower where borrower_id > $1', first + 1000)).map(
    (row) => row.borrower_id as number,
  );
  for (const id of ids) await decideConversion({ ...server, random }, id);
  expect(drawn).toBe(400);
  const count = async () =>
    Number((await query('select count(*) from conversion where next_try_at is not null'))[0].count);
  const reported = await count();
  expect(reported / 400).toBeCloseTo(0.5, 1);
  for (const id of ids) expect(await decideConversion({ ...server, random }, id)).toBe(false);
  expect(await count()).toBe(reported);
  await query('delete from conversion');
});

test('a network that takes no report is asked ever more seldom, and after three days no more', async () => {
  const id = await registered();
  await decideConversion({ ...server, random: { ...systemRandomness, randomInt: () => 0 } }, id);
  const triedAtMs: number[] = [];
  const row = async () => (await query('select * from conversion where borrower_id = $1', id))[0];
  const sender = startConversionSender({
    ...server,
    async reportConversion() {
      triedAtMs.push(server.clock.nowMs());
      throw new Error('the advertising network answered 503');
    },
  });
  for (;;) {
    await purgeConversions(server.db, toDate(server.clock.nowMs()));
    const due = await row();
    if (due === undefined) break;
    const tries = triedAtMs.length;
    server.clock.set(due.next_try_at.toISOString());
    await purgeConversions(server.db, toDate(server.clock.nowMs()));
    sender.poke();
    if (await row()) await expect.poll(async () => (await row()).tries).toBeGreaterThan(tries);
    await expect
      .poll(async () => (await row())?.next_try_at.getTime() ?? Infinity)
      .toBeGreaterThan(server.clock.nowMs() + 31_000);
  }
  await sender.stop();
  const waits = triedAtMs.slice(1).map((at, index) => at - triedAtMs[index]!);
  expect(waits.slice(0, 3)).toEqual([60_000, 120_000, 240_000]);
  expect(Math.max(...waits)).toBe(6 * 60 * 60_000);
  expect(triedAtMs.length).toBeLessThan(25);
  expect(triedAtMs.at(-1)! - triedAtMs[0]!).toBeLessThan(3 * 24 * 60 * 60_000);
  expect(server.logLines.join('')).not.toContain('token');
});
