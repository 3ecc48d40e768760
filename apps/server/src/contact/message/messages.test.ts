import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apply, borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const APPROVED = 'Your loan of K1,000.00 is approved. The money is on its way to your mobile-money account.';
const PAID_OUT = 'K1,000.00 was sent to your mobile-money account. Please repay K1,150.00 by 21 December.';

describe('messages', () => {
  test('come to the phone by SMS and stand in the app, newest first', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId, { amount: 500 });
    const { total, items } = await borrower.ask('listMessages', { query: {} });
    const [{ receipt }] = await server.query(
      `select receipt_no as receipt from payment_attempt where loan_id = $1 and direction = 'collection'`,
      [orderId],
    );
    const received = `Thank you. We received K500.00. Left to repay: K650.00. Receipt ${receipt}.`;
    expect(total).toBe(3);
    expect(items.map(({ text }) => text)).toEqual([received, PAID_OUT, APPROVED]);
    expect(items[0]).toMatchObject({ on: '2026-11-21', at: '2026-11-21T08:00:00.000Z' });
    await vi.waitFor(async () => {
      const { messages } = await server.handset.phone(borrower.mobile);
      const texts = messages.filter(({ from }) => from === 'THUMBA').map(({ text }) => text);
      const withoutCode = texts.filter((text) => !text.includes('is your Thumba code'));
      expect(withoutCode.sort()).toEqual([received, PAID_OUT, APPROVED].sort());
    }, PATIENCE);
  });

  test('come in pages', async () => {
    const borrower = await signUp(server);
    await borrow(borrower);
    const page = (number: number) => borrower.ask('listMessages', { query: { page: number, pageSize: 1 } });
    expect((await page(1)).items.map(({ text }) => text)).toEqual([PAID_OUT]);
    expect((await page(2)).items.map(({ text }) => text)).toEqual([APPROVED]);
    expect((await page(3)).items).toEqual([]);
  });

  test('are read by nobody else', async () => {
    const [borrower, other] = await Promise.all([signUp(server), signUp(server)]);
    await borrow(borrower);
    expect(await other.ask('listMessages', { query: {} })).toEqual({ total: 0, items: [] });
  });
});

describe('a network that refuses messages', () => {
  test('is tried again later and later, eight times, and then the message stays in the app', async () => {
    const mute = await startAppServer();
    const borrower = await signUp(mute);
    await mute.query(
      `alter table simulator.message add constraint mute check (body not like 'Your loan%') not valid`,
    );
    const { orderId } = await apply(borrower);
    const message = async () => {
      const [row] = await mute.query(
        `select tries, next_try_at as next, sent_at from message where loan_id = $1 and kind = 'loan_approved'`,
        [orderId],
      );
      return row;
    };
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries += 1) {
      await vi.waitFor(async () => {
        const { tries: done, next } = await message();
        expect(done).toBe(tries);
        // While it is being sent, its next try is at the time that it would have if the sender died.
        if (next !== null) expect(next.getTime() - mute.clock.nowMs()).not.toBe(30_000);
      }, PATIENCE);
      const { next } = await message();
      if (next === null) break;
      waits.push((next.getTime() - mute.clock.nowMs()) / 1000);
      mute.clock.advance({ seconds: waits.at(-1)! });
      // A message to another borrower makes the sender look at once.
      await apply(await signUp(mute));
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640]);
    expect(await message()).toEqual({ tries: 8, next: null, sent_at: null });
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items.map(({ text }) => text)).toContain(APPROVED);
    const log = mute.logLines.join('');
    expect(log).toContain('a message could not be sent');
    for (const secret of ['is approved', borrower.mobile]) expect(log).not.toContain(secret);
    await mute.stop();
  });
});
