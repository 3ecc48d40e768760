import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setAccountNumber } from '../../../test/account-number.ts';
import {
  type AppBorrower,
  addAccount,
  borrow,
  earnCredit,
  PATIENCE,
  signUp,
  stepUp,
  succeedAfterAll,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { refusingBaseUrl } from '../payment/operators/stub-operator.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

type Wish = { amount?: number; repayAccountId?: number };

/** A borrower with K230 of wallet credit. */
async function creditOwner(): Promise<AppBorrower> {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  server.clock.advance({ seconds: 1 });
  return borrower;
}

const payOut = (borrower: AppBorrower, body: Wish = {}, idempotencyKey?: string) =>
  borrower.call('payOutWallet', { body }, idempotencyKey === undefined ? {} : { idempotencyKey });

const walletOf = (borrower: AppBorrower) => borrower.ask('getWallet', { query: {} });
const balanceOf = async (borrower: AppBorrower) => (await walletOf(borrower)).balance;
const phoneBalance = async ({ mobile }: AppBorrower) => (await server.handset.phone(mobile)).balance;

const payoutsOf = ({ borrowerId }: AppBorrower) =>
  server.query(
    `select attempt_id as id, state, direction, purpose, operator, amount_ngwee, loan_id from payment_attempt
     where borrower_id = $1 and loan_id is null order by created_at`,
    [borrowerId],
  );

/** The rows of the book that belong to no loan; at one instant what went into suspense comes before what left it. */
async function bookOf({ borrowerId }: AppBorrower): Promise<string[]> {
  const rows = await server.query(
    `select debit_account || ' → ' || credit_account || ' ' || amount_ngwee as row from ledger_transfer
     where borrower_id = $1 and loan_id is null order by recorded_at, debit_account = 'suspense', line`,
    [borrowerId],
  );
  return rows.map(({ row }: { row: string }) => row);
}

async function bookedCreditOf({ borrowerId }: AppBorrower): Promise<number> {
  const [{ ngwee }] = await server.query(
    `select sum(case 'wallet_credit' when credit_account then amount_ngwee when debit_account then -amount_ngwee
       else 0 end)::bigint as ngwee from ledger_transfer where borrower_id = $1`,
    [borrowerId],
  );
  return ngwee / 100;
}

async function untilPayment(borrower: AppBorrower, paymentId: string, status: string) {
  await vi.waitFor(async () => {
    expect((await borrower.ask('getPayment', { params: { paymentId } })).status).toBe(status);
  }, PATIENCE);
  return borrower.ask('getPayment', { params: { paymentId } });
}

/** A borrower whose payout failed: the number has no account at the operator. */
async function refusedOwner(): Promise<{ borrower: AppBorrower; paymentId: string }> {
  const borrower = await creditOwner();
  await setAccountNumber(server, borrower, '0966666666');
  const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
  await untilPayment(borrower, paymentId, 'failed');
  await setAccountNumber(server, borrower, borrower.mobile);
  server.clock.advance({ seconds: 1 });
  return { borrower, paymentId };
}

describe('wallet credit that is paid out', () => {
  test('reaches the account once, all of it when no amount is named, and the borrower is told', async () => {
    const borrower = await creditOwner();
    const before = await phoneBalance(borrower);
    const { data } = await payOut(borrower);
    expect(data).toEqual({ paymentId: expect.any(String), status: 'pending' });
    const { paymentId } = data as { paymentId: string };
    expect(await untilPayment(borrower, paymentId, 'succeeded')).toEqual({
      paymentId,
      status: 'succeeded',
      amount: 230,
      operator: 'mtn',
      purpose: 'wallet_payout',
      startedAt: expect.any(String),
    });
    expect(await phoneBalance(borrower)).toBe(before + 230);
    expect(await payoutsOf(borrower)).toEqual([
      {
        id: paymentId,
        state: 'succeeded',
        direction: 'payout',
        purpose: 'wallet_payout',
        operator: 'mtn',
        amount_ngwee: 23_000,
        loan_id: null,
      },
    ]);
    expect(await bookOf(borrower)).toEqual([
      'wallet_credit → suspense 23000',
      'suspense → float_mtn_payout 23000',
    ]);
    expect(
      await server.query('select attempt_id, kind, actor from wallet_payout_event where attempt_id = $1', [
        paymentId,
      ]),
    ).toEqual([
      { attempt_id: paymentId, kind: 'submitted', actor: 'borrower' },
      { attempt_id: paymentId, kind: 'succeeded', actor: 'operator:mtn' },
    ]);
    const words = 'K230.00 of your wallet credit was sent to your mobile-money account.';
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(words);
    await vi.waitFor(async () => {
      const { messages } = await server.handset.phone(borrower.mobile);
      expect(messages.map(({ text }) => text)).toContain(words);
    }, PATIENCE);
    await succeedAfterAll(server, paymentId);
    expect(await phoneBalance(borrower)).toBe(before + 230);
    expect(await bookOf(borrower)).toHaveLength(2);
  });

  test('leaves the rest where it is, and the statement tells it to the ngwee', async () => {
    const borrower = await creditOwner();
    const { paymentId } = await borrower.ask('payOutWallet', { body: { amount: 80.05 } });
    await untilPayment(borrower, paymentId, 'succeeded');
    server.clock.advance({ seconds: 1 });
    const orderId = await borrow(borrower);
    await borrower.ask('useWallet', { body: { orderId, planId: planIdOf(orderId, 1), amount: 100 } });
    const statement = await walletOf(borrower);
    expect(statement).toMatchObject({
      balance: 49.95,
      total: 3,
      movements: [
        { amount: -100, balanceAfter: 49.95, title: 'Used for a bill', orderId },
        { amount: -80.05, balanceAfter: 149.95, title: 'Sent to your mobile money', paymentId },
        { amount: 230, balanceAfter: 230, title: 'Paid more than was owed' },
      ],
    });
    expect(statement.movements[1]).not.toHaveProperty('orderId');
    expect(await bookedCreditOf(borrower)).toBe(49.95);
    const pages = await Promise.all(
      [1, 2].map((page) => borrower.ask('getWallet', { query: { page, pageSize: 2 } })),
    );
    expect(pages.flatMap(({ movements }) => movements)).toEqual(statement.movements);
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
  });

  test('shows what is under way until it has ended', async () => {
    const borrower = await creditOwner();
    await setAccountNumber(server, borrower, '0965555555');
    const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
    expect(await walletOf(borrower)).toMatchObject({ balance: 0, pendingPaymentId: paymentId });
    await vi.waitFor(
      async () => expect(await payoutsOf(borrower)).toMatchObject([{ state: 'pending' }]),
      PATIENCE,
    );
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', settled_at = now() where reference = $1`,
      [paymentId],
    );
    await server.sendCallback('mtn', { externalId: paymentId, status: 'SUCCESSFUL' });
    await untilPayment(borrower, paymentId, 'succeeded');
    expect(await walletOf(borrower)).not.toHaveProperty('pendingPaymentId');
  });

  test('goes to the account that is named', async () => {
    const borrower = await creditOwner();
    const mobile = server.newMobile('airtel');
    const account = await addAccount(server, borrower, { mobile });
    server.clock.advance({ hours: 24 });
    const stepUpCode = await stepUp(server, borrower, 'payout');
    const before = (await server.handset.phone(mobile)).balance;
    const { paymentId } = await borrower.ask('payOutWallet', {
      body: { amount: 30, repayAccountId: account.repayAccountId, stepUpCode },
    });
    await untilPayment(borrower, paymentId, 'succeeded');
    expect((await server.handset.phone(mobile)).balance).toBe(before + 30);
    expect(await bookOf(borrower)).toContain('suspense → float_airtel_payout 3000');
  });
});

describe('a payout of wallet credit is refused', () => {
  test('for nothing, for more than there is, and to an account that is not theirs', async () => {
    const [borrower, stranger] = await Promise.all([creditOwner(), signUp(server)]);
    const [theirs] = await stranger.ask('listAccounts', {});
    const missing = { code: 404, msg: 'We could not find that', data: null };
    expect(await payOut(borrower, { repayAccountId: theirs!.repayAccountId })).toEqual(missing);
    expect(await payOut(borrower, { repayAccountId: 987_654 })).toEqual(missing);
    expect(await payOut(borrower, { amount: 230.01 })).toEqual({
      code: 400,
      msg: 'Your wallet holds K230.00',
      data: null,
    });
    const nothing = { code: 409, msg: 'There is no wallet credit to pay out', data: null };
    expect(await payOut(borrower, { amount: 0 })).toEqual(nothing);
    expect(await payOut(stranger)).toEqual(nothing);
    expect(await payOut(borrower, { amount: -1 })).toMatchObject({ code: 400 });
    expect(await payOut(borrower, { amount: 1.005 })).toMatchObject({ code: 400 });
    await server.query('delete from repay_account where borrower_id = $1', [stranger.borrowerId]);
    expect(await payOut(stranger)).toEqual({
      code: 409,
      msg: 'Please add a mobile-money account first',
      data: null,
    });
    expect(await payoutsOf(borrower)).toEqual([]);
    expect(await bookOf(borrower)).toEqual([]);
    expect(await balanceOf(borrower)).toBe(230);
  });

  test('by an operator that is not connected', async () => {
    const borrower = await creditOwner();
    const mobile = server.newMobile('zamtel');
    const { repayAccountId } = await addAccount(server, borrower, { mobile });
    expect(await payOut(borrower, { repayAccountId })).toEqual({
      code: 400,
      msg: 'We cannot send money to this operator yet. Please choose another account.',
      data: null,
    });
    expect(await balanceOf(borrower)).toBe(230);
  });
});

describe('the same credit is paid out once', () => {
  test('when two payouts are asked for at the same time', async () => {
    const borrower = await creditOwner();
    const answers = await Promise.all(Array.from({ length: 6 }, () => payOut(borrower)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const [{ id }] = await payoutsOf(borrower);
    await untilPayment(borrower, id, 'succeeded');
    expect(await payoutsOf(borrower)).toHaveLength(1);
    expect(await bookedCreditOf(borrower)).toBe(0);
  });

  test('and several that it holds are all paid out', async () => {
    const borrower = await creditOwner();
    const answers = await Promise.all([60, 70, 80, 90].map((amount) => payOut(borrower, { amount })));
    const paid = answers.filter(({ code }) => code === 200).length;
    expect(paid).toBeGreaterThanOrEqual(2);
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(4 - paid);
    expect(await payoutsOf(borrower)).toHaveLength(paid);
    expect(await bookedCreditOf(borrower)).toBe(await balanceOf(borrower));
  });

  test('when it is used for a bill at the same time', async () => {
    const borrower = await creditOwner();
    const orderId = await borrow(borrower);
    const body = { orderId, planId: planIdOf(orderId, 1), amount: 230 };
    const [paidOut, ...used] = await Promise.all([
      payOut(borrower),
      borrower.call('useWallet', { body }),
      borrower.call('useWallet', { body }),
    ]);
    expect([paidOut, ...used].filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await balanceOf(borrower)).toBe(0);
    expect(await bookedCreditOf(borrower)).toBe(0);
  });

  test('when a key is sent again, at once and later', async () => {
    const borrower = await creditOwner();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => payOut(borrower, { amount: 50 }, key)));
    expect(answers[0]).toMatchObject({ code: 200 });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await payOut(borrower, { amount: 50 }, key)).toEqual(answers[0]);
    expect(await payOut(borrower, { amount: 51 }, key)).toMatchObject({ code: 409 });
    expect(await payoutsOf(borrower)).toHaveLength(1);
    expect(await balanceOf(borrower)).toBe(180);
  });
});

describe('a payout of wallet credit that fails', () => {
  test('gives the credit back, and the borrower is told why and how to go on', async () => {
    const { borrower, paymentId } = await refusedOwner();
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      status: 'failed',
      failureReason:
        'This number cannot receive money because it has no mobile-money account with that operator.',
    });
    expect(await walletOf(borrower)).toMatchObject({
      balance: 230,
      movements: expect.arrayContaining([
        expect.objectContaining({ amount: 230, title: 'Given back: it could not be sent' }),
        expect.objectContaining({ amount: -230, title: 'Sent to your mobile money' }),
      ]),
    });
    expect(await bookOf(borrower)).toEqual([
      'wallet_credit → suspense 23000',
      'suspense → wallet_credit 23000',
    ]);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      'We could not send K230.00 of your wallet credit to your mobile-money account. It is in your wallet again.',
    );
    const again = await borrower.ask('payOutWallet', { body: {} });
    await untilPayment(borrower, again.paymentId, 'succeeded');
    expect(await bookedCreditOf(borrower)).toBe(0);
  });

  test('and went through after all takes the credit again', async () => {
    const { borrower, paymentId } = await refusedOwner();
    await succeedAfterAll(server, paymentId);
    await untilPayment(borrower, paymentId, 'succeeded');
    expect(await balanceOf(borrower)).toBe(0);
    expect((await bookOf(borrower)).slice(2)).toEqual(['wallet_credit → float_mtn_payout 23000']);
    expect((await walletOf(borrower)).movements[0]).toMatchObject({
      amount: -230,
      balanceAfter: 0,
      title: 'Sent to your mobile money',
    });
  });

  test('and went through after all when the credit was used leaves the rest in suspense', async () => {
    const { borrower, paymentId } = await refusedOwner();
    const orderId = await borrow(borrower);
    await borrower.ask('useWallet', { body: { orderId, planId: planIdOf(orderId, 1), amount: 200 } });
    server.clock.advance({ seconds: 1 });
    await Promise.all(Array.from({ length: 4 }, () => succeedAfterAll(server, paymentId)));
    await untilPayment(borrower, paymentId, 'succeeded');
    expect(await balanceOf(borrower)).toBe(0);
    expect(await bookedCreditOf(borrower)).toBe(0);
    expect((await bookOf(borrower)).slice(2)).toEqual([
      'wallet_credit → float_mtn_payout 3000',
      'suspense → float_mtn_payout 20000',
    ]);
  });
});

test('a payout waits for an operator that cannot be reached, with the credit out of the wallet', async () => {
  const away = await startAppServer({ settings: { MTN_BASE_URL: await refusingBaseUrl() } });
  const borrower = await signUp(away);
  await away.query(
    `with given as (update borrower_standing set wallet_ngwee = 5000 where borrower_id = $1 returning borrower_id)
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
       recorded_at)
     select borrower_id, nextval('ledger_entry_id'), 1, 'prize_expense', 'wallet_credit', 5000, '2026-11-21', now()
     from given`,
    [borrower.borrowerId],
  );
  const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
  await vi.waitFor(async () => {
    const [attempt] = await away.query('select state, operator_code from payment_attempt');
    expect(attempt).toEqual({ state: 'created', operator_code: 'operator_down' });
  }, PATIENCE);
  expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({ status: 'pending' });
  expect(await walletOf(borrower)).toMatchObject({ balance: 0, pendingPaymentId: paymentId });
  await away.stop();
});

test('a payout is shown to its borrower only', async () => {
  const [borrower, stranger] = await Promise.all([creditOwner(), signUp(server)]);
  const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
  expect(await stranger.call('getPayment', { params: { paymentId } })).toMatchObject({ code: 404 });
});
