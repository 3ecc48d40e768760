import { expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { untilAttemptsAre } from './open-attempts.test-support.ts';
import { type Platform, settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';

const SUPERSEDED = { state: 'failed', failure_reason: 'superseded' };

const balancesAsked = ({ requests }: Platform) =>
  requests.filter(({ path }) => path.endsWith('/balance')).length;

/** A loan whose first payout the operator reported as failed, and whose borrower asks for it again. */
async function withFailedPayout() {
  const platform = await startPlatform();
  const server = await startAppServer({ settings: settingsOf(platform) });
  const borrower = await signUp(server);
  const { orderId } = await apply(borrower);
  await untilAttemptsAre(server, [{ state: 'pending' }]);
  platform.fail();
  await untilAttemptsAre(server, [{ state: 'failed' }]);
  const first = platform.posted[0]!;
  server.clock.advance({ minutes: 1 });
  return { platform, server, first, retry: () => borrower.ask('retryPayout', { body: { orderId } }) };
}

/** The operator says that the first payout succeeded after all. */
async function succeedAfterAll(server: AppServer, platform: Platform, first: string): Promise<void> {
  platform.succeed();
  await server.sendCallback('mtn', { externalId: first, status: 'SUCCESSFUL' });
  await vi.waitFor(async () => {
    const rows = await server.query('select state from payment_attempt where attempt_id = $1', [first]);
    expect(rows).toEqual([{ state: 'succeeded' }]);
  }, PATIENCE);
}

test('a payout is not sent if the one before it succeeds while the operator is asked for the float', async () => {
  const { platform, server, first, retry } = await withFailedPayout();
  const asked = balancesAsked(platform);
  platform.setFloat('0');
  const tellBalance = platform.keepBalanceBack();
  await retry();
  await vi.waitFor(() => expect(balancesAsked(platform)).toBeGreaterThan(asked), PATIENCE);
  await succeedAfterAll(server, platform, first);
  tellBalance();
  await vi.waitFor(async () => {
    const rows = await server.query(`select state from payment_attempt where state = 'sent'`);
    expect(rows).toEqual([]);
  }, PATIENCE);
  platform.setFloat('1000000');
  await untilAttemptsAre(server, [SUPERSEDED]);
  expect(platform.posted).toEqual([first]);
  await server.stop();
});

test('a payout that did not arrive is not sent again if the one before it succeeds', async () => {
  const { platform, server, first, retry } = await withFailedPayout();
  platform.lose(true);
  await retry();
  await untilAttemptsAre(server, [{ state: 'failed' }, { state: 'unknown' }], { seconds: 1 });
  platform.lose(false);
  await succeedAfterAll(server, platform, first);
  await untilAttemptsAre(server, [SUPERSEDED]);
  expect(platform.posted).toHaveLength(2);
  expect(platform.instructions.size).toBe(1);
  await server.stop();
});
