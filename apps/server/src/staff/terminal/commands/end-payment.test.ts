import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  downloadRecord,
  PATIENCE,
  signUp,
  submitPayment,
} from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import { command as differences } from './differences.ts';
import { command } from './end-payment.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** The operator does not tell the outcome of this payment for more than a day. */
async function outcomeUnknown(attemptId: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(attemptId)).toBe('pending'), PATIENCE);
  await server.query(
    `update payment_attempt set state = 'unknown', sent_at = sent_at - interval '25 hours' where attempt_id = $1`,
    [attemptId],
  );
}

const stateOf = async (attemptId: string) =>
  (await server.query('select state from payment_attempt where attempt_id = $1', [attemptId]))[0]?.state;

const settlementOf = async (attemptId: string) =>
  (
    await server.query(
      `select outcome, reason, actor, approved_by, request_id::integer from payment_settlement where attempt_id = $1`,
      [attemptId],
    )
  )[0];

const entryCount = async () =>
  (await server.query('select count(*)::integer from ledger_transfer'))[0]!.count;

const billOf = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });

/** A borrower of K1,000 who pays K500, and the operator does not tell how it ended. */
async function unknownPayment() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  const attemptId = await submitPayment(borrower, loanId, 500);
  await outcomeUnknown(attemptId);
  return { borrower, loanId, attemptId };
}

test('a payout whose outcome the operator does not tell is ended by two people', async () => {
  // The operator leaves payouts to this number waiting.
  const borrower = await signUp(server, { mobile: '0765555555' });
  const { orderId } = await apply(borrower);
  const [{ id }] = await vi.waitFor(async () => {
    const found = await server.query('select attempt_id as id from payment_attempt where loan_id = $1', [
      orderId,
    ]);
    expect(found).toHaveLength(1);
    return found;
  }, PATIENCE);
  await outcomeUnknown(id);
  expect((await runOf(server, command, id, 'succeeded', 'on the statement')).text).toMatch(
    /^Request \d+ is filed: End the payout of K1,000\.00 by MTN as succeeded\./,
  );
  expect((await waitingRequest(server)).message).toMatch(/K1,000\.00/);
  expect(await stateOf(id)).toBe('unknown');
  expect(await approveRequest(server)).toEqual({
    ...{ ok: true, state: 'done' },
    sentence: `Payment ${id} ended as succeeded.`,
  });
  expect(await settlementOf(id)).toMatchObject({
    ...{ actor: 'staff:mary', approved_by: 'staff:grace', reason: 'on the statement' },
  });
  expect(await billOf(borrower, orderId!)).toMatchObject({ status: 'active' });
});

describe.each(['succeeded', 'failed'] as const)('a payment that %s', (outcome) => {
  const isPaid = outcome === 'succeeded';

  test('is asked for with what it would do, approved by another person and ended once', async () => {
    const { borrower, loanId, attemptId } = await unknownPayment();
    expect((await runOf(server, command, attemptId, outcome, 'on the statement')).done).toBe(true);
    const request = await waitingRequest(server);
    expect(request).toMatchObject({
      ...{ kind: 'manual_match', subject: `payment ${attemptId}`, reason: 'on the statement' },
      title: `End the collection of K500.00 by MTN as ${outcome}`,
      loanId,
    });
    expect(request.effect.slice(0, 2)).toEqual([
      { title: `Payment ${attemptId}`, before: 'outcome unknown', after: outcome },
      { title: 'Left to repay', before: 'K1,086.00', after: isPaid ? 'K586.00' : 'K1,086.00' },
    ]);
    expect(request.effect.some(({ title }) => title.startsWith('Ledger: float mtn collection'))).toBe(isPaid);
    if (isPaid) expect(request.message).toMatch(/K500\.00.*K586\.00/);
    else expect(request.message).toBeNull();
    expect(await runOf(server, command, attemptId, outcome, 'once more')).toEqual({
      done: false,
      text: 'A request for this waits already.',
    });

    expect(await approveRequest(server)).toMatchObject({ state: 'done' });
    const settlement = {
      ...{ outcome, reason: 'on the statement', actor: 'staff:mary', approved_by: 'staff:grace' },
      request_id: request.requestId,
    };
    expect(await settlementOf(attemptId)).toEqual(settlement);
    expect(await stateOf(attemptId)).toBe(outcome);
    expect(await billOf(borrower, loanId)).toMatchObject({ remaining: isPaid ? 586 : 1086 });
    const before = await entryCount();
    expect(await server.app.executors.manual_match!(request, 'staff:grace')).toMatchObject({ isDone: true });
    expect(await entryCount()).toBe(before);
    expect(await settlementOf(attemptId)).toEqual(settlement);
    const record = await (await downloadRecord(server, borrower)).text();
    expect(record).not.toMatch(/staff:|approvedBy/);
  });
});

test('what the operator told meanwhile stays, and the approved request fails in one sentence', async () => {
  const { attemptId } = await unknownPayment();
  expect((await runOf(server, command, attemptId, 'failed', 'not on the statement')).done).toBe(true);
  await server.query(`update payment_attempt set state = 'pending' where attempt_id = $1`, [attemptId]);
  const before = await entryCount();
  expect(await approveRequest(server)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: 'This payment is pending, and only one whose outcome is unknown is settled by a person.',
  });
  expect(await stateOf(attemptId)).toBe('pending');
  expect(await settlementOf(attemptId)).toBeUndefined();
  expect(await entryCount()).toBe(before);
});

test('a loan that changed since it was asked for is left as it is, and the outcome stays unknown', async () => {
  const { borrower, loanId, attemptId } = await unknownPayment();
  expect((await runOf(server, command, attemptId, 'succeeded', 'on the statement')).done).toBe(true);
  const { requestId } = await waitingRequest(server);
  const reference = await moveUnasked(server, { mobile: borrower.mobile, amount: 100 });
  const found = (await reconcile(server)).differences.find((one) => one.operator_reference === reference)!;
  const words = ['post', String(found.difference_id), String(loanId), 'on the statement'];
  expect(await runApproved(server, differences, ...words)).toMatchObject({ done: true });
  expect(await approveRequest(server, requestId)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
  });
  expect(await stateOf(attemptId)).toBe('unknown');
  expect(await settlementOf(attemptId)).toBeUndefined();
  expect(await runApproved(server, command, attemptId, 'succeeded', 'on the statement')).toMatchObject({
    done: true,
  });
  expect(await billOf(borrower, loanId)).toMatchObject({ remaining: 486 });
});

function endPayment(...words: string[]): Promise<{ status: number; printed: string; complained: string }> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'end-payment', ...words],
      { env: { PATH, DATABASE_URL: server.programUrl } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

test.each([
  [[], /^Say which payment/],
  [['x', 'maybe'], /^"maybe" is no end of a payment/],
  [[randomUUID(), 'failed'], /^Please give a reason of 3 to 200 characters\.$/m],
  [[randomUUID(), 'failed', 'not found'], /^There is no such payment\.$/m],
])('%j is refused in one line', async (words, line) => {
  const { status, printed, complained } = await endPayment(...words);
  expect({ status, printed }).toEqual({ status: 1, printed: '' });
  expect(complained).toMatch(line);
  expect(complained.trim()).not.toContain('\n');
});
