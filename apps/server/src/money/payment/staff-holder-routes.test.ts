import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { type AppBorrower, addAccount, earnCredit, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let monde: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  monde = await hire(server, { maker, checker }, { userName: 'monde', roles: ['compliance'] });
});
afterAll(() => server.stop());

/** A borrower whose wallet credit waits, because the account is that of Joseph Zulu. */
async function waiting(): Promise<{ borrower: AppBorrower; accountId: number }> {
  const borrower = await signUp(server, { firstName: 'Mutale', lastName: 'Phiri' });
  await earnCredit(server, borrower);
  const mobile = server.newMobile('airtel');
  await setHolder(server, mobile, 'Joseph', 'Zulu');
  const { repayAccountId } = await addAccount(server, borrower, { mobile });
  await server.query('update repay_account set payouts_from = null where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  await borrower.ask('payOutWallet', { body: { repayAccountId } });
  await untilPayout(borrower, { state: 'created', held_reason: 'under_review' });
  return { borrower, accountId: repayAccountId };
}

async function untilPayout({ borrowerId }: AppBorrower, expected: Record<string, unknown>): Promise<void> {
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    const payouts = await server.query(
      `select state, held_reason, failure_reason from payment_attempt
       where borrower_id = $1 and purpose = 'wallet_payout'`,
      [borrowerId],
    );
    expect(payouts).toMatchObject([expected]);
  }, PATIENCE);
}

const list = async () => (await monde.client.call('listHolders')).data.items;

test('an account in another name is listed with what waits, and money goes to it once it is allowed', async () => {
  const { borrower, accountId } = await waiting();
  const { borrowerId } = borrower;
  const account = (await list()).find((one) => one.borrowerId === borrowerId)!;
  expect(account).toMatchObject({
    ...{ accountId, operator: 'airtel', identityName: 'Mutale Phiri', holderName: 'Joseph Zulu' },
    payouts: [{ loanId: null, amount: expect.any(Number) }],
  });
  const params = { borrowerId, accountId };
  const allow = (askedAt: string) =>
    monde.client.call('allowHolder', { params, body: { reason: 'it is her husband', askedAt } });
  expect(await allow('2026-01-01T00:00:00.000Z')).toMatchObject({ code: 409, reason: 'nothing_waits' });
  expect(await allow(account.askedAt)).toMatchObject({ code: 200 });
  await untilPayout(borrower, { state: 'succeeded' });
  expect((await list()).map((one) => one.borrowerId)).not.toContain(borrowerId);
});

test('an account in another name is refused: what waited fails', async () => {
  const { borrower, accountId } = await waiting();
  const refuse = (ofBorrowerId: number) =>
    monde.client.call('refuseHolder', {
      params: { borrowerId: ofBorrowerId, accountId },
      body: { reason: 'the card is not his' },
    });
  const other = await signUp(server);
  expect(await refuse(other.borrowerId)).toMatchObject({ code: 409, reason: 'nothing_waits' });
  expect(await refuse(borrower.borrowerId)).toMatchObject({ code: 200 });
  await untilPayout(borrower, { state: 'failed', failure_reason: 'payee_not_accepted' });
  expect(await refuse(borrower.borrowerId)).toMatchObject({ code: 409, reason: 'nothing_waits' });
});

test('an account of a relative is in no list', async () => {
  const { borrower } = await waiting();
  await monde.client.call('declareRelation', { body: { relation: 'relative', mobile: borrower.mobile } });
  expect((await list()).map((one) => one.borrowerId)).not.toContain(borrower.borrowerId);
});
