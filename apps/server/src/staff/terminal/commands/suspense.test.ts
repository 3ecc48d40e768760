import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  downloadRecord,
  PATIENCE,
  signUp,
  succeedAfterAll,
} from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { openPieces } from '../../../money/suspense/queries.ts';
import type { Answered } from '../../request/answer-request.ts';
import { deskBeside, runApproved, runOf } from '../staff-desk.test-support.ts';
import { reverseAt, reversedPaymentAt, unknownMoneyAt } from '../suspense.test-support.ts';
import { command as bank } from './bank.ts';
import { command } from './suspense.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** What a command comes to once a second person approved what it files. */
const run = (...words: string[]) => runApproved(server, command, ...words);

const unknownMoney = (amount: number, mobile?: string) => unknownMoneyAt(server, amount, mobile);
const reverse = (receipt: string) => reverseAt(server, receipt);
const reversedPayment = (amount: number) => reversedPaymentAt(server, amount);

async function lineOf(piece: string): Promise<string | undefined> {
  return (await run()).text.split('\n').find((line) => line.startsWith(`${piece} `));
}

const walletOf = async (borrower: AppBorrower) => (await borrower.ask('getWallet', { query: {} })).balance;

const rowsOf = (piece: string) =>
  server.query(
    `select s.target, s.state, s.actor, s.reason, p.amount_ngwee from suspense_placement s
     join suspense_placement_part p using (placement_id) where p.piece_entry_id = $1 order by s.placement_id`,
    [piece],
  );

const attemptIn = (text: string) => / as payment (\S+)\. /.exec(text)![1]!;

async function untilState(attemptId: string, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const [attempt] = await server.query('select state from payment_attempt where attempt_id = $1', [
      attemptId,
    ]);
    if (attempt.state !== state) throw new Error(`the payment is ${attempt.state}`);
  }, PATIENCE);
}

test('pieces are listed with their source and age until staff have placed them', async () => {
  expect(await run()).toEqual({ done: true, text: 'No money is in suspense.' });
  const { piece, loanId } = await reversedPayment(400);
  const unknown = await unknownMoney(30);
  await server.passDays(3);
  expect((await run()).text.split('\n')[0]).toMatch(
    /^piece +moved on +days +of +came +left +to place +source$/,
  );
  expect(await lineOf(piece)).toMatch(
    new RegExp(` 3 +order ${loanId} +K400\\.00 +- +K400\\.00 +a payment that was taken back$`),
  );
  expect(await lineOf(unknown)).toMatch(/ 3 +nobody +K30\.00 +- +K30\.00 +an unknown row of a statement$/);

  const { borrower: owner, loanId: order } = await reversedPayment(100);
  const paid = await run('loan', `${piece}=150.50`, String(order), 'their', 'money');
  expect(paid.text).toMatch(
    new RegExp(
      `^K150\\.50 of piece ${piece} is paid on order ${order} as of \\S+, receipt \\S+\\. Left to repay: K9`,
    ),
  );
  const bill = await owner.ask('queryLoanDetail', { params: { id: order } });
  expect(bill.payments.map(({ amount, reversed }) => [amount, reversed])).toEqual([
    [100, true],
    [150.5, false],
  ]);
  expect(await lineOf(piece)).toMatch(/K400\.00 +- +K249\.50/);
  expect(await run('wallet', `${piece},${unknown}=10`, owner.mobile, 'the rest of it')).toEqual({
    done: true,
    text: `K259.50 is in the wallet of borrower ${owner.borrowerId}.`,
  });
  expect(await walletOf(owner)).toBe(259.5);
  expect(await lineOf(piece)).toBeUndefined();
  expect(await lineOf(unknown)).toMatch(/K30\.00 +- +K20\.00/);
  expect(await rowsOf(piece)).toEqual([
    { target: 'loan', state: 'done', actor: 'staff:mary', reason: 'their money', amount_ngwee: 15_050 },
    { target: 'wallet', state: 'done', actor: 'staff:mary', reason: 'the rest of it', amount_ngwee: 24_950 },
  ]);
  const { items } = await owner.ask('listMessages', { query: {} });
  expect(items[0]!.text).toContain('We found K259.50 that you had paid');
  const { movements } = await owner.ask('getWallet', { query: {} });
  expect(movements[0]).toMatchObject({ amount: 259.5, title: 'Your money that we found' });
  const record = await (await downloadRecord(server, owner)).text();
  expect(record).toContain('foundMoney');
  expect(record).not.toMatch(/staff:|approvedBy/);
});

test('money counts on the loan from the day on which it came', async () => {
  const { piece, loanId } = await reversedPayment(1086);
  await server.passDays(20);
  const { text } = await run('loan', piece, String(loanId), 'it was theirs after all');
  expect(text).toContain('Left to repay: K0.00.');
  expect(await server.query('select state, worst_days_late from loan where loan_id = $1', [loanId])).toEqual([
    { state: 'settled', worst_days_late: 0 },
  ]);
});

test('a placement that was a mistake is taken back, and then goes to the payer it had first come from', async () => {
  const mobile = server.newMobile('mtn');
  const piece = await unknownMoney(60, mobile);
  const { loanId } = await reversedPayment(20);
  const { text } = await run('loan', piece, String(loanId), 'looks like theirs');
  const receipt = /receipt (\S+)\. /.exec(text)![1]!;
  await reverse(receipt);
  const again = (await openPieces(server.db)).find((one) => one.loan_id === loanId && one.ngwee === 6000)!;
  const before = (await server.handset.phone(mobile)).balance;
  const sent = await run('payer', String(again.entry_id), 'nobody knows them');
  expect(sent.text).toMatch(/^K60\.00 goes back to 096 \*{4} \d{3} at MTN as payment /);
  await untilState(attemptIn(sent.text), 'succeeded');
  expect((await server.handset.phone(mobile)).balance).toBe(before + 60);
});

const PAYER_WHO_IS_REFUSED = '0966666666';

test('money goes back to its payer once, and what the operator refused is in the list again', async () => {
  const [first, second] = [
    await unknownMoney(25, PAYER_WHO_IS_REFUSED),
    await unknownMoney(5, PAYER_WHO_IS_REFUSED),
  ];
  const { text } = await run('payer', `${first},${second}`, 'sent by mistake');
  expect(text).toMatch(/^K30\.00 goes back to 096 \*{4} 666 at MTN as payment /);
  expect(await lineOf(first)).toBeUndefined();
  await untilState(attemptIn(text), 'failed');
  expect(await lineOf(first)).toMatch(/K25\.00 +- +K25\.00/);
  expect(await rowsOf(second)).toMatchObject([{ target: 'payer', state: 'failed', amount_ngwee: 500 }]);
  const { borrower } = await reversedPayment(20);
  await run('wallet', first, String(borrower.borrowerId), 'they showed the SMS');
  await succeedAfterAll(server, attemptIn(text));
  await untilState(attemptIn(text), 'succeeded');
  // The operator sent K30 after all, and only K5 were left.
  expect(await lineOf(second)).toBeUndefined();
  const gone = (await openPieces(server.db)).find((one) => one.source === 'late_return')!;
  expect(await lineOf(String(gone.entry_id))).toMatch(
    /- +K25\.00 +K25\.00 +money sent back that had failed and was sent$/,
  );
  expect(await run('payer', String(gone.entry_id), 'again')).toEqual({
    done: false,
    text: `Piece ${gone.entry_id} is money that left. It can only be covered by money that came.`,
  });
  const back = await unknownMoney(40);
  expect(await run('cover', back, String(gone.entry_id), 'they paid it back')).toEqual({
    done: true,
    text: `K25.00 of piece ${gone.entry_id} came back with piece ${back}.`,
  });
  expect(await lineOf(String(gone.entry_id))).toBeUndefined();
  expect(await lineOf(back)).toMatch(/K40\.00 +- +K15\.00/);
});

/** Money that was sent back after all, although it had failed and was placed elsewhere. Answers its piece. */
async function moneyThatLeft(amount: number): Promise<string> {
  const piece = await unknownMoney(amount, PAYER_WHO_IS_REFUSED);
  const attemptId = attemptIn((await run('payer', piece, 'sent by mistake')).text);
  await untilState(attemptId, 'failed');
  const { borrower } = await reversedPayment(20);
  await run('wallet', piece, String(borrower.borrowerId), 'they showed the SMS');
  await succeedAfterAll(server, attemptId);
  await untilState(attemptId, 'succeeded');
  const gone = (await openPieces(server.db)).filter((one) => one.source === 'late_return');
  return String(gone.at(-1)!.entry_id);
}

test('money that left is covered once, also by two people at once', async () => {
  const gone = await moneyThatLeft(35);
  const came = [await unknownMoney(30), await unknownMoney(20)];
  const filed = [];
  for (const piece of came) filed.push(await runOf(server, command, 'cover', piece, gone, 'paid back'));
  const approve = ({ text }: { text: string }) =>
    approveRequest(server, Number(/^Request (\d+) /.exec(text)![1]));
  const holder = await server.owner.pool.connect();
  let answers: Answered[];
  try {
    // Both have looked at the pieces before either covers one.
    await holder.query('begin; lock table suspense_piece in share row exclusive mode');
    const answering = Promise.all(filed.map(approve));
    await vi.waitFor(async () => {
      const waiting = await server.query(
        `select from pg_locks where relation = 'suspense_piece'::regclass and not granted`,
      );
      if (waiting.length < 2) throw new Error('two covers do not wait yet');
    }, PATIENCE);
    await holder.query('commit');
    answers = await answering;
  } finally {
    holder.release();
  }
  expect(answers).toContainEqual(expect.objectContaining({ ok: true, state: 'done' }));
  const failed = answers.find((answer) => answer.ok && answer.state === 'failed');
  expect(failed).toMatchObject({
    sentence: expect.stringMatching(new RegExp(`^Only K(5|15)\\.00 of piece ${gone} is left\\.$`)),
  });
  expect(await rowsOf(gone)).toHaveLength(1);
});

test('no piece is placed twice, also by two people at once', async () => {
  const piece = await unknownMoney(50);
  const [one, other] = [await reversedPayment(20), await reversedPayment(20)];
  const asked: string[][] = [
    ['wallet', piece, String(one.borrower.borrowerId), 'first person'],
    ['wallet', piece, String(other.borrower.borrowerId), 'second person'],
    ['payer', piece, 'third person'],
    ['loan', piece, String(one.loanId), 'fourth person'],
  ];
  const filed = await Promise.all(asked.map((words) => runOf(server, command, ...words)));
  const answers = await Promise.all(
    filed.map(({ text }) => approveRequest(server, Number(/^Request (\d+) /.exec(text)![1]))),
  );
  const ended = answers.map((answer) => answer.ok && { state: answer.state, sentence: answer.sentence });
  expect(ended.filter((end) => end && end.state === 'done')).toHaveLength(1);
  for (const end of ended.filter((one) => one && one.state !== 'done'))
    expect(end).toEqual({ state: 'failed', sentence: `Nothing of piece ${piece} is to be placed.` });
  expect(await rowsOf(piece)).toHaveLength(1);
  await expect(
    server.query('update suspense_piece set placed_ngwee = amount_ngwee + 1 where entry_id = $1', [piece]),
  ).rejects.toThrow('suspense_piece_not_placed_twice');
});

test('what makes no sense is refused in one sentence, and nothing is placed', async () => {
  const piece = await unknownMoney(12);
  const other = await unknownMoney(13);
  const { loanId, borrower } = await reversedPayment(20);
  const order = String(loanId);
  const refusals: [string[], string][] = [
    [['payer', piece], 'Please give a reason of 3 to 200 characters.'],
    [['wallet', piece, '999999', 'it is theirs'], 'There is no such borrower.'],
    [['loan', piece, '77', 'it is theirs'], 'There is no order with this number.'],
    [
      ['loan', '987654', order, 'it is theirs'],
      'There is no piece 987654 in suspense: "npm run suspense" lists them.',
    ],
    [['loan', `${piece}=12.01`, order, 'it is theirs'], `Only K12.00 of piece ${piece} is left.`],
    [['loan', `${piece},${piece}=1`, order, 'it is theirs'], `Piece ${piece} is named twice.`],
    [['loan', `${piece}=ten`, order, 'it is theirs'], '"ten" is no amount: say it in kwacha, like 10.86.'],
    [['loan', 'all', order, 'it is theirs'], '"all" is not the number of a piece.'],
    [
      ['payer', `${piece},${other}`, 'send it'],
      'These pieces came from different numbers. Send each back by itself.',
    ],
    [
      ['cover', piece, other, 'came back'],
      `Piece ${other} is money that came, so there is nothing to cover.`,
    ],
  ];
  for (const [words, text] of refusals) expect(await run(...words)).toEqual({ done: false, text });
  for (const words of [['burn', piece], ['loan'], ['wallet', piece]])
    expect((await run(...words)).text).toMatch(/^npm run suspense/);
  expect(await walletOf(borrower)).toBe(0);
  expect(await rowsOf(piece)).toEqual([]);
});

test('money whose owner is not known is no wallet credit under way', async () => {
  const borrower = await signUp(server);
  expect(await borrower.ask('getWallet', { query: {} })).not.toHaveProperty('pendingPaymentId');
});

test('money that came to the bank is listed with its value day, and has no number to go back to', async () => {
  const on = addDays(day(server.today()), -2);
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'bank-')), 'statement.csv');
  await writeFile(file, `Date,Narrative,Debit,Credit,Balance\n${on},Cash deposit,,75.00,75.00\n`);
  const desk = await deskBeside(server);
  expect(await bank.atDesk(desk, ['import', file])).toMatchObject({ done: true });
  const [{ row_id }] = await server.query('select row_id from bank_statement_row where amount_ngwee = 7500');
  const posted = await runApproved(server, bank, 'post', String(row_id), 'suspense', 'no name on it');
  expect(posted.text).toContain('K75.00');
  const [{ entry_id: piece }] = await server.query(
    'select entry_id from bank_row_posting where row_id = $1',
    [row_id],
  );
  expect(await lineOf(String(piece))).toMatch(
    new RegExp(` ${on} +2 +nobody +K75\\.00 +- +K75\\.00 +a row of the bank statement$`),
  );
  expect(await run('payer', String(piece), 'send it back')).toEqual({
    done: false,
    text: `The number that piece ${piece} came from is not known. Place it on a loan or in a wallet.`,
  });
  const { loanId } = await reversedPayment(20);
  expect((await run('loan', String(piece), String(loanId), 'the slip names them')).text).toContain(
    `K75.00 of piece ${piece} is paid on order ${loanId}`,
  );
});
