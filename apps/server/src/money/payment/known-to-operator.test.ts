import { expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  ended,
  moved,
  untilAttemptsAre,
  whileClockGoesOn,
  withLostAttempts,
  withOpenAttempts,
} from './open-attempts.test-support.ts';
import { type Platform, settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';

const DENIED = { state: 'unknown', handed_over_for: 'operator_denies', failure_reason: null };

const marksOf = async (server: AppServer) =>
  (
    await server.query(
      `select known_to_operator_at is not null as is_known from payment_attempt where state <> 'succeeded'`,
    )
  ).map(({ is_known }: { is_known: boolean }) => is_known);

const least = async (server: AppServer, column: 'enquiries') =>
  (await server.query(`select min(${column}) as least from payment_attempt where state <> 'succeeded'`))[0]
    .least;

const denialsOf = (server: AppServer) =>
  server.query(`select not_found from payment_attempt where state <> 'succeeded'`);

/** Each open attempt was denied at one enquiry, and each denial was written down. */
function untilDeniedOnce(server: AppServer, platform: Platform): Promise<void> {
  const left = platform.denyOnce();
  let areDenied = false;
  return whileClockGoesOn(
    server,
    { seconds: 1 },
    () => denialsOf(server),
    (_, wasUnderWay) => {
      // The last denial may have been answered since the attempts were looked at, and not be written down yet.
      const wereDeniedBefore = areDenied;
      areDenied = left() === 0;
      expect({ wereDeniedBefore, wasUnderWay }).toEqual({ wereDeniedBefore: true, wasUnderWay: false });
    },
  );
}

test('an instruction that was accepted counts as known before any enquiry', async () => {
  const platform = await startPlatform();
  const server = await startAppServer({ settings: settingsOf(platform) });
  await apply(await signUp(server));
  await vi.waitFor(async () => {
    const rows = await server.query('select state, enquiries from payment_attempt');
    expect(rows).toEqual([{ state: 'pending', enquiries: 0 }]);
  }, PATIENCE);
  expect(await marksOf(server)).toEqual([true]);
  await server.stop();
});

test('what MTN has accepted and later does not know is neither sent again nor ended: a person is told', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  expect(await marksOf(server)).toEqual([true, true]);
  const sent = platform.posted.length;
  const known = new Map(platform.instructions);
  platform.forget();
  await untilAttemptsAre(server, [DENIED, DENIED]);
  expect(platform.posted).toHaveLength(sent);
  // When the operator knows them again, they end by themselves.
  for (const [key, instruction] of known) platform.instructions.set(key, instruction);
  platform.succeed();
  await untilAttemptsAre(server, [], { seconds: 3600 });
  expect(platform.posted).toHaveLength(sent);
  await server.stop();
});

test.each([
  ['that it is pending', { status: 'PENDING' }],
  ['in an unknown state', { status: 'CREATED' }],
  ['with another amount', { status: 'SUCCESSFUL', amount: '1' }],
])('what an enquiry has shown %s counts too', async (_title, told) => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  const sent = platform.posted.length;
  // The answers to the instructions were lost.
  await server.query(
    `update payment_attempt set state = 'unknown', known_to_operator_at = null, next_step_at = $1
     where state = 'pending'`,
    [new Date(server.clock.nowMs())],
  );
  for (const instruction of platform.instructions.values()) Object.assign(instruction, told);
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 70 });
    expect(await marksOf(server)).toEqual([true, true]);
  }, PATIENCE);
  platform.forget();
  await untilAttemptsAre(server, [DENIED, DENIED]);
  expect(platform.posted).toHaveLength(sent);
  await server.stop();
});

test('what a callback has named counts too', async () => {
  const platform = await startPlatform();
  const { server } = await withLostAttempts(platform);
  expect(await marksOf(server)).toEqual([false, false]);
  const sent = platform.posted.length;
  const open = await server.query(`select attempt_id from payment_attempt where state = 'unknown'`);
  for (const { attempt_id: externalId } of open) {
    await server.sendCallback('mtn', { externalId, status: 'PENDING' });
  }
  expect(await marksOf(server)).toEqual([true, true]);
  await untilAttemptsAre(server, [DENIED, DENIED]);
  expect(platform.posted).toHaveLength(sent);
  await server.stop();
});

test('what an earlier version kept as pending counts as known', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  const sent = platform.posted.length;
  platform.forget();
  await server.query('update payment_attempt set known_to_operator_at = null');
  await untilAttemptsAre(server, [DENIED, DENIED]);
  expect(platform.posted).toHaveLength(sent);
  await server.stop();
});

test('a payout that a callback names before it is sent is asked about and not sent', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  const sent = platform.posted.length;
  await server.query(
    `update payment_attempt set state = 'created', held_reason = 'operator_down', held_since = now(),
       route_id = null, first_sent_at = null, next_step_at = $1
     where direction = 'payout' and state = 'pending'`,
    [new Date(server.clock.nowMs())],
  );
  await untilAttemptsAre(server, [{ direction: 'collection' }, { direction: 'payout', state: 'pending' }]);
  expect(platform.posted).toHaveLength(sent);
  platform.succeed();
  await untilAttemptsAre(server, []);
  expect(platform.posted).toHaveLength(sent);
  await server.stop();
});

test('one "not found" after it was accepted changes nothing, nor does one later: MTN may be slow', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  for (let time = 1; time <= 3; time += 1) {
    await untilDeniedOnce(server, platform);
    // MTN knows them again, and the count of denials begins anew.
    await whileClockGoesOn(
      server,
      { seconds: 1 },
      () => denialsOf(server),
      (seen) => expect(seen).toEqual([{ not_found: 0 }, { not_found: 0 }]),
    );
    await untilAttemptsAre(server, [{ handed_over_for: null }, { handed_over_for: null }], { seconds: 0 });
  }
  platform.succeed();
  await untilAttemptsAre(server, []);
  await server.stop();
});

test('what is for a person stays so while the operator says that it is pending or in an unknown state', async () => {
  const [platform, elsewhere] = [await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(platform);
  const without = await moved(server, settingsOf(elsewhere));
  const routeGone = { state: 'unknown', handed_over_for: 'route_gone', failure_reason: null };
  await untilAttemptsAre(without, [routeGone, routeGone]);
  const back = await moved(without, { ...settingsOf(platform), OPERATOR_FORGETS_AFTER_HOURS: 'mtn:5000' });
  for (const status of ['PENDING', 'CREATED']) {
    for (const instruction of platform.instructions.values()) instruction.status = status;
    const before = await back.query(
      `select max(enquiries) as most from payment_attempt where state = 'unknown'`,
    );
    await vi.waitFor(async () => {
      back.clock.advance({ hours: 1 });
      expect(await least(back, 'enquiries')).toBeGreaterThan(before[0].most);
    }, PATIENCE);
    await untilAttemptsAre(back, [routeGone, routeGone], { seconds: 1 });
  }
  platform.succeed();
  await untilAttemptsAre(back, [], { seconds: 3600 });
  await ended(server, without, back);
});

test('a late callback of a success counts, although the operator gives no answer when it is asked first', async () => {
  const platform = await startPlatform();
  const server = await startAppServer({ settings: settingsOf(platform) });
  await apply(await signUp(server));
  await untilAttemptsAre(server, [{ state: 'pending' }]);
  platform.fail();
  await untilAttemptsAre(server, [{ state: 'failed' }]);
  server.clock.advance({ hours: 25 });
  platform.succeed();
  platform.goDown();
  const asked = platform.requests.length;
  const [{ attempt_id: externalId }] = await server.query('select attempt_id from payment_attempt');
  await server.sendCallback('mtn', { externalId, status: 'SUCCESSFUL' });
  await vi.waitFor(() => {
    server.clock.advance({ seconds: 70 });
    expect(platform.requests.length).toBeGreaterThan(asked + 6);
  }, PATIENCE);
  platform.comeUp();
  await untilAttemptsAre(server, [], { seconds: 3600 });
  await server.stop();
});
