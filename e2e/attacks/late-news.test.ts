import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { readOperatorsBook } from '../support/book-check.ts';
import {
  type Borrower,
  borrow,
  must,
  registerBorrowers,
  repayAll,
  until,
} from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  startWithOperators,
} from '../support/simulated-operators.ts';
import { openSlowRoad, type SlowRoad } from '../support/slow-road.ts';

const WISH = { amount: 200, termId: 2 };
/** Interest of 14 days. It is given back to one who pays the bill on its first day. */
const REBATE = 11.2;
const ALL_AT_ONCE = { parts: 1 as const, atPrompt: () => ({ afterMs: 0, action: 'approve' as const }) };

let road: SlowRoad;
let program: Program;
/** Of MTN and of Airtel, in turns. */
let borrowers: Borrower[];
beforeAll(async () => {
  road = await openSlowRoad();
  program = await startWithOperators({ MTN_BASE_URL: road.url });
  road.leadTo(`${program.simulatorUrl}/mtn`);
  borrowers = await registerBorrowers(program, 9);
});
afterAll(async () => {
  await program.stop();
  await road.close();
});

async function submitAll(
  { client }: Borrower,
  orderId: number,
): Promise<{ paymentId: string; amount: number }> {
  const { repayPlanList } = await must(client, 'getRepayDetailV2', { params: { id: orderId } });
  const [plan] = repayPlanList;
  const amount = plan!.remainingAmount;
  const { paymentId } = await must(client, 'submitRepayApplyV2', {
    body: { bizType: 1, planId: plan!.planId, payAmount: amount },
  });
  return { paymentId, amount };
}

async function statusOf({ client }: Borrower, paymentId: string): Promise<string> {
  return (await must(client, 'getPayment', { params: { paymentId } })).status;
}

async function untilStatus(borrower: Borrower, paymentId: string, status: string): Promise<void> {
  await until(
    `payment ${paymentId} is ${status}`,
    async () => (await statusOf(borrower, paymentId)) === status,
  );
}

async function approve({ handset, mobile }: Borrower): Promise<void> {
  const prompt = await handset.waitForPrompt(mobile);
  await handset.answer(mobile, prompt.id, 'approve');
}

async function instructionsFor({ mobile }: Borrower, direction: 'collect' | 'payout') {
  const book = await readOperatorsBook(program.simulatorUrl);
  return book.filter((entry) => entry.mobile === mobile && entry.direction === direction);
}

async function sendCallback(
  operator: string,
  body: string,
  path = callbackPath(operator, program.callbackSecret),
) {
  const response = await fetch(program.url + path, {
    method: operator === 'mtn' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return response.status;
}

/** Rounds kwacha to whole ngwee. */
function toNgwee(kwacha: number): number {
  return Math.round(kwacha * 100) / 100;
}

async function expectSoundBooks(): Promise<void> {
  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(errorsOf(program)).toEqual([]);
}

test('a success after we had given a payment up settles the loan that still waits for it', async () => {
  const borrower = borrowers[0]!;
  const { orderId } = await borrow(borrower, WISH);
  const held = road.hold('/collection/v1_0/requesttopay');
  const { paymentId } = await submitAll(borrower, orderId);
  await held.arrived;
  await untilStatus(borrower, paymentId, 'failed');
  await held.letGo();
  await approve(borrower);
  await untilStatus(borrower, paymentId, 'succeeded');
  expect(await must(borrower.client, 'queryLoanDetail', { params: { id: orderId } })).toMatchObject({
    status: 'settled',
    remaining: 0,
  });
  await expectSoundBooks();
});

test('a success after the borrower has paid again becomes wallet credit, and nothing of it is lost', async () => {
  const borrower = borrowers[2]!;
  const { orderId } = await borrow(borrower, WISH);
  const held = road.hold('/collection/v1_0/requesttopay');
  const { paymentId, amount } = await submitAll(borrower, orderId);
  await untilStatus(borrower, paymentId, 'failed');
  expect(await repayAll(borrower, orderId, ALL_AT_ONCE)).toEqual({ succeeded: 1, failed: 0 });
  await held.letGo();
  await approve(borrower);
  await untilStatus(borrower, paymentId, 'succeeded');
  expect(await must(borrower.client, 'getWallet', { query: {} })).toMatchObject({
    balance: toNgwee(amount + REBATE),
  });
  expect((await must(borrower.client, 'getPayment', { params: { paymentId } })).allocation).toMatchObject({
    principal: 0,
    wallet: amount,
  });
  await expectSoundBooks();
});

test('wallet credit that fifty calls use at once is spent once for each key and never twice', async () => {
  const borrower = borrowers[2]!;
  const { client } = borrower;
  const { balance } = await must(client, 'getWallet', { query: {} });
  const { orderId } = await borrow(borrower, { amount: 1000, termId: 1 });
  const { repayPlanList } = await must(client, 'getRepayDetailV2', { params: { id: orderId } });
  const { planId } = repayPlanList[0]!;
  const use = (amount: number, idempotencyKey?: string) =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        client.call(
          'useWallet',
          { body: { orderId, planId, amount } },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        ),
      ),
    );
  const ofOneKey = await use(50, randomUUID());
  expect(ofOneKey[0]).toMatchObject({ code: 200, data: { paid: 50, walletBalance: toNgwee(balance - 50) } });
  for (const answer of ofOneKey) expect(answer).toEqual(ofOneKey[0]);

  const most = Math.floor((balance - 50) / 60);
  const codes = (await use(60)).map(({ code }) => code).sort();
  expect(codes).toEqual([...Array(most).fill(200), ...Array(50 - most).fill(400)]);
  expect(await must(client, 'getWallet', { query: {} })).toMatchObject({
    balance: toNgwee(balance - 50 - most * 60),
  });
  await repayAll(borrower, orderId, ALL_AT_ONCE);
  await expectSoundBooks();
});

test('a success we had given up while the next payment waits settles the loan, and the next one is credit', async () => {
  const borrower = borrowers[8]!;
  const { orderId } = await borrow(borrower, WISH);
  const held = road.hold('/collection/v1_0/requesttopay');
  const first = await submitAll(borrower, orderId);
  await untilStatus(borrower, first.paymentId, 'failed');
  const second = await submitAll(borrower, orderId);
  await borrower.handset.waitForPrompt(borrower.mobile);
  await held.letGo();
  const [promptOfSecond, promptOfFirst] = (await borrower.handset.phone(borrower.mobile)).prompts;
  await borrower.handset.answer(borrower.mobile, promptOfFirst!.id, 'approve');
  await untilStatus(borrower, first.paymentId, 'succeeded');
  expect(await statusOf(borrower, second.paymentId)).toBe('pending');
  await borrower.handset.answer(borrower.mobile, promptOfSecond!.id, 'approve');
  await untilStatus(borrower, second.paymentId, 'succeeded');
  expect(await must(borrower.client, 'queryLoanDetail', { params: { id: orderId } })).toMatchObject({
    status: 'settled',
  });
  expect(await must(borrower.client, 'getWallet', { query: {} })).toMatchObject({
    balance: toNgwee(second.amount + REBATE),
  });
  await expectSoundBooks();
});

test('a payout that was lost on the way is sent again under its own id and paid once', async () => {
  const borrower = borrowers[4]!;
  const held = road.hold('/disbursement/v1_0/transfer');
  const { orderId } = await borrow(borrower, WISH);
  await held.letGo();
  expect(await instructionsFor(borrower, 'payout')).toMatchObject([{ outcome: 'succeeded', amount: 200 }]);
  await repayAll(borrower, orderId, ALL_AT_ONCE);
  await expectSoundBooks();
});

test('a callback that comes before the answer it belongs to changes nothing about the books', async () => {
  await letOperatorsMisbehave(program, { callbackBeforeAnswer: 1 });
  const pair = borrowers.slice(4, 6);
  await Promise.all(
    pair.map(async (borrower) => {
      const { orderId } = await borrow(borrower, WISH);
      expect(await repayAll(borrower, orderId, ALL_AT_ONCE)).toEqual({ succeeded: 1, failed: 0 });
    }),
  );
  await letOperatorsMisbehave(program, { callbackBeforeAnswer: 0 });
  await expectSoundBooks();
});

test('forged, repeated and outdated callbacks change nothing about the books', async () => {
  await letOperatorsMisbehave(program, { callbackForged: 1, callbackTwice: 1, callbackReordered: 1 });
  const pair = borrowers.slice(6, 8);
  await Promise.all(
    pair.map(async (borrower) => {
      const { orderId } = await borrow(borrower, WISH);
      expect(await repayAll(borrower, orderId, ALL_AT_ONCE)).toEqual({ succeeded: 1, failed: 0 });
    }),
  );
  await letOperatorsMisbehave(program, { callbackForged: 0, callbackTwice: 0, callbackReordered: 0 });
  await expectSoundBooks();
});

function mtnCallback(paymentId: string, amount = '2000'): string {
  return JSON.stringify({
    externalId: paymentId,
    status: 'SUCCESSFUL',
    amount,
    currency: 'ZMW',
    financialTransactionId: '1',
  });
}

function airtelCallback(paymentId: string): string {
  return JSON.stringify({
    transaction: { id: paymentId, message: 'paid', status_code: 'TS', airtel_money_id: 'MP1.1.1' },
  });
}

test('a forged callback at the right address makes the server ask the operator and nothing else', async () => {
  const [, airtel, , , , , mtn] = borrowers as [
    Borrower,
    Borrower,
    Borrower,
    Borrower,
    Borrower,
    Borrower,
    Borrower,
  ];
  const [mtnLoan, airtelLoan] = await Promise.all([borrow(mtn, WISH), borrow(airtel, WISH)]);
  const [mtnPayment, airtelPayment] = await Promise.all([
    submitAll(mtn, mtnLoan.orderId),
    submitAll(airtel, airtelLoan.orderId),
  ]);
  await Promise.all([mtn.handset.waitForPrompt(mtn.mobile), airtel.handset.waitForPrompt(airtel.mobile)]);
  const taken = await Promise.all([
    sendCallback('mtn', mtnCallback(mtnPayment.paymentId)),
    sendCallback('airtel', airtelCallback(airtelPayment.paymentId)),
    // For a payment of the other operator, for an unknown payment, and with bodies that are no callback.
    sendCallback('mtn', mtnCallback(airtelPayment.paymentId)),
    sendCallback('airtel', airtelCallback(mtnPayment.paymentId)),
    sendCallback('mtn', mtnCallback(randomUUID())),
    sendCallback('airtel', airtelCallback(randomUUID())),
    ...['', 'null', '[]', '{', '{"externalId":5}', '"a text"', '\u0000', '{"transaction":null}'].flatMap(
      (body) => [sendCallback('mtn', body), sendCallback('airtel', body)],
    ),
  ]);
  expect(new Set(taken)).toEqual(new Set([200]));
  expect(await sendCallback('mtn', 'x'.repeat(100_000))).toBe(413);
  const refused = await Promise.all([
    sendCallback('mtn', mtnCallback(mtnPayment.paymentId), `/callback/mtn/${'0'.repeat(64)}`),
    sendCallback(
      'mtn',
      mtnCallback(mtnPayment.paymentId),
      callbackPath('airtel', program.callbackSecret).replace('airtel', 'mtn'),
    ),
    sendCallback(
      'mtn',
      mtnCallback(mtnPayment.paymentId),
      callbackPath('mtn', program.callbackSecret).slice(0, -1),
    ),
    sendCallback('zamtel', '{}'),
  ]);
  expect(new Set(refused)).toEqual(new Set([404]));

  // The server may ask MTN at once, which answers that it is pending: both payments still wait for their PIN.
  expect(await statusOf(mtn, mtnPayment.paymentId)).toBe('pending');
  expect(await statusOf(airtel, airtelPayment.paymentId)).not.toBe('succeeded');
  for (const borrower of [mtn, airtel]) {
    expect(await instructionsFor(borrower, 'collect')).toContainEqual(
      expect.objectContaining({ outcome: 'pending' }),
    );
  }

  await Promise.all([approve(mtn), approve(airtel)]);
  await Promise.all(
    Array.from({ length: 100 }, () => sendCallback('mtn', mtnCallback(mtnPayment.paymentId, '200'))),
  );
  await Promise.all([
    untilStatus(mtn, mtnPayment.paymentId, 'succeeded'),
    untilStatus(airtel, airtelPayment.paymentId, 'succeeded'),
  ]);
  // For two loans that were paid off on their first day.
  expect(await must(mtn.client, 'getWallet', { query: {} })).toMatchObject({ balance: toNgwee(2 * REBATE) });
  await expectSoundBooks();
});
