import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  borrow,
  PATIENCE,
  pay,
  settle,
  signIn,
  signUp,
  succeedAfterAll,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { answerComplaint } from '../../contact/complaint/commands.ts';
import { askForGift } from '../../credit/coupon/staff-gifts.ts';
import { eraseWhatIsDue } from './delete-account.ts';
import { deleteAccount } from './personal-data.test-support.ts';

/* Payments, answers and coupons that come hours after an account was deleted. */

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function deleteHoursAgo(borrower: AppBorrower): Promise<void> {
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  server.clock.advance({ minutes: 150 });
}

const messagesOf = ({ borrowerId }: AppBorrower) =>
  server.query('select kind, next_try_at from message where borrower_id = $1', [borrowerId]);
const textCountOf = async ({ mobile }: AppBorrower) => (await server.handset.phone(mobile)).messages.length;

test('late money for a deleted account is credited, and its message is sent and then erased', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 200 });
  const refused = await pay(server, borrower, orderId, { action: 'refuse' });
  await settle(server, borrower, orderId);
  await deleteHoursAgo(borrower);
  const textCount = await textCountOf(borrower);
  await succeedAfterAll(server, refused);
  await vi.waitFor(async () => {
    expect(await messagesOf(borrower)).toMatchObject([{ next_try_at: null }]);
  }, PATIENCE);
  expect(await textCountOf(borrower)).toBe(textCount + 1);
  await eraseWhatIsDue(server.db, new Date(server.clock.nowMs()), day(server.today()));
  expect(await messagesOf(borrower)).toEqual([]);
});

test('the answer to a complaint of a deleted account is kept, and no message about it is sent', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 200 });
  await settle(server, borrower, orderId);
  const { ticketNo } = await borrower.ask('writeComplaint', {
    body: { topic: 'app', text: 'I never got my code' },
  });
  await deleteHoursAgo(borrower);
  const textCount = await textCountOf(borrower);
  const deps = { ...server, today: () => day(server.today()) };
  const answer = { ticketId: Number(ticketNo), answer: 'It was sent at noon.', staffName: 'mary' };
  expect(await answerComplaint(deps, answer)).toEqual({ ok: true, value: null });
  expect(await messagesOf(borrower)).toEqual([]);
  expect(await textCountOf(borrower)).toBe(textCount);
});

test('a deleted account gets no coupon', async () => {
  const borrower = await signIn(server);
  await deleteHoursAgo(borrower);
  const gift = { borrowerId: borrower.borrowerId, offerCode: 'welcome', reason: 'they asked' };
  expect(await askForGift(server, gift, day(server.today()))).toEqual({
    ok: false,
    refusal: { kind: 'no_account' },
  });
});
