import { addDays, type Day, day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  apply,
  borrow,
  PATIENCE,
  pay,
  signIn,
  signUp,
  submitPayment,
  succeedAfterAll,
  type Wish,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createPostingLine } from '../../book/posting-line/posting-line.ts';
import { openDatabase } from '../../platform/database.ts';
import { contentsOf } from './book-contents.test-support.ts';
import { runEndOfDay } from './end-of-day.ts';

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });
const home = (borrower: AppBorrower) => borrower.ask('getMyLoanInfo', {});

async function serverFor(options: Parameters<typeof startAppServer>[0] = {}): Promise<AppServer> {
  const server = await startAppServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** K1,000 for 30 days: K1,150, due on 21 December, K5.75 a day from the 23rd. */
async function debtor(server: AppServer, wish: Wish = {}) {
  const borrower = await signUp(server);
  return { borrower, orderId: await borrow(borrower, wish) };
}

async function storedLoan(server: AppServer, loanId: number) {
  const [row] = await server.query('select * from loan where loan_id = $1', [loanId]);
  return row;
}

async function eventsOf(server: AppServer, loanId: number): Promise<string[]> {
  const rows = await server.query(
    `select on_day || ' ' || kind as event from loan_event where loan_id = $1 order by loan_version, ordinal`,
    [loanId],
  );
  return rows.map((row: { event: string }) => row.event);
}

async function bookOf(server: AppServer, loanId: number, since: string): Promise<string[]> {
  const rows = await server.query(
    `select business_on || ' ' || debit_account || ' → ' || credit_account || ' ' || amount_ngwee as row
     from ledger_transfer where loan_id = $1 and recorded_at >= $2 order by recorded_at, line`,
    [loanId, since],
  );
  return rows.map((row: { row: string }) => row.row);
}

describe('the end of a day', () => {
  test('makes a bill due on its date, late the day after, and dearer after the day of grace', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    const seen: Record<string, unknown> = {};
    await server.passDays(29);
    for (let days = 29; days <= 33; days += 1) {
      const { status, remaining, overdueDays, plans } = await bill(borrower, orderId);
      seen[server.today()] = [status, plans[0]!.status, overdueDays, remaining];
      await server.passDays(1);
    }
    expect(seen).toEqual({
      '2026-12-20': ['active', 'scheduled', 0, 1150],
      '2026-12-21': ['active', 'due', 0, 1150],
      '2026-12-22': ['overdue', 'overdue', 1, 1150],
      '2026-12-23': ['overdue', 'overdue', 2, 1155.75],
      '2026-12-24': ['overdue', 'overdue', 3, 1161.5],
    });
    expect(await eventsOf(server, orderId)).toEqual([
      '2026-11-21 applied',
      '2026-11-21 approved',
      '2026-11-21 payout_started',
      '2026-11-21 paid_out',
      '2026-12-21 instalment_due',
      '2026-12-22 instalment_overdue',
      '2026-12-23 penalty_accrued',
      '2026-12-24 penalty_accrued',
      '2026-12-25 penalty_accrued',
    ]);
  });

  test('run twice, or by two processes at once, is run once', async () => {
    const server = await serverFor();
    const { orderId } = await debtor(server);
    await server.passDays(33);
    const before = await eventsOf(server, orderId);
    const { version } = await storedLoan(server, orderId);
    await server.query(`update business_calendar set day_ended_through = '2026-12-20'`);
    await Promise.all([server.endTheDay(), server.endTheDay(), server.endTheDay()]);
    expect(await eventsOf(server, orderId)).toEqual(before);
    expect((await storedLoan(server, orderId)).version).toBe(version);
  });

  test('that was missed is made good by the next one, each day by itself', async () => {
    const server = await serverFor();
    const { orderId } = await debtor(server);
    server.clock.set('2026-12-26T06:00:00Z');
    await server.endTheDay();
    expect((await eventsOf(server, orderId)).slice(4)).toEqual([
      '2026-12-21 instalment_due',
      '2026-12-22 instalment_overdue',
      '2026-12-23 penalty_accrued',
      '2026-12-24 penalty_accrued',
      '2026-12-25 penalty_accrued',
      '2026-12-26 penalty_accrued',
    ]);
    const [{ day_ended_through: through }] = await server.query(
      'select day_ended_through from business_calendar',
    );
    expect(through).toBe('2026-12-26');
  });

  test('that has not come yet changes nothing of what a screen says', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    // A day turns in Lusaka, two hours before it does in London.
    server.clock.set('2026-12-19T21:59:59Z');
    expect(server.today()).toBe('2026-12-19');
    server.clock.set('2026-12-19T22:00:00Z');
    expect(server.today()).toBe('2026-12-20');
    server.clock.set('2026-12-24T08:00:00Z');
    const again = await signIn(server, borrower.mobile);
    const figures = async () => {
      // The link comes with the reminder that the end of the day sends.
      const { timeline, payLink, ...rest } = await bill(again, orderId);
      return { rest, home: await home(again) };
    };
    const before = await figures();
    expect(before.rest).toMatchObject({ status: 'overdue', remaining: 1161.5, penaltyPerDay: 5.75 });
    await server.endTheDay();
    expect(await figures()).toEqual(before);
  });
});

describe('day by day, at once, late and by several processes', () => {
  let original: AppServer;
  beforeAll(async () => {
    original = await startAppServer();
    const late = await debtor(original, { termId: 2 });
    const inParts = await debtor(original, { termId: 3 });
    await pay(original, inParts.borrower, inParts.orderId);
    const partlyPaid = await debtor(original, { amount: 2000, termId: 3 });
    await pay(original, partlyPaid.borrower, partlyPaid.orderId, { amount: 333.33 });
    const waiting = await debtor(original);
    await submitPayment(waiting.borrower, waiting.orderId, 100);
    await original.handset.waitForPrompt(waiting.borrower.mobile);
    const paidOff = await debtor(original);
    await pay(original, paidOff.borrower, paidOff.orderId);
    await apply(await signUp(original, { monthlyIncome: 900 }), { amount: 100 });
    await apply(await signUp(original, { monthlyIncome: 1500 }), { amount: 100 });
    expect((await bill(late.borrower, late.orderId)).dueDate).toBe('2026-12-05');
    await original.leave();
  });
  afterAll(() => original.stop());

  const LAST = day('2027-03-15');

  /** What every table holds after the days were ended in some way, but for ids and instants. */
  async function after(endDays: (end: (on: Day, process?: number) => Promise<unknown>) => Promise<unknown>) {
    const copy = await createTestDatabase(original.databaseUrl);
    const databases = [openDatabase({ url: copy.url }), openDatabase({ url: copy.url })];
    const lines = databases.map((db) =>
      createPostingLine({
        db,
        clock: original.clock,
        sealing: () => original.sealing,
        onNewAttempts: () => {},
        onNewMessages: () => {},
      }),
    );
    await endDays((on, process = 0) => runEndOfDay({ db: databases[process]!, line: lines[process]! }, on));
    const tables = await contentsOf(databases[0]!);
    await Promise.all(databases.map((db) => db.close()));
    await copy.drop();
    return tables;
  }

  test('end in the same books', async () => {
    const dayByDay = await after(async (end) => {
      for (let on = day('2026-11-22'); on <= LAST; on = addDays(on, 1)) await end(on);
    });
    const atOnce = await after((end) => end(LAST));
    const withRepeats = await after(async (end) => {
      for (const on of ['2026-12-05', '2026-12-05', '2026-12-24', '2027-01-20', '2027-01-19', LAST]) {
        await end(day(on));
      }
    });
    const together = await after(async (end) => {
      for (const on of ['2026-12-23', '2027-01-01', LAST]) {
        await Promise.all([end(day(on), 0), end(day(on), 1)]);
      }
    });
    expect(dayByDay.loan!.length).toBe(7);
    expect(dayByDay.loan_event!.length).toBeGreaterThan(150);
    expect(dayByDay.ledger_transfer!.length).toBeGreaterThan(200);
    expect(atOnce).toEqual(dayByDay);
    expect(withRepeats).toEqual(dayByDay);
    expect(together).toEqual(dayByDay);
  });
});

describe('a payment over midnight', () => {
  test('of K1,161.50 sent at 23:58 and confirmed at 00:03 clears the bill', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    server.clock.set('2026-12-24T21:58:10Z');
    await server.endTheDay();
    const payer = await signIn(server, borrower.mobile);
    const paymentId = await submitPayment(payer, orderId, 1161.5);
    server.clock.set('2026-12-24T22:03:00Z');
    expect(server.today()).toBe('2026-12-25');
    await server.endTheDay();
    expect(await bill(payer, orderId)).toMatchObject({ status: 'overdue', remaining: 1161.5 });
    await answerPrompt(server, payer);
    await waitForPayment(payer, paymentId);
    const paid = await bill(payer, orderId);
    expect(paid).toMatchObject({ status: 'settled', paid: 1161.5, remaining: 0 });
    expect(paid.payments).toMatchObject([
      {
        amount: 1161.5,
        on: '2026-12-24',
        allocation: { penalty: 11.5, serviceFee: 30, interest: 120, principal: 1000, wallet: 0 },
      },
    ]);
    expect(paid.timeline[0]).toMatchObject({ title: 'Paid off', detail: 'Thank you', on: '2026-12-24' });
    expect(await storedLoan(server, orderId)).toMatchObject({ closed_on: '2026-12-24', worst_days_late: 3 });
    // The money moved in the book on the day it was known of.
    expect(await bookOf(server, orderId, '2026-12-24T22:03:00Z')).toContain(
      '2026-12-25 float_mtn_collection → principal_receivable 100000',
    );
  });

  test('stops the loan until it ends: no charge, no state, whatever days pass', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await server.passDays(30);
    const paymentId = await submitPayment(borrower, orderId, 150);
    await server.handset.waitForPrompt(borrower.mobile);
    const before = await storedLoan(server, orderId);
    await server.passDays(10);
    expect(await storedLoan(server, orderId)).toEqual(before);
    expect(await bill(borrower, orderId)).toMatchObject({
      status: 'active',
      remaining: 1150,
      pendingPaymentId: paymentId,
    });
    await answerPrompt(server, borrower, 'refuse');
    await waitForPayment(borrower, paymentId, 'refuse');
    // Nine days from 23 to 31 December at K5.75.
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'overdue', remaining: 1150 + 9 * 5.75 });
    expect((await eventsOf(server, orderId)).slice(-4)).toEqual([
      '2026-12-21 repayment_submitted',
      '2026-12-31 repayment_failed',
      '2026-12-22 instalment_overdue',
      '2026-12-31 penalty_accrued',
    ]);
  });

  test('that succeeds days later counts for its own day', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await server.passDays(30);
    const paymentId = await submitPayment(borrower, orderId);
    await server.passDays(10);
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: 1150 });
    expect(await storedLoan(server, orderId)).toMatchObject({ closed_on: '2026-12-21', worst_days_late: 0 });
    expect((await home(borrower)).ladder.onTime).toBe(1);
  });
});

describe('a payment that was given up and came after all', () => {
  /** Late since 21 December; on the 24th K1,161.50 were sent and refused; five days have passed. */
  async function givenUp() {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await server.passDays(33);
    const paymentId = await pay(server, borrower, orderId, { action: 'refuse' });
    await server.passDays(5);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'overdue', remaining: 1150 + 7 * 5.75 });
    server.clock.advance({ seconds: 1 });
    return { server, borrower, orderId, paymentId };
  }

  test('clears the bill as of its day, and the charges since then are taken back by rows of their own', async () => {
    const { server, borrower, orderId, paymentId } = await givenUp();
    await succeedAfterAll(server, paymentId);
    await waitForPayment(borrower, paymentId);
    expect(await bill(borrower, orderId)).toMatchObject({
      status: 'settled',
      paid: 1161.5,
      remaining: 0,
      payments: [{ on: '2026-12-24', amount: 1161.5, allocation: { penalty: 11.5, wallet: 0 } }],
      charges: [{ amount: 120 }, { amount: 30 }, { name: 'Late charges', amount: 11.5 }],
    });
    expect(await bookOf(server, orderId, '2026-11-21T08:00:01Z')).toEqual([
      '2026-12-29 penalty_income → penalty_receivable 2875',
      '2026-12-29 float_mtn_collection → penalty_receivable 1150',
      '2026-12-29 float_mtn_collection → fee_receivable 3000',
      '2026-12-29 float_mtn_collection → interest_receivable 12000',
      '2026-12-29 float_mtn_collection → principal_receivable 100000',
    ]);
    expect(await storedLoan(server, orderId)).toMatchObject({ closed_on: '2026-12-24', worst_days_late: 3 });
    const { timeline } = await bill(borrower, orderId);
    expect(timeline).toContainEqual({
      title: 'Late charge of K28.75 taken back',
      detail: 'Your payment had been sent before it was charged',
      on: '2026-12-29',
      at: '2026-11-21T08:00:01.000Z',
    });
    expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(0);
  });

  test('beside another that paid it all is wallet credit, with the charges since its day', async () => {
    const { server, borrower, orderId, paymentId } = await givenUp();
    await pay(server, borrower, orderId);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: 1190.25 });
    expect(await storedLoan(server, orderId)).toMatchObject({ worst_days_late: 8 });
    server.clock.advance({ seconds: 1 });
    await succeedAfterAll(server, paymentId);
    await waitForPayment(borrower, paymentId);
    expect(await bookOf(server, orderId, '2026-11-21T08:00:02Z')).toEqual([
      '2026-12-29 penalty_income → penalty_receivable 2875',
      '2026-12-29 float_mtn_collection → wallet_credit 116150',
      '2026-12-29 penalty_receivable → wallet_credit 2875',
    ]);
    const wallet = await borrower.ask('getWallet', { query: {} });
    expect(wallet.balance).toBe(1190.25);
    expect(wallet.movements).toMatchObject([{ amount: 1190.25, on: '2026-12-29', orderId }]);
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      status: 'succeeded',
      allocation: { penalty: 0, serviceFee: 0, interest: 0, principal: 0, wallet: 1161.5 },
    });
  });

  test('once is told once', async () => {
    const { server, borrower, paymentId } = await givenUp();
    await succeedAfterAll(server, paymentId);
    await waitForPayment(borrower, paymentId);
    const texts = async () => {
      const { messages } = await server.handset.phone(borrower.mobile);
      return messages.map((message) => message.text).filter((text) => text.startsWith('Thank you'));
    };
    await vi.waitFor(async () => expect(await texts()).toHaveLength(1), PATIENCE);
    expect((await texts())[0]).toMatch(
      /^Thank you\. We received K1,161\.50 and your loan is paid off\. Receipt \d+-\d+\.$/,
    );
  });
});
