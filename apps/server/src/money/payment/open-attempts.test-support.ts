import { expect, vi } from 'vitest';
import { apply, PATIENCE, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Platform, settingsOf } from './operators/mtn-platform.test-support.ts';

export const attemptsOf = (server: AppServer) =>
  server.query(
    `select direction, state, handed_over_for, failure_reason from payment_attempt
     where state not in ('succeeded') order by direction`,
  );

export const untilAttemptsAre = (server: AppServer, wanted: object[], step = { seconds: 70 }) =>
  vi.waitFor(async () => {
    server.clock.advance(step);
    expect(await attemptsOf(server)).toMatchObject(wanted);
  }, PATIENCE);

/** A server with one payout and one collection that MTN works on. */
export const withOpenAttempts = (platform: Platform, settings: Record<string, string> = {}) =>
  withAttempts(platform, settings, 'pending');

/** A server with one payout and one collection that were sent and did not arrive. */
export async function withLostAttempts(platform: Platform) {
  return withAttempts(platform, {}, 'unknown');
}

async function withAttempts(
  platform: Platform,
  settings: Record<string, string>,
  state: 'pending' | 'unknown',
) {
  const server = await startAppServer({ settings: { ...settingsOf(platform), ...settings } });
  const payer = await signUp(server);
  const { orderId } = await apply(payer);
  await untilAttemptsAre(server, [{ direction: 'payout', state: 'pending' }]);
  platform.succeed();
  await untilAttemptsAre(server, []);
  platform.lose(state === 'unknown');
  await apply(await signUp(server));
  await submitPayment(payer, orderId);
  const step = state === 'unknown' ? { seconds: 1 } : undefined;
  await untilAttemptsAre(
    server,
    [
      { direction: 'collection', state },
      { direction: 'payout', state },
    ],
    step,
  );
  platform.lose(false);
  return { server };
}

/** Another server in its place, two hours later. */
export async function moved(from: AppServer, settings: Record<string, string>): Promise<AppServer> {
  await from.leave();
  const server = await startAppServer({ besides: from, settings });
  server.clock.advance({ hours: 2 });
  return server;
}

export async function ended(...servers: AppServer[]): Promise<void> {
  for (const server of servers.reverse()) await server.stop();
}

/** The simulated operators answer this share of instructions with an error, and do nothing with them. */
export async function refuseInstructions(server: AppServer, share: number): Promise<void> {
  const response = await fetch(`${server.url}/sim/api/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rates: { refused500: share } }),
  });
  expect(response.status).toBe(200);
}
