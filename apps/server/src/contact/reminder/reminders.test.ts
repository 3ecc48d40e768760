import { day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { moneyIn, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  PATIENCE,
  pay,
  signIn,
  signUp,
  submitPayment,
  type Wish,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { answerComplaint } from '../complaint/commands.ts';

const WORDS: Record<string, string> = {
  reminder_before_due: 'Please repay AMOUNT by 21 December. Pay from any number: …',
  reminder_due_day: 'Your bill of AMOUNT is due on 21 December. Please pay it today, from any number: …',
  reminder_overdue:
    'Your bill of AMOUNT was due on 21 December and costs more each day. Pay from any number: …',
};

async function serverFor(options: Parameters<typeof startAppServer>[0] = {}): Promise<AppServer> {
  const server = await startAppServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** K1,000 for 30 days: K1,150, due on 21 December. */
async function debtor(server: AppServer, wish: Wish = {}) {
  const borrower = await signUp(server);
  return { borrower, orderId: await borrow(borrower, wish) };
}

async function remindersOn(server: AppServer, borrower: AppBorrower): Promise<string[]> {
  const rows = await server.query(
    `select on_day || ' ' || kind || ' ' || period || coalesce(' ' || dropped_because, '') as line
     from reminder where borrower_id = $1 order by on_day`,
    [borrower.borrowerId],
  );
  return rows.map(({ line }) => line);
}

async function waitUntilSent(server: AppServer): Promise<void> {
  await vi.waitFor(async () => {
    const [{ waiting }] = await server.query(
      'select count(*) as waiting from message where sent_at is null and dropped_at is null',
    );
    expect(waiting).toBe(0);
  }, PATIENCE);
}

async function remindersOnPhone(server: AppServer, mobile: string): Promise<string[]> {
  const { messages } = await server.handset.phone(mobile);
  return messages.map(({ text }) => text.replace(/http\S+/, '…')).filter((text) => text.includes('…'));
}

describe('reminders', () => {
  test('come on the days, of the kinds and with the amounts that the documented rule shows', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server);
    await server.passDays(45);
    const [days] = tablesOf('contact-policy.md') as [Row[]];
    const sent = days.filter((row) => !row('reminder').startsWith('none'));
    expect(sent).toHaveLength(days.length - 1);
    expect(await remindersOn(server, borrower)).toEqual(
      sent.map((row) => `${row('day')} ${row('reminder')} 1`),
    );
    await waitUntilSent(server);
    expect((await remindersOnPhone(server, borrower.mobile)).sort()).toEqual(
      sent
        .map((row) => WORDS[row('reminder')]!.replace('AMOUNT', formatKwacha(moneyIn(row('asks for')))))
        .sort(),
    );
  });

  test('stand in the app with their day and their link', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server);
    await server.passDays(27);
    await waitUntilSent(server);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items[0]).toMatchObject({ on: '2026-12-18' });
    expect(items[0]!.text).toMatch(
      new RegExp(
        `^Please repay K1,150\\.00 by 21 December\\. Pay from any number: ${server.url}/qp\\?code=[\\w-]{22}$`,
      ),
    );
    const { messages } = await server.handset.phone(borrower.mobile);
    expect(messages.map(({ text }) => text)).toContain(items[0]!.text);
  });

  test('are about the oldest bill of a loan only', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server, { termId: 3 });
    await server.passDays(60);
    const reminders = await remindersOn(server, borrower);
    expect(reminders.length).toBeGreaterThan(8);
    expect(reminders.every((line) => line.endsWith(' 1'))).toBe(true);
  });

  test('written twice, by two processes at once or after a kill are written once', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server);
    await server.passDays(30);
    await server.query('delete from reminder where on_day = $1', ['2026-12-21']);
    await server.query(`update business_calendar set day_ended_through = '2026-12-20'`);
    const [step] = server.app.endOfDay.steps!.slice(-1);
    await Promise.all([step!('2026-12-21' as never), step!('2026-12-21' as never), server.endTheDay()]);
    await step!('2026-12-21' as never);
    expect((await remindersOn(server, borrower)).at(-1)).toBe('2026-12-21 reminder_due_day 1');
    const [{ count }] = await server.query(
      `select count(*) from message where kind = 'reminder_due_day' and borrower_id = $1`,
      [borrower.borrowerId],
    );
    // One of the day itself, and one that replaces the deleted reminder.
    expect(count).toBe(2);
  });

  test('of days that were missed are not caught up', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server);
    server.clock.set('2026-12-20T07:00:00Z');
    await server.endTheDay();
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-20 reminder_before_due 1']);
  });

  test('stop while a payment waits', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await server.passDays(28);
    // A reminder that is not sent yet is dropped once a payment is under way.
    await waitUntilSent(server);
    await submitPayment(borrower, orderId, 150);
    await server.passDays(12);
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1']);
  });

  test('stop when the bill is paid', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await server.passDays(28);
    // A reminder that is not sent yet is dropped once a payment is under way.
    await waitUntilSent(server);
    await pay(server, borrower, orderId);
    await server.passDays(12);
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1']);
  });
});

describe('a disputed loan', () => {
  const complain = (borrower: AppBorrower, orderId: number, topic: 'payment' | 'app') =>
    borrower.ask('writeComplaint', {
      body: { topic, orderId, text: 'I paid this bill and it is still shown.' },
    });

  test('gets no reminder while the complaint waits, and the next one after the answer', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    const { ticketNo } = await complain(borrower, orderId, 'payment');
    await server.passDays(33);
    expect(await remindersOn(server, borrower)).toEqual([]);
    const { db, sealing, clock } = server;
    const desk = { db, sealing, clock, today: () => day(server.today()) };
    const answer = { ticketId: Number(ticketNo), answer: 'Your payment is counted.', staffName: 'mary' };
    expect((await answerComplaint(desk, answer)).ok).toBe(true);
    await server.passDays(3);
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-27 reminder_overdue 1']);
  });

  test('is one about a payment, its cost, how the borrower was treated or something else, and no other', async () => {
    const server = await serverFor();
    const { borrower, orderId } = await debtor(server);
    await complain(borrower, orderId, 'app');
    await server.passDays(28);
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1']);
  });

  test('a complaint about another loan, or about none, stops no reminder', async () => {
    const server = await serverFor();
    const { borrower } = await debtor(server);
    await borrower.ask('writeComplaint', { body: { topic: 'payment', text: 'I paid something twice.' } });
    await server.passDays(28);
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1']);
  });
});

describe('quiet hours', () => {
  const quiet = { settings: { QUIET_HOURS: '18:00-08:00' } };

  /** The end of 17 December, 00:00 in Lusaka: three days before the bill of 20 December is due. */
  async function atMidnight() {
    const server = await serverFor(quiet);
    const { borrower, orderId } = await debtor(server);
    server.clock.set('2026-12-17T22:00:20Z');
    await server.endTheDay();
    const client = await signIn(server, borrower.mobile);
    return { server, borrower: client, orderId };
  }

  const next = async (server: AppServer) =>
    (await server.query(`select next_try_at as at from message where kind like 'reminder%'`)).map(
      ({ at }) => at?.toISOString() ?? null,
    );

  test('delay a reminder until the morning, in the app too', async () => {
    const { server, borrower } = await atMidnight();
    expect(await next(server)).toEqual(['2026-12-18T06:00:00.000Z']);
    const texts = async () =>
      (await borrower.ask('listMessages', { query: {} })).items.map(({ text }) => text);
    expect(await texts()).not.toContainEqual(expect.stringContaining('/qp'));
    server.clock.set('2026-12-18T05:59:59Z');
    await server.endTheDay();
    expect(await remindersOnPhone(server, borrower.mobile)).toEqual([]);
    server.clock.set('2026-12-18T06:00:00Z');
    await vi.waitFor(
      async () => expect(await remindersOnPhone(server, borrower.mobile)).toHaveLength(1),
      PATIENCE,
    );
  });

  test('delay a reminder of the evening until the next morning, and no second one is added', async () => {
    const server = await serverFor(quiet);
    const { borrower } = await debtor(server);
    server.clock.set('2026-12-20T17:00:00Z');
    await server.endTheDay();
    expect(await next(server)).toEqual(['2026-12-21T06:00:00.000Z']);
    server.clock.set('2026-12-20T22:01:00Z');
    await server.endTheDay();
    expect(await remindersOn(server, borrower)).toEqual(['2026-12-20 reminder_before_due 1']);
  });

  test('drop a reminder that could not be sent before they begin again', async () => {
    const { server, borrower } = await atMidnight();
    server.clock.set('2026-12-18T16:00:00Z');
    await vi.waitFor(
      async () =>
        expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1 too_late']),
      PATIENCE,
    );
  });

  test('a reminder of a loan that is disputed before the morning is dropped', async () => {
    const { server, borrower, orderId } = await atMidnight();
    await borrower.ask('writeComplaint', {
      body: { topic: 'cost', orderId, text: 'The fee is higher than you said.' },
    });
    server.clock.set('2026-12-18T06:00:00Z');
    await vi.waitFor(
      async () =>
        expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1 disputed']),
      PATIENCE,
    );
  });

  test.each([
    ['paid in full', 1150],
    ['paid in part', 400],
  ])('a bill %s before the morning is not reminded of', async (_, amount) => {
    const { server, borrower, orderId } = await atMidnight();
    await pay(server, borrower, orderId, { amount });
    server.clock.set('2026-12-18T06:00:00Z');
    await vi.waitFor(
      async () =>
        expect(await remindersOn(server, borrower)).toEqual(['2026-12-18 reminder_before_due 1 paid']),
      PATIENCE,
    );
    expect(await remindersOnPhone(server, borrower.mobile)).toEqual([]);
    const message = async () =>
      (
        await server.query(
          `select dropped_at as dropped, sent_at as sent from message where kind = 'reminder_before_due'`,
        )
      )[0];
    await vi.waitFor(
      async () => expect(await message()).toEqual({ dropped: new Date('2026-12-18T06:00:00Z'), sent: null }),
      PATIENCE,
    );
    expect(await next(server)).toEqual([null]);
    const items = (await borrower.ask('listMessages', { query: {} })).items.map(({ text }) => text);
    expect(items).not.toContainEqual(expect.stringContaining('/qp'));
  });

  test('a bill that is about to be paid in the morning is not reminded of', async () => {
    const { server, borrower, orderId } = await atMidnight();
    await submitPayment(borrower, orderId, 400);
    server.clock.set('2026-12-18T06:00:00Z');
    await vi.waitFor(
      async () =>
        expect(await remindersOn(server, borrower)).toEqual([
          '2026-12-18 reminder_before_due 1 payment_pending',
        ]),
      PATIENCE,
    );
  });

  test('a bill that was extended before the morning is not reminded of', async () => {
    const { server, borrower, orderId } = await atMidnight();
    const planId = orderId * 100 + 1;
    const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
    const { paymentId } = await borrower.ask('submitRepayApplyV2', {
      body: { bizType: 2, planId, payAmount: extensionFee },
    });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    server.clock.set('2026-12-18T06:00:00Z');
    await vi.waitFor(
      async () =>
        expect(await remindersOn(server, borrower)).toEqual([
          '2026-12-18 reminder_before_due 1 due_date_moved',
        ]),
      PATIENCE,
    );
  });
});
