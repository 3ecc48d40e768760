import { expect, vi } from 'vitest';
import { apply, PATIENCE, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Platform, settingsOf } from './operators/mtn-platform.test-support.ts';

export const attemptsOf = (server: AppServer) =>
  server.query(
    `select direction, state, handed_over_for, failure_reason from payment_attempt
     where state not in ('succeeded') order by direction, created_at, attempt_id`,
  );

/** How long a step may take with the settings of most tests, by the clock of the test: `claimMsOf`. */
const CLAIM_MS = 32_000;
/** A step that has not ended after this time waits for the clock itself. */
const ENDED_WITHIN_MS = 6_000;

/**
 * Looks at attempts until they are as wanted, and moves the clock by the step between the looks. The clock stands while an
 * attempt is due or a step of it is under way: otherwise a slow machine lets each claim end before its answer comes.
 * Whether a step was under way before the look is told with what was seen.
 */
export function whileClockGoesOn<SeenAttempt>(
  server: AppServer,
  step: { seconds: number },
  look: () => Promise<SeenAttempt[]>,
  expectWanted: (seen: SeenAttempt[], wasUnderWay: boolean) => void,
): Promise<void> {
  let beforeMs = server.clock.nowMs();
  let underWaySinceMs: number | undefined;
  return vi.waitFor(async () => {
    const nowMs = server.clock.nowMs();
    const claimsEndAt = [nowMs, beforeMs].map((claimedAtMs) => new Date(claimedAtMs + CLAIM_MS));
    const underWay = await server.query(
      `select from payment_attempt
       where state = 'sent' or next_step_at <= $1 or next_step_at = any($2::timestamptz[])`,
      [new Date(nowMs), claimsEndAt],
    );
    underWaySinceMs = underWay.length > 0 ? (underWaySinceMs ?? Date.now()) : undefined;
    if (underWaySinceMs === undefined || Date.now() - underWaySinceMs > ENDED_WITHIN_MS) {
      beforeMs = nowMs;
      server.clock.advance(step);
    }
    expectWanted(await look(), underWay.length > 0);
  }, PATIENCE);
}

export const untilAttemptsAre = (server: AppServer, wanted: object[], step = { seconds: 70 }) =>
  whileClockGoesOn(
    server,
    step,
    () => attemptsOf(server),
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
  const startsAt = new Date(from.clock.nowMs()).toISOString();
  const server = await startAppServer({ besides: from, settings, startsAt });
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
