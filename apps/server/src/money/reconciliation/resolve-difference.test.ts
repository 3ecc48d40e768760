import { randomUUID } from 'node:crypto';
import { demoLadder } from '@thumba/lending/ladder';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { EndDeps } from '../payment/attempt-end.ts';
import { findDifference, openDifferences } from './differences.ts';
import { ignoreDifference } from './leave-difference.ts';
import { moveUnasked, reconcile } from './reconciled-server.test-support.ts';
import { postToLoan, putIntoSuspense } from './resolve-difference.ts';

let server: AppServer;
let payer: AppBorrower;
let orderId: number;
let deps: EndDeps & { sealing: Sealing };

beforeAll(async () => {
  server = await startAppServer();
  const { db, clock, sealing, app } = server;
  deps = {
    db,
    clock,
    sealing,
    line: app.line,
    today: () => app.calendar.today(),
    ladderRule: () => demoLadder,
    newAttemptId: () => randomUUID(),
  };
  payer = await signUp(server);
  orderId = await borrow(payer);
});
afterAll(() => server.stop());

const word = (differenceId: number) => ({
  differenceId,
  actor: 'staff:7' as const,
  reason: 'seen in the portal',
});

const leave = (differenceId: number) =>
  asApproved(server.db, (approval) => ignoreDifference(deps, { ...word(differenceId), approval }));
const suspend = (differenceId: number) =>
  asApproved(server.db, (approval) => putIntoSuspense(deps, { ...word(differenceId), approval }));

const post = (posting: Parameters<typeof postToLoan>[1]) =>
  asApproved(server.db, (approval) => postToLoan(deps, { ...posting, approval }));

/** Imports what the operator exports now and answers the one difference that is open. */
async function onlyDifference() {
  await reconcile(server);
  const open = await openDifferences(server.db, 'mtn');
  expect(open).toHaveLength(1);
  return open[0]!;
}

const suspenseOf = async (differenceId: number) =>
  (
    await server.query(
      `select t.debit_account, t.credit_account, t.amount_ngwee / 100 as amount from ledger_transfer t
       join reconciliation_difference d using (entry_id) where d.difference_id = $1`,
      [differenceId],
    )
  ).map(({ debit_account, credit_account, amount }) => `${debit_account} → ${credit_account} ${amount}`);

test('what both operators export of real payments agrees with us, failures and payouts included', async () => {
  const other = await signUp(server, { mobile: server.newMobile('airtel') });
  const otherOrder = await borrow(other);
  await pay(server, payer, orderId, { amount: 100 });
  await pay(server, payer, orderId, { amount: 100, action: 'refuse' });
  await pay(server, other, otherOrder, { amount: 200 });
  // On a day that is over, what the operator had left out would be missing.
  server.clock.advance({ days: 1 });
  for (const operator of ['mtn', 'airtel'] as const) {
    const { differences, summary } = await reconcile(server, operator, { daysAgo: 1 });
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ matched: operator === 'mtn' ? 3 : 2, otherMovements: 0 });
    expect(summary.matched).toBe(summary.rows);
  }
});

describe('money that came without a payment of ours', () => {
  test('is posted once to the loan that a person says it was for, with the day it came as its value day', async () => {
    const reference = await moveUnasked(server, { mobile: payer.mobile, amount: 150 });
    const difference = await onlyDifference();
    expect(difference).toMatchObject({
      kind: 'extra',
      operator_reference: reference,
      statement_ngwee: 15_000,
      attempt_id: null,
    });
    server.clock.advance({ days: 2 });
    const posting = {
      ...word(difference.difference_id),
      borrowerId: payer.borrowerId,
      loanId: orderId,
    };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => post(posting)));
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    const bill = await payer.ask('queryLoanDetail', { params: { id: orderId } });
    expect(bill.payments.filter(({ amount }) => amount === 150)).toHaveLength(1);
    const [attempt] = await server.query('select * from payment_attempt where operator_reference = $1', [
      reference,
    ]);
    expect(attempt).toMatchObject({ state: 'succeeded', submitted_on: '2026-11-22' });
    expect(await post(posting)).toEqual({ ok: false, refusal: { kind: 'already_resolved' } });
    const [kept] = await server.query(
      'select state, resolution, actor, reason from reconciliation_difference where difference_id = $1',
      [difference.difference_id],
    );
    expect(kept).toEqual({
      state: 'resolved',
      resolution: 'posted_to_loan',
      actor: 'staff:7' as const,
      reason: 'seen in the portal',
    });
  });

  test('and once posted it is not missing on the day on which it was posted', async () => {
    await pay(server, payer, orderId, { amount: 25 });
    server.clock.advance({ days: 1 });
    const { differences, summary } = await reconcile(server, 'mtn', { daysAgo: 1 });
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ rows: 1, matched: 1 });
  });

  test('goes into suspense when nobody knows whose it is', async () => {
    await moveUnasked(server, { mobile: server.newMobile(), amount: 20 });
    const { difference_id } = await onlyDifference();
    const outcomes = await Promise.all([
      suspend(difference_id),
      suspend(difference_id),
      leave(difference_id),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('and money that left goes the other way', async () => {
    await moveUnasked(server, { mobile: payer.mobile, amount: 30, direction: 'payout' });
    const { difference_id } = await onlyDifference();
    const posting = { ...word(difference_id), borrowerId: payer.borrowerId, loanId: orderId };
    expect(await post(posting)).toEqual({ ok: false, refusal: { kind: 'not_for_a_loan' } });
    expect(await suspend(difference_id)).toEqual({
      ok: true,
      value: { amountNgwee: 3_000 },
    });
    expect(await suspenseOf(difference_id)).toEqual(['suspense → float_mtn_payout 30']);
  });

  test('is moved by no single person: the database refuses a match that names no approved request', async () => {
    await moveUnasked(server, { mobile: payer.mobile, amount: 35 });
    const { difference_id } = await onlyDifference();
    const alone = { ...word(difference_id), borrowerId: payer.borrowerId, loanId: orderId };
    const refused = 'needs the request that a second person approved';
    await expect(postToLoan(deps, alone)).rejects.toThrow(refused);
    await expect(putIntoSuspense(deps, alone)).rejects.toThrow(refused);
    expect(await ignoreDifference(deps, alone)).toEqual({
      ok: false,
      refusal: { kind: 'second_person_needed' },
    });
    const leftAlone = server.query(
      `update reconciliation_difference set state = 'resolved', resolution = 'ignored', actor = 'staff:mary',
         reason = 'left alone', resolved_at = now() where difference_id = $1`,
      [difference_id],
    );
    await expect(leftAlone).rejects.toThrow(refused);
    expect(await findDifference(server.db, difference_id)).toMatchObject({ state: 'open' });
    expect(await suspenseOf(difference_id)).toEqual([]);
    expect(await leave(difference_id)).toMatchObject({ ok: true });
  });

  test('does not go to another borrower’s loan, nor without a reason', async () => {
    await moveUnasked(server, { mobile: payer.mobile, amount: 40 });
    const { difference_id } = await onlyDifference();
    const posting = { ...word(difference_id), borrowerId: payer.borrowerId + 1, loanId: orderId };
    expect(await post(posting)).toEqual({ ok: false, refusal: { kind: 'no_such_loan' } });
    const unexplained = { ...word(difference_id), reason: ' ' };
    expect(await ignoreDifference(deps, unexplained)).toEqual({
      ok: false,
      refusal: { kind: 'reason_needed' },
    });
    expect(await leave(difference_id)).toEqual({ ok: true, value: null });
    expect(await ignoreDifference(deps, word(987_654))).toEqual({
      ok: false,
      refusal: { kind: 'no_such_difference' },
    });
  });
});

test('money that we have and the operator gave back leaves the float for suspense', async () => {
  server.clock.advance({ days: 1 });
  const paymentId = await pay(server, payer, orderId, { amount: 60 });
  await server.query(
    `update simulator.instruction set outcome = 'failed', failure = 'refused' where reference = $1`,
    [paymentId],
  );
  server.clock.advance({ days: 1 });
  const { differences } = await reconcile(server, 'mtn', { daysAgo: 1 });
  expect(differences).toMatchObject([{ kind: 'missing', attempt_id: paymentId, attempt_ngwee: 6_000 }]);
  const { difference_id } = differences[0]!;
  expect(await suspend(difference_id)).toEqual({
    ok: true,
    value: { amountNgwee: 6_000 },
  });
  expect(await suspenseOf(difference_id)).toEqual(['suspense → float_mtn_collection 60']);
});

test('a success of the operator’s that we hold for a failure is asked about, posted on its word, and then agrees', async () => {
  const paymentId = await pay(server, payer, orderId, { amount: 70, action: 'refuse' });
  await server.query(
    `update simulator.instruction set outcome = 'succeeded', failure = null where reference = $1`,
    [paymentId],
  );
  const difference = await onlyDifference();
  expect(difference).toMatchObject({ kind: 'status_differs', attempt_id: paymentId });
  expect(await suspend(difference.difference_id)).toEqual({
    ok: false,
    refusal: { kind: 'waits_for_operator' },
  });
  await vi.waitFor(async () => {
    const { status } = await payer.ask('getPayment', { params: { paymentId } });
    expect(status).toBe('succeeded');
  }, PATIENCE);
  const { differences } = await reconcile(server);
  expect(differences.filter(({ kind }) => kind === 'status_differs')).toMatchObject([
    { state: 'resolved', resolution: 'agreed' },
  ]);
});
