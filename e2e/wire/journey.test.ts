import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { type Wire, wireTo } from './wire.ts';
import {
  AIRTEL,
  answerPrompt,
  authenticatedBorrower,
  type Borrower,
  billOf,
  borrow,
  endOfPayment,
  fillIn,
  loanInfoOf,
  MTN,
  pay,
  proveIdentity,
  repayDetailOf,
  signIn,
  startPayment,
  submitPayment,
  unusedMobile,
} from './wire-borrower.ts';
import * as shape from './wire-shapes.ts';

/*
 * A client written from the description of the calls alone talks to the running program over HTTP. Of the program's
 * code only its start is used.
 */

/** Long enough for a test to enter a PIN, short enough to wait until a prompt without an answer has expired. */
const PROMPT_SECONDS = 5;
const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };

let program: Program;
let wire: Wire;

beforeAll(async () => {
  program = await startProgram({
    fromNothing: true,
    env: { PROMPT_SECONDS: String(PROMPT_SECONDS), DEMO_BORROWERS: 'false' },
  });
  wire = wireTo(program.url);
});
afterAll(() => program?.stop());

const balanceOf = async (mobile: string) =>
  (await wire.simulated(shape.handset, `/phones/${mobile}`)).balance;

describe('a loan from the first visit to the last kwacha', () => {
  const mobile = unusedMobile();
  let borrower: Borrower;
  let orderId: number;

  test('a visitor sees the loans on offer before signing in', async () => {
    const { marketList, policy } = await wire.ask(shape.publicProducts, 'GET', '/api/v4/product/public');
    const [quick] = marketList;
    expect(quick).toMatchObject({
      name: 'Quick loan',
      minAmount: 100,
      maxAmount: 2000,
      amountStep: 50,
      dailyRate: '0.004',
      serviceFeeRate: '0.03',
      interestMethod: 'flat',
      feeMode: 'added',
      extension: { days: 7, max: 3 },
      penalty: { dailyRate: '0.005', graceDays: 1 },
    });
    expect(Number(quick?.extension?.rate)).toBe(0.05);
    expect(quick?.terms.map(({ days, instalments }) => [days, instalments])).toEqual([
      [30, 1],
      [14, 1],
      [90, 3],
    ]);
    expect(policy.minTermDays).toBe(14);
  });

  test('signing in registers the borrower once, and then lets the same one in', async () => {
    borrower = await signIn(wire, mobile);
    expect(borrower).toMatchObject({ isNew: true });
    const user = await wire.ask(shape.userInfo, 'GET', '/my/getUserInfo', { token: borrower.token });
    expect(user).toMatchObject({ userId: borrower.id, walletBalance: 0, authStep: 1, creditLimit: 2000 });
    expect(user.mobile.replaceAll(/\D/g, '')).toBe(mobile.slice(0, 3) + mobile.slice(7));
    const [account, ...others] = await wire.ask(shape.accounts, 'GET', '/my/accounts', {
      token: borrower.token,
    });
    expect(account).toMatchObject({ operator: 'mtn', isDefault: true });
    expect(others).toEqual([]);
  });

  test('the three forms are asked for in order, and done one by one', async () => {
    const { token } = borrower;
    const steps = () => wire.ask(shape.authSteps, 'POST', '/user/auth/api/getUserAuthProcessStep', { token });
    const open = async () => (await steps()).filter(({ isAuth }) => isAuth === 0).map((step) => step.cerCode);
    expect(await open()).toEqual([1, 2, 3]);
    expect((await loanInfoOf(wire, borrower)).userStatus).toBe(0);

    await proveIdentity(wire, borrower);
    expect(await open()).toEqual([2, 3]);
    await fillIn(wire, borrower, 2);
    expect(await open()).toEqual([3]);
    expect((await loanInfoOf(wire, borrower)).userStatus).toBe(0);
    await fillIn(wire, borrower, 3);
    expect(await open()).toEqual([]);
    expect((await loanInfoOf(wire, borrower)).userStatus).toBe(1);
    const user = await wire.ask(shape.userInfo, 'GET', '/my/getUserInfo', { token });
    expect(user).toMatchObject({ authStep: 4, name: 'Chanda Mwape' });
  });

  test('what was filled in comes back with the columns', async () => {
    const form = await wire.ask(
      shape.columns,
      'GET',
      '/user/auth/api/queryCertifyColumnByCerCode?cerCode=2',
      { token: borrower.token },
    );
    expect(form.columns.map(({ columnCode, type, required }) => [columnCode, type, required])).toEqual([
      ['email', 'email', false],
      ['maritalStatus', 'select', true],
      ['education', 'select', true],
      ['employmentType', 'select', true],
      ['employerName', 'text', false],
      ['monthlyIncome', 'money', true],
      ['payDay', 'number', true],
      ['district', 'region', true],
      ['address', 'text', true],
    ]);
    const values = Object.fromEntries(form.columns.map(({ columnCode, value }) => [columnCode, value]));
    expect(values).toMatchObject({ email: 'chanda@example.com', monthlyIncome: 10_000, payDay: 25 });
    expect(values.district).toBeTypeOf('number');
  });

  test('the questionnaire is answered from its own questions and remembers that it was', async () => {
    const { token } = borrower;
    const ask = () =>
      wire.ask(shape.questionnaire, 'POST', '/admin/questionnaire/api/info', { token, body: {} });
    const { questionnaireId, questions, answered } = await ask();
    expect(answered).toBe(false);
    const answers = questions.map(({ questionId, type, options }) => ({
      questionId,
      ...(type === 'single' || type === 'multiple'
        ? { optionIds: [options?.[0]?.optionId] }
        : { value: type === 'number' ? 2 : 'Trading' }),
    }));
    await wire.ask(shape.nothing, 'POST', '/admin/questionnaire/api/submit', {
      token,
      body: { questionnaireId, answers },
    });
    expect((await ask()).answered).toBe(true);
  });

  test('the estimated bill of K1,000 for 30 days is K1,150.00 at 170.4 %', async () => {
    const { token } = borrower;
    const bill = await wire.ask(shape.trial, 'POST', '/api/v4/product/productTrial', {
      token,
      body: QUICK_LOAN,
    });
    expect(bill).toMatchObject({
      principal: 1000,
      receivedAmount: 1000,
      interest: 120,
      serviceFee: 30,
      couponDiscount: 0,
      totalRepay: 1150,
      totalCost: 150,
      costPercent: 15,
      apr: 170.4,
      effectiveAnnualRate: 447.6,
      plans: [{ loanPeriod: 1, principal: 1000, interest: 120, serviceFee: 30, total: 1150 }],
    });
  });

  test('the money arrives on the phone, once', async () => {
    const before = await balanceOf(mobile);
    orderId = await borrow(wire, borrower, QUICK_LOAN);
    expect(await balanceOf(mobile)).toBe(before + 1000);
    const { instructions } = await wire.simulated(shape.operatorsBook, '/book');
    expect(instructions.filter((instruction) => instruction.mobile === mobile)).toMatchObject([
      { direction: 'payout', amount: 1000, outcome: 'succeeded', operator: 'mtn' },
    ]);
    expect(await loanInfoOf(wire, borrower)).toMatchObject({
      userStatus: 5,
      loanType: 1,
      order: { orderId, status: 'active' },
    });
  });

  test('both forms of the bill say the same of every plan', async () => {
    const details = await billOf(wire, borrower, orderId);
    expect(details).toMatchObject({
      orderId,
      status: 'active',
      product: 'Quick loan',
      principal: 1000,
      receivedAmount: 1000,
      totalRepay: 1150,
      paid: 0,
      remaining: 1150,
      overdueDays: 0,
      plans: [{ remaining: 1150, penalty: 0, discount: 0, paid: 0, status: 'scheduled' }],
      payments: [],
      extensions: [],
    });
    expect(details.disbursedAt).toBeDefined();
    const plan = await wire.ask(
      shape.repaymentPlan,
      'POST',
      `/api/v3/order/queryLoanDetail/${orderId}`,
      borrower,
    );
    expect(plan).toEqual({ orderId, status: 'active', plans: details.plans });
    expect(await repayDetailOf(wire, borrower, orderId)).toMatchObject({
      curPayLoanPeriod: 1,
      minRepayAmount: 20,
      repayPlanList: [{ planId: details.plans[0]?.planId, loanPeriod: 1, remainingAmount: 1150 }],
    });
  });

  test('a part is paid, fee and interest first', async () => {
    const before = await balanceOf(mobile);
    const paymentId = await startPayment(wire, borrower, orderId, 500.5);
    expect(await answerPrompt(wire, mobile, 'approve')).toBe(500.5);
    const payment = await endOfPayment(wire, borrower, paymentId);
    const allocation = { penalty: 0, serviceFee: 30, interest: 120, principal: 350.5, wallet: 0 };
    expect(payment).toMatchObject({ paymentId, status: 'succeeded', amount: 500.5, allocation });
    expect(await balanceOf(mobile)).toBe(before - 500.5);
    const details = await billOf(wire, borrower, orderId);
    expect(details).toMatchObject({ paid: 500.5, remaining: 649.5, status: 'active' });
    expect(details.payments).toMatchObject([
      { paymentId, amount: 500.5, allocation, receiptNo: payment.receiptNo },
    ]);
  });

  test('more than is owed cannot be paid', async () => {
    for (const tooMuch of [649.51, 700, 1150]) {
      expect(await submitPayment(wire, borrower, orderId, tooMuch)).toMatchObject({
        code: 400,
        msg: 'The input amount cannot be greater than the remaining repayment amount',
      });
    }
    expect((await wire.simulated(shape.handset, `/phones/${mobile}`)).prompts).toEqual([]);
  });

  test('the rest settles the loan, which was held too short to count and gives its interest back', async () => {
    expect(await pay(wire, borrower, orderId, 649.5)).toMatchObject({
      status: 'succeeded',
      allocation: { principal: 649.5, interest: 0, serviceFee: 0, penalty: 0, wallet: 0 },
    });
    expect(await billOf(wire, borrower, orderId)).toMatchObject({
      status: 'settled',
      paid: 1150,
      remaining: 0,
      plans: [{ status: 'settled', remaining: 0, paid: 1150 }],
    });
    const info = await loanInfoOf(wire, borrower);
    expect(info).toMatchObject({ userStatus: 1, ladder: { onTime: 0, needed: 3, nextLimit: 3000 } });
    expect(info).not.toHaveProperty('order');
    const user = await wire.ask(shape.userInfo, 'GET', '/my/getUserInfo', { token: borrower.token });
    // No day has passed, so the interest is given back.
    expect(user.walletBalance).toBe(120);
    expect(await balanceOf(mobile)).toBe(10_000 + 1000 - 1150);
  });

  test('signing out ends the token', async () => {
    const { token } = borrower;
    await wire.ask(shape.nothing, 'POST', '/authentication/logout', { token, body: {} });
    expect(await wire.call('GET', '/my/getUserInfo', { token })).toMatchObject({ code: 401, data: null });
  });
});

describe('payments that do not happen', () => {
  test.each(['wrong_pin', 'refuse'])(
    '%s on the prompt fails the payment and moves no money',
    async (action) => {
      const borrower = await authenticatedBorrower(wire);
      const orderId = await borrow(wire, borrower, QUICK_LOAN);
      const before = await balanceOf(borrower.mobile);
      const paymentId = await startPayment(wire, borrower, orderId, 1150);
      await answerPrompt(wire, borrower.mobile, action);
      const payment = await endOfPayment(wire, borrower, paymentId);
      expect(payment).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(/\w/) });
      expect(payment).not.toHaveProperty('allocation');
      expect(payment).not.toHaveProperty('receiptNo');
      expect(await balanceOf(borrower.mobile)).toBe(before);
      expect(await billOf(wire, borrower, orderId)).toMatchObject({ paid: 0, remaining: 1150, payments: [] });
      expect(await pay(wire, borrower, orderId, 1150)).toMatchObject({ status: 'succeeded' });
    },
  );

  test('a prompt without an answer ends by itself, and the next payment may start', async () => {
    const ignoring = async (prefix: string) => {
      const borrower = await authenticatedBorrower(wire, { mobile: unusedMobile(prefix) });
      const orderId = await borrow(wire, borrower, QUICK_LOAN);
      const paymentId = await startPayment(wire, borrower, orderId, 300);
      await answerPrompt(wire, borrower.mobile, 'ignore');
      expect(await endOfPayment(wire, borrower, paymentId)).toMatchObject({
        status: 'failed',
        failureReason: expect.stringMatching(/\w/),
      });
      expect(await balanceOf(borrower.mobile)).toBe(11_000);
      expect(await pay(wire, borrower, orderId, 300)).toMatchObject({ status: 'succeeded', amount: 300 });
    };
    await Promise.all([ignoring(MTN), ignoring(AIRTEL)]);
  });
});

describe('how little and how much may be paid', () => {
  const tooLittle = 'minimum: 20';
  const tooMuch = 'The input amount cannot be greater than the remaining repayment amount';
  const leavesTooLittle =
    'The remaining amount is less than the minimum amount and the current repayment must be paid off';

  test('of K120 remaining: 60 and 120 pass, 80 would leave too little, 10 is too little, 130 too much', async () => {
    const borrower = await authenticatedBorrower(wire);
    const orderId = await borrow(wire, borrower, QUICK_LOAN);
    await pay(wire, borrower, orderId, 1030);
    expect(await repayDetailOf(wire, borrower, orderId)).toMatchObject({
      minRepayAmount: 20,
      repayPlanList: [{ remainingAmount: 120 }],
    });
    for (const [amount, msg] of [
      [10, tooLittle],
      [19.99, tooLittle],
      [70.01, leavesTooLittle],
      [80, leavesTooLittle],
      [119.99, leavesTooLittle],
      [120.01, tooMuch],
      [130, tooMuch],
    ]) {
      expect(await submitPayment(wire, borrower, orderId, amount), `K${amount}`).toMatchObject({
        code: 400,
        msg,
      });
    }
    for (const amount of [20, 60, 70]) {
      const paymentId = await startPayment(wire, borrower, orderId, amount);
      expect(await answerPrompt(wire, borrower.mobile, 'refuse')).toBe(amount);
      expect(await endOfPayment(wire, borrower, paymentId)).toMatchObject({ status: 'failed' });
    }
    expect(await pay(wire, borrower, orderId, 120)).toMatchObject({ status: 'succeeded', amount: 120 });
    expect(await billOf(wire, borrower, orderId)).toMatchObject({ status: 'settled', remaining: 0 });
  });

  test('an instalment of less than K50 can only be paid off, and not together with the next', async () => {
    const borrower = await authenticatedBorrower(wire);
    const orderId = await borrow(wire, borrower, { productId: 1, amount: 100, termId: 3 });
    const { repayPlanList } = await repayDetailOf(wire, borrower, orderId);
    expect(repayPlanList.map(({ remainingAmount }) => remainingAmount)).toEqual([46.33, 46.33, 46.34]);
    for (const [amount, msg] of [
      [19, tooLittle],
      [26.33, leavesTooLittle],
      [46.34, tooMuch],
      [92.66, tooMuch],
    ]) {
      expect(await submitPayment(wire, borrower, orderId, amount), `K${amount}`).toMatchObject({
        code: 400,
        msg,
      });
    }
    const [, second] = repayPlanList;
    expect(await submitPayment(wire, borrower, orderId, 46.33, { planId: second?.planId })).toMatchObject({
      code: 409,
    });
    expect(await pay(wire, borrower, orderId, 46.33)).toMatchObject({ status: 'succeeded' });
    const left = await repayDetailOf(wire, borrower, orderId);
    expect(left).toMatchObject({ curPayLoanPeriod: 2 });
    expect(left.repayPlanList.map(({ loanPeriod }) => loanPeriod)).toEqual([2, 3]);
    expect(await billOf(wire, borrower, orderId)).toMatchObject({ remaining: 88.67, paid: 46.33 });
  });
});

test('what the operators hold and what the bills say is the same money', async () => {
  const { instructions } = await wire.simulated(shape.operatorsBook, '/book');
  const open = instructions.filter(({ outcome }) => outcome === 'pending');
  expect(open).toEqual([]);
  expect(new Set(instructions.map((instruction) => instruction.id)).size).toBe(instructions.length);
});
