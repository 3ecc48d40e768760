import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let support: StaffMember;
let late: AppBorrower;
let loanId: number;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  support = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['support'] });
  late = await signUp(server);
  loanId = await borrow(late, { productId: 1, amount: 1000 });
  server.clock.advance({ minutes: 5 });
  await pay(server, late, loanId, { amount: 100 });
  await server.passDays(36);
});
afterAll(() => server.stop());

async function helpFor({ borrowerId }: AppBorrower) {
  const answer = await support.client.call('helpCaller', { params: { borrowerId } });
  expect(answer.code).toBe(200);
  return answer.data;
}

describe('help for a caller', () => {
  test('has the first page and the bill that the borrower gets, and begins no session of theirs', async () => {
    const sessions = () =>
      server.query('select token_hash from session where borrower_id = $1', [late.borrowerId]);
    const before = await sessions();
    const help = await helpFor(late);
    expect(help.home).toEqual(await late.ask('getMyLoanInfo', {}));
    const { payLink, ...bill } = await late.ask('queryLoanDetail', { params: { id: loanId } });
    expect(payLink).toBeDefined();
    expect(help.bill).toEqual(bill);
    expect(await sessions()).toEqual(before);
    expect(before.length).toBe(1);
    expect(
      await server.query(
        `select actor, outcome from staff_audit where call = 'helpCaller' and borrower_id = $1`,
        [late.borrowerId],
      ),
    ).toEqual([{ actor: 'staff:thandiwe', outcome: 'shown' }]);
  });

  test('counts what the tables count, in the bill and in each payment of the plan', async () => {
    const { bill, paid, sent, wallet } = await helpFor(late);
    const [owed] = await server.query(
      `select sum(case when account like '%_receivable' and side = 'debit' then amount_ngwee
         when account like '%_receivable' then -amount_ngwee else 0 end)::integer as ngwee from (
         select debit_account::text as account, 'debit' as side, amount_ngwee from ledger_transfer where loan_id = $1
         union all select credit_account::text, 'credit', amount_ngwee from ledger_transfer where loan_id = $1) t`,
      [loanId],
    );
    expect(bill!.remaining * 100).toBe(owed!.ngwee);
    for (const plan of bill!.plans) {
      const { principal, interest, serviceFee, penalty, discount, remaining } = plan;
      const sum = principal + interest + serviceFee + penalty - discount - plan.paid;
      expect(Math.round(sum * 100)).toBe(Math.round(remaining * 100));
    }
    expect(bill!.plans.some(({ penalty }) => penalty > 0)).toBe(true);
    const [tables] = await server.query(
      `select s.wallet_ngwee, (select count(*)::integer from payment_attempt p
         where p.borrower_id = s.borrower_id and direction = 'collection') as paid,
         (select sum(amount_ngwee)::integer from payment_attempt p
         where p.borrower_id = s.borrower_id and direction = 'payout') as sent_ngwee
       from borrower_standing s where s.borrower_id = $1`,
      [late.borrowerId],
    );
    expect(paid.length).toBe(tables!.paid);
    expect(sent.reduce((total, { amount }) => total + amount, 0) * 100).toBe(tables!.sent_ngwee);
    expect(wallet * 100).toBe(tables!.wallet_ngwee);
  });

  test('says that an application waits, and that payouts are held', async () => {
    const applicant = await signUp(server, { monthlyIncome: 1500 });
    await apply(applicant, { productId: 1, amount: 300 });
    await support.client.call('holdPayouts', {
      params: { borrowerId: applicant.borrowerId },
      body: { reason: 'The number was reported as stolen.' },
    });
    const help = await helpFor(applicant);
    expect(help).toMatchObject({ home: { userStatus: 2 }, sent: [], paid: [], claims: [] });
    expect(help.bill).toMatchObject({ status: 'applied', remaining: 0 });
    const [held] = await server.query(
      `select count(*)::integer as holds from borrower_block_event where borrower_id = $1 and kind = 'payouts_held'`,
      [applicant.borrowerId],
    );
    expect(help.arePayoutsHeld).toBe(held!.holds === 1);
  });

  test('has the open tickets of payments that the operator cannot find, and no settled one', async () => {
    const before = await helpFor(late);
    const [counted] = await server.query(
      `select operator_reference from payment_attempt where borrower_id = $1 and direction = 'collection'`,
      [late.borrowerId],
    );
    const reference = String(counted!.operator_reference);
    expect(await late.ask('claimPayment', { body: { reference } })).toMatchObject({ status: 'posted' });
    const { ticketNo } = await late.ask('claimPayment', { body: { reference: 'MP991121.1000.X00001' } });
    const { claims } = await helpFor(late);
    expect(claims.map(({ ticketId }) => ticketId)).toEqual([
      Number(ticketNo),
      ...before.claims.map(({ ticketId }) => ticketId),
    ]);
    await expectSoundBook(server);
  });

  test('of a borrower who does not exist there is none', async () => {
    const answer = await support.client.call('helpCaller', { params: { borrowerId: 999_999 } });
    expect(answer.code).toBe(404);
  });
});
