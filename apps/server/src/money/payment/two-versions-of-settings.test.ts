import { expect, test, vi } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { attemptsOf, ended, untilAttemptsAre, withOpenAttempts } from './open-attempts.test-support.ts';
import { type Platform, settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';

/** A server beside the others that has begun to serve its platform. */
async function besides(first: AppServer, platform: Platform): Promise<AppServer> {
  const server = await startAppServer({ besides: first, settings: settingsOf(platform) });
  await vi.waitFor(
    async () =>
      expect(
        await server.query('select from operator_route where platform = $1', [platform.url]),
      ).toHaveLength(1),
    PATIENCE,
  );
  return server;
}

/** For how many seconds a due payment has waited, as the metrics say. */
async function longestWaitOf(server: AppServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^thumba_payment_attempts_longest_wait_seconds (\S+)$/m.exec(text)?.[1]);
}

test('a process leaves payments of a route that came after its start to the process which serves it', async () => {
  const [gone, old, next] = [await startPlatform(), await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(gone);
  await server.leave();
  const before = await besides(server, old);
  const after = await besides(server, next);
  // The new process has sent the payout.
  await before.query('alter table payment_attempt disable trigger payment_attempt_keeps_its_route');
  const [payout] = await before.query(
    `update payment_attempt set route_id = (select route_id from operator_route where platform = $1)
     where direction = 'payout' and state = 'pending' returning attempt_id`,
    [next.url],
  );
  const [key, instruction] = [...gone.instructions].find(([one]) => one.endsWith(payout.attempt_id))!;
  next.instructions.set(key, { ...instruction, status: 'SUCCESSFUL' });

  before.clock.advance({ hours: 2 });
  const routeGone = { direction: 'collection', state: 'unknown', handed_over_for: 'route_gone' };
  await untilAttemptsAre(before, [routeGone, {}], { seconds: 1 });
  const untouched = { direction: 'payout', state: 'pending', handed_over_for: null };
  expect(await attemptsOf(before)).toMatchObject([routeGone, untouched]);

  // Also where the operator reports to the process that does not serve it. The other one asks at once.
  const callback = { externalId: payout.attempt_id, status: 'SUCCESSFUL' };
  expect(await before.sendCallback('mtn', callback)).toBe(200);
  await vi.waitFor(async () => {
    const [{ next_step_at }] = await before.query(
      'select next_step_at from payment_attempt where attempt_id = $1',
      [payout.attempt_id],
    );
    expect(next_step_at.getTime()).toBeLessThanOrEqual(before.clock.nowMs());
  }, PATIENCE);
  expect(await attemptsOf(before)).toMatchObject([routeGone, untouched]);
  after.clock.advance({ hours: 2, seconds: 30 });
  await untilAttemptsAre(after, [routeGone], { seconds: 1 });
  expect(next.posted).toEqual([]);
  await ended(server, before, after);
});

test('when the process with the new route ends, the metrics say how long its payments have waited', async () => {
  const [old, next] = [await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(old);
  await server.leave();
  const before = await besides(server, old);
  const after = await besides(server, next);
  await before.query('alter table payment_attempt disable trigger payment_attempt_keeps_its_route');
  await before.query(
    `update payment_attempt set route_id = (select route_id from operator_route where platform = $1), next_step_at = $2
     where direction = 'payout' and state = 'pending'`,
    [next.url, new Date(before.clock.nowMs() + 3_600_000)],
  );
  await after.leave();
  expect(await longestWaitOf(before)).toBe(0);
  before.clock.advance({ hours: 2 });
  await vi.waitFor(async () => expect(await longestWaitOf(before)).toBe(3600), PATIENCE);
  // What the process serves is taken as ever.
  old.succeed();
  await untilAttemptsAre(before, [{ direction: 'payout', state: 'pending' }], { seconds: 60 });
  expect(await longestWaitOf(before)).toBeGreaterThanOrEqual(3600);
  await ended(server, before, after);
});
