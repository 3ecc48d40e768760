import { day } from '@thumba/lending/day';
import { expect, test, vi } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { holdAttemptStatement } from '../../book/payment-attempt/attempt-statements.ts';
import { toDate } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';
import {
  ended,
  moved,
  untilAttemptsAre,
  withLostAttempts,
  withOpenAttempts,
} from './open-attempts.test-support.ts';
import { settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';

const FOR_A_PERSON = { direction: 'payout', state: 'unknown', handed_over_for: 'operator_forgets' };

/** A server whose operator never received the open payments, and another one in its place. */
async function withoutArrival() {
  const platform = await startPlatform();
  const { server } = await withLostAttempts(platform);
  const sent = platform.posted.length;
  await server.leave();
  const after = await startAppServer({ besides: server, settings: settingsOf(platform) });
  return { platform, server, after, sent };
}

test('a payout that waits for the float after its first sending is not sent again when the operator may have forgotten it', async () => {
  const platform = await startPlatform();
  const { server } = await withLostAttempts(platform);
  const sent = platform.posted.length;
  platform.setFloat('0');
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    const [payout] = await server.query(
      `select state, held_reason, route_id is not null as has_route from payment_attempt
       where direction = 'payout' and state <> 'succeeded'`,
    );
    expect(payout).toEqual({ state: 'created', held_reason: 'float_low', has_route: true });
  }, PATIENCE);
  const [before] = await server.query(
    `select first_sent_at from payment_attempt where direction = 'payout' and state = 'created'`,
  );
  // It is tried again and again meanwhile.
  for (let hours = 0; hours < 30; hours += 6) {
    server.clock.advance({ hours: 6 });
    await vi.waitFor(async () => {
      const [due] = await server.query(
        `select next_step_at from payment_attempt where direction = 'payout' and state not in ('sent', 'succeeded')`,
      );
      // To a step under way, hours at once would be a process that died.
      expect(due.next_step_at.getTime()).toBeGreaterThan(server.clock.nowMs());
    }, PATIENCE);
  }
  platform.setFloat('1000000');
  await untilAttemptsAre(server, [{ direction: 'collection', state: 'failed' }, FOR_A_PERSON]);
  expect(platform.posted).toHaveLength(sent);
  // Staff look for it on the statement of the day on which it was sent.
  const [after] = await server.query(
    `select sent_at, first_sent_at from payment_attempt where direction = 'payout' and state = 'unknown'`,
  );
  expect(after).toEqual({ sent_at: before.first_sent_at, first_sent_at: before.first_sent_at });
  await server.stop();
});

test('a payout whose first sending an earlier version did not keep counts from the day on which it was made', async () => {
  const { platform, server, after, sent } = await withoutArrival();
  await after.query(`update payment_attempt set first_sent_at = null, state = 'created',
    created_at = created_at - interval '25 hours' where direction = 'payout' and state = 'unknown'`);
  await untilAttemptsAre(after, [{ direction: 'collection', state: 'failed' }, FOR_A_PERSON]);
  expect(platform.posted).toHaveLength(sent);
  await ended(server, after);
});

test('a process that was overtaken while it sent a payout does not set it free for another route', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  // A step that is under way would note its answer meanwhile.
  await server.leave();
  const owner = openDatabase({ url: server.databaseUrl, maxConnections: 1 });
  const rowsOf = async (text: string, values: unknown[]) => (await owner.pool.query(text, values)).rows;
  // Another process has claimed it since, and is sending it.
  const [payout] = await rowsOf(
    `update payment_attempt set state = 'sent', next_step_at = $1 where direction = 'payout' and state = 'pending'
     returning borrower_id, attempt_id, next_step_at, route_id, first_sent_at`,
    [toDate(server.clock.nowMs() + 60_000)],
  );
  const held = (claimedStepAt: Date) =>
    owner.rows(holdAttemptStatement, {
      borrowerId: payout.borrower_id,
      attemptId: payout.attempt_id,
      claimedStepAt,
      nextStepAt: toDate(server.clock.nowMs() + 120_000),
      reason: 'operator_down',
      now: toDate(server.clock.nowMs()),
      isWorthTelling: false,
      isFirstSending: true,
      isKnown: false,
      today: day(server.today()),
    });
  const kept = async () =>
    (
      await rowsOf('select route_id, first_sent_at from payment_attempt where attempt_id = $1', [
        payout.attempt_id,
      ])
    )[0];
  await held(toDate(server.clock.nowMs() + 30_000));
  expect(await kept()).toEqual({ route_id: payout.route_id, first_sent_at: payout.first_sent_at });
  await held(payout.next_step_at);
  expect(await kept()).toEqual({ route_id: null, first_sent_at: null });
  await owner.close();
  await server.stop();
});

test('what was handed over because its route was gone is not sent again or ended by "not found" when the route is back', async () => {
  const [platform, elsewhere] = [await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(platform);
  const sent = platform.posted.length;
  const without = await moved(server, settingsOf(elsewhere));
  const routeGone = { state: 'unknown', handed_over_for: 'route_gone', failure_reason: null };
  await untilAttemptsAre(without, [routeGone, routeGone]);
  const known = new Map(platform.instructions);
  platform.forget();
  const back = await moved(without, {
    ...settingsOf(platform),
    OPERATOR_FORGETS_AFTER_HOURS: 'mtn:5000',
  });
  const timesNotFound = async () =>
    (await back.query(`select min(not_found) as times from payment_attempt where state = 'unknown'`))[0]
      .times;
  await vi.waitFor(async () => {
    back.clock.advance({ hours: 1 });
    expect(platform.posted).toHaveLength(sent);
    expect(await timesNotFound()).toBeGreaterThanOrEqual(3);
  }, PATIENCE);
  await untilAttemptsAre(back, [routeGone, routeGone], { seconds: 1 });
  expect(platform.posted).toHaveLength(sent);
  expect(elsewhere.posted).toEqual([]);
  for (const [key, instruction] of known) platform.instructions.set(key, instruction);
  platform.succeed();
  await untilAttemptsAre(back, [], { seconds: 3600 });
  await ended(server, without, back);
});

/** An earlier version sent the open payout, and made it ready to be sent again because the operator did not know it. */
async function makeCreatedAgain(server: AppServer, values: string): Promise<void> {
  await server.query('alter table payment_attempt disable trigger payment_attempt_keeps_its_route');
  await server.query(`update payment_attempt set state = 'created', route_id = null, first_sent_at = null, ${values}
    where direction = 'payout' and state = 'unknown'`);
  await server.query('alter table payment_attempt enable trigger payment_attempt_keeps_its_route');
}

test('a payout that an earlier version made ready to be sent again is asked about and not sent', async () => {
  const { platform, server, after, sent } = await withoutArrival();
  await makeCreatedAgain(after, 'held_reason = null');
  await untilAttemptsAre(after, [
    { direction: 'collection', state: 'failed' },
    { direction: 'payout', state: 'unknown', handed_over_for: 'route_unknown' },
  ]);
  expect(platform.posted).toHaveLength(sent);
  await ended(server, after);
});

test('such a payout does not count as unsent either while its operator is not connected', async () => {
  const { platform, server, after, sent } = await withoutArrival();
  await makeCreatedAgain(after, `operator = 'zamtel'`);
  await untilAttemptsAre(after, [
    { direction: 'collection', state: 'failed' },
    { direction: 'payout', state: 'unknown', handed_over_for: 'route_gone' },
  ]);
  await after.query(`update payment_attempt set operator = 'mtn' where operator = 'zamtel'`);
  after.clock.advance({ hours: 2 });
  await untilAttemptsAre(after, [{}, { state: 'unknown', handed_over_for: 'route_gone' }]);
  expect(platform.posted).toHaveLength(sent);
  await ended(server, after);
});
