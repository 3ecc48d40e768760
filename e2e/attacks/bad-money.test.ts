import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { type Answer, refusedFields, type Wire, wireTo } from '../wire/wire.ts';
import {
  AIRTEL,
  answerPrompt,
  authenticatedBorrower,
  type Borrower,
  billOf,
  borrow,
  endOfPayment,
  loanInfoOf,
  repayDetailOf,
  signIn,
  startPayment,
  submitPayment,
  unusedMobile,
} from '../wire/wire-borrower.ts';
import * as shape from '../wire/wire-shapes.ts';

/* Loans and payments that must be refused, tried over HTTP alone. */

const TRIAL = '/api/v4/product/productTrial';
const APPLY = '/zmb/index/api/appManualGetLoan';
const SUBMIT = '/order/payment/api/submitRepayApplyV2';
const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };
const NOT_MONEY = [0.001, 100.001, 1e308, -1e308, -100, '1000', '', null, 'NaN', 'Infinity', true, [500], {}];

let program: Program;
let wire: Wire;
/** Has signed in and done nothing else. */
let newcomer: Borrower;
/** May borrow and has no loan. */
let applicant: Borrower;
let debtor: Borrower;
let debt: number;
let stranger: Borrower;
let strangersDebt: number;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  wire = wireTo(program.url);
  [newcomer, applicant, debtor, stranger] = await Promise.all([
    signIn(wire, unusedMobile()),
    authenticatedBorrower(wire),
    authenticatedBorrower(wire),
    authenticatedBorrower(wire, { mobile: unusedMobile(AIRTEL) }),
  ]);
  [debt, strangersDebt] = await Promise.all([
    borrow(wire, debtor, QUICK_LOAN),
    borrow(wire, stranger, QUICK_LOAN),
  ]);
});
afterAll(() => program?.stop());

describe('borrowing', () => {
  const asked = async (changes: Record<string, unknown> = {}) => {
    const { contractVersion } = await wire.ask(shape.trial, 'POST', TRIAL, {
      ...applicant,
      body: QUICK_LOAN,
    });
    return { ...QUICK_LOAN, contractVersion, agreed: true, ...changes };
  };

  test.each(NOT_MONEY)('the amount %j is refused', async (amount) => {
    for (const [path, body] of [
      [TRIAL, { ...QUICK_LOAN, amount }],
      [APPLY, await asked({ amount })],
    ] as const) {
      expect(refusedFields(await wire.post(path, body, applicant)), path).toHaveProperty('amount');
    }
  });

  test.each([
    ['off the step', { amount: 1025 }, /K50\b/],
    ['below the smallest', { amount: 50 }, /K100\b/],
    ['above the largest', { amount: 2050 }, /K2,000\b/],
    ['an unknown product', { productId: 99 }, /loans/],
    ['a locked product', { productId: 2, termId: 4 }, /K3,000\b/],
    ['an unknown term', { termId: 99 }, /terms/],
    ['the term of another product', { termId: 4 }, /terms/],
    ['ids that are text', { productId: '1', termId: '1' }, /\w/],
  ])('%s is refused in words, by the trial and the application alike', async (_what, changes, words) => {
    for (const [path, body] of [
      [TRIAL, { ...QUICK_LOAN, ...changes }],
      [APPLY, await asked(changes)],
    ] as const) {
      expect(await wire.post(path, body, applicant), path).toMatchObject({
        status: 200,
        code: 400,
        msg: expect.stringMatching(words),
      });
    }
    expect((await loanInfoOf(wire, applicant)).userStatus).toBe(1);
  });

  test('an amount above what the income allows names the largest', async () => {
    const borrower = await authenticatedBorrower(wire, { monthlyIncome: 2000 });
    // 40 % of K2,000 is an instalment of K800, and K650 for 30 days is K747.50.
    for (const [path, body] of [
      [TRIAL, { ...QUICK_LOAN, amount: 700 }],
      [APPLY, await asked({ amount: 700 })],
    ] as const) {
      expect(await wire.post(path, body, borrower)).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/K650\b/),
      });
    }
    expect((await wire.post(TRIAL, { ...QUICK_LOAN, amount: 650 }, borrower)).code).toBe(200);
  });

  test.each([
    ['without agreeing', { agreed: false }, 400],
    ['agreeing in text', { agreed: 'true' }, 400],
    ['without the contract', { contractVersion: undefined }, 400],
    ['with a contract never shown', { contractVersion: 'of another day' }, 409],
    ['into an account that does not exist', { repayAccountId: 99_999_999 }, 404],
    ['with a purpose of 10,000 letters', { purpose: 'x'.repeat(10_000) }, 400],
  ])('nobody applies %s', async (_what, changes, code) => {
    expect(await wire.post(APPLY, await asked(changes), applicant)).toMatchObject({ status: 200, code });
    expect((await loanInfoOf(wire, applicant)).userStatus).toBe(1);
  });

  test("another borrower's account answers as an account that does not exist", async () => {
    const [theirs] = await wire.ask(shape.accounts, 'GET', '/my/accounts', stranger);
    const [none, another] = [
      await wire.post(APPLY, await asked({ repayAccountId: 99_999_999 }), applicant),
      await wire.post(APPLY, await asked({ repayAccountId: theirs?.repayAccountId }), applicant),
    ];
    expect(another).toEqual(none);
  });

  test('an application before the forms are done is refused', async () => {
    const answer = await wire.post(APPLY, await asked(), newcomer);
    expect(answer).toMatchObject({ status: 200, data: null });
    expect([400, 409]).toContain(answer.code);
    expect((await loanInfoOf(wire, newcomer)).userStatus).toBe(0);
  });

  test('fields that the call does not have change nothing', async () => {
    const extra = { dailyRate: '0', serviceFee: 0, userId: 1, __proto__: { amount: 5 }, approved: true };
    const plain = await wire.post(TRIAL, QUICK_LOAN, applicant);
    expect(await wire.post(TRIAL, { ...QUICK_LOAN, ...extra }, applicant)).toEqual(plain);
  });

  test('a second application is told of the open loan', async () => {
    expect(await wire.post(APPLY, await asked(), debtor)).toMatchObject({
      code: 409,
      data: { orderId: debt },
    });
  });

  test('one application sent five times at once is one loan', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = await asked();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => wire.post(APPLY, body, applicant, headers)));
    const [first] = answers;
    expect(first?.code).toBe(200);
    for (const answer of answers) expect(answer).toEqual(first);
    const changed = await wire.post(APPLY, { ...body, amount: 500 }, applicant, headers);
    expect(changed.code).not.toBe(200);
  });
});

describe('repaying', () => {
  test.each([...NOT_MONEY, 0, -0.01, undefined])('the amount %j is refused', async (payAmount) => {
    expect(await submitPayment(wire, debtor, debt, payAmount)).toMatchObject({ status: 200, code: 400 });
    expect((await wire.simulated(shape.handset, `/phones/${debtor.mobile}`)).prompts).toEqual([]);
  });

  test.each([
    ['a plan that is no id', { planId: 'x' }, 400],
    ['a plan that does not exist', { planId: 99_999_999 }, 404],
    ['an account that does not exist', { repayAccountId: 99_999_999 }, 404],
    ['a kind of payment that does not exist', { bizType: 3 }, 400],
    ['a quote never given', { quoteId: 'never given' }, 400],
  ])('%s is refused', async (_what, changes, code) => {
    expect(await submitPayment(wire, debtor, debt, 300, changes)).toMatchObject({ status: 200, code });
  });

  test("another borrower's ids answer exactly as ids that do not exist", async () => {
    const theirs = await repayDetailOf(wire, stranger, strangersDebt);
    const planId = theirs.repayPlanList[0]?.planId;
    const { repayAccountId } = theirs;
    const pairs: [string, Answer, Answer][] = [];
    for (const path of [
      '/order/api/queryLoanDetail',
      '/api/v3/order/queryLoanDetail',
      '/order/api/getRepayDetailV2',
    ]) {
      pairs.push([
        path,
        await wire.post(`${path}/${strangersDebt}`, {}, debtor),
        await wire.post(`${path}/99999999`, {}, debtor),
      ]);
    }
    for (const [another, none] of [
      [{ planId }, { planId: 99_999_999 }],
      [{ repayAccountId }, { repayAccountId: 99_999_999 }],
    ] as const) {
      pairs.push([
        JSON.stringify(another),
        await submitPayment(wire, debtor, debt, 300, another),
        await submitPayment(wire, debtor, debt, 300, none),
      ]);
    }
    pairs.push([
      'wallet',
      await wire.post('/my/wallet/use', { orderId: strangersDebt, planId, amount: 100 }, debtor),
      await wire.post('/my/wallet/use', { orderId: 99_999_999, planId: 99_999_999, amount: 100 }, debtor),
    ]);
    const theirPayment = await startPayment(wire, stranger, strangersDebt, 300);
    const payment = (id: string) => wire.call('GET', `/order/payment/api/payment/${id}`, debtor);
    pairs.push(['payment', await payment(theirPayment), await payment(randomUUID())]);
    for (const [what, another, none] of pairs) {
      expect(another, what).toEqual(none);
      expect(another.code, what).toBe(404);
    }
  });

  test('an empty wallet pays nothing', async () => {
    const detail = await repayDetailOf(wire, debtor, debt);
    const body = { orderId: debt, planId: detail.repayPlanList[0]?.planId, amount: 100 };
    const answer = await wire.post('/my/wallet/use', body, debtor);
    expect(answer.status).toBe(200);
    expect([400, 409]).toContain(answer.code);
    expect((await billOf(wire, debtor, debt)).paid).toBe(0);
  });

  test('a second payment waits for the first, and a repeated one is the first', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(1000) };
    const detail = await repayDetailOf(wire, debtor, debt);
    const body = {
      bizType: 1,
      planId: detail.repayPlanList[0]?.planId,
      payAmount: 300,
      repayAccountId: detail.repayAccountId,
      payCard: false,
    };
    const answers = await Promise.all([1, 2, 3].map(() => wire.post(SUBMIT, body, debtor, headers)));
    const { paymentId } = shape.paymentTaken.parse(answers[0]?.data);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await submitPayment(wire, debtor, debt, 100)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^A payment of K300\.00 is waiting for your PIN/),
      data: { paymentId },
    });
    const otherAmount = await wire.post(SUBMIT, { ...body, payAmount: 301 }, debtor, headers);
    expect([400, 409]).toContain(otherAmount.code);
    expect((await wire.post(SUBMIT, body, stranger, headers)).code).toBe(404);

    await answerPrompt(wire, debtor.mobile, 'approve');
    await endOfPayment(wire, debtor, paymentId);
    expect(await wire.post(SUBMIT, body, debtor, headers)).toEqual(answers[0]);
    expect(await billOf(wire, debtor, debt)).toMatchObject({ paid: 300, remaining: 850 });
    expect((await wire.simulated(shape.handset, `/phones/${debtor.mobile}`)).prompts).toEqual([]);
  });
});
