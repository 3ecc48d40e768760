import { day } from '@thumba/lending/day';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openCalendar } from '../../book/calendar/calendar.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { createPostingLine } from '../../book/posting-line/posting-line.ts';
import { openDatabase } from '../../platform/database.ts';
import { moveBusinessDate } from '../end-of-day/business-date.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const bill = (borrower: AppBorrower, id: number, options = {}) =>
  borrower.ask('queryLoanDetail', { params: { id } }, options);

describe('a bill', () => {
  test('and its plan hold every instalment, the paid ones too', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await pay(server, borrower, orderId);
    await pay(server, borrower, orderId, { amount: 100 });
    const plan = await borrower.ask('queryRepaymentPlan', { params: { id: orderId } });
    const { plans } = await bill(borrower, orderId);
    expect(plan).toEqual({ orderId, status: 'active', plans });
    expect(plans).toEqual([
      {
        planId: planIdOf(orderId, 1),
        loanPeriod: 1,
        dueDate: '2026-12-21',
        principal: 333.33,
        interest: 120,
        serviceFee: 10,
        penalty: 0,
        discount: 0,
        paid: 463.33,
        remaining: 0,
        status: 'settled',
      },
      {
        planId: planIdOf(orderId, 2),
        loanPeriod: 2,
        dueDate: '2027-01-20',
        principal: 333.33,
        // Instalment 1 was paid on the first day: K333.33 × 0.4 % × 30 days are given back.
        interest: 80,
        serviceFee: 10,
        penalty: 0,
        discount: 0,
        paid: 100,
        remaining: 323.33,
        status: 'scheduled',
      },
      {
        planId: planIdOf(orderId, 3),
        loanPeriod: 3,
        dueDate: '2027-02-19',
        principal: 333.34,
        interest: 120,
        serviceFee: 10,
        penalty: 0,
        discount: 0,
        paid: 0,
        remaining: 463.34,
        status: 'scheduled',
      },
    ]);
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({ paid: 563.33, remaining: 786.67, totalRepay: 1350 });
    expect(details.payments).toMatchObject([
      { amount: 463.33, saving: 40, purpose: 'repayment' },
      { amount: 100, saving: 0 },
    ]);
    expect(details.timeline).toContainEqual(
      expect.objectContaining({
        title: 'K40.00 of interest given back',
        detail: 'Instalment 1 was paid 30 days early. The next instalment is smaller by this amount',
      }),
    );
  });

  test('of somebody else is one that does not exist, in every view of it', async () => {
    const [borrower, stranger] = await Promise.all([signUp(server), signUp(server)]);
    const theirs = await borrow(borrower);
    const missing = { code: 404, msg: 'We could not find that', data: null };
    for (const name of [
      'queryLoanDetail',
      'queryRepaymentPlan',
      'getRepayDetailV2',
      'getLoanContract',
    ] as const) {
      for (const id of [theirs, 987_654, 999_999_999_999_999]) {
        expect(await stranger.call(name, { params: { id } }), name).toEqual(missing);
      }
    }
    expect(await stranger.ask('listOrders', { query: {} })).toEqual({ total: 0, items: [] });
  });
});

describe('the bills of a borrower', () => {
  test('are listed newest first, in pages, with what each owes', async () => {
    const borrower = await signUp(server);
    const first = await borrow(borrower, { amount: 100 });
    await pay(server, borrower, first);
    const second = await borrow(borrower, { amount: 200 });
    const page = (number: number, pageSize: number) =>
      borrower.ask('listOrders', { query: { page: number, pageSize } });
    const { total, items } = await page(1, 20);
    expect(total).toBe(2);
    expect(items.map(({ orderId, status, remaining }) => [orderId, status, remaining])).toEqual([
      [second, 'active', 230],
      [first, 'settled', 0],
    ]);
    expect(items[1]).not.toHaveProperty('dueDate');
    expect((await page(2, 1)).items.map(({ orderId }) => orderId)).toEqual([first]);
    expect(await page(3, 1)).toEqual({ total: 2, items: [] });
  });
});

describe('the story of a bill', () => {
  test('tells its story in order, whichever process wrote which part of it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    // Another process numbers its entries in the book from somewhere else.
    const db = openDatabase({ url: server.programUrl });
    const line = createPostingLine({
      db,
      clock: server.clock,
      sealing: () => server.sealing,
      onNewAttempts: () => undefined,
      onNewMessages: () => undefined,
    });
    const calendar = await openCalendar(db, server.clock);
    await moveBusinessDate({ db, line, calendar }, day('2026-12-23'));
    await db.close();
    await server.app.calendar.refresh();
    await pay(server, borrower, orderId, { amount: 500 });
    const { timeline } = await bill(borrower, orderId);
    expect(timeline.map(({ title }) => title)).toEqual([
      'Paid K500.00',
      'Late charge 23 December: K5.75',
      'The payment is late',
      'Received K1,000.00',
      'Approved',
      'Applied for K1,000.00',
    ]);
  });
});

test('a bill and its history are in the language of the request', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 100 });
  const english = await bill(borrower, orderId, { lang: 'en' });
  const other = await bill(borrower, orderId, { lang: 'en-XA' });
  expect(english.charges[0]).toMatchObject({
    name: 'Interest',
    explanation: '30 days at 0.4% a day',
  });
  expect(other.charges.map(({ name }) => name)).toEqual(english.charges.map(({ name }) => marked(name)));
  expect(english.timeline[0]).toMatchObject({
    title: 'Paid K100.00',
    detail: expect.stringMatching(/^Fee K30\.00 · interest K70\.00\. Receipt /),
  });
  expect(other.timeline.map(({ title }) => title)).toEqual(
    english.timeline.map(({ title }) => marked(title)),
  );
  expect(other.timeline[0]!.detail).toContain(marked('interest K70.00'));
});
