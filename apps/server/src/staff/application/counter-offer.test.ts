import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import { auditOf, homeOf, of, open, openCreditOffice, take } from './applications.test-support.ts';

let server: AppServer;
let natasha: StaffMember;
let mulenga: StaffMember;
beforeAll(async () => {
  ({ server, natasha, mulenga } = await openCreditOffice());
});
afterAll(() => server.stop());

const quote = ({ client }: StaffMember, { orderId }: Applicant, body: { amount: number; termId: number }) =>
  client.call('quoteCounterOffer', { ...of(orderId), body });

async function offer(member: StaffMember, one: Applicant, body: { amount: number; termId: number }) {
  const { data } = await open(member, one);
  const note = 'the income is small';
  const call = { ...of(one.orderId), body: { ...body, note, shown: data.shown } };
  return member.client.call('makeCounterOffer', call);
}

test('other terms are shown with their cost and their SMS, and the borrower gets exactly these', async () => {
  const one = await applicant(server);
  await take(natasha, one);
  const { data: view } = await open(natasha, one);
  expect(view.offers).toEqual([]);
  expect(view.offerTerms).toContainEqual({ termId: 1, days: 30, instalments: 1 });
  const { data: quoted } = await quote(natasha, one, { amount: 200, termId: 1 });
  expect(quoted).toMatchObject({ termDays: 30, receives: 200, repays: 230 });
  expect(quoted.message).toContain('You asked for K300.00. We can offer you K200.00.');
  const offered = await offer(natasha, one, { amount: 200, termId: 1 });
  expect(offered).toMatchObject({ code: 200 });
  const { counterOffer } = await homeOf(one);
  expect(counterOffer).toMatchObject({ amount: 200 });
  const { items } = await one.borrower.ask('listMessages', { query: {} });
  expect(items[0]!.text).toBe(quoted.message);
  expect(await auditOf(server, 'makeCounterOffer', one)).toMatchObject([
    { outcome: 'begun' },
    { outcome: 'done', detail: { amount: 200, termId: 1 } },
  ]);
});

test('while the borrower has not answered, the application shows the offer and is in no queue', async () => {
  const one = await applicant(server);
  await take(natasha, one);
  await offer(natasha, one, { amount: 200, termId: 1 });
  const { data } = await open(mulenga, one);
  expect(data.offers).toMatchObject([{ amount: 200, termDays: 30, state: 'offered', isStanding: true }]);
  const { data: queue } = await mulenga.client.call('listApplications', { query: { pageSize: 100 } });
  expect(queue.items.map(({ loanId }) => loanId)).not.toContain(one.orderId);
});

test.each([
  ['more than was asked for', { amount: 400, termId: 1 }, 409, 'above_asked'],
  ['what was asked for', { amount: 300, termId: 1 }, 409, 'same_as_asked'],
  ['an amount below the least', { amount: 1, termId: 1 }, 400, 'amount_below_minimum'],
  ['a term that the product does not have', { amount: 200, termId: 99 }, 400, 'unknown_term'],
])('%s is not offered', async (_what, body, code, reason) => {
  const one = await applicant(server);
  await take(natasha, one);
  expect(await offer(natasha, one, body)).toMatchObject({ code, reason });
  const { data } = await open(natasha, one);
  expect(data.offers).toEqual([]);
});

test('only the person who has the application offers, and on what was shown', async () => {
  const one = await applicant(server);
  await take(natasha, one);
  expect(await quote(mulenga, one, { amount: 200, termId: 1 })).toMatchObject({ code: 409, reason: 'taken' });
  expect(await offer(mulenga, one, { amount: 200, termId: 1 })).toMatchObject({ code: 409, reason: 'taken' });
  const call = {
    ...of(one.orderId),
    body: { amount: 200, termId: 1, note: 'the income is small', shown: 'x' },
  };
  expect(await natasha.client.call('makeCounterOffer', call)).toMatchObject({
    code: 400,
    reason: 'not_shown',
  });
});
