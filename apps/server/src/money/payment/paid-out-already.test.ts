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

test('a step that took longer than its claim sends nothing after another step has taken the payout', async () => {
  const platform = await startPlatform();
  const server = await startAppServer({ settings: settingsOf(platform) });
  const tellBalance = platform.keepBalanceBack();
  await apply(await signUp(server));
  // The first step still waits for the float. The payout is asked about, not known, and taken to be sent once more.
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    const rows = await server.query(
      'select state, enquiries, first_sent_at < sent_at as again from payment_attempt',
    );
    expect(rows).toEqual([{ state: 'sent', enquiries: 0, again: true }]);
  }, PATIENCE);
  tellBalance();
  // If the operator refused the first of two instructions, it could carry out the second.
  await untilAttemptsAre(server, [{ state: 'pending' }], { seconds: 0 });
  platform.succeed();
  await untilAttemptsAre(server, []);
  expect(platform.posted).toHaveLength(1);
  await server.stop();
});
