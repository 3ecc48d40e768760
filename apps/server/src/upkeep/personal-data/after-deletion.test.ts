import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  borrow,
  PATIENCE,
  pay,
  signIn,
  signUp,
  succeedAfterAll,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { giveCoupon } from '../../book/coupon/coupon-gifts.ts';
import { answerComplaint } from '../../contact/complaint/commands.ts';
import { eraseWhatIsDue } from './delete-account.ts';
import { deleteAccount } from './personal-data.test-support.ts';

/* What still comes for an account that was deleted hours ago. */

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function deleteLongAgo(borrower: AppBorrower): Promise<void> {
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  server.clock.advance({ minutes: 150 });
}

const messagesOf = ({ borrowerId }: AppBorrower) =>
  server.query('select kind, next_try_at from message where borrower_id = $1', [borrowerId]);
const textsTo = async ({ mobile }: AppBorrower) => (await server.handset.phone(mobile)).messages.length;

test('money is credited and told to its number, and what was told is not kept', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 200 });
  const refused = await pay(server, borrower, orderId, { action: 'refuse' });
  await pay(server, borrower, orderId);
  await deleteLongAgo(borrower);
  const before = await textsTo(borrower);
  await succeedAfterAll(server, refused);
  await vi.waitFor(async () => {
    expect(await messagesOf(borrower)).toMatchObject([{ next_try_at: null }]);
  }, PATIENCE);
  expect(await textsTo(borrower)).toBe(before + 1);
  await eraseWhatIsDue(server.db, new Date(server.clock.nowMs()), day(server.today()));
  expect(await messagesOf(borrower)).toEqual([]);
});

test('an answer to a complaint is kept for the file, and nobody is sent to an app that is gone', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 200 });
  await pay(server, borrower, orderId);
  const { ticketNo } = await borrower.ask('writeComplaint', {
    body: { topic: 'app', text: 'I never got my code' },
  });
  await deleteLongAgo(borrower);
  const before = await textsTo(borrower);
  const desk = { ...server, today: () => day(server.today()) };
  const answer = { ticketId: Number(ticketNo), answer: 'It was sent at noon.', staffName: 'desk' };
  expect(await answerComplaint(desk, answer)).toEqual({ ok: true, value: null });
  expect(await messagesOf(borrower)).toEqual([]);
  expect(await textsTo(borrower)).toBe(before);
});

test('a coupon is given to nobody', async () => {
  const borrower = await signIn(server);
  await deleteLongAgo(borrower);
  const { borrowerId } = borrower;
  const words = { offerCode: 'welcome', reason: 'they asked', staffName: 'desk' };
  const gift = { ...words, borrowerId, on: day(server.today()), at: new Date() };
  expect(await giveCoupon(server.db, gift)).toEqual({
    ok: false,
    refusal: { kind: 'no_such_borrower' },
  });
});
