import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importStatement } from '../src/money/reconciliation/import-statement.ts';
import { moveUnasked } from '../src/money/reconciliation/reconciled-server.test-support.ts';
import { readStatement } from '../src/money/reconciliation/statement-file.ts';
import { statementFormats } from '../src/money/reconciliation/statement-formats.ts';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  earnCredit,
  PATIENCE,
  signIn,
  signUp,
  waitForPayment,
} from './app-borrower.ts';
import { type AppServer, startAppServer } from './app-server.ts';

/*
 * A server is started again with a new first look-up key. What was stored under the earlier key is found under both.
 */

const EARLIER = `1:${randomBytes(32).toString('hex')}`;
const CHANGED = `2:${randomBytes(32).toString('hex')},${EARLIER}`;

let before: AppServer;
let after: AppServer;
/** One who repays and pays out wallet credit, and one who has a quote, a link and a claim. */
let payer: AppBorrower;
let holder: AppBorrower;

let repayment: { body: { bizType: 1; planId: number; payAmount: number }; answer: unknown };
let payout: { answer: unknown };
let quote: { quoteId: string; planId: number; amount: number };
let code: string;
let statement: Uint8Array;
let claimed: { reference: string; answer: unknown };

const REPAYMENT_KEY = { idempotencyKey: 'a repayment' };
const PAYOUT_KEY = { idempotencyKey: 'a payout' };

beforeAll(async () => {
  before = await startAppServer({ settings: { LOOKUP_KEYS: EARLIER } });
  holder = await signUp(before);
  const orderId = await borrow(holder);
  await before.passDays(29);
  code = await vi.waitFor(async () => {
    const { messages } = await before.handset.phone(holder.mobile);
    const found = messages.map(({ text }) => /\/qp\?code=([\w-]{22})/.exec(text)?.[1]).find(Boolean);
    if (!found) throw new Error('no reminder has come');
    return found;
  }, PATIENCE);
  quote = await holder.ask('settlementQuote', { body: { orderId } });

  payer = await signUp(before);
  await earnCredit(before, payer);
  payout = { answer: await payer.call('payOutWallet', { body: { amount: 50 } }, PAYOUT_KEY) };
  await untilNothingIsOpen(before, payer);
  const { repayPlanList } = await payer.ask('getRepayDetailV2', { params: { id: await borrow(payer) } });
  const body = { bizType: 1, planId: repayPlanList[0]!.planId, payAmount: 100 } as const;
  repayment = { body, answer: await payer.call('submitRepayApplyV2', { body }, REPAYMENT_KEY) };
  expect(repayment.answer).toMatchObject({ code: 200 });
  await answerPrompt(before, payer);
  await untilNothingIsOpen(before, payer);

  statement = await exportOf(before);
  expect(await importOn(before, statement)).toMatchObject({ isNew: true });
  const reference = await moveUnasked(before, { mobile: holder.mobile, amount: 70 });
  claimed = { reference, answer: await holder.ask('claimPayment', { body: { reference } }) };
  expect(claimed.answer).toMatchObject({ status: 'not_found' });

  await before.leave();
  after = await startAppServer({ besides: before, settings: { LOOKUP_KEYS: CHANGED } });
  [payer, holder] = [await signIn(after, payer.mobile), await signIn(after, holder.mobile)];
});
afterAll(async () => {
  await after.stop();
  await before.stop();
});

async function untilNothingIsOpen(server: AppServer, { borrowerId }: AppBorrower): Promise<void> {
  await vi.waitFor(async () => {
    const open = await server.query(
      `select state from payment_attempt where borrower_id = $1 and finished_at is null`,
      [borrowerId],
    );
    expect(open).toEqual([]);
  }, PATIENCE);
}

const paymentsOf = ({ borrowerId }: AppBorrower) =>
  after.query('select attempt_id from payment_attempt where borrower_id = $1', [borrowerId]);

async function exportOf(server: AppServer): Promise<Uint8Array> {
  const on = new Date(server.clock.nowMs()).toISOString().slice(0, 10);
  const response = await fetch(`${server.url}/sim/api/statement?operator=mtn&from=${on}&to=${on}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function importOn({ db, sealing, clock, app }: AppServer, bytes: Uint8Array) {
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  const imported = await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today: app.calendar.today() },
    { operator: 'mtn', bytes, rows: read.value, actor: 'staff:test' },
  );
  if (!imported.ok) throw new Error(imported.refusal.kind);
  return imported.value;
}

test('a repayment that is asked for again gets its first answer, and no second prompt is sent', async () => {
  const payments = await paymentsOf(payer);
  expect(await payer.call('submitRepayApplyV2', { body: repayment.body }, REPAYMENT_KEY)).toEqual(
    repayment.answer,
  );
  const other = { ...repayment.body, payAmount: 101 };
  expect(await payer.call('submitRepayApplyV2', { body: other }, REPAYMENT_KEY)).toMatchObject({ code: 409 });
  expect(await paymentsOf(payer)).toEqual(payments);
});

test('a payout of wallet credit that is asked for again gets its first answer, and moves no money', async () => {
  const payments = await paymentsOf(payer);
  const { balance } = await payer.ask('getWallet', { query: {} });
  expect(await payer.call('payOutWallet', { body: { amount: 50 } }, PAYOUT_KEY)).toEqual(payout.answer);
  expect(await paymentsOf(payer)).toEqual(payments);
  expect(await payer.ask('getWallet', { query: {} })).toMatchObject({ balance });
});

test('a claim is the same ticket, and the operator’s statement finds it', async () => {
  const { reference, answer } = claimed;
  expect(await holder.ask('claimPayment', { body: { reference } })).toEqual(answer);
  const ticketNo = (answer as { ticketNo: string }).ticketNo;
  await importOn(after, await exportOf(after));
  expect(await holder.ask('getTicket', { params: { ticketNo } })).toMatchObject({ state: 'looked_at' });
});

test('a statement, and each of its rows in another file, is known', async () => {
  expect(await importOn(after, statement)).toMatchObject({ isNew: false });
  const repeated = await after.query(
    `select operator_reference from operator_statement_row group by operator_reference having count(*) > 1`,
  );
  expect(repeated).toEqual([]);
});

test('the link in an SMS shows the bill, and the quote of the same day is honoured', async () => {
  const link = await after.newClient().ask('quickRepayInfo', { body: { code } });
  expect(link).toMatchObject({ minRepayAmount: expect.any(Number) });
  const { quoteId, planId, amount } = quote;
  const { paymentId } = await holder.ask('submitRepayApplyV2', {
    body: { bizType: 1, planId, payAmount: amount, quoteId },
  });
  await answerPrompt(after, holder);
  await waitForPayment(holder, paymentId);
  expect(await holder.ask('getPayment', { params: { paymentId } })).toMatchObject({ purpose: 'settlement' });
});

test('the parts of a name are stored as they are of an earlier borrower with the same name and birth date', async () => {
  const newcomer = await signUp(after);
  const shared = await after.query(
    `select n.part_hash from borrower_name_part n join borrower_name_part earlier using (part_hash)
     where n.borrower_id = $1 and earlier.borrower_id = $2`,
    [newcomer.borrowerId, holder.borrowerId],
  );
  expect(shared).toHaveLength(2);
});
