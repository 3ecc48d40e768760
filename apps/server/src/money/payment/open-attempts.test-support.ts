import { expect, vi } from 'vitest';
import { apply, PATIENCE, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Platform, settingsOf } from './operators/mtn-platform.test-support.ts';

export const attemptsOf = (server: AppServer) =>
  server.query(
    `select direction, state, handed_over_for, failure_reason from payment_attempt
     where state not in ('succeeded') order by direction`,
  );

/** An operator that answers at all has answered within this time. */
const ANSWERED_WITHIN_MS = 3_000;

type Seen = { state: string };

/**
 * Looks at attempts until they are as wanted, and moves the clock by the step before each look. While an operator is asked
 * about an attempt that is `sent`, the clock stands: otherwise a slow machine lets each claim end before its answer comes.
 */
export function whileClockGoesOn(
  server: AppServer,
  step: { seconds: number },
  look: () => Promise<Seen[]>,
  expectWanted: (seen: Seen[]) => void,
): Promise<void> {
  let sentSinceMs: number | undefined;
  return vi.waitFor(async () => {
    if (sentSinceMs === undefined || Date.now() - sentSinceMs > ANSWERED_WITHIN_MS) {
      server.clock.advance(step);
    }
    const seen = await look();
    const isAsked = seen.some(({ state }) => state === 'sent');
    sentSinceMs = isAsked ? (sentSinceMs ?? Date.now()) : undefined;
    expectWanted(seen);
  }, PATIENCE);
}

export const untilAttemptsAre = (server: AppServer, wanted: object[], step = { seconds: 70 }) =>
  whileClockGoesOn(
    server,
    step,
    () => attemptsOf(server) as Promise<Seen[]>,
    (seen) => expect(seen).toMatchObject(wanted),
  );

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

/** Another server in its place, two hours later. What happens between the two is told by `meanwhile`. */
export async function moved(
  from: AppServer,
  settings: Record<string, string>,
  meanwhile = () => {},
): Promise<AppServer> {
  await from.leave();
  meanwhile();
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
