import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf } from '../../../test/borrower-coupons.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { staffActor } from '../../book/actor.ts';
import { deleteAccount } from '../../upkeep/personal-data/personal-data.test-support.ts';
import { giveAsApproved } from './staff-gifts.ts';

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let collector: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  await server.query(
    `insert into coupon_offer (offer_code, version, name, worth, valid_days)
     values ('sorry', 1, 'Sorry', '{"kind": "fixed", "amountNgwee": 500}', 30)`,
  );
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'support' | 'head_of_operations' | 'collector') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  taonga = await hired('taonga', 'support');
  mapalo = await hired('mapalo', 'head_of_operations');
  collector = await hired('kondwani', 'collector');
});
afterAll(() => server.stop());

const reason = 'the app was away on the due day';

const ask = ({ borrowerId }: AppBorrower, offerCode = 'sorry', member = taonga) =>
  member.client.call('askForCouponGift', { params: { borrowerId }, body: { offerCode, reason } });
const answer = (requestId: number, member = mapalo) =>
  member.client.call('answerRequest', { params: { requestId }, body: { answer: 'approve', reason: 'seen' } });
const requestOf = async (requestId: number) =>
  (await mapalo.client.call('getRequest', { params: { requestId } })).data;
const namesOf = async (borrower: AppBorrower) =>
  (await couponsOf(borrower)).map(({ couponName }) => couponName).sort();

test('a coupon is asked for by one person, approved by another, and found by its borrower once', async () => {
  const borrower = await signIn(server);
  const { borrowerId } = borrower;
  const { data: offers } = await taonga.client.call('listCouponOffers', {});
  expect(offers.items).toContainEqual({ code: 'sorry', text: 'Sorry: K5.00 off, for 30 days' });
  const { data } = await ask(borrower);
  expect(await ask(borrower)).toMatchObject({ code: 409, reason: 'waits_already' });
  expect(await requestOf(data.requestId)).toMatchObject({
    title: `Borrower ${borrowerId}: coupon Sorry, K5.00 off`,
    effect: [
      { title: 'Coupon', before: null, after: 'Sorry: K5.00 off, for 30 days' },
      { title: 'Coupons that the borrower can use', before: '1', after: '2' },
    ],
  });
  expect((await answer(data.requestId, taonga)).code).toBe(403);
  expect(await namesOf(borrower)).toEqual(['Welcome']);
  expect(await answer(data.requestId)).toMatchObject({ code: 200 });
  expect(await namesOf(borrower)).toEqual(['Sorry', 'Welcome']);
  const again = await giveAsApproved(
    server,
    {
      ...{ borrowerId, requestId: data.requestId, madeBy: staffActor('taonga'), reason },
      ...{ title: 'the same request again', loanId: null },
      payload: { offerCode: 'sorry', offerVersion: 1 },
    },
    { on: day(server.today()), at: new Date(server.clock.nowMs()) },
  );
  expect(again.isDone).toBe(true);
  expect(await namesOf(borrower)).toEqual(['Sorry', 'Welcome']);
  await expectSoundBook(server);
});

test('an offer that changed since it was asked for gives nothing', async () => {
  const borrower = await signIn(server);
  await server.query(
    `insert into coupon_offer (offer_code, version, name, worth, valid_days)
     values ('moved', 1, 'Moved', '{"kind": "fixed", "amountNgwee": 500}', 30)`,
  );
  const { data } = await ask(borrower, 'moved');
  await server.query(
    `insert into coupon_offer (offer_code, version, name, worth, valid_days)
     values ('moved', 2, 'Moved', '{"kind": "fixed", "amountNgwee": 50000}', 30)`,
  );
  await answer(data.requestId);
  expect(await requestOf(data.requestId)).toMatchObject({
    state: 'failed',
    failure: 'The offer has changed since this was asked for. Ask again.',
  });
  expect(await namesOf(borrower)).toEqual(['Welcome']);
});

test('an account that was deleted meanwhile gets nothing', async () => {
  const borrower = await signIn(server);
  const { data } = await ask(borrower);
  await deleteAccount(server, borrower);
  await answer(data.requestId);
  expect(await requestOf(data.requestId)).toMatchObject({
    state: 'failed',
    failure: 'The borrower has deleted the account.',
  });
  expect(await ask(borrower)).toMatchObject({ code: 409, reason: 'no_account' });
});

test('an offer that does not exist is refused, and a collector does not ask', async () => {
  const borrower = await signIn(server);
  expect(await ask(borrower, 'none')).toMatchObject({ code: 400, reason: 'no_such_offer' });
  expect(await ask(borrower, 'sorry', collector)).toMatchObject({ code: 403, reason: 'not_permitted' });
});
