import { toKwacha } from '@thumba/lending/money';
import { moneyIn, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, earnCredit, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { ledgerOf, lineOf } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { findRequest } from '../../staff/request/requests.ts';
import { answerAs, hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const reason = 'paid twice, and asked for it back';

/** A borrower with K230 of wallet credit, and the payment that it came from. */
async function creditOwner() {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  server.clock.advance({ seconds: 1 });
  const [{ loan_id: loanId }] = await server.query(
    'select loan_id::integer as loan_id from loan where borrower_id = $1',
    [borrower.borrowerId],
  );
  const { data: loan } = await mary.client.call('getLoan', { params: { loanId } });
  return { borrower, loanId, wallet: loan.wallet, paymentId: loan.paidFrom[0]!.paymentId };
}

type Owner = Awaited<ReturnType<typeof creditOwner>>;
type Wanted = { amount: number; paymentId: string | null };

const preview = ({ client }: StaffMember, { loanId }: Owner, body: Wanted) =>
  client.call('previewRefund', { params: { loanId }, body });

async function ask(member: StaffMember, of: Owner, wanted: Wanted) {
  const { data } = await preview(member, of, wanted);
  const body = { ...wanted, reason, digest: data.digest };
  return member.client.call('askForRefund', { params: { loanId: of.loanId }, body });
}

const payoutsOf = ({ borrower }: Owner) =>
  server.query(
    `select state, amount_ngwee, request_id::integer as request_id from payment_attempt
     where borrower_id = $1 and purpose = 'wallet_payout'`,
    [borrower.borrowerId],
  );

/** The credit of the wallet by its ledger rows alone. */
async function bookedCreditOf({ borrowerId }: AppBorrower): Promise<number> {
  const [{ ngwee }] = await server.query(
    `select sum(case 'wallet_credit' when credit_account then amount_ngwee when debit_account then -amount_ngwee
       else 0 end)::bigint as ngwee from ledger_transfer where borrower_id = $1`,
    [borrowerId],
  );
  return ngwee / 100;
}

const untilPaid = (of: Owner) =>
  vi.waitFor(async () => expect(await payoutsOf(of)).toMatchObject([{ state: 'succeeded' }]), PATIENCE);

describe('wallet credit', () => {
  test.each([
    ['to the number that paid', true],
    ['to the default account', false],
  ])('goes %s once a second person approves it, as it was shown', async (_where, isToPayer) => {
    const of = await creditOwner();
    expect(of.wallet).toBe(await bookedCreditOf(of.borrower));
    const before = (await server.handset.phone(of.borrower.mobile)).balance;
    const wanted = { amount: 100.5, paymentId: isToPayer ? of.paymentId : null };
    const { data: shown } = await preview(mary, of, wanted);
    expect(lineOf(shown.effect, 'Wallet credit')).toMatchObject({ before: 'K230.00', after: 'K129.50' });
    expect(lineOf(shown.effect, isToPayer ? 'Number that paid' : 'Default account')!.after).toMatch(
      /^MTN · /,
    );
    const { data } = await ask(mary, of, wanted);
    expect(await ask(grace, of, { amount: 1, paymentId: null })).toMatchObject({
      code: 409,
      reason: 'waits_already',
    });
    expect(await answerAs(mary, data.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await payoutsOf(of)).toEqual([]);

    const request = await findRequest(server, data.requestId);
    expect((await answerAs(grace, data.requestId)).data.state).toBe('done');
    await untilPaid(of);
    expect(await payoutsOf(of)).toMatchObject([{ amount_ngwee: 10_050, request_id: data.requestId }]);
    expect((await server.handset.phone(of.borrower.mobile)).balance).toBe(before + 100.5);
    expect(await bookedCreditOf(of.borrower)).toBe(129.5);
    expect((await of.borrower.ask('getWallet', { query: {} })).balance).toBe(129.5);
    const rows = await server.query(
      `select 'Ledger: ' || replace(debit_account, '_', ' ') || ' to ' || replace(credit_account, '_', ' ') as title
       from ledger_transfer where borrower_id = $1 and amount_ngwee = 10050 order by recorded_at`,
      [of.borrower.borrowerId],
    );
    expect(ledgerOf(shown.effect).map(({ title }) => title)).toEqual(rows.map(({ title }) => title));
    const { items } = await of.borrower.ask('listMessages', { query: {} });
    expect(items.map(({ text }) => text)).toContain(shown.message);
    // A program that was stopped does it a second time, and finds that it is done.
    expect(await server.app.executors.refund!(request!, 'staff:grace')).toMatchObject({ isDone: true });
    expect(await payoutsOf(of)).toHaveLength(1);
  });

  test('that changed since it was asked for stays where it is', async () => {
    const of = await creditOwner();
    const { data } = await ask(mary, of, { amount: 100, paymentId: of.paymentId });
    await of.borrower.ask('payOutWallet', { body: { amount: 30 } });
    await untilPaid(of);
    expect((await answerAs(grace, data.requestId)).data.state).toBe('failed');
    const { data: request } = await mary.client.call('getRequest', { params: { requestId: data.requestId } });
    expect(request.failure).toBe(
      'The wallet changed since this was asked for. Nothing was sent. Please look again.',
    );
    expect(await bookedCreditOf(of.borrower)).toBe(200);
  });

  test('is refused above what there is or what the payment brought, and to the payment of another loan', async () => {
    const of = await creditOwner();
    const other = await creditOwner();
    const tooMuch = 'The wallet has K230.00.';
    expect(await preview(mary, of, { amount: 230.01, paymentId: null })).toMatchObject({
      code: 400,
      reason: 'wallet_too_low',
      data: { fields: { amount: tooMuch } },
    });
    expect(await preview(mary, of, { amount: 0, paymentId: null })).toMatchObject({
      code: 400,
      reason: 'nothing_to_pay_out',
    });
    expect(await preview(mary, of, { amount: 2000, paymentId: of.paymentId })).toMatchObject({
      code: 400,
      reason: 'above_payment',
    });
    expect(await preview(mary, of, { amount: 1, paymentId: other.paymentId })).toMatchObject({
      code: 409,
      reason: 'no_such_payment',
    });
  });

  test('is asked for and refused as the page of the rule says', async () => {
    const of = await creditOwner();
    const [{ attempt_id: ofPayment }] = await server.query(
      `select attempt_id from payment_attempt where borrower_id = $1 and direction = 'collection' and amount_ngwee = 20600`,
      [of.borrower.borrowerId],
    );
    expect(of.wallet).toBe(230);
    const [refunds] = tablesOf('payouts-sent-again.md') as [Row[]];
    const answered: string[][] = [];
    for (const row of refunds) {
      const paymentId = row('to') === 'the number of the payment' ? ofPayment : null;
      const amount = toKwacha(moneyIn(row('asked for')));
      const { code, msg, data } = await preview(mary, of, { amount, paymentId });
      const { fields } = data as { fields?: { amount?: string } };
      const answer = code === 200 ? 'waits for a second person' : (fields?.amount ?? msg);
      answered.push([row('asked for'), row('to'), answer]);
    }
    expect(answered).toEqual(refunds.map((row) => [row('asked for'), row('to'), row('what happens')]));
  });

  test('is not sent by staff without a request, says the database', async () => {
    const of = await creditOwner();
    await of.borrower.ask('payOutWallet', { body: { amount: 30 } });
    await untilPaid(of);
    await expect(
      server.query(
        `insert into wallet_payout_event (borrower_id, entry_id, attempt_id, kind, on_day, actor, recorded_at)
         select borrower_id, entry_id + 1000000, attempt_id, kind, on_day, 'staff:mary', recorded_at
         from wallet_payout_event where borrower_id = $1 and kind = 'submitted'`,
        [of.borrower.borrowerId],
      ),
    ).rejects.toThrow('wallet credit that staff send needs a second person');
  });
});
