import { expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';
import { attemptsOf, ended, moved, untilAttemptsAre } from './open-attempts.test-support.ts';
import { settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';
import { releasePayouts } from './restored-book.ts';
import { attemptOf, restoreBook } from './restored-server.test-support.ts';

/**
 * A restored book with a payout that it has as not sent, after the payouts were released. Two platforms serve. The earlier
 * one has made the payout before the restore, and knows it in this state. If it is gone, no setting connects to it.
 */
async function afterRestore(atEarlier: { status?: string; isDown?: boolean; isGone?: boolean }) {
  const [old, next] = [await startPlatform(), await startPlatform()];
  old.setFloat('0');
  const server = await startAppServer({ settings: settingsOf(old) });
  const { orderId } = await apply(await signUp(server));
  await untilAttemptsAre(server, [{ state: 'created' }], { seconds: 1 });
  const { id } = await attemptOf(server, orderId);
  server.clock.advance({ hours: 1 });
  // Otherwise the server that leaves may be about to send it, and the book then has a route of it.
  await vi.waitFor(async () => {
    const { held_reason, next_step_at } = await attemptOf(server, orderId);
    expect(held_reason).toBe('float_low');
    expect(next_step_at.getTime()).toBeGreaterThan(server.clock.nowMs());
  }, PATIENCE);
  await restoreBook(server);
  for (const name of ['mary', 'john']) {
    await releasePayouts(server, { actor: `staff:${name}`, reason: 'The statements were compared by hand' });
  }
  const { status, isDown, isGone } = atEarlier;
  const key = `mtnzambia Bearer our-user disbursement ${id}`;
  // The first server would ask about it too.
  const after = await moved(server, isGone ? settingsOf(next) : settingsOf(next, old), () => {
    if (status) old.instructions.set(key, { path: '/disbursement/v1_0/transfer', status, amount: '1000' });
    if (isDown) old.goDown();
  });
  const timesAsked = () => old.requests.filter(({ path }) => path.endsWith(id)).length;
  /** While the payout is asked about its state is `sent`. The clock stands then, so that its claim does not end. */
  const untilAsked = (times: number) =>
    vi.waitFor(async () => {
      await expect.poll(() => attemptsOf(after)).toMatchObject([{ state: 'created' }]);
      if (timesAsked() < times) after.clock.advance({ seconds: 5 });
      expect(timesAsked()).toBeGreaterThanOrEqual(times);
    }, PATIENCE);
  return { old, next, server, after, untilAsked };
}

test('a payout that the earlier route has made is not sent on the new one', async () => {
  const { next, server, after } = await afterRestore({ status: 'SUCCESSFUL' });
  await untilAttemptsAre(after, []);
  expect(next.posted).toEqual([]);
  await ended(server, after);
});

test('a payout that the earlier route works on waits for its end', async () => {
  const { old, next, server, after, untilAsked } = await afterRestore({ status: 'PENDING' });
  await untilAsked(3);
  await untilAttemptsAre(after, [{ state: 'created' }], { seconds: 0 });
  expect(next.posted).toEqual([]);
  old.succeed();
  await untilAttemptsAre(after, []);
  expect(next.posted).toEqual([]);
  await ended(server, after);
});

test('a payout that the earlier route knew, and later says it does not, is for a person', async () => {
  const { old, next, server, after, untilAsked } = await afterRestore({ status: 'PENDING' });
  await untilAsked(1);
  await vi.waitFor(async () => {
    const [payout] = await after.query('select known_to_operator_at from payment_attempt');
    expect(payout.known_to_operator_at).not.toBeNull();
  }, PATIENCE);
  old.forget();
  await untilAttemptsAre(after, [{ state: 'unknown', handed_over_for: 'operator_denies' }]);
  expect(next.posted).toEqual([]);
  await ended(server, after);
});

test('a payout is sent on the new route once both say that they do not know it', async () => {
  const { old, next, server, after } = await afterRestore({ isDown: true });
  const askedBefore = old.requests.length;
  await vi.waitFor(async () => {
    after.clock.advance({ seconds: 5 });
    // The earlier server has left, so the new one asked the earlier platform about the payout and got no answer.
    expect(old.requests.length).toBeGreaterThan(askedBefore);
    const [payout] = await after.query('select held_reason from payment_attempt');
    expect(payout).toEqual({ held_reason: 'book_restored' });
  }, PATIENCE);
  expect(next.posted).toEqual([]);
  old.comeUp();
  await untilAttemptsAre(after, [{ state: 'pending' }], { seconds: 20 });
  expect(next.posted).toHaveLength(1);
  expect(old.posted).toEqual([]);
  next.succeed();
  await untilAttemptsAre(after, []);
  await ended(server, after);
});

test('a payout that may have been made on a route which is gone is not sent on another one: a person is told', async () => {
  const { next, server, after } = await afterRestore({ status: 'SUCCESSFUL', isGone: true });
  await untilAttemptsAre(after, [{ state: 'unknown', handed_over_for: 'route_unknown' }], { seconds: 5 });
  await untilAttemptsAre(after, [{ state: 'unknown', handed_over_for: 'route_unknown' }], { seconds: 7200 });
  expect(next.posted).toEqual([]);
  // Staff look on the statement of this day.
  const sent = await after.query(
    'select sent_at = data_until as is_then from payment_attempt, restored_book',
  );
  expect(sent).toEqual([{ is_then: true }]);
  await ended(server, after);
});
