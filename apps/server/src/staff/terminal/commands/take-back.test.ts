import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answerPrompt, PATIENCE, pay, waitForPayment } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { planIdOf } from '../../../book/loan/plan-id.ts';
import { openDifferences } from '../../../money/reconciliation/differences.ts';
import { reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { openPieces } from '../../../money/suspense/queries.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import {
  billOf,
  type Customer,
  customer,
  differenceRow,
  nextDay,
  takeBack,
  takenBackByOperator,
} from '../take-back.test-support.ts';
import { command } from './differences.ts';
import { command as float } from './float.ts';
import { command as servicing } from './servicing.ts';
import { command as wallets } from './wallets.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
  await runApproved(server, float, 'opening', 'mtn', 'collection', '50000000', 'lay there at the beginning');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

async function extend({ borrower, loanId }: Customer): Promise<string> {
  const planId = planIdOf(loanId, 1);
  const { extensionFee: payAmount } = await borrower.ask('extensionDetail', { body: { planId } });
  const { paymentId } = await borrower.ask('submitRepayApplyV2', { body: { bizType: 2, planId, payAmount } });
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, paymentId);
  return paymentId;
}

const attemptOf = (paymentId: string) =>
  server.query('select * from payment_attempt where attempt_id = $1', [paymentId]);

/** The difference with its person and reason, the ledger rows, and the event of the loan. */
async function expectKept(
  one: Customer,
  { differenceNo, receiptNo, refundedOn }: { differenceNo: string; receiptNo: string; refundedOn: string },
): Promise<void> {
  const [difference] = await differenceRow(server, differenceNo);
  expect(difference).toMatchObject({
    state: 'resolved',
    resolution: 'taken_back',
    actor: 'staff:mary',
    reason: 'on the statement of the day before',
  });
  expect(
    await server.query(
      `select debit_account, credit_account, amount_ngwee::int / 100 as amount, business_on::text, value_on::text
       from ledger_transfer where entry_id = $1 order by line`,
      [difference.entry_id],
    ),
  ).toEqual(
    [
      ['fee_receivable', 30],
      ['interest_receivable', 56],
      ['principal_receivable', 1000],
    ].map(([debit_account, amount]) => ({
      debit_account,
      credit_account: 'float_mtn_collection',
      amount,
      business_on: server.today(),
      value_on: refundedOn,
    })),
  );
  expect(
    await server.query(
      `select kind, actor, detail ->> 'reason' as reason, detail ->> 'reversedReceiptNo' as receipt from loan_event
       where loan_id = $1 and entry_id = $2 and kind = 'collection_taken_back'`,
      [one.loanId, difference.entry_id],
    ),
  ).toEqual([
    {
      kind: 'collection_taken_back',
      actor: 'staff:mary',
      reason: 'on the statement of the day before',
      receipt: receiptNo,
    },
  ]);
}

test('a payment that MTN took back leaves the float and its loan runs again, and the success stays', async () => {
  const one = await customer(server);
  for (let days = 0; days < 14; days += 1) await nextDay(server);
  const paymentId = await pay(server, one.borrower, one.loanId);
  const { receiptNo } = (await billOf(one)).payments[0]!;
  expect(await billOf(one)).toMatchObject({ status: 'settled', remaining: 0 });
  await nextDay(server);
  await nextDay(server);
  const refundedOn = server.today();
  const differenceNo = await takenBackByOperator(server, paymentId);
  expect((await runOf(server, command)).text).toMatch(
    new RegExp(`^${differenceNo} +reversed by the operator +collection .*K1,086\\.00 +K1,086\\.00$`, 'm'),
  );
  const attemptBefore = await attemptOf(paymentId);
  await nextDay(server);

  const taken = await takeBack(server, differenceNo, 'on the statement of the day before');
  const reversal = / receipt (\d+-\d+)\. /.exec(taken.text)?.[1];
  expect(taken).toEqual({
    done: true,
    text: `Difference ${differenceNo} is resolved: the operator took K1,086.00 back, and ${receiptNo} no longer counts on order ${one.loanId}, receipt ${reversal}. Left to repay: K1,086.00.`,
  });

  expect(await billOf(one)).toMatchObject({
    status: 'overdue',
    remaining: 1086,
    payments: [{ amount: 1086, receiptNo, reversed: true }],
  });
  expect((await one.borrower.ask('getPayment', { params: { paymentId } })).status).toBe('succeeded');
  expect(await attemptOf(paymentId)).toEqual(attemptBefore);
  expect((await one.borrower.ask('listMessages', { query: {} })).items[0]!.text).toBe(
    'A payment of K1,086.00 did not reach us after all and no longer counts. Left to repay: K1,086.00.',
  );
  await expectKept(one, { differenceNo, receiptNo, refundedOn });
  expect((await runOf(server, servicing, 'show', String(one.loanId))).text).toContain(
    `${receiptNo} of K1,086.00 taken back by the operator: on the statement of the day before`,
  );
  expect(await openPieces(server.db)).toEqual([]);
  await reconcile(server, 'mtn', { daysAgo: 1 });
  expect(await openDifferences(server.db)).toEqual([]);
  expect(await takeBack(server, differenceNo)).toEqual({
    done: false,
    text: 'This difference is resolved already.',
  });

  // The days on which it was closed count as late, and penalties go on from the reversal.
  await nextDay(server);
  await nextDay(server);
  expect((await billOf(one)).remaining).toBe(1096.86);
  expect((await billOf(one)).overdueDays).toBe(5);
  await pay(server, one.borrower, one.loanId);
  expect(await billOf(one)).toMatchObject({ status: 'settled', remaining: 0 });
});

test('a wallet agrees with its operator on the day of the reversal and on the day on which staff book it', async () => {
  const one = await customer(server);
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 400 });
  const days = [server.today()];
  const differenceNo = await takenBackByOperator(server, paymentId);
  const { floats } = (await (await fetch(`${server.url}/sim/api/floats`)).json()) as {
    floats: { operator: string; direction: string; balance: number }[];
  };
  const { balance } = floats.find(
    ({ operator, direction }) => operator === 'mtn' && direction === 'collect',
  )!;
  const sign = (on: string) => runOf(server, wallets, 'sign', 'mtn', 'collection', on, balance.toFixed(2));
  await nextDay(server);
  expect((await sign(days[0]!)).text).toContain('K400.00 apart');
  await nextDay(server);
  days.push(addDays(day(days[0]!), 1), server.today());
  expect(await takeBack(server, differenceNo)).toMatchObject({ done: true });
  expect(await billOf(one)).toMatchObject({ status: 'active', remaining: 1086 });
  await nextDay(server);
  for (const on of days) expect((await sign(on)).text).toContain('is signed off');
  const shown = await runOf(server, wallets, 'day', 'mtn', 'collection', days[1]!);
  expect(shown.text).toMatch(/at the operator on another day than in the book +-K400\.00\n/);
});

test('a payment that Airtel took back, and an extension that MTN took back, are taken back too', async () => {
  const one = await customer(server, server.newMobile('airtel'));
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 100 });
  expect((await takeBack(server, await takenBackByOperator(server, paymentId, 'airtel'))).text).toContain(
    'took K100.00 back',
  );
  expect(await billOf(one)).toMatchObject({ remaining: 1086, payments: [{ amount: 100, reversed: true }] });

  const extended = await customer(server);
  const before = (await billOf(extended)).plans;
  const extensionId = await extend(extended);
  expect((await billOf(extended)).plans[0]!.dueDate).not.toBe(before[0]!.dueDate);
  expect((await takeBack(server, await takenBackByOperator(server, extensionId))).text).toContain(
    'took K50.00 back',
  );
  expect((await billOf(extended)).plans).toEqual(before);
});

test('a payment that the statement does not show is taken back', async () => {
  const one = await customer(server);
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 60 });
  await server.query(
    `update simulator.instruction set outcome = 'failed', failure = 'refused' where reference = $1`,
    [paymentId],
  );
  server.clock.advance({ days: 1 });
  const { differences } = await reconcile(server, 'mtn', { daysAgo: 1 });
  const missing = differences.find(({ attempt_id: attemptId }) => attemptId === paymentId)!;
  expect(missing.kind).toBe('missing');
  expect((await takeBack(server, String(missing.difference_id))).text).toContain('took K60.00 back');
  expect((await billOf(one)).remaining).toBe(1086);
});

test('of two people who resolve a difference at the same moment one is refused, and the float moves once', async () => {
  const one = await customer(server);
  const paymentId = await pay(server, one.borrower, one.loanId, { amount: 60 });
  const differenceNo = await takenBackByOperator(server, paymentId);
  const other = await server.owner.pool.connect();
  try {
    await other.query('begin');
    await other.query(
      `update reconciliation_difference set state = 'resolved', resolution = 'agreed', actor = 'reconciliation',
         reason = 'both say the same', resolved_at = now() where difference_id = $1`,
      [differenceNo],
    );
    const taken = takeBack(server, differenceNo);
    await vi.waitFor(async () => {
      const [{ count }] = await server.query(
        `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (count === 0) throw new Error('no transaction waits for the difference yet');
    }, PATIENCE);
    await other.query('commit');
    expect(await taken).toEqual({ done: false, text: 'This difference is resolved already.' });
  } finally {
    other.release();
  }
  expect(await billOf(one)).toMatchObject({ remaining: 1026, payments: [{ amount: 60, reversed: false }] });
});

test('a request that is approved and done twice at the same moment takes the payment back once', async () => {
  const one = await customer(server);
  const differenceNo = await takenBackByOperator(
    server,
    await pay(server, one.borrower, one.loanId, { amount: 60 }),
  );
  expect((await runOf(server, command, 'take-back', differenceNo, 'on the statement')).done).toBe(true);
  const request = await waitingRequest(server);
  const approve = () => approveRequest(server, request.requestId);
  const answers = await Promise.all([approve(), approve()]);
  expect(answers).toContainEqual({ ok: false, refusal: 'answered_already' });
  expect(answers).toContainEqual(expect.objectContaining({ ok: true, state: 'done' }));
  const again = () => server.app.executors.manual_match!(request, 'staff:grace');
  for (const execution of await Promise.all([again(), again()]))
    expect(execution).toMatchObject({ isDone: true });
  expect((await billOf(one)).remaining).toBe(1086);
});
