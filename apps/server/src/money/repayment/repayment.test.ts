import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  apply,
  borrow,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const detail = (borrower: AppBorrower, id: number) => borrower.ask('getRepayDetailV2', { params: { id } });
const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });

const submit = (borrower: AppBorrower, planId: number, payAmount: number, repayAccountId?: number) =>
  borrower.call('submitRepayApplyV2', {
    body: { bizType: 1, planId, payAmount, ...(repayAccountId === undefined ? {} : { repayAccountId }) },
  });

describe('what can be paid', () => {
  test('is every plan still owed, in due order, and the least amount of the first', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const [account] = await borrower.ask('listAccounts', {});
    expect(await detail(borrower, orderId)).toEqual({
      repayAccountId: account!.repayAccountId,
      repayAccount: `MTN · ${account!.mobile}`,
      curPayLoanPeriod: 1,
      minRepayAmount: 20,
      repayPlanList: [
        { planId: planIdOf(orderId, 1), loanPeriod: 1, dueDate: '2026-12-21', remainingAmount: 463.33 },
        { planId: planIdOf(orderId, 2), loanPeriod: 2, dueDate: '2027-01-20', remainingAmount: 463.33 },
        { planId: planIdOf(orderId, 3), loanPeriod: 3, dueDate: '2027-02-19', remainingAmount: 463.34 },
      ],
      couponVoList: [
        {
          couponName: 'Welcome',
          userCouponId: expect.any(Number),
          couponUsableStatus: 1,
          discount: 10,
          validTo: '2027-01-20',
        },
      ],
      walletBalance: 0,
      settlement: { amount: 1030, saving: 360, comesFirst: true, quoteId: expect.any(String) },
      cancellation: { amount: 1000, cancelUntil: '2026-11-22T08:00:00.000Z' },
    });
    await pay(server, borrower, orderId);
    const after = await detail(borrower, orderId);
    expect(after.curPayLoanPeriod).toBe(2);
    expect(after.repayPlanList.map((plan) => plan.loanPeriod)).toEqual([2, 3]);
  });

  test('names the payment that waits', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const paymentId = await submitPayment(borrower, orderId, 100);
    expect(await detail(borrower, orderId)).toMatchObject({ pendingPaymentId: paymentId });
    expect(await bill(borrower, orderId)).toMatchObject({ pendingPaymentId: paymentId });
    expect((await borrower.ask('getMyLoanInfo', {})).order).toMatchObject({ pendingPaymentId: paymentId });
  });

  test('is nothing on a loan that is paid off, or does not run yet', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId);
    const nothing = { code: 409, msg: 'There is nothing to pay: the loan is paid off', data: null };
    expect(await borrower.call('getRepayDetailV2', { params: { id: orderId } })).toEqual(nothing);
    expect(await submit(borrower, planIdOf(orderId, 1), 100)).toEqual(nothing);
    const waiting = await signUp(server, { monthlyIncome: 1500 });
    const applied = await apply(waiting, { amount: 300 });
    expect(await submit(waiting, planIdOf(applied.orderId, 1), 100)).toEqual({
      code: 409,
      msg: 'There is nothing to pay: the loan is under review',
      data: null,
    });
  });
});

describe('a part payment', () => {
  const TOO_LITTLE_LEFT =
    'The remaining amount is less than the minimum amount and the current repayment must be paid off';
  const TOO_MUCH = 'The input amount cannot be greater than the remaining repayment amount';

  test('leaves nothing, or at least K50', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { amount: 100 });
    // K100 + K12 interest + K3 fee, of which K5 is not left to be paid alone.
    const planId = planIdOf(orderId, 1);
    for (const [amount, msg] of [
      [10, 'minimum: 20'],
      [19.99, 'minimum: 20'],
      [65.01, TOO_LITTLE_LEFT],
      [80, TOO_LITTLE_LEFT],
      [114.99, TOO_LITTLE_LEFT],
      [115.01, TOO_MUCH],
      [130, TOO_MUCH],
    ] as const) {
      expect(await submit(borrower, planId, amount), String(amount)).toMatchObject({ code: 400, msg });
    }
    expect(await submit(borrower, planId, 10)).toMatchObject({ data: { minimum: 20 } });
    await pay(server, borrower, orderId, { amount: 65 });
    expect((await detail(borrower, orderId)).minRepayAmount).toBe(20);
    expect(await submit(borrower, planId, 30)).toMatchObject({ code: 400, msg: TOO_LITTLE_LEFT });
    await pay(server, borrower, orderId, { amount: 50 });
    // No day has passed, so the interest of K12 is given back as wallet credit.
    expect(await bill(borrower, orderId)).toMatchObject({
      status: 'settled',
      paid: 115,
      remaining: 0,
      totalRepay: 115,
    });
    expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 12 });
  });

  test('pays fee, then interest, then the loan, and what is less than the minimum may be all of it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { amount: 100 });
    const refused = await pay(server, borrower, orderId, { amount: 65, action: 'refuse' });
    await pay(server, borrower, orderId, { amount: 20 });
    const { payments } = await bill(borrower, orderId);
    expect(payments).toMatchObject([
      {
        amount: 20,
        on: '2026-11-21',
        source: 'operator',
        allocation: { penalty: 0, serviceFee: 3, interest: 12, principal: 5, wallet: 0 },
      },
    ]);
    await pay(server, borrower, orderId, { amount: 20 });
    // Only money that came after all can leave so little.
    await succeedAfterAll(server, refused);
    await waitForPayment(borrower, refused);
    expect(await detail(borrower, orderId)).toMatchObject({ minRepayAmount: 10 });
    expect(await submit(borrower, planIdOf(orderId, 1), 9)).toMatchObject({ code: 400, msg: 'minimum: 10' });
    await pay(server, borrower, orderId, { amount: 10 });
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled' });
  });

  test('of a plan that is not the first one owed is refused', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    expect(await submit(borrower, planIdOf(orderId, 2), 100)).toEqual({
      code: 409,
      msg: 'Please pay instalment 1 first',
      data: null,
    });
    expect(await submit(borrower, planIdOf(orderId, 9), 100)).toMatchObject({ code: 409 });
  });

  test('while another payment waits is refused, and says which', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const paymentId = await submitPayment(borrower, orderId, 161.5);
    expect(await submit(borrower, planIdOf(orderId, 1), 100)).toEqual({
      code: 409,
      msg: 'A payment of K161.50 is waiting for your PIN. Please finish it first.',
      data: { paymentId },
    });
  });

  test('twenty times at once sends one prompt', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(borrower, planIdOf(orderId, 1), 100)),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 409)).toHaveLength(19);
    await server.handset.waitForPrompt(borrower.mobile);
    expect((await server.handset.phone(borrower.mobile)).prompts).toHaveLength(1);
  });
});

describe('the account that is paid from', () => {
  test('is the one chosen, and its operator sends the prompt', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const mobile = server.newMobile('airtel');
    const { repayAccountId } = await addAccount(server, borrower, { mobile });
    const answer = await submit(borrower, planIdOf(orderId, 1), 100, repayAccountId);
    const { paymentId } = answer.data!;
    const prompt = await server.handset.waitForPrompt(mobile);
    expect(prompt).toMatchObject({ amount: 100, text: expect.stringContaining('Airtel Money') });
    await server.handset.answer(mobile, prompt.id, 'approve');
    await waitForPayment(borrower, paymentId);
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({ operator: 'airtel' });
    expect((await server.handset.phone(mobile)).balance).toBe(9_900);
  });

  test('of an operator that we cannot collect from is refused', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const mobile = server.newMobile('zamtel');
    const { repayAccountId } = await addAccount(server, borrower, { mobile });
    expect(await submit(borrower, planIdOf(orderId, 1), 100, repayAccountId)).toMatchObject({
      code: 400,
      msg: 'We cannot collect from this operator yet. Please choose another account.',
    });
    expect(await bill(borrower, orderId)).not.toHaveProperty('pendingPaymentId');
  });

  test('of somebody else is one that does not exist', async () => {
    const [borrower, other] = await Promise.all([signUp(server), signUp(server)]);
    const orderId = await borrow(borrower);
    const [theirs] = await other.ask('listAccounts', {});
    const answer = await submit(borrower, planIdOf(orderId, 1), 100, theirs!.repayAccountId);
    expect(answer).toMatchObject({ code: 404 });
    expect(await submit(borrower, planIdOf(orderId, 1), 100, 987_654)).toEqual(answer);
  });

  test('has to exist', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.query('delete from repay_account where borrower_id = $1', [borrower.borrowerId]);
    const please = { code: 409, msg: 'Please add a mobile-money account first', data: null };
    expect(await submit(borrower, planIdOf(orderId, 1), 100)).toEqual(please);
    expect(await borrower.call('getRepayDetailV2', { params: { id: orderId } })).toEqual(please);
  });
});
