import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Envelope } from '@thumba/contract/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

const AT_ONCE = 50;
const WISH = { amount: 300, termId: 1 };
const APPROVING = { parts: 1 as const, atPrompt: () => ({ afterMs: 0, action: 'approve' as const }) };

let program: Program;
let borrowers: Borrower[];
beforeAll(async () => {
  program = await startWithOperators();
  borrowers = await registerBorrowers(program, 9);
});
afterAll(() => program.stop());

type Indebted = Borrower & { orderId: number; planId: number; owed: number };

async function indebted(borrower: Borrower): Promise<Indebted> {
  const { orderId } = await borrow(borrower, WISH);
  const { repayPlanList } = await must(borrower.client, 'getRepayDetailV2', { params: { id: orderId } });
  const [plan] = repayPlanList;
  return { ...borrower, orderId, planId: plan!.planId, owed: plan!.remainingAmount };
}

function pay({ client, planId, owed }: Indebted, options: { key?: string; amount?: number } = {}) {
  return client.call(
    'submitRepayApplyV2',
    { body: { bizType: 1, planId, payAmount: options.amount ?? owed } },
    options.key === undefined ? {} : { idempotencyKey: options.key },
  );
}

async function applyFor({ client }: Borrower, wish: typeof WISH, key?: string) {
  const asked = { productId: 1, ...wish };
  const { contractVersion } = await must(client, 'productTrial', { body: asked });
  const body = { ...asked, contractVersion, agreed: true as const };
  return () => client.call('appManualGetLoan', { body }, key === undefined ? {} : { idempotencyKey: key });
}

function fiftyTimes<Answer>(send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, send));
}

/** Each different answer once. */
function different(answers: Envelope<unknown>[]): Envelope<unknown>[] {
  const found: Envelope<unknown>[] = [];
  for (const answer of answers) {
    if (!found.some((known) => isDeepStrictEqual(known, answer))) found.push(answer);
  }
  return found;
}

async function instructionsFor({ mobile }: Borrower, direction: 'collect' | 'payout') {
  const book = await readOperatorsBook(program.simulatorUrl);
  return book.filter((entry) => entry.mobile === mobile && entry.direction === direction);
}

/** Pays the rest, so that no payment is open at the operators, and checks both books. */
async function settle(borrower: Indebted): Promise<void> {
  await repayAll(borrower, borrower.orderId, APPROVING);
  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(errorsOf(program)).toEqual([]);
}

describe('fifty equal requests at once', () => {
  test('to pay, with one key, are one prompt and one answer', async () => {
    const borrower = await indebted(borrowers[0]!);
    const key = randomUUID();
    const answers = await fiftyTimes(() => pay(borrower, { key }));
    expect(different(answers)).toEqual([
      { code: 200, msg: 'OK', data: { paymentId: expect.any(String), status: 'pending' } },
    ]);
    await borrower.handset.waitForPrompt(borrower.mobile);
    expect(await instructionsFor(borrower, 'collect')).toHaveLength(1);
    await settle(borrower);
    expect(await instructionsFor(borrower, 'collect')).toHaveLength(1);
  });

  test('to pay, without a key, are one prompt, and forty-nine are told which', async () => {
    const borrower = await indebted(borrowers[1]!);
    const answers = await fiftyTimes(() => pay(borrower));
    const taken = answers.filter(({ code }) => code === 200);
    expect(taken).toHaveLength(1);
    const refused = answers.filter(({ code }) => code === 409);
    expect(refused).toHaveLength(AT_ONCE - 1);
    expect(different(refused)).toMatchObject([{ data: { paymentId: taken[0]!.data!.paymentId } }]);
    await borrower.handset.waitForPrompt(borrower.mobile);
    await settle(borrower);
    expect(await instructionsFor(borrower, 'collect')).toHaveLength(1);
  });

  test('to borrow, with one key, are one loan, one payout and one answer', async () => {
    const borrower = borrowers[2]!;
    const answers = await fiftyTimes(await applyFor(borrower, WISH, randomUUID()));
    expect(different(answers)).toEqual([
      { code: 200, msg: 'OK', data: { orderId: expect.any(Number), userStatus: 4 } },
    ]);
    expect((await must(borrower.client, 'listOrders', { query: {} })).total).toBe(1);
    await settle({ ...borrower, orderId: answers[0]!.data!.orderId, planId: 0, owed: 0 });
    expect(await instructionsFor(borrower, 'payout')).toHaveLength(1);
  });

  test('to borrow, without a key, are one loan, and forty-nine are told which', async () => {
    const borrower = borrowers[3]!;
    const answers = await fiftyTimes(await applyFor(borrower, WISH));
    const taken = answers.filter(({ code }) => code === 200);
    expect(taken).toHaveLength(1);
    const { orderId } = taken[0]!.data!;
    const refused = answers.filter(({ code }) => code === 409);
    expect(refused).toHaveLength(AT_ONCE - 1);
    expect(different(refused)).toMatchObject([{ data: { orderId } }]);
    expect((await must(borrower.client, 'listOrders', { query: {} })).total).toBe(1);
    await settle({ ...borrower, orderId, planId: 0, owed: 0 });
    expect(await instructionsFor(borrower, 'payout')).toHaveLength(1);
  });
});

describe('a key', () => {
  test('means the same again to the same borrower, and nothing to another', async () => {
    const [one, two] = await Promise.all([indebted(borrowers[4]!), indebted(borrowers[5]!)]);
    const key = 'k'.repeat(1000);
    const first = await pay(one, { key });
    expect(first).toMatchObject({ code: 200, data: { status: 'pending' } });
    expect(await pay(one, { key })).toEqual(first);
    expect(await pay(one, { key, amount: one.owed - 100 })).toMatchObject({ code: 409, data: null });
    expect(await pay(one, { key: `${key}k` })).toMatchObject({
      code: 409,
      data: first.data && { paymentId: first.data.paymentId },
    });
    const wallet = { orderId: one.orderId, planId: one.planId, amount: one.owed };
    expect(await one.client.call('useWallet', { body: wallet }, { idempotencyKey: key })).toMatchObject({
      code: 409,
      data: null,
    });

    const ofAnother = await pay(two, { key });
    expect(ofAnother).toMatchObject({ code: 200, data: { status: 'pending' } });
    expect(ofAnother.data!.paymentId).not.toBe(first.data!.paymentId);
    await repayAll(two, two.orderId, APPROVING);
    await settle(one);
    expect(await pay(one, { key })).toEqual(first);
  });

  test('of a request that was refused is free for the next one', async () => {
    const borrower = await indebted(borrowers[6]!);
    const key = randomUUID();
    expect(await pay(borrower, { key, amount: borrower.owed + 1 })).toMatchObject({ code: 400 });
    expect(await pay(borrower, { key, amount: 1 })).toMatchObject({ code: 400 });
    expect(await pay(borrower, { key })).toMatchObject({ code: 200 });
    await settle(borrower);
  });

  test('is remembered by a server that was killed', async () => {
    const borrower = borrowers[8]!;
    const keys = { apply: randomUUID(), pay: randomUUID() };
    const apply = await applyFor(borrower, WISH, keys.apply);
    const applied = await apply();
    expect(applied).toMatchObject({ code: 200 });
    await program.kill();
    await program.startAgain();
    expect(await apply()).toEqual(applied);

    const { orderId } = applied.data!;
    await until('the loan is paid out', async () => {
      const { status } = await must(borrower.client, 'queryLoanDetail', { params: { id: orderId } });
      return status === 'active';
    });
    const { repayPlanList } = await must(borrower.client, 'getRepayDetailV2', { params: { id: orderId } });
    const { planId, remainingAmount } = repayPlanList[0]!;
    const debt = { ...borrower, orderId, planId, owed: remainingAmount };
    const paid = await pay(debt, { key: keys.pay });
    expect(paid).toMatchObject({ code: 200 });
    await program.kill();
    await program.startAgain();
    expect(await pay(debt, { key: keys.pay })).toEqual(paid);
    await settle(debt);
    expect(await pay(debt, { key: keys.pay })).toEqual(paid);
    expect(await apply()).toEqual(applied);
    expect(await instructionsFor(borrower, 'payout')).toHaveLength(1);
    expect(await instructionsFor(borrower, 'collect')).toHaveLength(1);
  });
});

test('while a payment waits for its PIN, another one is refused and told of it', async () => {
  const borrower = await indebted(borrowers[7]!);
  expect(await pay(borrower, { amount: borrower.owed + 0.01 })).toMatchObject({ code: 400 });
  const first = await pay(borrower, { amount: 100 });
  expect(first).toMatchObject({ code: 200 });
  const { paymentId } = first.data!;
  for (const options of [{}, { amount: 100 }, { key: randomUUID() }, { amount: borrower.owed + 1 }]) {
    const second = await pay(borrower, options);
    expect(second).toMatchObject({ code: 409, data: { paymentId } });
    expect(second.msg).toContain('K100');
  }
  await settle(borrower);
  expect(await pay(borrower)).toMatchObject({ code: 409 });
});
