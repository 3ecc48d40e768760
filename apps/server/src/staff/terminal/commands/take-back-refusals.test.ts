import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerPrompt, borrow, pay, submitPayment, waitForPayment } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { openDifferences } from '../../../money/reconciliation/differences.ts';
import { importStatement } from '../../../money/reconciliation/import-statement.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { mtnFile } from '../../../money/reconciliation/statement.test-support.ts';
import { readStatement } from '../../../money/reconciliation/statement-file.ts';
import { statementFormats } from '../../../money/reconciliation/statement-formats.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import {
  billOf,
  type Customer,
  customer,
  differenceRow,
  takeBack,
  takenBackByOperator,
} from '../take-back.test-support.ts';
import { command } from './differences.ts';
import { command as servicing } from './servicing.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** A statement with a row of a reversal. Answers the number of the difference. */
async function reversalOnStatement(paymentId: string, mobile: string, amount: string): Promise<string> {
  const { db, sealing, clock, app } = server;
  const at = new Date(clock.nowMs() + 2 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
  const line = { reference: `777${clock.nowMs()}`, ourId: paymentId, at, type: 'Reversal', mobile, amount };
  const bytes = mtnFile([line]);
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today: app.calendar.today() },
    { operator: 'mtn', bytes, rows: read.value, actor: 'staff:test' },
  );
  const open = await openDifferences(db);
  return String(open.find((one) => one.attempt_id === paymentId)!.difference_id);
}

/** Everything that a refused command may not change. */
async function stateOf({ borrower, loanId }: Customer, differenceNo: string) {
  return {
    loan: await server.query('select * from loan where loan_id = $1', [loanId]),
    plans: await server.query('select * from instalment where loan_id = $1 order by period', [loanId]),
    events: await server.query('select count(*) from loan_event where loan_id = $1', [loanId]),
    transfers: await server.query('select count(*) from ledger_transfer'),
    messages: await server.query('select count(*) from message where borrower_id = $1', [
      borrower.borrowerId,
    ]),
    difference: await differenceRow(server, differenceNo),
  };
}

async function expectRefused(
  one: Customer,
  differenceNo: string,
  text: string,
  reason?: string,
): Promise<void> {
  const before = await stateOf(one, differenceNo);
  expect(await takeBack(server, differenceNo, reason)).toEqual({ done: false, text });
  expect(await stateOf(one, differenceNo)).toEqual(before);
}

test('refused in one sentence, and nothing is changed: no number, an unknown number, no reason, twice', async () => {
  const one = await customer(server);
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 60 });
  const differenceNo = await takenBackByOperator(server, paymentId);
  await expectRefused(one, differenceNo, 'Please give a reason of 3 to 200 characters.', ' ');
  await expectRefused(one, '987654', 'There is no difference with this number.');
  expect(await takeBack(server, 'first')).toEqual({
    done: false,
    text: '"first" is not the number of a difference.',
  });
  expect((await runOf(server, command, 'take-back')).text).toMatch(/^npm run differences/);
  expect(await takeBack(server, differenceNo)).toMatchObject({ done: true });
  await expectRefused(one, differenceNo, 'This difference is resolved already.');
  const again = await reversalOnStatement(paymentId, one.borrower.mobile, '60.00');
  await expectRefused(
    one,
    again,
    `This payment was taken back before, by difference ${differenceNo}. If this is the same reversal in another row, leave it.`,
  );
  expect((await runApproved(server, command, 'leave', again, 'the same reversal')).done).toBe(true);
});

test('refused in one sentence, and nothing is changed: money that no payment of ours is, a payout, and a part of a payment', async () => {
  const one = await customer(server);
  await moveUnasked(server, { mobile: one.borrower.mobile, amount: 20 });
  await moveUnasked(server, { mobile: one.borrower.mobile, amount: 30, direction: 'payout' });
  const { differences } = await reconcile(server);
  const numberOf = (ngwee: number) =>
    String(differences.find((difference) => difference.statement_ngwee === ngwee)!.difference_id);
  const notTakenBack =
    'Only a payment of ours that the statement shows as reversed, or does not show, can be taken back.';
  await expectRefused(one, numberOf(2000), notTakenBack);
  await expectRefused(
    one,
    numberOf(3000),
    'Only a payment of a borrower can be taken back, and this is a payout.',
  );
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 60 });
  const differenceNo = await reversalOnStatement(paymentId, one.borrower.mobile, '25.00');
  await expectRefused(
    one,
    differenceNo,
    'The operator took K25.00 of K60.00 back, and a payment is taken back whole. Put the difference into suspense.',
  );
  for (const open of [numberOf(2000), numberOf(3000), differenceNo])
    await runApproved(server, command, 'suspense', open, 'to be found out');
});

test('refused in one sentence, and nothing is changed: a payment that was reversed before, and one of a loan with another payment under way', async () => {
  const one = await customer(server);
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 60 });
  const differenceNo = await takenBackByOperator(server, paymentId);
  const waiting = await submitPayment(one.borrower, one.loanId, 70);
  await expectRefused(one, differenceNo, 'A payment of K70.00 is under way. Please wait until it has ended.');
  await answerPrompt(server, one.borrower);
  await waitForPayment(one.borrower, waiting);
  const receipt = (await billOf(one)).payments.find(({ amount }) => amount === 60)!.receiptNo;
  await runOf(server, servicing, 'reverse', receipt, 'theirs', 'seen at the operator');
  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  await expectRefused(
    one,
    differenceNo,
    `Receipt ${receipt} was reversed before with npm run servicing, and its money is in suspense. Put the difference into suspense too.`,
  );
  // The way without this command: the two rows cancel out in suspense.
  expect((await runApproved(server, command, 'suspense', differenceNo, 'reversed by hand')).done).toBe(true);
});

test('refused in one sentence, and nothing is changed: a payment of a loan that was written off since, or whose borrower has another loan', async () => {
  const lost = await customer(server);
  const paymentId = await pay(server, lost.borrower, lost.loanId, { amount: 60 });
  await server.passDays(17);
  await runOf(server, servicing, 'write-off', String(lost.loanId), 'moved abroad');
  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  const first = await takenBackByOperator(server, paymentId);
  await expectRefused(lost, first, 'This cannot be done any more: the loan is closed.');
  const returning = await customer(server);
  await server.passDays(14);
  const paidOff = await pay(server, returning.borrower, returning.loanId);
  await borrow(returning.borrower, { termId: 2 });
  const second = await takenBackByOperator(server, paidOff);
  await expectRefused(
    returning,
    second,
    'The borrower has another open loan, so this one cannot be opened again.',
  );
  for (const open of [first, second])
    await runApproved(server, command, 'suspense', open, 'cannot be taken back');
});
