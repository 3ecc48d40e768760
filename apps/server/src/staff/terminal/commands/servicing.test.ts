import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  answerPrompt,
  apply,
  borrow,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, declineWaitingRequests } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { planIdOf } from '../../../book/loan/plan-id.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './servicing.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const run = async (...words: string[]) => command.atDesk(await deskBeside(server), words);

/** The lines of what was done. */
async function printed(...words: string[]): Promise<string[]> {
  const { done, lines } = await run(...words);
  expect(lines.join('\n')).not.toBe('');
  expect(done, lines.join('\n')).toBe(true);
  return lines;
}

/** What was done once a second person approved what was asked for, in one sentence. */
async function approved(...words: string[]): Promise<string> {
  expect((await printed(...words)).join()).toMatch(/^Request \d+ is filed: .* approves it in the console\.$/);
  const answered = await approveRequest(server);
  if (!answered.ok) throw new Error(answered.refusal);
  expect(answered.state, answered.sentence).toBe('done');
  return answered.sentence;
}

/** The one sentence of what was refused. */
async function refused(...words: string[]): Promise<string> {
  const { done, lines } = await run(...words);
  expect(done).toBe(false);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** A borrower of K1,000 for 14 days (K30 fee, K56 interest). */
async function customer() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  return { borrower, loanId, order: String(loanId) };
}

/** What the tables hold of a loan, to see that nothing of it moved. */
const bookOf = (loanId: number) =>
  server.query(
    `select l.version, l.state, (select count(*) from loan_event e where e.loan_id = l.loan_id) as events,
       (select count(*) from ledger_transfer t where t.loan_id = l.loan_id) as rows
     from loan l where l.loan_id = $1`,
    [loanId],
  );

const byStaff = (loanId: number) =>
  server.query(
    `select kind, actor, detail ->> 'reason' as reason from loan_event
     where loan_id = $1 and detail ->> 'reason' is not null order by loan_version, ordinal`,
    [loanId],
  );

test('a loan is shown with what is open by plan and part, and a late one with its penalty', async () => {
  const { order, borrower } = await customer();
  expect(await printed('show', order)).toEqual([
    `Order ${order} of borrower ${borrower.borrowerId}, active. Quick loan: K1,000.00 for 14 days, paid out on ${server.today()}.`,
    expect.stringMatching(/^plan +due +penalty +fee +interest +principal +left to repay$/),
    expect.stringMatching(/^1 +\d{4}-\d\d-\d\d +K0\.00 +K30\.00 +K56\.00 +K1,000\.00 +K1,086\.00$/),
    'Nothing was posted yet.',
  ]);
  await server.passDays(17);
  const [head, , open] = await printed('show', order);
  expect(head).toContain(', overdue.');
  expect(open).toMatch(/^1 +\d{4}-\d\d-\d\d +K10\.86 +K30\.00 +K56\.00 +K1,000\.00 +K1,096\.86$/);
});

test('a waiver, a payment, its reversal and a write-off are done in a line each, and stand in the history', async () => {
  const { borrower, loanId, order } = await customer();
  await pay(server, borrower, loanId, { amount: 500 });
  const receipt = (await borrower.ask('queryLoanDetail', { params: { id: loanId } })).payments[0]!.receiptNo;
  await server.passDays(17);
  const next = (after: string) => `${order}-${Number(after.split('-')[1]) + 1}`;

  const reversed = await approved('reverse', receipt, 'ours', 'booked', 'twice');
  const reversal = /receipt (\S+-\d+)\. /.exec(reversed)![1]!;
  expect(reversed).toBe(
    `${receipt} of K500.00 is taken back, receipt ${reversal}. Left to repay: K1,091.86. K500.00 stands in suspense until it is placed.`,
  );
  const waiver = next(reversal);
  expect(await printed('waive', order, '1', 'fee', 'K10.5', 'agreed on the phone')).toEqual([
    `K10.50 of the fee of plan 1 of order ${order} is waived, receipt ${waiver}. Left to repay: K1,081.36.`,
  ]);
  expect(await approved('write-off', order, 'moved abroad')).toBe(
    `Order ${order} is written off: K1,081.36. It can still be paid, as a recovery.`,
  );
  await pay(server, borrower, loanId, { amount: 300 });

  const shown = await printed('show', order);
  expect(shown[0]).toContain(', written off.');
  expect(shown[2]).toMatch(/K781\.36$/);
  const posted = shown.slice(shown.indexOf('Posted:') + 1).map((line) => line.trim().replaceAll(/ +/g, ' '));
  const today = server.today();
  expect(posted).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${receipt} \\S+ operator:mtn: payment of K500.00 \\(fee K30.00, interest K56.00, principal K414.00\\) \\(taken back\\)$`,
      ),
    ),
    `${reversal} ${today} staff:mary, approved by grace: ${receipt} taken back, our mistake: booked twice`,
    `${waiver} ${today} staff:mary: K10.50 of the fee of plan 1 waived: agreed on the phone`,
    `- ${today} staff:mary, approved by grace: K1,081.36 written off: moved abroad`,
    expect.stringMatching(/operator:mtn: recovery of K300\.00 \(.*\)$/),
  ]);
  expect(await byStaff(loanId)).toEqual([
    { kind: 'reversed', actor: 'staff:mary', reason: 'booked twice' },
    { kind: 'charge_waived', actor: 'staff:mary', reason: 'agreed on the phone' },
    { kind: 'written_off', actor: 'staff:mary', reason: 'moved abroad' },
  ]);
});

test('the interest that a payment gave back is marked with the payment when it is taken back', async () => {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 3 });
  const order = String(loanId);
  await pay(server, borrower, loanId);
  await pay(server, borrower, loanId);
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
  const rebates = async () =>
    (await printed('show', order)).filter((line) => line.includes('of interest given back: plan'));
  const before = await rebates();
  expect(before).toHaveLength(2);
  expect(before.join()).not.toContain('(taken back)');
  await approved('reverse', payments[1]!.receiptNo, 'ours', 'booked', 'twice');
  expect((await rebates()).map((line) => line.endsWith('early (taken back)'))).toEqual([false, true]);
});

test('a late payment is shown with the extension fee that it gave back, and where the freed money went', async () => {
  const { borrower, loanId, order } = await customer();
  await server.passDays(14);
  const late = await submitPayment(borrower, loanId, 586);
  await answerPrompt(server, borrower, 'refuse');
  await waitForPayment(borrower, late, 'refuse');
  await server.passDays(2);
  const planId = planIdOf(loanId, 1);
  const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
  const body = { bizType: 2, planId, payAmount: extensionFee } as const;
  const { paymentId } = await borrower.ask('submitRepayApplyV2', { body });
  await answerPrompt(server, borrower, 'approve');
  await waitForPayment(borrower, paymentId);
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, late);
  await waitForPayment(borrower, late);
  const posted = (await printed('show', order)).map((line) => line.replaceAll(/ +/g, ' '));
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
  const { receiptNo } = payments.find(({ purpose }) => purpose === 'extension')!;
  // K500 of the principal were paid before, so half of the fee of K50 is given back. A penalty of K5.43 becomes K2.50.
  expect(posted.filter((line) => line.includes('K25.00') || line.includes('K27.93'))).toEqual([
    ` - ${server.today()} operator:mtn: K25.00 of the fee of extension ${receiptNo} given back`,
    ` - ${server.today()} operator:mtn: K27.93 that had paid charges taken back (principal K27.93)`,
  ]);
});

test('waivers that one person sends at once stay under what a person waives alone', async () => {
  const { loanId, order } = await customer();
  const desk = await deskBeside(server);
  const ofFive = { ...desk, config: () => ({ ...desk.config(), WAIVER_ALONE_KWACHA: 5 }) };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      command.atDesk(ofFive, ['waive', order, '1', 'interest', '4', 'agreed on the phone']),
    ),
  );
  const waived = await server.query(
    `select (detail ->> 'amountNgwee')::integer as ngwee from loan_event where loan_id = $1 and kind = 'charge_waived'`,
    [loanId],
  );
  expect(waived).toEqual([{ ngwee: 400 }]);
  const filed = answers.filter(({ lines }) => lines.join().startsWith('Request '));
  expect(await declineWaitingRequests(server)).toBe(filed.length);
});

test('a waiver is reversed like a payment, with nothing in suspense', async () => {
  const { borrower, order } = await customer();
  const [waived] = await printed('waive', order, '1', 'interest', '6', 'a week free');
  const receipt = /receipt (\S+-\d+)\. /.exec(waived!)![1]!;
  const reversed = await approved('reverse', receipt, 'ours', 'the wrong loan');
  expect(reversed).toMatch(/^\S+ of K6\.00 is taken back, receipt \S+\. Left to repay: K1,086\.00\.$/);
  expect((await borrower.ask('listMessages', { query: {} })).items[0]!.text).toBe(
    'We removed K6.00 of your charges by mistake, and they count again. Left to repay: K1,086.00.',
  );
});

describe('refused in one sentence, and nothing is changed:', () => {
  test('what makes no sense for a loan that runs', async () => {
    const { borrower, loanId, order } = await customer();
    await pay(server, borrower, loanId, { amount: 500 });
    const receipt = (await borrower.ask('queryLoanDetail', { params: { id: loanId } })).payments[0]!
      .receiptNo;
    const before = await bookOf(loanId);
    const reason = 'somebody said so';
    const sayReason = 'Please give a reason of 3 to 200 characters.';
    expect(await refused('write-off', order, reason)).toBe(
      'Only an overdue loan is written off, and this one is not late.',
    );
    expect(await refused('write-off', order)).toBe(sayReason);
    expect(await refused('waive', order, '1', 'interest', '1')).toBe(sayReason);
    expect(await refused('waive', order, '1', 'penalty', '1', reason)).toBe('Nothing of this is owed.');
    expect(await refused('waive', order, '2', 'interest', '1', reason)).toBe('Nothing of this is owed.');
    expect(await refused('waive', order, '1', 'interest', '0', reason)).toBe(
      'Please enter an amount to waive.',
    );
    expect(await refused('waive', order, '1', 'interest', '1', '000', reason)).toContain(
      'Please write "1 000" without a blank',
    );
    for (const amount of ['-1', '1.234', '1e3', '1,5', 'all', '9'.repeat(30)])
      expect(await refused('waive', order, '1', 'interest', amount, reason)).toContain('is no amount');
    expect(await refused('waive', order, '1', 'principal', '1', reason)).toBe(
      '"principal" is no charge that can be waived: say penalty, fee or interest.',
    );
    for (const plan of ['0', 'first', '1.5', '-1'])
      expect(await refused('waive', order, plan, 'interest', '1', reason)).toContain(
        'is not the number of a plan',
      );
    expect(await refused('reverse', receipt, 'theirs')).toBe(sayReason);
    expect(await refused('reverse', receipt, 'mine', reason)).toBe(
      '"mine" is no cause: say ours for a mistake of the lender, or theirs for the payer or the operator.',
    );
    expect(await refused('reverse', `${order}-99`, 'ours', reason)).toContain('There is no posting');
    expect(await bookOf(loanId)).toEqual(before);
  });

  test('a second reversal, and the reversal of a reversal', async () => {
    const { order, loanId } = await customer();
    const receiptIn = (line: string) => /receipt (\S+-\d+)\. /.exec(line)![1]!;
    const waiver = receiptIn((await printed('waive', order, '1', 'fee', '5', 'agreed on the phone'))[0]!);
    const reversal = receiptIn(await approved('reverse', waiver, 'ours', 'the wrong loan'));
    const before = await bookOf(loanId);
    expect(await refused('reverse', waiver, 'ours', 'once more')).toBe(
      `Receipt ${waiver} was reversed before.`,
    );
    expect(await refused('reverse', reversal, 'ours', 'back again')).toContain(
      'A reversal cannot be reversed.',
    );
    expect(await bookOf(loanId)).toEqual(before);
  });

  test('more than is owed, and anything while a payment is under way', async () => {
    const { borrower, loanId, order } = await customer();
    expect(await refused('waive', order, '1', 'fee', '30.01', 'agreed on the phone')).toBe(
      'Only K30.00 of this is owed.',
    );
    const paymentId = await submitPayment(borrower, loanId, 500);
    expect((await printed('show', order)).join('\n')).toContain(
      `Payment ${paymentId} of K500.00 is under way since ${server.today()}.`,
    );
    expect(await refused('waive', order, '1', 'fee', '1', 'agreed on the phone')).toBe(
      'A payment of K500.00 is under way. Please wait until it has ended.',
    );
    await answerPrompt(server, borrower);
  });

  test('a loan that is settled, and one that is not decided yet', async () => {
    const { borrower, loanId, order } = await customer();
    await pay(server, borrower, loanId);
    expect(await printed('show', order)).toContain('Nothing is left to repay.');
    for (const words of [
      ['write-off', order, 'never seen again'],
      ['waive', order, '1', 'fee', '1', 'agreed on the phone'],
    ])
      expect(await refused(...words)).toBe('This cannot be done any more: the loan is paid off.');
    const { orderId } = await apply(await signUp(server, { monthlyIncome: 1500 }), { amount: 100 });
    expect(await printed('show', String(orderId))).toEqual([
      expect.stringMatching(/, applied\. .*, not paid out\.$/),
      'Nothing is left to repay.',
      'Nothing was posted yet.',
    ]);
    expect(await refused('write-off', String(orderId), 'never seen again')).toContain('is under review');
  });

  test.each([
    [['show', '77'], 'There is no order with this number.'],
    [['write-off', '77', 'never seen again'], 'There is no order with this number.'],
    [['waive', '77', '1', 'fee', '1', 'agreed'], 'There is no order with this number.'],
    [['reverse', '77-1', 'ours', 'booked twice'], 'There is no order with this number.'],
    [['show', '9'.repeat(40)], `"${'9'.repeat(40)}" is not the number of an order.`],
    [['show', '1e5'], '"1e5" is not the number of an order.'],
    [['write-off', 'order', 'x'], '"order" is not the number of an order.'],
    [['reverse', '77', 'ours', 'booked twice'], '"77" is not the number of a receipt, like 100001-3.'],
  ])('%j', async (words, sentence) => {
    expect(await refused(...words)).toMatch(sentence);
  });

  test.each([
    [[]],
    [['burn', '77']],
    [['show']],
    [['waive', '77', '1', 'fee']],
    [['reverse']],
    [['reverse', '77-1']],
  ])('%j says how it is used', async (words) => {
    const { done, lines } = await run(...words);
    expect(done).toBe(false);
    expect(lines[0]).toMatch(/^npm run servicing/);
  });
});
