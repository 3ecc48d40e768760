import { randomUUID } from 'node:crypto';
import { demoLadder } from '@thumba/lending/ladder';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import type { EndDeps } from '../payment/attempt-end.ts';
import {
  makeAtOperator,
  type Payout,
  restoreBook,
  untilPayoutIs,
  waitingPayout,
} from '../payment/restored-server.test-support.ts';
import { findDifference } from './differences.ts';
import { postToPayout } from './post-to-payout.ts';
import { reconcile } from './reconciled-server.test-support.ts';

let server: AppServer;
let deps: Parameters<typeof postToPayout>[0];
beforeAll(async () => {
  server = await startAppServer();
  const { db, clock, sealing, app } = server;
  deps = {
    ...{ db, clock, sealing, line: app.line },
    today: () => app.calendar.today(),
    ladderRule: () => demoLadder,
    newAttemptId: () => randomUUID(),
  };
});
afterAll(() => server.stop());

let payout: Payout;
let first: number;
let second: number;

/** The lost server has paid this borrower twice. The restored book knows neither, and has one payout that waits. */
beforeEach(async () => {
  const borrower = await signUp(server);
  for (const attemptId of [randomUUID(), randomUUID()]) await makeAtOperator(server, { borrower, attemptId });
  server.clock.advance({ minutes: 1 });
  await restoreBook(server);
  payout = await waitingPayout(server, 'book_restored', borrower);
  const { differences } = await reconcile(server);
  const open = differences.filter(({ state }) => state === 'open').map((one) => one.difference_id);
  expect(open).toHaveLength(2);
  [first, second] = open as [number, number];
});

const link = (differenceId: number, { line }: Pick<EndDeps, 'line'> = deps) =>
  asApproved(server.db, (approval) =>
    postToPayout(
      { ...deps, line },
      {
        ...{ differenceId, attemptId: payout.attemptId, approval },
        ...{ actor: 'staff:7', reason: 'the same number and amount' },
      },
    ),
  );

const stateOf = async (differenceId: number) => (await findDifference(server.db, differenceId))!.state;

const BROKEN: Pick<EndDeps, 'line'> = {
  line: { post: () => Promise.reject(new Error('the database is away')) } as unknown as EndDeps['line'],
};

test('a payout whose posting broke off is not linked to another row, and the first row goes on', async () => {
  await expect(link(first, BROKEN)).rejects.toThrow('the database is away');
  expect(await stateOf(first)).toBe('posting');
  expect(await link(second)).toEqual({
    ok: false,
    refusal: { kind: 'payout_is_linked', differenceId: first },
  });
  expect(await stateOf(second)).toBe('open');
  expect(await link(first)).toMatchObject({ ok: true });
  await untilPayoutIs(server, payout.orderId, { state: 'succeeded' });
  expect(await link(second)).toMatchObject({ ok: false });
  expect(await stateOf(second)).toBe('open');
});

test('of two rows that are linked to one payout at the same moment one is refused', async () => {
  const linked = await Promise.all([link(first), link(second)]);
  expect(linked.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect([await stateOf(first), await stateOf(second)].toSorted()).toEqual(['open', 'resolved']);
});

test('a payout whose own id is on the statement is linked to no other row', async () => {
  await makeAtOperator(server, payout);
  const { differences } = await reconcile(server);
  const own = differences.find(({ attempt_id }) => attempt_id === payout.attemptId)!;
  expect(own).toMatchObject({ kind: 'status_differs', state: 'open' });
  const refusal = { kind: 'payout_is_linked', differenceId: own.difference_id };
  expect(await link(first)).toEqual({ ok: false, refusal });
  expect(await link(own.difference_id)).toMatchObject({ ok: true });
});

test('a payout to one number is not linked to money that went to another one', async () => {
  const other = await signUp(server);
  const ofOther = await waitingPayout(server, 'book_restored', other);
  const linked = await postToPayout(deps, {
    ...{ differenceId: first, attemptId: ofOther.attemptId },
    ...{ actor: 'staff:7', reason: 'the same amount' },
  });
  expect(linked).toEqual({ ok: false, refusal: { kind: 'other_number' } });
  expect(await stateOf(first)).toBe('open');
  expect(await link(first)).toMatchObject({ ok: true });
});
