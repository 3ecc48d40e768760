import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { moveUnasked, reconcile } from '../../money/reconciliation/reconciled-server.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../terminal/two-people.test-support.ts';

/* Many differences are resolved together: once each, by two people, also where the program is stopped in between. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const UNKNOWN = '0969999990';
type To = 'loan' | 'suspense' | 'taken_back' | 'leave';

/** Money that came from numbers of no borrower unless one is given, on a statement. Answers the differences. */
async function unasked(amounts: readonly number[], mobile = UNKNOWN): Promise<number[]> {
  const references: string[] = [];
  for (const amount of amounts) references.push(await moveUnasked(server, { mobile, amount }));
  await reconcile(server);
  const rows = await server.query(
    `select d.difference_id::integer from reconciliation_difference d
     join operator_statement_row r using (operator, row_hash)
     where r.operator_reference = any ($1) and d.state = 'open' order by d.difference_id`,
    [references],
  );
  return rows.map((row) => row.difference_id);
}

const amountsOf = (count: number, from = 10) => Array.from({ length: count }, (_, at) => from + at);

const previewOf = (member: StaffMember, to: To, differenceIds: number[]) =>
  member.client.call('previewDifferences', { body: { to, differenceIds } });

async function ask(to: To, differenceIds: number[]) {
  const { digest } = (await previewOf(mary, to, differenceIds)).data;
  const body = { to, differenceIds, digest, reason: 'alike, on the statement' };
  return mary.client.call('resolveDifferences', { body });
}

const newestBatch = async () =>
  (await grace.client.call('listDifferenceBatches', { query: { pageSize: 1 } })).data.items[0]!;

async function untilEnded() {
  await expect.poll(async () => (await newestBatch()).endedAt, PATIENCE).not.toBeNull();
  const { batchId } = await newestBatch();
  return (await mary.client.call('readDifferenceBatch', { params: { batchId } })).data;
}

const rowsOf = (differenceIds: number[]) =>
  server.query(
    `select difference_id::integer, state, resolution, request_id::integer, approved_by, entry_id::integer
     from reconciliation_difference where difference_id = any ($1) order by difference_id`,
    [differenceIds],
  );

/** What the ledger has of these differences, by plain SQL. */
const booked = async (differenceIds: number[]) =>
  (
    await server.query(
      `select count(*)::integer as rows, sum(t.amount_ngwee)::integer as ngwee from ledger_transfer t
       join reconciliation_difference d on d.entry_id = t.entry_id where d.difference_id = any ($1)`,
      [differenceIds],
    )
  )[0];

test('they are shown with their sum, refused to their maker, approved by another person and done once each', async () => {
  const amounts = amountsOf(25);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const ids = await unasked(amounts);
  const preview = (await previewOf(mary, 'suspense', ids)).data;
  expect(preview).toMatchObject({ count: 25, leftOut: [] });
  expect(preview.effect).toContainEqual({ title: 'The operator has', before: `K${sum}.00`, after: null });
  const { requestId, batchId } = (await ask('suspense', ids)).data;
  expect(batchId).toBeNull();
  expect(await ask('suspense', ids)).toMatchObject({ code: 409, reason: 'waits_already' });
  expect(await answerAs(mary, requestId!)).toMatchObject({ code: 403, reason: 'own_request' });
  expect((await booked(ids)).rows).toBe(0);
  expect((await answerAs(grace, requestId!)).data).toEqual({
    state: 'approved',
    sentence: '25 differences are being resolved. How far it came stands with the differences.',
  });
  const batch = await untilEnded();
  expect(batch).toMatchObject({
    ...{ to: 'suspense', requestId, total: 25, done: 25, refused: 0 },
    ...{ by: 'Person mary', approvedBy: 'Person grace', reason: 'alike, on the statement' },
  });
  const byTwo = { state: 'resolved', resolution: 'put_into_suspense', approved_by: 'staff:grace' };
  for (const row of await rowsOf(ids)) expect(row).toMatchObject({ ...byTwo, request_id: requestId });
  expect(await booked(ids)).toEqual({ rows: 25, ngwee: sum * 100 });
  const request = (await mary.client.call('getRequest', { params: { requestId: requestId! } })).data;
  expect(request.state).toBe('done');
});

test('each goes to the loan that it probably is for, and two for one loan are not asked for together', async () => {
  const first = await signUp(server);
  const firstLoan = await borrow(first, { termId: 2 });
  const second = await signUp(server);
  const secondLoan = await borrow(second, { termId: 2 });
  const [one, other] = (await unasked([50, 60], first.mobile)) as [number, number];
  const [third] = (await unasked([70], second.mobile)) as [number];
  const [stranger] = (await unasked([80])) as [number];
  const ids = [one, other, third, stranger];
  const preview = (await previewOf(mary, 'loan', ids)).data;
  expect(preview.count).toBe(2);
  expect(preview.leftOut).toEqual([
    { differenceId: other, sentence: expect.stringMatching(`Another one of these is for loan ${firstLoan}`) },
    { differenceId: stranger, sentence: 'No single loan is probable for it.' },
  ]);
  const { requestId } = (await ask('loan', ids)).data;
  // What a loan is since it was asked for counts: this one has moved on, and its difference is left.
  await pay(server, second, secondLoan, { amount: 100 });
  await answerAs(grace, requestId!);
  const batch = await untilEnded();
  expect(batch).toMatchObject({ total: 2, done: 1, refused: 1 });
  expect(batch.items[0]).toEqual({
    ...{ differenceId: third, state: 'refused' },
    sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
  });
  expect((await rowsOf(ids)).map(({ resolution }) => resolution)).toEqual([
    'posted_to_loan',
    null,
    null,
    null,
  ]);
});

/** The operator gave the money back, and our book never had it. */
const giveBack = (differenceIds: number[]) =>
  server.owner.pool.query(
    `with d as (update reconciliation_difference set kind = 'reversed' where difference_id = any ($1) returning *)
     update operator_statement_row r set outcome = 'reversed' from d
     where r.operator = d.operator and r.row_hash = d.row_hash`,
    [differenceIds],
  );

test('many that were given back are left by one person, and one that was left before is not overwritten', async () => {
  const ids = await unasked(amountsOf(3, 500));
  await giveBack(ids);
  await grace.client.call('leaveDifference', {
    params: { differenceId: ids[0]! },
    body: { reason: 'of another business' },
  });
  expect((await previewOf(mary, 'leave', ids)).data).toMatchObject({
    ...{ count: 2, isAlone: true },
    leftOut: [{ differenceId: ids[0], sentence: 'This difference is resolved already.' }],
  });
  const { requestId, batchId } = (await ask('leave', ids)).data;
  expect(requestId).toBeNull();
  expect(batchId).not.toBeNull();
  expect(await untilEnded()).toMatchObject({ to: 'leave', total: 2, done: 2, approvedBy: null });
  const reasons = await server.query(
    'select reason from reconciliation_difference where difference_id = any ($1) order by difference_id',
    [ids],
  );
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'of another business',
    'alike, on the statement',
    'alike, on the statement',
  ]);
});

test('where money of one of them moved, all are left by two people', async () => {
  const ids = await unasked(amountsOf(2, 550));
  await giveBack(ids.slice(1));
  expect((await previewOf(mary, 'leave', ids)).data).toMatchObject({ count: 2, isAlone: false });
  const { requestId, batchId } = (await ask('leave', ids)).data;
  expect(batchId).toBeNull();
  expect((await rowsOf(ids)).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await answerAs(mary, requestId!)).toMatchObject({ code: 403, reason: 'own_request' });
  await answerAs(grace, requestId!);
  expect(await untilEnded()).toMatchObject({ to: 'leave', total: 2, done: 2, approvedBy: 'Person grace' });
  for (const row of await rowsOf(ids))
    expect(row).toMatchObject({ resolution: 'ignored', request_id: requestId, approved_by: 'staff:grace' });
  expect((await booked(ids)).rows).toBe(0);
});

test('what was done and not noted when the program was stopped is found as done, and moves nothing again', async () => {
  const ids = await unasked(amountsOf(22, 300));
  const { requestId } = (await ask('suspense', ids)).data;
  await answerAs(grace, requestId!);
  const { batchId } = await untilEnded();
  const before = await booked(ids);
  // As a program leaves it that is killed after the last posting and before the notes of it.
  await server.query('update difference_batch set ended_at = null where batch_id = $1', [batchId]);
  await server.query(
    `update difference_batch_item set state = 'waiting' where batch_id = $1 and difference_id = any ($2)`,
    [batchId, ids.slice(5)],
  );
  const other = await startAppServer({ besides: server });
  expect(await untilEnded()).toMatchObject({ total: 22, done: 22, refused: 0 });
  await other.leave();
  expect(await booked(ids)).toEqual(before);
});

test('two programs that go on with one batch move nothing twice', async () => {
  const amounts = amountsOf(21, 700);
  const ids = await unasked(amounts);
  const { requestId } = (await ask('suspense', ids)).data;
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('lock table reconciliation_difference in share mode');
  await answerAs(grace, requestId!);
  const other = await startAppServer({ besides: server });
  await holder.query('commit');
  holder.release();
  expect(await untilEnded()).toMatchObject({ total: 21, done: 21, refused: 0 });
  await other.leave();
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  expect(await booked(ids)).toEqual({ rows: 21, ngwee: sum * 100 });
});

test('one that breaks off each time is left with a reference, so that its batch ends and later ones go on', async () => {
  const [whole, broken, later] = (await unasked([950, 951, 952])) as [number, number, number];
  await server.owner.pool.query(
    `create function break_off() returns trigger language plpgsql as
       $$ begin raise exception 'a test breaks it off'; end $$;
     create trigger break_off before update on reconciliation_difference
       for each row when (old.difference_id = ${broken}) execute function break_off()`,
  );
  const first = (await ask('suspense', [whole, broken])).data.requestId!;
  await answerAs(grace, first);
  const stateOf = async () =>
    (
      await server.query('select state, tries from difference_batch_item where difference_id = $1', [broken])
    )[0];
  await expect.poll(stateOf, PATIENCE).toEqual({ state: 'waiting', tries: 2 });
  const second = (await ask('suspense', [later])).data.requestId!;
  await answerAs(grace, second);
  expect(await untilEnded()).toMatchObject({ requestId: second, total: 1, done: 1 });
  await server.owner.pool.query(
    'drop trigger break_off on reconciliation_difference; drop function break_off()',
  );
  expect(await stateOf()).toEqual({ state: 'refused', tries: 3 });
  const [, ended] = (await grace.client.call('listDifferenceBatches', { query: { pageSize: 2 } })).data.items;
  expect(ended).toMatchObject({
    requestId: first,
    total: 2,
    done: 1,
    refused: 1,
    endedAt: expect.any(String),
  });
  const { items } = (await mary.client.call('readDifferenceBatch', { params: { batchId: ended!.batchId } }))
    .data;
  expect(items[0]).toEqual({
    ...{ differenceId: broken, state: 'refused' },
    sentence: expect.stringMatching(/^It broke off 3 times and was left\. .* Reference [0-9a-f]{8}\.$/),
  });
  expect(await rowsOf([broken])).toMatchObject([{ state: 'open', request_id: null }]);
  // It can be asked for again.
  const again = (await ask('suspense', [broken])).data.requestId!;
  await answerAs(grace, again);
  expect(await untilEnded()).toMatchObject({ requestId: again, done: 1 });
});

test('the database refuses a difference that is not of the batch, and a batch that was not approved', async () => {
  const ids = await unasked([900, 901]);
  const { requestId } = (await ask('suspense', [ids[0]!])).data;
  const [outside] = ids.slice(1);
  const begin = () =>
    server.query(
      `insert into difference_batch (request_id, resolution, reason, actor, approved_by, begun_at)
       values ($1, 'suspense', 'a test', 'staff:mary', 'staff:grace', now())`,
      [requestId],
    );
  await expect(begin()).rejects.toThrow('names a request that this person approved');
  const alone = server.query(
    `insert into difference_batch (resolution, reason, actor, begun_at)
     values ('suspense', 'a test', 'staff:mary', now())`,
  );
  await expect(alone).rejects.toThrow('difference_batch_by_two_people');
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('lock table reconciliation_difference in share mode');
  await answerAs(grace, requestId!);
  await holder.query('commit');
  holder.release();
  const stolen = server.query(
    `update reconciliation_difference set request_id = $2, approved_by = 'staff:grace' where difference_id = $1`,
    [outside, requestId],
  );
  await expect(stolen).rejects.toThrow(/resolves one difference|this person approved/);
  await untilEnded();
});
