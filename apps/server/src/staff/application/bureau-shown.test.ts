import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { hire, openOffice, type StaffMember, signInAgain } from '../../../test/staff-client.ts';
import { decide, knownAs, startWithBureau } from '../../credit/bureau/bureau.test-support.ts';

let bureau: Awaited<ReturnType<typeof startWithBureau>>;
let natasha: StaffMember;
beforeAll(async () => {
  bureau = await startWithBureau();
  const { first: maker, second: checker } = await openOffice(bureau.server);
  natasha = await hire(bureau.server, { maker, checker }, { userName: 'natasha', roles: ['underwriter'] });
});
afterAll(() => bureau.stop());

async function shownOf(loanId: number) {
  const { data } = await natasha.client.call('getApplication', { params: { loanId } });
  return data;
}

test('the sums of other lenders are shown with the age of the answer', async () => {
  const { server } = bureau;
  const { loan_id: loanId } = await decide(server, await knownAs(server, '905'));
  server.clock.advance({ days: 2 });
  natasha.client = await signInAgain(server, natasha);
  expect(await shownOf(loanId)).toMatchObject({
    reasons: [{ code: 'bureau_to_check', title: 'A loan of another lender is late, says the credit bureau' }],
    bureau: {
      state: 'answered',
      ageDays: 2,
      cause: null,
      elsewhere: {
        asOn: '2026-11-21',
        openAccounts: 1,
        instalments: 0,
        balance: 800,
        overdue: 800,
        daysLate: 75,
      },
    },
  });
});

test('a bureau without an answer is shown with its cause', async () => {
  const { server } = bureau;
  const { loan_id: loanId } = await decide(server, await knownAs(server, '904'));
  expect((await shownOf(loanId)).bureau).toMatchObject({
    state: 'no_answer',
    cause: 'status_500',
    ageDays: null,
    elsewhere: null,
  });
});

test('a borrower who does not allow the question is shown so', async () => {
  const { server } = bureau;
  const { loan_id: loanId } = await decide(server, await signUp(server, {}));
  expect((await shownOf(loanId)).bureau).toMatchObject({
    state: 'no_consent',
    askedAt: null,
    elsewhere: null,
  });
});
