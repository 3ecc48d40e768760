import { kwacha } from '@thumba/lending/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { borrow, earnCredit, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { readWalletMovements } from '../../book/loan/wallet-movements.ts';
import { reversePostingOfLoan, type ServicingDeps } from './commands.ts';
import { billOf, type Customer, servicingDepsOf } from './servicing.test-support.ts';

// What a reversal leads to on the other payments of a loan. Rule: docs/rules/reversal.md.

const cause = 'our_mistake';

let server: AppServer;
let deps: ServicingDeps;
beforeAll(async () => {
  server = await startAppServer();
  deps = servicingDepsOf(server);
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const bySomebody = (loanId: number) => ({ loanId, reason: 'agreed on the phone', staffName: 'mary' });

async function receiptOf(one: Customer): Promise<string> {
  const { payments } = await billOf(one);
  return payments[0]!.receiptNo;
}

test('a reversal charges interest again that another payment gave back for paying early', async () => {
  const borrower = await signUp(server);
  const one = { borrower, loanId: await borrow(borrower, { termId: 3 }) };
  await pay(server, one.borrower, one.loanId, { amount: 400 });
  const receiptNo = await receiptOf(one);
  const { remaining } = (await billOf(one)).plans[0]!;
  await pay(server, one.borrower, one.loanId, { amount: remaining });
  const prepaid = await billOf(one);
  const reversed = await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo });
  expect(reversed.ok).toBe(true);
  const after = await billOf(one);
  expect(after.remaining - prepaid.remaining).toBeCloseTo(440, 2);
  expect(after.paid + after.remaining).toBeCloseTo(after.totalRepay, 2);
  expect(after.timeline.map(({ title }) => title)).toContain('K40.00 of interest counts again');
});

test('a reversal lets wallet credit that was paid for the loan pay it again', async () => {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  const [{ loan_id: loanId }] = await server.query('select loan_id from loan where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  const one = { borrower, loanId };
  expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(230);
  const receiptNo = await receiptOf(one);
  const reversed = await reversePostingOfLoan(deps, { ...bySomebody(loanId), cause, receiptNo });
  // The settlement at K206 goes to suspense. The late payment clears the loan on the same day, and so it costs K206 too.
  expect(reversed).toMatchObject({ ok: true, value: { remainingNgwee: 0, suspenseNgwee: kwacha(206) } });
  expect(await billOf(one)).toMatchObject({ status: 'settled', remaining: 0 });
  const wallet = await borrower.ask('getWallet', { query: {} });
  expect(wallet.balance).toBe(24);
  expect(wallet.movements[0]).toMatchObject({ amount: -206, title: 'Used for a bill' });
  expect((await billOf(one)).timeline.map(({ title }) => title)).toContain(
    'K206.00 of your wallet credit pays this loan',
  );
  // What was taken is credit of the payment that pays, so that a later reversal uses no other one.
  const [given, taken, ...others] = await readWalletMovements(server.db, borrower.borrowerId, loanId);
  expect([given?.amountNgwee, taken?.amountNgwee, others]).toEqual([kwacha(230), -kwacha(206), []]);
  expect(taken?.receiptNo).toBe(given?.receiptNo);
  expect(taken?.receiptNo).not.toBe(receiptNo);
});
