import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
let kelvin: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'head_of_finance' | 'support') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  mary = await hired('mary', 'head_of_finance');
  grace = await hired('grace', 'head_of_finance');
  kelvin = await hired('kelvin', 'support');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const stateOf = async (attemptId: string) =>
  (await server.query('select state from payment_attempt where attempt_id = $1', [attemptId]))[0]?.state;

/** A borrower of K1,000 who pays K500, and the operator has not told how it ended for more than a day. */
async function unknownPayment() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  const paymentId = await submitPayment(borrower, loanId, 500);
  await vi.waitFor(async () => expect(await stateOf(paymentId)).toBe('pending'), PATIENCE);
  await server.query(
    `update payment_attempt set state = 'unknown', sent_at = sent_at - interval '25 hours',
       next_step_at = now() + interval '10 years' where attempt_id = $1`,
    [paymentId],
  );
  return { borrower, loanId, paymentId, params: { payerId: borrower.borrowerId, paymentId } };
}

type Params = Awaited<ReturnType<typeof unknownPayment>>['params'];
const read = async (params: Params, { client } = mary) => {
  const answer = await client.call('getStaffPayment', { params });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data;
};
const askToEnd = async (params: Params, outcome: 'succeeded' | 'failed', { client } = mary) => {
  const { data } = await client.call('previewPaymentEnd', { params, body: { outcome } });
  const body = { outcome, reason: 'on the statement', digest: data.digest };
  return { preview: data, asked: await client.call('askPaymentEnd', { params, body }) };
};

test('a payment is shown with its route and with what the operator told of it, step by step', async () => {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower);
  const paymentId = await pay(server, borrower, loanId, { amount: 100 });
  const payment = await read({ payerId: borrower.borrowerId, paymentId });
  expect(payment).toMatchObject({
    ...{ loanId, direction: 'collection', purpose: 'repayment', state: 'succeeded', amount: 100 },
    maskedMobile: `${borrower.mobile.slice(0, 3)} **** ${borrower.mobile.slice(7)}`,
    route: { platform: 'simulator', environment: expect.any(String) },
    whyNotAsk: 'Its outcome is known, and the operator is not asked any more.',
  });
  const told = payment.history.map(({ what }) => what);
  expect(told.slice(0, 2)).toEqual(['made', 'sent']);
  expect(told).toContain('accepted');
  expect(told).toContain('called_back');
  expect(told.at(-1)).toBe('succeeded');
  expect(JSON.stringify(payment)).not.toContain(borrower.mobile);
});

test('the user of the API is shown to those who see the payments of all borrowers, and to no other role', async () => {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower);
  const paymentId = await pay(server, borrower, loanId, { amount: 100 });
  const params = { payerId: borrower.borrowerId, paymentId };
  const { route } = await read(params);
  expect(route).toMatchObject({ platform: 'simulator', apiUser: expect.stringMatching(/./) });
  expect((await read(params, kelvin)).route).toEqual({ ...route, apiUser: null });
});

test('the steps of a payment are never changed and never removed', async () => {
  await expect(server.query('update payment_attempt_step set code = null')).rejects.toThrow();
  await expect(server.query('delete from payment_attempt_step')).rejects.toThrow();
});

test('the list has every payment without a known outcome, the longest wait first, with sums as the table has them', async () => {
  const { params } = await unknownPayment();
  const { data } = await mary.client.call('listUnknownPayments', { query: { pageSize: 100 } });
  const rows = await server.query(
    `select direction, count(*)::integer as count, sum(amount_ngwee)::integer as ngwee from payment_attempt
     where state = 'unknown' group by direction`,
  );
  const sumOf = (direction: string) => {
    const row = rows.find((one) => one.direction === direction);
    return { count: row?.count ?? 0, amount: (row?.ngwee ?? 0) / 100 };
  };
  expect(data).toMatchObject({ collections: sumOf('collection'), payouts: sumOf('payout') });
  expect(data.total).toBe(data.collections.count + data.payouts.count);
  expect(data.items.map(({ paymentId }) => paymentId)).toContain(params.paymentId);
  const since = data.items.map((item) => item.since);
  expect(since).toEqual(since.toSorted());
});

describe('asking the operator now', () => {
  test('makes the next enquiry due, ends the payment by the answer, and the history has who asked', async () => {
    const { params, paymentId } = await unknownPayment();
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', failure = null, settled_at = created_at where reference = $1`,
      [paymentId],
    );
    expect(await mary.client.call('askOperatorNow', { params })).toMatchObject({ code: 200 });
    await vi.waitFor(async () => expect(await stateOf(paymentId)).toBe('succeeded'), PATIENCE);
    const { history } = await read(params);
    expect(history.find(({ what }) => what === 'asked_by_staff')).toMatchObject({ by: 'Person mary' });
    expect(history.at(-1)).toMatchObject({ what: 'succeeded' });
  });

  test('is done by one of two people who ask at once, and the other is told', async () => {
    const { params } = await unknownPayment();
    const answers = await Promise.all(
      [mary, grace].map(({ client }) => client.call('askOperatorNow', { params })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)).toMatchObject({
      reason: 'asked_just_now',
      msg: 'The operator was asked less than a minute ago.',
    });
    const [{ count }] = await server.query(
      `select count(*)::integer from payment_attempt_step where attempt_id = $1 and told = 'asked_by_staff'`,
      [params.paymentId],
    );
    expect(count).toBe(1);
  });

  test('is refused for what was sent a moment ago, and for what Zamtel alone knows', async () => {
    const { params, paymentId } = await unknownPayment();
    await server.query('update payment_attempt set sent_at = $2 where attempt_id = $1', [
      paymentId,
      new Date(server.clock.nowMs()),
    ]);
    expect(await mary.client.call('askOperatorNow', { params })).toMatchObject({
      ...{ code: 409, reason: 'sent_just_now' },
    });
    expect((await read(params)).whyNotAsk).toMatch(/^It was sent less than three minutes ago/);
    await server.query(
      `update payment_attempt set sent_at = sent_at - interval '25 hours', operator = 'zamtel' where attempt_id = $1`,
      [paymentId],
    );
    expect(await mary.client.call('askOperatorNow', { params })).toMatchObject({
      ...{ code: 409, reason: 'no_enquiries' },
      msg: 'Zamtel has no call for it: the outcome is on the statement.',
    });
    await server.query(`update payment_attempt set operator = 'mtn' where attempt_id = $1`, [paymentId]);
  });

  test('finds no payment of another payer', async () => {
    const { params } = await unknownPayment();
    const other = { ...params, payerId: (await signUp(server)).borrowerId };
    expect(await mary.client.call('askOperatorNow', { params: other })).toMatchObject({ code: 404 });
    expect(await mary.client.call('getStaffPayment', { params: other })).toMatchObject({ code: 404 });
    const body = { outcome: 'failed' } as const;
    expect(await mary.client.call('previewPaymentEnd', { params: other, body })).toMatchObject({ code: 404 });
  });
});

describe('the end as found on the statement', () => {
  test('shows what it would do, waits for a second person, and does what was shown', async () => {
    const { params, borrower, loanId, paymentId } = await unknownPayment();
    const { preview, asked } = await askToEnd(params, 'succeeded');
    expect(preview.effect[0]).toEqual({
      title: `Payment ${paymentId}`,
      before: 'outcome unknown',
      after: 'succeeded',
    });
    expect(preview.message).toMatch(/K500\.00/);
    expect(asked.code, asked.msg).toBe(200);
    const { requestId } = asked.data;
    expect(await stateOf(paymentId)).toBe('unknown');
    const { data: filed } = await grace.client.call('getRequest', { params: { requestId } });
    expect(filed).toMatchObject({ effect: preview.effect, message: preview.message, title: preview.title });
    expect((await read(params)).openRequest).toMatchObject({ requestId, madeBy: { userName: 'mary' } });
    expect(await answerAs(mary, requestId)).toMatchObject({ code: 403 });
    expect((await answerAs(grace, requestId)).data).toMatchObject({ state: 'done' });
    expect(await stateOf(paymentId)).toBe('succeeded');
    expect(await borrower.ask('queryLoanDetail', { params: { id: loanId } })).toMatchObject({
      remaining: 586,
    });
    const ended = await read(params);
    expect(ended).toMatchObject({
      openRequest: null,
      end: {
        outcome: 'succeeded',
        reason: 'on the statement',
        by: 'Person mary',
        approvedBy: 'Person grace',
      },
    });
  });

  test('is asked for by one of two people, and the other is told that a request waits', async () => {
    const { params } = await unknownPayment();
    const both = await Promise.all([askToEnd(params, 'failed'), askToEnd(params, 'failed', grace)]);
    const codes = both.map(({ asked }) => asked.code);
    expect(codes.toSorted()).toEqual([200, 409]);
    expect(both.find(({ asked }) => asked.code === 409)!.asked.reason).toBe('waits_already');
  });

  test('is refused where it would do something else than was shown', async () => {
    const { params } = await unknownPayment();
    const { data } = await mary.client.call('previewPaymentEnd', { params, body: { outcome: 'failed' } });
    const body = { outcome: 'succeeded', reason: 'on the statement', digest: data.digest } as const;
    expect(await mary.client.call('askPaymentEnd', { params, body })).toMatchObject({
      ...{ code: 409, reason: 'changed' },
    });
  });

  test('is refused while the operator may tell by itself', async () => {
    const { params, paymentId } = await unknownPayment();
    await server.query('update payment_attempt set sent_at = $2 where attempt_id = $1', [
      paymentId,
      new Date(server.clock.nowMs() - 3_600_000),
    ]);
    expect((await read(params)).whyNotEnd).toMatch(/less than a day/);
    const { asked } = await askToEnd(params, 'failed');
    expect(asked).toMatchObject({ code: 400 });
    const body = { outcome: 'failed', reason: 'on the statement', digest: '0'.repeat(64) } as const;
    expect(await mary.client.call('askPaymentEnd', { params, body })).toMatchObject({
      ...{ code: 409, reason: 'operator_may_tell' },
    });
  });
});
