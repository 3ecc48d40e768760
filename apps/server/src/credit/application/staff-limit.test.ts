import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { setLimitAsApproved } from './staff-limit.ts';

let server: AppServer;
let natasha: StaffMember;
let luyando: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'underwriter' | 'head_of_credit' | 'support') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  natasha = await hired('natasha', 'underwriter');
  luyando = await hired('luyando', 'head_of_credit');
  support = await hired('taonga', 'support');
});
afterAll(() => server.stop());

const reason = 'a salary of K20,000, seen on the payslip';

const ask = ({ borrowerId }: AppBorrower, step: number, member = natasha) =>
  member.client.call('askForLimit', { params: { borrowerId }, body: { step, reason } });
const answer = (requestId: number, member = luyando) =>
  member.client.call('answerRequest', { params: { requestId }, body: { answer: 'approve', reason: 'seen' } });
const limitOf = async (borrower: AppBorrower) => (await borrower.ask('getMyLoanInfo', {})).creditLimit;

test('another limit is asked for by one person, approved by another, and shown to the borrower', async () => {
  const borrower = await signUp(server);
  const { borrowerId } = borrower;
  const read = await natasha.client.call('readLimit', { params: { borrowerId } });
  expect(read.data).toEqual({ step: 1, onTimeLoans: 0, neededLoans: 3, limits: [2000, 3000, 4000, 5000] });
  const { data } = await ask(borrower, 3);
  expect(await ask(borrower, 4)).toMatchObject({ code: 409, reason: 'waits_already' });
  const request = await luyando.client.call('getRequest', { params: { requestId: data.requestId } });
  expect(request.data.effect).toEqual([
    { title: 'Limit', before: 'K2,000.00', after: 'K4,000.00' },
    { title: 'Step of the ladder', before: '1', after: '3' },
    { title: 'Loans on time on this step', before: '0', after: '0' },
  ]);
  expect(await limitOf(borrower)).toBe(2000);
  expect((await answer(data.requestId, natasha)).code).toBe(403);
  expect(await limitOf(borrower)).toBe(2000);
  expect(await answer(data.requestId)).toMatchObject({ code: 200 });
  expect(await limitOf(borrower)).toBe(4000);
  const payload = { step: 3, stepBefore: 1 };
  const again = await setLimitAsApproved(server.db, { borrowerId, requestId: data.requestId, payload });
  expect(again.isDone).toBe(true);
  await expectSoundBook(server);
});

test('the ladder goes on from the new step', async () => {
  const borrower = await signUp(server);
  await answer((await ask(borrower, 2)).data.requestId);
  const orderId = await borrow(borrower, { amount: 1000 });
  await server.passDays(8);
  await pay(server, borrower, orderId);
  const { data } = await natasha.client.call('readLimit', { params: { borrowerId: borrower.borrowerId } });
  expect(data).toMatchObject({ step: 2, onTimeLoans: 1 });
  await expectSoundBook(server);
});

test('a limit that changed since it was asked for is not set', async () => {
  const borrower = await signUp(server);
  const { data } = await ask(borrower, 3);
  await server.query('update borrower_standing set ladder_step = 2 where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  await answer(data.requestId);
  const { data: request } = await luyando.client.call('getRequest', {
    params: { requestId: data.requestId },
  });
  expect(request).toMatchObject({
    state: 'failed',
    failure: 'The limit of the borrower has changed since this was asked for.',
  });
  expect(await limitOf(borrower)).toBe(3000);
});

test('a payment under way holds it up, when it is asked for and when it is approved', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 200 });
  const { data } = await ask(borrower, 2);
  await submitPayment(borrower, orderId, 100);
  expect(await ask(borrower, 3)).toMatchObject({ code: 409, reason: 'payment_under_way' });
  await answer(data.requestId);
  const { data: request } = await luyando.client.call('getRequest', {
    params: { requestId: data.requestId },
  });
  expect(request).toMatchObject({ state: 'failed', failure: expect.stringContaining('is under way') });
  expect(await limitOf(borrower)).toBe(2000);
});

test.each([
  [1, { code: 409, reason: 'same_limit' }],
  [5, { code: 400, reason: 'no_such_step' }],
  [0, { code: 400 }],
])('step %i is refused', async (step, refusal) => {
  expect(await ask(await signUp(server), step)).toMatchObject(refusal);
});

test('support does not ask for a limit', async () => {
  expect(await ask(await signUp(server), 2, support)).toMatchObject({ code: 403, reason: 'not_permitted' });
});
