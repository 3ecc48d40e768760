import { day } from '@thumba/lending/day';
import { writeOff } from '@thumba/lending/write-off';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  apply,
  borrow,
  giveContacts,
  giveIdentity,
  givePersonal,
  PATIENCE,
  pay,
  signIn,
  signUp,
  wishOf,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const home = (borrower: AppBorrower) => borrower.ask('getMyLoanInfo', {});
const paidOutAt = async ({ query }: AppServer, { borrowerId }: AppBorrower): Promise<Date> =>
  (await query('select disbursed_at from loan where borrower_id = $1', [borrowerId]))[0]!
    .disbursed_at as Date;
const status = async (borrower: AppBorrower) => (await home(borrower)).userStatus;

describe('the home of a borrower', () => {
  test('is 0 until the last of the details is given, and then 1', async () => {
    const borrower = await signIn(server);
    const seen = [await status(borrower)];
    for (const give of [giveIdentity, givePersonal, giveContacts]) {
      await give(borrower);
      seen.push(await status(borrower));
    }
    expect(seen).toEqual([0, 0, 0, 1]);
  });

  test('says who may borrow how much of what', async () => {
    const borrower = await signUp(server);
    expect(await home(borrower)).toMatchObject({
      userStatus: 1,
      loanType: 1,
      creditLimit: 2000,
      availableLimit: 2000,
      ladder: { step: 1, steps: 4, onTime: 0, needed: 3, nextLimit: 3000 },
      messages: [],
      businessDate: server.today(),
      marketList: [
        { productId: 1, name: 'Quick loan', minAmount: 100, maxAmount: 2000, amountStep: 50 },
        {
          productId: 2,
          name: 'Steady loan',
          locked: true,
          lockedReason: 'Steady loan opens when your limit reaches K3,000',
          opensFromLimit: 3000,
        },
      ],
    });
    const { marketList, order } = await home(borrower);
    expect(order).toBeUndefined();
    expect(marketList[0]).not.toHaveProperty('opensFromLimit');
  });

  test('shows what a small income carries, not the limit', async () => {
    const borrower = await signUp(server, { monthlyIncome: 2500 });
    // 40 % of K2,500 is K1,000 a month: an instalment of K2,000 in three is K926.67, K850 in one is K977.50.
    expect(await home(borrower)).toMatchObject({ creditLimit: 2000, availableLimit: 2000 });
    const trial = (termId: number, amount: number) =>
      borrower.call('productTrial', { body: { productId: 1, termId, amount } });
    expect((await trial(1, 850)).code).toBe(200);
    expect(await trial(1, 900)).toMatchObject({
      code: 400,
      msg: 'You can borrow up to K850 with this term',
      data: { largestAmount: 850 },
    });
  });

  test('is 2 while a person looks at the application, which is shown', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    const { orderId, userStatus } = await apply(borrower, { amount: 300 });
    expect(userStatus).toBe(2);
    expect(await home(borrower)).toMatchObject({
      userStatus: 2,
      availableLimit: 0,
      order: { orderId, status: 'applied', principal: 300, remaining: 0, overdueDays: 0 },
    });
  });

  test('names the account that the money goes to, which is not always the default one', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    const [first] = await borrower.ask('listAccounts', {});
    const second = await addAccount(server, borrower, { mobile: server.newMobile('airtel') });
    await server.query('update repay_account set payouts_from = null where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    const payoutAccountId = async () => (await home(borrower)).order?.payoutAccountId;
    const wish = wishOf({ amount: 300 });
    const { contractVersion } = await borrower.ask('productTrial', { body: wish });
    const { orderId } = await borrower.ask('appManualGetLoan', {
      body: { ...wish, contractVersion, agreed: true, repayAccountId: second.repayAccountId },
    });
    expect(await payoutAccountId()).toBe(second.repayAccountId);
    for (const { repayAccountId } of [first!, second]) {
      await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
      expect(await payoutAccountId()).toBe(repayAccountId);
    }
    expect((await borrower.ask('listAccounts', {})).find(({ isDefault }) => isDefault)).toEqual(first);
    const paid = await signUp(server);
    await borrow(paid);
    expect((await home(paid)).order).not.toHaveProperty('payoutAccountId');
  });

  test('is 3 after a refusal, with its reasons, until the day one may apply again', async () => {
    const passing = await startAppServer();
    const borrower = await signUp(passing, { monthlyIncome: 900 });
    expect((await apply(borrower, { amount: 200 })).userStatus).toBe(3);
    const declined = await home(borrower);
    expect(declined).toMatchObject({
      userStatus: 3,
      rejectedUntil: '2026-11-28',
      rejectedReasons: ['Your monthly income is too low for this loan.'],
    });
    expect(declined).not.toHaveProperty('order');
    await passing.passDays(6);
    expect(await status(borrower)).toBe(3);
    await passing.passDays(1);
    expect(await home(borrower)).not.toHaveProperty('rejectedUntil');
    expect(await status(borrower)).toBe(1);
    await passing.stop();
  });

  test('is 4 until the money has come, 5 with it, and 1 again once it is paid back', async () => {
    // The operator leaves payouts to this number waiting.
    const borrower = await signUp(server, { mobile: '0965555555' });
    const { orderId } = await apply(borrower);
    expect(await home(borrower)).toMatchObject({
      userStatus: 4,
      order: { orderId, status: 'paying_out', remaining: 0 },
    });
    const other = await signUp(server);
    const loanId = await borrow(other);
    expect(await home(other)).toMatchObject({
      userStatus: 5,
      availableLimit: 0,
      order: {
        orderId: loanId,
        status: 'active',
        totalRepay: 1150,
        remaining: 1150,
        dueDate: '2026-12-21',
        dueAmount: 1150,
        daysUntilDue: 30,
        plansLeft: 1,
        penaltyToDate: 0,
      },
    });
    // A loan that is paid back on its first day does not count for the ladder.
    await pay(server, other, loanId);
    expect(await home(other)).toMatchObject({ userStatus: 1, availableLimit: 2000, ladder: { onTime: 0 } });
  });

  test('says for three days of the server where the money has arrived', async () => {
    const passing = await startAppServer();
    const borrower = await signUp(passing, { mobile: '0977123001' });
    await borrow(borrower);
    const arrived = async () => (await home(borrower)).moneyArrived;
    const expected = { operator: 'airtel', at: (await paidOutAt(passing, borrower)).toISOString() };
    expect(await arrived()).toEqual(expected);
    await passing.passDays(3);
    expect(await arrived()).toEqual(expected);
    await passing.passDays(1);
    expect(await arrived()).toBeUndefined();
    await passing.stop();
  });

  test('says for three days that a loan is paid off, and what was paid', async () => {
    const passing = await startAppServer();
    const borrower = await signUp(passing, { mobile: '0977123002' });
    const orderId = await borrow(borrower);
    expect(await home(borrower)).not.toHaveProperty('paidOff');
    await passing.passDays(10);
    await pay(passing, borrower, orderId, { amount: 100 });
    expect(await home(borrower)).not.toHaveProperty('paidOff');
    await pay(passing, borrower, orderId);
    const { businessDate, paidOff } = await home(borrower);
    expect(paidOff).toEqual({ orderId, paid: 1150, paidOffOn: businessDate });
    await passing.passDays(3);
    expect((await home(borrower)).paidOff).toEqual(paidOff);
    await passing.passDays(1);
    expect(await home(borrower)).not.toHaveProperty('paidOff');
    await passing.stop();
  });

  test('does not say it after three days of hours, where the business date stood still', async () => {
    const borrower = await signUp(server);
    await borrow(borrower);
    const passHours = (hours: number) =>
      server.query(
        `update loan set disbursed_at = disbursed_at - make_interval(hours => $2) where borrower_id = $1`,
        [borrower.borrowerId, hours],
      );
    await passHours(71);
    expect(await home(borrower)).toHaveProperty('moneyArrived');
    await passHours(2);
    expect(await home(borrower)).not.toHaveProperty('moneyArrived');
  });

  test('is 4 when the payout failed', async () => {
    const borrower = await signUp(server, { mobile: '0966666666' });
    await apply(borrower);
    await vi.waitFor(async () => {
      expect(await home(borrower)).toMatchObject({ userStatus: 4, order: { status: 'payout_failed' } });
    }, PATIENCE);
  });

  test('is 2 instalments for a loan over several months', async () => {
    const borrower = await signUp(server);
    await borrow(borrower, { termId: 3 });
    expect(await home(borrower)).toMatchObject({
      loanType: 2,
      order: { plansLeft: 3, dueAmount: 463.33, totalRepay: 1390 },
    });
  });

  test('names the late charges of the plan that is due, and those of the whole loan', async () => {
    const passing = await startAppServer();
    const borrower = await signUp(passing);
    await borrow(borrower, { termId: 3 });
    await passing.passDays(65);
    const { order } = await home(borrower);
    // K463.33 at 0.5 % is K2.32 a day: 34 days of the first plan and 4 of the second one.
    expect(order).toMatchObject({ dueAmount: 542.21, duePenalty: 78.88, penaltyToDate: 88.16 });
    await passing.stop();
  });

  test('is 6 when the loan is late or written off', async () => {
    const passing = await startAppServer();
    const borrower = await signUp(passing);
    const loanId = await borrow(borrower, { termId: 2 });
    await passing.passDays(17);
    expect(await home(borrower)).toMatchObject({
      userStatus: 6,
      order: {
        status: 'overdue',
        overdueDays: 3,
        daysUntilDue: 0,
        dueDate: '2026-12-05',
        // K1,086 at 0.5 % is K5.43 a day, after a day of grace.
        penaltyToDate: 10.86,
        penaltyPerDay: 5.43,
        penaltyDays: 2,
        penaltyFreeDays: 1,
        // The loan charges at most its K1,000 in all, and K86 of that are interest and fee.
        mostPenalty: 914,
        remaining: 1096.86,
        extendable: true,
        // 5 % of the loan, and the late charges so far. Seven days count from today, because the due date is past.
        extension: { days: 7, toDate: '2026-12-15', fee: 50, penalty: 10.86, total: 60.86 },
      },
    });
    await passing.app.line.post({
      borrowerId: borrower.borrowerId,
      loanId,
      actor: 'staff:test',
      decide({ loan }) {
        const on = day(passing.today());
        const writtenOff = writeOff(loan, { on, reason: 'the borrower has moved away' });
        return writtenOff.ok
          ? { ok: true, value: { change: writtenOff.value, on, answer: null } }
          : writtenOff;
      },
    });
    expect(await home(borrower)).toMatchObject({ userStatus: 6, order: { status: 'written_off' } });
    await passing.stop();
  });

  test('is 7 for somebody who is blocked, who still sees and pays an open loan', async () => {
    const [idle, indebted] = await Promise.all([signUp(server), signUp(server)]);
    const loanId = await borrow(indebted);
    await server.query('update borrower set blocked_at = now() where borrower_id = any($1)', [
      [idle.borrowerId, indebted.borrowerId],
    ]);
    expect(await status(idle)).toBe(7);
    expect(await status(indebted)).toBe(5);
    await pay(server, indebted, loanId);
    expect(await status(indebted)).toBe(7);
  });
});
