import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { asApproved } from '../../../../test/approved-match.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import { command } from './differences.ts';

let server: AppServer;
let payer: AppBorrower;
let order: string;
beforeAll(async () => {
  server = await startAppServer();
  payer = await signUp(server);
  order = String(await borrow(payer));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const run = (...words: string[]) => runOf(server, command, ...words);
const approved = (...words: string[]) => runApproved(server, command, ...words);

/** Money that came without us, on a statement: the number of its difference. */
async function extra(amount: number, mobile = payer.mobile): Promise<string> {
  const reference = await moveUnasked(server, { mobile, amount });
  const { differences } = await reconcile(server);
  return String(differences.find((one) => one.operator_reference === reference)!.difference_id);
}

const resolutionOf = (differenceNo: string) =>
  server.query(
    'select state, resolution, actor, approved_by, reason from reconciliation_difference where difference_id = $1',
    [differenceNo],
  );

test('differences are listed until staff have posted them, put them into suspense or left them', async () => {
  expect(await run()).toEqual({ done: true, text: 'No difference waits for a person.' });
  const [toLoan, toSuspense, toLeave] = [await extra(150), await extra(20), await extra(30)];
  const { text } = await run();
  expect(text.split('\n').slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^${toLoan} +extra at the operator +collection .*K150\\.00$`)),
    expect.stringMatching(new RegExp(`^${toSuspense} +extra at the operator +collection .*K20\\.00$`)),
    expect.stringMatching(new RegExp(`^${toLeave} +extra at the operator +collection .*K30\\.00$`)),
  ]);

  expect(await approved('post', toLoan, order, 'on', 'the', 'statement')).toEqual({
    done: true,
    text: `Difference ${toLoan} is resolved: K150.00 is posted to order ${order}.`,
  });
  const bill = await payer.ask('queryLoanDetail', { params: { id: Number(order) } });
  expect(bill.payments.map(({ amount }) => amount)).toEqual([150]);
  expect(await approved('suspense', toSuspense, 'its owner is not known')).toEqual({
    done: true,
    text: `Difference ${toSuspense} is resolved: K20.00 stands in suspense.`,
  });
  expect(await approved('leave', toLeave, 'a test of the operator')).toEqual({
    done: true,
    text: `Difference ${toLeave} is resolved: both books are left as they are.`,
  });
  const byTwo = { state: 'resolved', actor: 'staff:mary', approved_by: 'staff:grace' };
  expect(await resolutionOf(toLoan)).toEqual([
    { ...byTwo, resolution: 'posted_to_loan', reason: 'on the statement' },
  ]);
  expect(await resolutionOf(toSuspense)).toEqual([
    { ...byTwo, resolution: 'put_into_suspense', reason: 'its owner is not known' },
  ]);
  expect(await resolutionOf(toLeave)).toEqual([
    { ...byTwo, resolution: 'ignored', reason: 'a test of the operator' },
  ]);
  expect(await run()).toEqual({ done: true, text: 'No difference waits for a person.' });
  for (const words of [
    ['post', toLoan, order],
    ['suspense', toSuspense],
    ['leave', toLeave],
  ])
    expect(await run(...words, 'once more')).toEqual({
      done: false,
      text: 'This difference is resolved already.',
    });
});

test('what makes no sense is refused in one sentence, and the difference stays open', async () => {
  const open = await extra(40);
  const refusals: [string[], string][] = [
    [['post', open, order], 'Please give a reason of 3 to 200 characters.'],
    [['suspense', open], 'Please give a reason of 3 to 200 characters.'],
    [['leave', open, ' '], 'Please give a reason of 3 to 200 characters.'],
    [['post', open, '77', 'on the statement'], 'There is no order with this number that was paid out.'],
    [['post', open, 'loan', 'on the statement'], '"loan" is not the number of an order.'],
    [['post', '987654', order, 'on the statement'], 'There is no difference with this number.'],
    [['leave', open, 'on the statement', '--by', 'John'], 'This command has no option --by.'],
    [['leave', 'first', 'on the statement'], '"first" is not the number of a difference.'],
    [['leave', '9'.repeat(30), 'x'], `"${'9'.repeat(30)}" is not the number of a difference.`],
  ];
  for (const [words, text] of refusals) expect(await run(...words)).toEqual({ done: false, text });
  for (const words of [['burn', open], ['leave'], ['post', open]]) {
    const { done, text } = await run(...words);
    expect(done).toBe(false);
    expect(text).toMatch(/^npm run differences/);
  }
  expect(await resolutionOf(open)).toMatchObject([{ state: 'open' }]);
  expect(await approved('leave', open, 'a test of the operator')).toMatchObject({ done: true });
});

test('what the operator gave back and our book never had is left by one person', async () => {
  const givenBack = await extra(35);
  await server.owner.pool.query(
    `with d as (update reconciliation_difference set kind = 'reversed' where difference_id = $1 returning *)
     update operator_statement_row r set outcome = 'reversed' from d
     where r.operator = d.operator and r.row_hash = d.row_hash`,
    [givenBack],
  );
  expect(await run('leave', givenBack, 'it came and went')).toEqual({
    done: true,
    text: `Difference ${givenBack} is left as it is.`,
  });
  expect(await resolutionOf(givenBack)).toMatchObject([{ resolution: 'ignored', approved_by: null }]);
});

test('a posting that broke off is told apart from a resolved difference, and goes on to the same order only', async () => {
  const stuck = await extra(45);
  await asApproved(server.db, ({ requestId, approvedBy }) =>
    server.query(
      `update reconciliation_difference set state = 'posting', actor = 'staff:mary', reason = 'on the statement',
         posting_borrower_id = $2, posting_loan_id = $3, posting_attempt_id = $4, request_id = $5, approved_by = $6
       where difference_id = $1`,
      [stuck, payer.borrowerId, order, randomUUID(), requestId, approvedBy],
    ),
  );
  expect((await run()).text).toMatch(new RegExp(`^${stuck} .* being posted to order ${order}$`, 'm'));
  const another = String(await borrow(await signUp(server)));
  for (const words of [
    ['post', stuck, another],
    ['suspense', stuck],
    ['leave', stuck],
  ])
    expect(await run(...words, 'found elsewhere')).toEqual({
      done: false,
      text: `This difference is being posted to order ${order}. If that broke off, post it there again.`,
    });
  expect(await approved('post', stuck, order, 'once more')).toEqual({
    done: true,
    text: `Difference ${stuck} is resolved: K45.00 is posted to order ${order}.`,
  });
  expect(await resolutionOf(stuck)).toMatchObject([{ state: 'resolved', reason: 'on the statement' }]);
});

test('a difference that agrees meanwhile is closed and not listed', async () => {
  const paymentId = await pay(server, payer, Number(order), { amount: 25 });
  await reconcile(server);
  const [{ no }] = await server.query(
    `insert into reconciliation_difference (operator, kind, direction, statement_id, row_hash, borrower_id, attempt_id,
       statement_ngwee, attempt_ngwee, happened_at, found_at)
     select operator, 'status_differs', direction, statement_id, row_hash, borrower_id, attempt_id, amount_ngwee,
       amount_ngwee, happened_at, happened_at from operator_statement_row where attempt_id = $1
     returning difference_id::text as no`,
    [paymentId],
  );
  expect(await run()).toEqual({ done: true, text: 'No difference waits for a person.' });
  expect(await resolutionOf(no)).toMatchObject([{ state: 'resolved', resolution: 'agreed' }]);
});

test('a payment that the operator gave back goes to no loan, and into suspense', async () => {
  const paymentId = await pay(server, payer, Number(order), { amount: 60 });
  await server.query(
    `update simulator.instruction set outcome = 'failed', failure = 'refused' where reference = $1`,
    [paymentId],
  );
  server.clock.advance({ days: 1 });
  const { differences } = await reconcile(server, 'mtn', { daysAgo: 1 });
  const missing = String(differences.find(({ kind }) => kind === 'missing')!.difference_id);
  expect(await run('post', missing, order, 'on the statement')).toEqual({
    done: false,
    text: 'Only money that came, and that no payment of ours accounts for, can go to a loan.',
  });
  expect(await approved('suspense', missing, 'on the statement')).toEqual({
    done: true,
    text: `Difference ${missing} is resolved: K60.00 stands in suspense.`,
  });
});
