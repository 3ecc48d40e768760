import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setAccountNumber } from '../../../test/account-number.ts';
import {
  type AppBorrower,
  apply,
  borrow,
  PATIENCE,
  signIn,
  signUp,
  succeedAfterAll,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { refuseInstructions } from './open-attempts.test-support.ts';
import { refusingBaseUrl } from './operators/stub-operator.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });

const untilLoanIs = (borrower: AppBorrower, orderId: number, status: string) =>
  vi.waitFor(async () => expect((await bill(borrower, orderId)).status).toBe(status), PATIENCE);

async function payoutsOf(loanId: number, on = server) {
  return on.query(
    `select attempt_id as id, state, operator, operator_code, failure_reason, enquiries, not_found, next_step_at
     from payment_attempt where loan_id = $1 order by created_at`,
    [loanId],
  );
}

async function bookOf(loanId: number): Promise<string[]> {
  const rows = await server.query(
    `select debit_account || ' → ' || credit_account || ' ' || amount_ngwee as line from ledger_transfer
     where loan_id = $1 order by recorded_at, ledger_transfer.line`,
    [loanId],
  );
  return rows.map((row: { line: string }) => row.line);
}

/** A borrower whose payout failed, and would succeed if it were sent again. */
async function unpayable(): Promise<{ borrower: AppBorrower; orderId: number; payoutId: string }> {
  const borrower = await signUp(server);
  // For the time of the payout the account has a number without an account at the operator.
  await setAccountNumber(server, borrower, '0966666666');
  const { orderId } = await apply(borrower);
  await untilLoanIs(borrower, orderId, 'payout_failed');
  const [{ id }] = await payoutsOf(orderId);
  await setAccountNumber(server, borrower, borrower.mobile);
  // What is sent next has a later time.
  server.clock.advance({ seconds: 1 });
  return { borrower, orderId, payoutId: id };
}

describe('a payout', () => {
  test.each(['mtn', 'airtel'] as const)(
    'by %s reaches the borrower once, and they are told',
    async (operator) => {
      const borrower = await signUp(server, { mobile: server.newMobile(operator) });
      const orderId = await borrow(borrower);
      expect((await server.handset.phone(borrower.mobile)).balance).toBe(11_000);
      expect(await bookOf(orderId)).toEqual([
        `principal_receivable → float_${operator}_payout 100000`,
        'interest_receivable → unearned_interest 12000',
        'fee_receivable → unearned_fee 3000',
      ]);
      await vi.waitFor(async () => {
        const { messages } = await server.handset.phone(borrower.mobile);
        expect(messages.map((message) => message.text)).toContain(
          'K1,000.00 was sent to your mobile-money account. Please repay K1,150.00 by 21 December.',
        );
      }, PATIENCE);
    },
  );

  test('that is reported ten times is paid out once', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const [{ id }] = await payoutsOf(orderId);
    await Promise.all(Array.from({ length: 10 }, () => succeedAfterAll(server, id)));
    expect(await bookOf(orderId)).toHaveLength(3);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'active', remaining: 1150 });
  });

  test('that fails is told, with the reason, and can be sent again', async () => {
    const { borrower, orderId } = await unpayable();
    const failed = await bill(borrower, orderId);
    expect(failed).toMatchObject({ status: 'payout_failed', paid: 0, remaining: 0 });
    expect(failed.timeline[0]).toMatchObject({
      title: 'The payout failed',
      detail: 'This number cannot receive money because it has no mobile-money account with that operator.',
    });
    expect(await bookOf(orderId)).toEqual([]);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      'We could not send K1,000.00 to your mobile-money account. Please open the app to try again.',
    );
    expect(await borrower.ask('retryPayout', { body: { orderId } })).toEqual({ orderId, userStatus: 4 });
    await untilLoanIs(borrower, orderId, 'active');
    expect((await payoutsOf(orderId)).map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'succeeded',
    ]);
    expect(await borrower.call('retryPayout', { body: { orderId } })).toMatchObject({
      code: 409,
      msg: 'This cannot be done any more: the loan is running',
    });
  });

  test('that failed and arrived after all makes the loan run, with nothing sent again', async () => {
    const { borrower, orderId, payoutId } = await unpayable();
    await succeedAfterAll(server, payoutId);
    await untilLoanIs(borrower, orderId, 'active');
    expect(await payoutsOf(orderId)).toMatchObject([{ id: payoutId, state: 'succeeded' }]);
    expect(await bill(borrower, orderId)).toMatchObject({ remaining: 1150, dueDate: '2026-12-21' });
  });

  test('that arrives beside the one sent in its place is nothing the borrower owes: it stands in suspense', async () => {
    const { borrower, orderId, payoutId } = await unpayable();
    await borrower.ask('retryPayout', { body: { orderId } });
    await untilLoanIs(borrower, orderId, 'active');
    const before = await bill(borrower, orderId);
    server.clock.advance({ seconds: 1 });
    await succeedAfterAll(server, payoutId);
    await vi.waitFor(
      async () =>
        expect((await payoutsOf(orderId)).map(({ state }: { state: string }) => state)).toEqual([
          'succeeded',
          'succeeded',
        ]),
      PATIENCE,
    );
    expect(await bookOf(orderId)).toEqual([
      'principal_receivable → float_mtn_payout 100000',
      'interest_receivable → unearned_interest 12000',
      'fee_receivable → unearned_fee 3000',
      'suspense → float_mtn_payout 100000',
    ]);
    const [event] = await server.query(
      `select kind, on_day, detail, actor from loan_event where loan_id = $1 order by loan_version desc limit 1`,
      [orderId],
    );
    expect(event).toEqual({
      kind: 'paid_out_unexpectedly',
      on_day: '2026-11-21',
      detail: { attemptId: payoutId, amountNgwee: 100_000 },
      actor: 'operator:mtn',
    });
    expect(await bill(borrower, orderId)).toEqual(before);
  });

  test('that the operator does not know is sent again under the same id', async () => {
    // The operator leaves payouts to this number waiting.
    const borrower = await signUp(server, { mobile: '0765555555' });
    await refuseInstructions(server, 1);
    const { orderId } = await apply(borrower);
    await vi.waitFor(
      async () => expect(await payoutsOf(orderId)).toMatchObject([{ state: 'unknown' }]),
      PATIENCE,
    );
    await refuseInstructions(server, 0);
    const [{ id }] = await payoutsOf(orderId);
    server.clock.advance({ seconds: 10 });
    await vi.waitFor(
      async () => expect(await payoutsOf(orderId)).toMatchObject([{ not_found: 1 }]),
      PATIENCE,
    );
    server.clock.advance({ seconds: 50 });
    await vi.waitFor(async () => {
      const known = await server.query('select outcome from simulator.instruction where reference = $1', [
        id,
      ]);
      expect(known).toEqual([{ outcome: 'pending' }]);
    }, PATIENCE);
    await vi.waitFor(
      async () => expect(await payoutsOf(orderId)).toMatchObject([{ id, state: 'pending' }]),
      PATIENCE,
    );
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', settled_at = now() where reference = $1`,
      [id],
    );
    await server.sendCallback('mtn', { externalId: id, status: 'SUCCESSFUL' });
    await untilLoanIs(borrower, orderId, 'active');
    expect(await payoutsOf(orderId)).toMatchObject([{ id, state: 'succeeded' }]);
  });

  test('waits for an operator that cannot be reached, and does not fail', async () => {
    const away = await startAppServer({ settings: { MTN_BASE_URL: await refusingBaseUrl() } });
    const borrower = await signUp(away);
    const { orderId } = await apply(borrower);
    const held = { state: 'created', failure_reason: null };
    // The clock is moved between two looks, because to a step under way an hour at once is a process that died.
    const looked = { ...held, operator_code: 'operator_down' };
    await vi.waitFor(async () => expect(await payoutsOf(orderId, away)).toMatchObject([looked]), PATIENCE);
    const [{ next_step_at: firstLook }] = await payoutsOf(orderId, away);
    away.clock.advance({ hours: 1 });
    await vi.waitFor(async () => {
      const [payout] = await payoutsOf(orderId, away);
      expect(payout).toMatchObject(held);
      expect(payout.next_step_at.getTime()).toBeGreaterThan(firstLook.getTime() + 60_000);
    }, PATIENCE);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({
      userStatus: 4,
      order: { status: 'paying_out' },
    });
    await away.stop();
  });

  test('is not sent to a number that was copied from a payment of another borrower', async () => {
    const away = await startAppServer({ settings: { MTN_BASE_URL: await refusingBaseUrl() } });
    const [owner, thief] = [await signUp(away), await signUp(away)];
    const [ownOrder, theftOrder] = [(await apply(owner)).orderId, (await apply(thief)).orderId];
    const isWaiting = { state: 'created', operator_code: 'operator_down' };
    for (const orderId of [ownOrder, theftOrder]) {
      await vi.waitFor(
        async () => expect(await payoutsOf(orderId, away)).toMatchObject([isWaiting]),
        PATIENCE,
      );
    }
    await away.leave();
    const back = await startAppServer({ besides: away, tampers: ['each sealed value opens in its row'] });
    await back.query(
      `update payment_attempt set msisdn_sealed = copied.msisdn_sealed
       from payment_attempt copied where payment_attempt.loan_id = $1 and copied.loan_id = $2`,
      [ownOrder, theftOrder],
    );
    back.clock.advance({ hours: 1 });
    await untilLoanIs(await signIn(back, thief.mobile), theftOrder, 'active');
    await vi.waitFor(
      () => expect(back.logLines.join('')).toContain('a payment attempt could not be moved'),
      PATIENCE,
    );
    expect(await back.query('select mobile from simulator.instruction')).toEqual([{ mobile: thief.mobile }]);
    expect((await back.handset.phone(thief.mobile)).balance).toBe(11_000);
    await back.stop();
    await away.stop();
  });
});
