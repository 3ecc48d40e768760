import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  borrow,
  earnCredit,
  pay,
  signUp,
  submitPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

let server: AppServer;
beforeAll(async () => {
  // A loan is held for some days here, and the credit stays meanwhile.
  server = await startAppServer({ settings: { UNUSED_CREDIT_DAYS: '30' } });
});
afterAll(() => server.stop());

/** A borrower with K230 of wallet credit and a new loan of K1,000. */
async function walletOwner(): Promise<{ borrower: AppBorrower; orderId: number }> {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  return { borrower, orderId: await borrow(borrower) };
}

const useWallet = (borrower: AppBorrower, orderId: number, amount: number, period = 1) =>
  borrower.call('useWallet', { body: { orderId, planId: planIdOf(orderId, period), amount } });

describe('wallet credit', () => {
  test('is money that came for a bill already paid, to the ngwee', async () => {
    const { borrower } = await walletOwner();
    const wallet = await borrower.ask('getWallet', { query: {} });
    expect(wallet).toMatchObject({
      balance: 230,
      total: 1,
      movements: [{ amount: 230, balanceAfter: 230, on: '2026-11-21', title: 'Paid more than was owed' }],
    });
    expect((await borrower.ask('getUserInfo', {})).walletBalance).toBe(230);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items.map((message) => message.text)).toContainEqual(
      expect.stringMatching(
        /^Thank you\. We received K230\.00\. K230\.00 of it is now wallet credit\. Left to repay: K0\.00\. Receipt \d+-\d+\.$/,
      ),
    );
  });

  test('pays a bill at once, by all its rules and without an operator', async () => {
    const { borrower, orderId } = await walletOwner();
    const before = await server.query('select count(*) from payment_attempt where loan_id = $1', [orderId]);
    expect(await useWallet(borrower, orderId, 180)).toMatchObject({
      code: 200,
      data: {
        orderId,
        planId: planIdOf(orderId, 1),
        paid: 180,
        remaining: 970,
        walletBalance: 50,
        allocation: { penalty: 0, serviceFee: 30, interest: 120, principal: 30, wallet: 0 },
        receiptNo: expect.stringMatching(new RegExp(`^${orderId}-\\d+$`)),
      },
    });
    expect(await server.query('select count(*) from payment_attempt where loan_id = $1', [orderId])).toEqual(
      before,
    );
    const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(bill).toMatchObject({ paid: 180, remaining: 970 });
    expect(bill.payments).toMatchObject([{ source: 'wallet', amount: 180 }]);
    const wallet = await borrower.ask('getWallet', { query: {} });
    expect(wallet.balance).toBe(50);
    expect(wallet.movements.map(({ amount }) => amount).sort()).toEqual([-180, 230].sort());
    expect(wallet.movements.find(({ amount }) => amount < 0)).toMatchObject({
      title: 'Used for a bill',
      orderId,
    });
  });

  test('goes no further than it reaches, and no less than a payment may be', async () => {
    const { borrower, orderId } = await walletOwner();
    expect(await useWallet(borrower, orderId, 230.01)).toEqual({
      code: 400,
      msg: 'Your wallet holds K230.00',
      data: null,
    });
    expect(await useWallet(borrower, orderId, 19.99)).toEqual({
      code: 400,
      msg: 'minimum: 20',
      data: { minimum: 20 },
    });
    // A rule of the bill comes before what the wallet holds.
    expect(await useWallet(borrower, orderId, 1120)).toMatchObject({
      code: 400,
      msg: 'The remaining amount is less than the minimum amount and the current repayment must be paid off',
    });
    expect(await useWallet(borrower, orderId, 1150.01)).toMatchObject({
      code: 400,
      msg: 'The input amount cannot be greater than the remaining repayment amount',
    });
    expect(await useWallet(borrower, orderId, 100, 2)).toMatchObject({
      code: 409,
      msg: 'Please pay instalment 1 first',
    });
    expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(230);
  });

  test('does not pay beside a payment that waits for its PIN', async () => {
    const { borrower, orderId } = await walletOwner();
    const paymentId = await submitPayment(borrower, orderId, 100);
    expect(await useWallet(borrower, orderId, 100)).toEqual({
      code: 409,
      msg: 'A payment of K100.00 is waiting for your PIN. Please finish it first.',
      data: { paymentId },
    });
  });

  test('pays no bill of somebody else, and none under a name that is not its own', async () => {
    const [{ borrower, orderId }, other] = await Promise.all([walletOwner(), walletOwner()]);
    const missing = { code: 404, msg: 'We could not find that', data: null };
    expect(await useWallet(borrower, other.orderId, 100)).toEqual(missing);
    expect(await useWallet(borrower, 987_654, 100)).toEqual(missing);
    for (const body of [
      { orderId, planId: planIdOf(other.orderId, 1), amount: 100 },
      { orderId: other.orderId, planId: planIdOf(orderId, 1), amount: 100 },
      { orderId, planId: 0, amount: 100 },
    ]) {
      expect(await borrower.call('useWallet', { body })).toEqual(missing);
    }
    expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(230);
  });

  test('settles the last of a bill, and the ladder counts it', async () => {
    const { borrower, orderId } = await walletOwner();
    await server.passDays(7);
    await pay(server, borrower, orderId, { amount: 1000 });
    // K230 - K150, and K92 of interest for the 23 days that are left.
    expect(await useWallet(borrower, orderId, 150)).toMatchObject({
      code: 200,
      data: { remaining: 0, walletBalance: 172 },
    });
    const { movements } = await borrower.ask('getWallet', { query: {} });
    expect(movements).toContainEqual(
      expect.objectContaining({ amount: 92, title: 'Interest given back for paying early' }),
    );
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ userStatus: 1, ladder: { onTime: 1 } });
    expect(await useWallet(borrower, orderId, 50)).toEqual({
      code: 409,
      msg: 'There is nothing to pay: the loan is paid off',
      data: null,
    });
  });
});
