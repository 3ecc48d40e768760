import { addDays, day, formatDay } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, pay } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import type { KeptRequest } from '../../request/requests.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import { reversedPaymentAt, unknownMoneyAt } from '../suspense.test-support.ts';
import { command as servicing } from './servicing.ts';
import { command } from './suspense.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** Mary asks for a placement. Answers her request, which waits for a second person. */
async function ask(...words: string[]): Promise<KeptRequest> {
  const asked = await runOf(server, command, ...words);
  expect(asked).toMatchObject({ done: true, text: expect.stringMatching(/^Request \d+ is filed: /) });
  return waitingRequest(server);
}

/** Does an approved request again, as a process does when it was stopped after the approval. */
const executeAgain = (request: KeptRequest) =>
  server.app.executors.suspense_placement!(request, 'staff:grace');

const placementsOf = ({ requestId }: KeptRequest) =>
  server.query(
    `select target, actor, approved_by, reason, amount_ngwee::integer as ngwee from suspense_placement
     where request_id = $1 order by placement_id`,
    [requestId],
  );

const walletOf = async (borrower: AppBorrower) => (await borrower.ask('getWallet', { query: {} })).balance;
const owed = async (loanId: number) =>
  (
    await server.query('select sum(amount_ngwee) as ngwee from ledger_transfer where loan_id = $1', [loanId])
  )[0].ngwee;
const people = { actor: 'staff:mary', approved_by: 'staff:grace' };

test('a request shows the pieces, the wallet, the ledger and the SMS, and moves nothing before it is approved', async () => {
  const piece = await unknownMoneyAt(server, 50);
  const { borrower } = await reversedPaymentAt(server, 20);
  const request = await ask('wallet', `${piece}=30`, String(borrower.borrowerId), 'they showed the SMS');
  expect(request).toMatchObject({
    kind: 'suspense_placement',
    title: `Put K30.00 from suspense into the wallet of borrower ${borrower.borrowerId}`,
    borrowerId: borrower.borrowerId,
    reason: 'they showed the SMS',
    effect: [
      {
        title: `Left of piece ${piece}, which came on ${formatDay(day(server.today()))}`,
        before: 'K50.00',
        after: 'K20.00',
      },
      { title: 'Wallet credit', before: 'K0.00', after: 'K30.00' },
      { title: 'Ledger: suspense to wallet credit', before: null, after: 'K30.00' },
    ],
    message: expect.stringContaining('We found K30.00 that you had paid'),
  });
  expect(await walletOf(borrower)).toBe(0);
  expect(await placementsOf(request)).toEqual([]);
  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  expect(await executeAgain(request)).toEqual({
    isDone: true,
    sentence: `K30.00 is in the wallet of borrower ${borrower.borrowerId}.`,
  });
  expect(await walletOf(borrower)).toBe(30);
  expect(await placementsOf(request)).toEqual([
    { target: 'wallet', ...people, reason: 'they showed the SMS', ngwee: 3000 },
  ]);
});

test('a loan is paid with each piece once, also where the process was stopped between two of them', async () => {
  const [first, second] = [await unknownMoneyAt(server, 50), await unknownMoneyAt(server, 60)];
  const { borrower, loanId } = await reversedPaymentAt(server, 20);
  const request = await ask('loan', `${first}=10,${second}=40`, String(loanId), 'the SMS shows it');
  expect(request).toMatchObject({
    title: `Pay K50.00 from suspense on order ${loanId}`,
    borrowerId: borrower.borrowerId,
    loanId,
    message: expect.stringContaining('K10.00'),
  });
  const today = formatDay(day(server.today()));
  expect(request.effect).toEqual([
    { title: expect.stringContaining(`Left of piece ${first}, `), before: 'K50.00', after: 'K40.00' },
    { title: expect.stringContaining(`Left of piece ${second}, `), before: 'K60.00', after: 'K20.00' },
    { title: `Day for which piece ${first} counts`, before: null, after: today },
    { title: `Day for which piece ${second} counts`, before: null, after: today },
    { title: 'Left to repay', before: expect.any(String), after: expect.any(String) },
    { title: 'Ledger: suspense to fee receivable', before: null, after: 'K30.00' },
    { title: 'Ledger: suspense to interest receivable', before: null, after: 'K20.00' },
  ]);
  const { parts } = request.payload as { parts: unknown[] };
  const half = { ...request, payload: { ...request.payload, parts: parts.slice(0, 1) } };
  expect(await executeAgain(half)).toMatchObject({ isDone: true });
  const approved = await approveRequest(server);
  expect(approved).toMatchObject({
    state: 'done',
    sentence: expect.stringMatching(
      new RegExp(`^K10\\.00 of piece ${first} is paid on order ${loanId}.*\\nK40\\.00 of piece ${second} `),
    ),
  });
  const leftAfter = request.effect.find(({ title }) => title === 'Left to repay')!.after;
  expect(approved.ok && approved.sentence).toContain(`Left to repay: ${leftAfter}.`);
  const receiptsIn = (text: string) => [...text.matchAll(/[Rr]eceipt (\d+-\d+)\./g)].map(([, no]) => no);
  const receipts = approved.ok ? receiptsIn(approved.sentence) : [];
  expect(new Set(receipts).size).toBe(2);
  expect(receiptsIn(request.message!)).toEqual(receipts);
  expect(await executeAgain(request)).toMatchObject({ isDone: true });
  expect(await placementsOf(request)).toMatchObject([
    { target: 'loan', ...people, ngwee: 1000 },
    { target: 'loan', ...people, ngwee: 4000 },
  ]);
});

test('money goes back to its payer once, however often the request is executed', async () => {
  const piece = await unknownMoneyAt(server, 50, '0966123123');
  const request = await ask('payer', `${piece}=20`, 'sent by mistake');
  expect(request).toMatchObject({
    title: 'Send K20.00 from suspense back to 096 **** 123 at MTN',
    borrowerId: null,
    message: null,
  });
  expect(JSON.stringify(request.payload)).not.toContain('0966123123');
  await approveRequest(server);
  expect(await executeAgain(request)).toMatchObject({ isDone: true });
  expect(await placementsOf(request)).toMatchObject([{ target: 'payer', ...people, ngwee: 2000 }]);
  const payouts = await server.query(
    `select amount_ngwee::integer as ngwee from payment_attempt where purpose = 'suspense_return'`,
  );
  expect(payouts).toEqual([{ ngwee: 2000 }]);
});

test('a placement fails as a whole where a piece was placed meanwhile, or the loan was paid', async () => {
  const [kept, taken] = [await unknownMoneyAt(server, 30), await unknownMoneyAt(server, 40)];
  const { borrower, loanId } = await reversedPaymentAt(server, 20);
  const request = await ask('loan', `${kept},${taken}`, String(loanId), 'the SMS shows it');
  await runOf(server, command, 'wallet', `${taken}=5`, String(borrower.borrowerId), 'of their mother');
  expect(await approveRequest(server, request.requestId + 1)).toMatchObject({ state: 'done' });
  const before = await owed(loanId);
  expect(await approveRequest(server, request.requestId)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: `Only K35.00 of piece ${taken} is left.`,
  });
  expect(await owed(loanId)).toBe(before);
  expect(await placementsOf(request)).toEqual([]);

  const again = await ask('loan', kept, String(loanId), 'the SMS shows it');
  await pay(server, borrower, loanId, { amount: 100 });
  expect(await approveRequest(server)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
  });
  expect(await placementsOf(again)).toEqual([]);
});

test('a placement fails where the loan got new dates since it was asked for', async () => {
  const piece = await unknownMoneyAt(server, 30);
  const { loanId } = await reversedPaymentAt(server, 20);
  const request = await ask('loan', piece, String(loanId), 'the SMS shows it');
  const newDate = addDays(day(server.today()), 40);
  const agreed = await runApproved(server, servicing, 'hardship', String(loanId), newDate, 'lost the job');
  expect(agreed).toMatchObject({ done: true, text: expect.stringContaining('has new dates') });
  const before = await owed(loanId);
  expect(await approveRequest(server, request.requestId)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
  });
  expect(await owed(loanId)).toBe(before);
  expect(await placementsOf(request)).toEqual([]);
});

test('the database refuses a placement without a second person, and one that its own maker approved', async () => {
  const insert = (approvedBy: string | null) =>
    server.query(
      `insert into suspense_placement (target, borrower_id, amount_ngwee, state, reason, actor, approved_by, on_day,
         placed_at)
       values ('covered', 0, 100, 'done', 'alone', 'staff:mary', $1, '2026-11-27', now())`,
      [approvedBy],
    );
  await expect(insert(null)).rejects.toThrow('needs a second person');
  await expect(insert('staff:Mary')).rejects.toThrow('suspense_placement_two_people');
});
