import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { rowCountsOf, settledBorrower } from './personal-data.test-support.ts';

let server: AppServer;
let taonga: StaffMember;
let natasha: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  taonga = await hire(server, { maker, checker }, { userName: 'taonga', roles: ['support'] });
  natasha = await hire(server, { maker, checker }, { userName: 'natasha', roles: ['underwriter'] });
});
afterAll(() => server.stop());

const erase = ({ borrowerId }: AppBorrower, member = taonga) =>
  member.client.call('eraseBorrower', { params: { borrowerId }, body: { reason: 'asked by phone' } });

test('the account of a borrower who paid off is deleted, and the records of the law stay', async () => {
  const borrower = await settledBorrower(server);
  const { data, code } = await erase(borrower);
  expect({ code, keptUntil: data.keptUntil }).toEqual({ code: 200, keptUntil: expect.any(String) });
  expect((await borrower.call('getMyLoanInfo', {})).code).toBe(401);
  const rows = await rowCountsOf(server, borrower.borrowerId);
  expect(rows).toMatchObject({ account_deletion: 1, loan: 1 });
  expect(rows).not.toHaveProperty('session');
  const [event] = await server.query(
    `select actor from security_event where borrower_id = $1 and kind = 'account_deleted'`,
    [borrower.borrowerId],
  );
  expect(event).toEqual({ actor: 'staff:taonga' });
  expect(await erase(borrower)).toMatchObject({ code: 409, reason: 'moved_on' });
  const page = await taonga.client.call('getBorrower', { params: { borrowerId: borrower.borrowerId } });
  expect(page.data).toMatchObject({ isDeleted: true });
  await expectSoundBook(server);
});

test('of a borrower who never applied nothing is kept', async () => {
  const borrower = await signUp(server);
  expect(await erase(borrower)).toMatchObject({ code: 200, data: { keptUntil: null } });
  const rows = await rowCountsOf(server, borrower.borrowerId);
  expect(rows).not.toHaveProperty('borrower_identity');
  expect(rows).not.toHaveProperty('borrower_note');
});

test('an account with an open loan or an application is not deleted, with the sentence of the app', async () => {
  const borrower = await signUp(server);
  await borrow(borrower);
  expect(await erase(borrower)).toMatchObject({
    ...{ code: 409, reason: 'loan_open' },
    msg: 'Your loan is still open. You can delete your account once it is paid off.',
  });
  const applicant = await signUp(server, { monthlyIncome: 1500 });
  await apply(applicant, { amount: 300 });
  expect(await erase(applicant)).toMatchObject({ code: 409, msg: expect.stringContaining('looked at') });
});

test('an underwriter deletes no account', async () => {
  expect(await erase(await signUp(server), natasha)).toMatchObject({ code: 403, reason: 'not_permitted' });
});
