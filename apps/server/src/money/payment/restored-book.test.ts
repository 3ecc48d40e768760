import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { releasePayouts, standingHolds } from './restored-book.ts';
import {
  attemptOf,
  makeAtOperator,
  restoreBook,
  setPayoutFloat,
  timesPaidOut,
  untilPayoutIs,
  waitingPayout,
} from './restored-server.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const release = (name: string) =>
  releasePayouts(server, { actor: `staff:${name}`, reason: 'The statements were compared by hand' });

/** A payout of a server that was lost: this database has it as not sent. */
async function beforeRestore() {
  // The float is asked for again only after a while.
  server.clock.advance({ seconds: 60 });
  await setPayoutFloat(server, 'mtn', 100);
  const payout = await waitingPayout(server, 'float_low');
  server.clock.advance({ seconds: 60 });
  return payout;
}

async function afterRestore(lostMinutes?: number) {
  const dataUntil = await restoreBook(server, lostMinutes === undefined ? {} : { lostMinutes });
  await setPayoutFloat(server, 'mtn', 100_000);
  server.clock.advance({ seconds: 60 });
  return dataUntil;
}

test('after a restore no payout is sent until two people release them; what the operator has made is not made again', async () => {
  const payer = await signUp(server);
  const loan = await borrow(payer);
  const [forgotten, waiting] = [await beforeRestore(), await beforeRestore()];
  await makeAtOperator(server, forgotten);
  await afterRestore();
  await untilPayoutIs(server, forgotten.orderId, { state: 'succeeded' });
  await untilPayoutIs(server, waiting.orderId, { state: 'created', held_reason: 'book_restored' });
  const begunAfter = await waitingPayout(server, 'book_restored');
  expect(
    await begunAfter.borrower.ask('queryLoanDetail', { params: { id: begunAfter.orderId } }),
  ).toMatchObject({
    status: 'paying_out',
    waitingFor:
      'We are comparing our records with MTN before we send money. We will send yours after that. You do not need to do anything.',
  });
  // Money that comes is taken as ever.
  await pay(server, payer, loan);

  expect(await release('mary')).toMatchObject({
    ok: true,
    value: { isAnyEnded: false, standing: [{ released_by: ['staff:mary'] }] },
  });
  expect(await release('mary')).toEqual({ ok: false, refusal: { kind: 'same_person' } });
  for (const payout of [waiting, begunAfter]) {
    server.clock.advance({ seconds: 60 });
    const nextStepAt = new Date(server.clock.nowMs());
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 1 });
      expect((await attemptOf(server, payout.orderId)).next_step_at > nextStepAt).toBe(true);
    }, PATIENCE);
  }
  expect(await timesPaidOut(server, waiting)).toBe(0);
  expect(await timesPaidOut(server, begunAfter)).toBe(0);

  expect(await release('john')).toEqual({ ok: true, value: { isAnyEnded: true, standing: [] } });
  expect(await standingHolds(server.db)).toEqual([]);
  expect(await release('john')).toEqual({ ok: false, refusal: { kind: 'nothing_is_held' } });
  server.clock.advance({ seconds: 120 });
  for (const payout of [waiting, begunAfter]) {
    await untilPayoutIs(server, payout.orderId, { state: 'succeeded' });
    expect(await timesPaidOut(server, payout)).toBe(1);
  }
  expect(await timesPaidOut(server, forgotten)).toBe(1);
});

test('a payout of before the restore is not sent after the release either, if the operator has made it', async () => {
  const payout = await beforeRestore();
  await restoreBook(server);
  for (const name of ['mary', 'john']) await release(name);
  await makeAtOperator(server, payout);
  await setPayoutFloat(server, 'mtn', 100_000);
  server.clock.advance({ seconds: 60 });
  await untilPayoutIs(server, payout.orderId, { state: 'succeeded' });
  expect(await timesPaidOut(server, payout)).toBe(1);
});

test('a payout that the operator may have forgotten since the backup is for a person', async () => {
  const payout = await beforeRestore();
  server.clock.advance({ days: 60 });
  const dataUntil = await afterRestore(60 * 24 * 60);
  for (const name of ['mary', 'john']) await release(name);
  await untilPayoutIs(server, payout.orderId, { state: 'unknown', handed_over_for: 'operator_forgets' });
  // Staff look on the statement of this day.
  expect((await attemptOf(server, payout.orderId)).sent_at).toEqual(dataUntil);
  expect(await timesPaidOut(server, payout)).toBe(0);
});
