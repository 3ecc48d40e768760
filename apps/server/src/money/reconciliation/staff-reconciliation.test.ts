import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { takenBackByOperator } from '../../staff/terminal/take-back.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { moveUnasked, reconcile } from './reconciled-server.test-support.ts';
import { mtnFile } from './statement.test-support.ts';

/* Finance reads and imports statements of operators and resolves what differs, over HTTP as the console does. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Row = StaffAnswer<'listDifferences'>['items'][number];

/** A borrower who owes K1,086 in 14 days. */
async function debtor(): Promise<{ borrower: AppBorrower; loanId: number }> {
  const borrower = await signUp(server);
  return { borrower, loanId: await borrow(borrower, { termId: 2 }) };
}

async function differenceOf(reference: string): Promise<number> {
  await reconcile(server);
  const [row] = await server.query(
    `select difference_id::integer from reconciliation_difference d
     join operator_statement_row r using (operator, row_hash) where r.operator_reference = $1`,
    [reference],
  );
  return row.difference_id;
}

/** Money that came from a number without our asking, on a statement. */
async function unasked(mobile: string, amount = 150): Promise<number> {
  return differenceOf(await moveUnasked(server, { mobile, amount }));
}

/** The operator gave the money back, and our book never had it. */
async function giveBack(differenceId: number): Promise<void> {
  await server.owner.pool.query(
    `with d as (update reconciliation_difference set kind = 'reversed' where difference_id = $1 returning *)
     update operator_statement_row r set outcome = 'reversed' from d
     where r.operator = d.operator and r.row_hash = d.row_hash`,
    [differenceId],
  );
}

const read = async (differenceId: number) =>
  (await mary.client.call('getDifference', { params: { differenceId } })).data;

type Match = { to: 'loan'; loanId: number } | { to: 'suspense' | 'taken_back' | 'leave' };

const previewOf = (member: StaffMember, differenceId: number, match: Match) =>
  member.client.call('previewDifference', { params: { differenceId }, body: { match } });

async function ask(member: StaffMember, differenceId: number, match: Match) {
  const { digest } = (await previewOf(member, differenceId, match)).data;
  const body = { match, digest, reason: 'on the statement' };
  return member.client.call('askDifference', { params: { differenceId }, body });
}

async function everyPage(query: object): Promise<Row[]> {
  const rows: Row[] = [];
  let after: number | undefined;
  do {
    const { data, code, msg } = await mary.client.call('listDifferences', {
      query: { ...query, after, pageSize: 2 } as never,
    });
    expect(code, msg).toBe(200);
    rows.push(...data.items);
    after = data.next ?? undefined;
  } while (after !== undefined);
  return rows;
}

const kwacha = (ngwee: number) => ngwee / 100;

/** A statement of one second ago, so that it says nothing of other days. */
const today = () => lusakaDay(server.clock.nowMs());

function statementOf(
  lines: readonly { reference: string; mobile: string; amount: string; at?: string; charge?: string }[],
) {
  return new Uint8Array(mtnFile(lines.map((line) => ({ at: `${today()} 00:00:01`, ...line }))));
}

async function importAs(file: Uint8Array<ArrayBuffer>, named: object = {}) {
  const query = { operator: 'mtn' } as const;
  const { statement } = (await mary.client.call('readOperatorStatement', { query, file })).data;
  const { digest } = statement!;
  return mary.client.call('importOperatorStatement', { query: { ...query, digest, ...named }, file });
}

describe('the statement', () => {
  test('is read, and what is wrong is told at its lines, before anything is kept', async () => {
    const file = statementOf([
      { reference: '9001', mobile: '0961234567', amount: '10.00' },
      { reference: '9 002', mobile: '0961234567', amount: '10.00' },
      { reference: '9003', mobile: '0961234567', amount: '10.00', at: 'yesterday' },
      { reference: '9004', mobile: '0961234567', amount: '0.00' },
    ]);
    const answer = await mary.client.call('readOperatorStatement', { query: { operator: 'mtn' }, file });
    expect(answer.data).toEqual({
      statement: null,
      isMore: false,
      problems: [
        { line: 3, problem: expect.stringMatching('reference cannot be read') },
        { line: 4, problem: expect.stringMatching('date cannot be read') },
        { line: 5, problem: expect.stringMatching('amount of a payment is zero') },
      ],
    });
    expect(await server.query('select from operator_statement')).toHaveLength(0);
  });

  test('of more bad lines than are told says that there are more', async () => {
    const bad = Array.from({ length: 30 }, (_, at) => ({
      reference: `bad ${at}`,
      mobile: '0961234567',
      amount: '10.00',
    }));
    const { data } = await mary.client.call('readOperatorStatement', {
      query: { operator: 'mtn' },
      file: statementOf(bad),
    });
    expect(data.problems).toHaveLength(20);
    expect(data.isMore).toBe(true);
  });

  test('is imported as it was read, once, and listed with what differs in it', async () => {
    const file = statementOf([
      { reference: '9101', mobile: '0961234567', amount: '10.00' },
      { reference: '9102', mobile: '0961234567', amount: '20.50' },
    ]);
    const { statement } = (
      await mary.client.call('readOperatorStatement', { query: { operator: 'mtn' }, file })
    ).data;
    expect(statement).toMatchObject({
      ...{ rows: 2, failed: 0, otherMovements: 0, days: { from: today(), to: today() } },
      ...{ collections: { count: 2, amount: 30.5 }, payouts: { count: 0, amount: 0 } },
    });
    const { digest } = statement!;
    const importAs = (bytes: Uint8Array<ArrayBuffer>, named: object = {}) =>
      mary.client.call('importOperatorStatement', {
        query: { operator: 'mtn', digest, ...named },
        file: bytes,
      });
    const other = statementOf([{ reference: '9103', mobile: '0961234567', amount: '1.00' }]);
    expect(await importAs(other)).toMatchObject({ code: 409, reason: 'other_file' });
    expect(await importAs(file, { from: '2020-01-01' })).toMatchObject({ code: 400, reason: 'days' });
    expect(await importAs(file, { from: '2020-01-01', to: '2020-01-02' })).toMatchObject({
      ...{ code: 400, reason: 'other_days' },
      msg: expect.stringMatching('the days that you name do not follow on these'),
    });
    const imported = await importAs(file);
    expect(imported.data).toMatchObject({ isNew: true, rows: 2, known: 0, differences: 2, open: 2 });
    expect((await importAs(file)).data).toMatchObject({ isNew: false, rows: 2, differences: 2 });
    const { items } = (await grace.client.call('listStatements', { query: { pageSize: 1 } })).data;
    expect(items).toMatchObject([
      { statementId: imported.data.statementId, operator: 'mtn', rows: 2, differences: 2, open: 2 },
    ]);
    expect(items[0]!.importedBy).toBe('Person mary');
  });

  test('without rows is imported for the days that a person names', async () => {
    const query = { operator: 'mtn' } as const;
    const file = statementOf([]);
    const { statement } = (await mary.client.call('readOperatorStatement', { query, file })).data;
    expect(statement).toMatchObject({ rows: 0, days: null });
    const named = { ...query, digest: statement!.digest };
    const refused = await mary.client.call('importOperatorStatement', { query: named, file });
    expect(refused).toMatchObject({ code: 400, reason: 'days_needed' });
    const done = await mary.client.call('importOperatorStatement', {
      query: { ...named, from: '2020-02-01', to: '2020-02-02' },
      file,
    });
    expect(done.data).toMatchObject({ rows: 0, differences: 0 });
  });
});

describe('days that a person names', () => {
  test('are not to come, and at most 40 of them have no rows', async () => {
    const file = statementOf([]);
    const named = (days: number) => ({ from: addDays(today(), -days + 1), to: today() });
    expect(await importAs(file, { from: today(), to: addDays(today(), 1) })).toMatchObject({
      ...{ code: 400, reason: 'days_to_come' },
      data: { fields: { to: 'A statement tells nothing of days to come.' } },
    });
    expect(await importAs(file, named(41))).toMatchObject({
      ...{ code: 400, reason: 'too_many_days' },
      data: { fields: { to: 'Please name at most 40 days of which the file has no rows.' } },
    });
    expect(await importAs(file, { from: '2020-01-01', to: '2099-12-31' })).toMatchObject({ code: 400 });
    expect(await server.query(`select from reconciliation_difference where kind = 'missing'`)).toEqual([]);
    expect(await importAs(file, { from: '2020-03-01', to: '2020-04-09' })).toMatchObject({ code: 200 });
  });

  test('are read with how many payments of ours would be missing', async () => {
    const { borrower, loanId } = await debtor();
    await pay(server, borrower, loanId, { amount: 200 });
    const missing = async (days: object) => {
      const query = { operator: 'mtn', ...days } as const;
      return (await mary.client.call('readOperatorStatement', { query, file: statementOf([]) })).data
        .statement!.missing;
    };
    expect(await missing({})).toBeNull();
    expect(await missing({ from: '2020-05-01', to: '2020-05-02' })).toBe(0);
    const [plain] = await server.query(
      `select count(*)::integer as payments from payment_attempt p where operator = 'mtn' and state = 'succeeded'
       and not exists (select from operator_statement_row r where r.attempt_id = p.attempt_id)`,
    );
    expect(plain.payments).toBeGreaterThan(0);
    expect(await missing({ from: addDays(today(), -1), to: addDays(today(), 1) })).toBeNull();
    expect(await missing({ from: addDays(today(), -1), to: today() })).toBe(plain.payments);
  });
});

describe('the list of differences', () => {
  test('says what each probably was, and its counts and sums are those of the database', async () => {
    const { borrower, loanId } = await debtor();
    const toLoan = await unasked(borrower.mobile);
    const unknown = await unasked('0969999999', 70);
    const paymentId = await pay(server, borrower, loanId, { amount: 200 });
    const takenBack = Number(await takenBackByOperator(server, paymentId));

    const rows = await everyPage({});
    expect(rows.map(({ differenceId }) => differenceId)).toEqual(
      rows.map(({ differenceId }) => differenceId).toSorted((one, other) => one - other),
    );
    const found = (id: number) => rows.find(({ differenceId }) => differenceId === id);
    expect(found(toLoan)).toMatchObject({ probable: 'loan', probableLoanId: loanId, operatorAmount: 150 });
    expect(found(unknown)).toMatchObject({ probable: 'suspense', operatorAmount: 70, ourAmount: null });
    expect(found(takenBack)).toMatchObject({ probable: 'taken_back', kind: 'reversed', ourAmount: 200 });
    for (const probable of ['loan', 'suspense', 'taken_back'] as const) {
      const ofOne = await everyPage({ probable });
      expect(ofOne).toEqual(rows.filter((row) => row.probable === probable));
    }

    const { kinds } = (await mary.client.call('listDifferences', { query: { operator: 'mtn' } })).data;
    const plain = await server.query(
      `select kind, count(*)::integer as count, sum(coalesce(statement_ngwee, 0))::integer as operator_ngwee,
         sum(coalesce(attempt_ngwee, 0))::integer as our_ngwee
       from reconciliation_difference where state in ('open', 'posting') group by kind order by kind`,
    );
    expect(kinds).toEqual(
      plain.map((row) => ({
        ...{ kind: row.kind, count: row.count },
        operatorAmount: kwacha(row.operator_ngwee),
        ourAmount: kwacha(row.our_ngwee),
      })),
    );
    for (const { kind, count, operatorAmount } of kinds) {
      const ofKind = await everyPage({ kind });
      expect(ofKind).toHaveLength(count);
      expect(ofKind.reduce((sum, row) => sum + (row.operatorAmount ?? 0), 0)).toBeCloseTo(operatorAmount);
    }
  });

  test('shows one difference whole, with a masked number', async () => {
    const { borrower, loanId } = await debtor();
    const whole = await read(await unasked(borrower.mobile));
    expect(whole).toMatchObject({
      ...{ kind: 'extra', direction: 'collection', possible: ['loan', 'suspense', 'leave'], end: null },
      loans: [{ loanId, borrowerId: borrower.borrowerId, state: 'active', because: 'number' }],
      maskedMobile: `${borrower.mobile.slice(0, 3)} **** ${borrower.mobile.slice(7)}`,
      openRequest: null,
    });
  });
});

describe('a difference', () => {
  test('is resolved by two people as it was shown, and is then in the list of resolved ones', async () => {
    const { borrower, loanId } = await debtor();
    const differenceId = await unasked(borrower.mobile);
    const match = { to: 'loan', loanId } as const;
    const preview = (await previewOf(mary, differenceId, match)).data;
    expect(preview.title).toMatch(/^Post K150\.00 of difference \d+ to order \d+$/);
    expect(preview.message).toMatch('K150.00');
    const asked = await ask(mary, differenceId, match);
    expect(asked.code, asked.msg).toBe(200);
    const { requestId } = asked.data;
    expect(await read(differenceId)).toMatchObject({
      state: 'open',
      openRequest: { requestId, madeBy: { userName: 'mary' } },
    });
    expect(await ask(grace, differenceId, match)).toMatchObject({ code: 409, reason: 'waits_already' });
    expect(await answerAs(mary, requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect((await answerAs(grace, requestId)).data.state).toBe('done');
    expect(await read(differenceId)).toMatchObject({
      ...{ state: 'resolved', possible: [], openRequest: null, probable: null },
      end: {
        ...{ resolution: 'posted_to_loan', by: 'Person mary', approvedBy: 'Person grace' },
        ...{ reason: 'on the statement', requestId, loanId },
      },
    });
    const resolved = await everyPage({ state: 'resolved' });
    expect(resolved[0]!.differenceId).toBeGreaterThanOrEqual(differenceId);
    expect(resolved.map((row) => row.differenceId)).toContain(differenceId);
    expect((await everyPage({})).map((row) => row.differenceId)).not.toContain(differenceId);
  });

  test('is not asked for where something else would be done than was shown', async () => {
    const { borrower, loanId } = await debtor();
    const differenceId = await unasked(borrower.mobile);
    const match = { to: 'loan', loanId } as const;
    const { digest } = (await previewOf(mary, differenceId, match)).data;
    await pay(server, borrower, loanId, { amount: 100 });
    const body = { match, digest, reason: 'on the statement' };
    const asked = await mary.client.call('askDifference', { params: { differenceId }, body });
    expect(asked).toMatchObject({ code: 409, reason: 'changed' });
    expect((await read(differenceId)).openRequest).toBeNull();
  });

  test('is left by two people where money moved: one alone hides no payout that another account got', async () => {
    const reference = await moveUnasked(server, {
      mobile: '0969999998',
      amount: 10_000,
      direction: 'payout',
    });
    const differenceId = await differenceOf(reference);
    const alone = await mary.client.call('leaveDifference', {
      params: { differenceId },
      body: { reason: 'nothing to see here' },
    });
    expect(alone).toMatchObject({ code: 409, reason: 'second_person_needed' });
    const preview = (await previewOf(mary, differenceId, { to: 'leave' })).data;
    expect(preview).toMatchObject({
      title: `Leave both books as they are: K10,000.00 of difference ${differenceId}`,
      isAlone: false,
    });
    expect(preview.effect).toContainEqual({ title: 'Our book', before: null, after: 'stays as it is' });
    const { requestId } = (await ask(mary, differenceId, { to: 'leave' })).data;
    expect(await answerAs(mary, requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect((await answerAs(grace, requestId)).data.state).toBe('done');
    expect((await read(differenceId)).end).toMatchObject({
      ...{ resolution: 'ignored', by: 'Person mary', approvedBy: 'Person grace', requestId },
    });
  });

  test('that one person leaves while another asks for it is left, and the other is told', async () => {
    const differenceId = await unasked('0969999998', 30);
    await giveBack(differenceId);
    expect((await previewOf(mary, differenceId, { to: 'leave' })).data.isAlone).toBe(true);
    const asked = await ask(mary, differenceId, { to: 'leave' });
    const leave = () =>
      grace.client.call('leaveDifference', {
        params: { differenceId },
        body: { reason: 'money of another business' },
      });
    const answers = await Promise.all([leave(), leave()]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect((await answerAs(grace, asked.data.requestId)).data).toEqual({
      state: 'failed',
      sentence: 'This difference is resolved already.',
    });
    const again = await previewOf(mary, differenceId, { to: 'leave' });
    expect(again).toMatchObject({ code: 409, reason: 'already_resolved' });
    const sql = 'select resolution, actor, entry_id from reconciliation_difference where difference_id = $1';
    const [row] = await server.query(sql, [differenceId]);
    expect(row).toEqual({ resolution: 'ignored', actor: 'staff:grace', entry_id: null });
  });

  test('is refused for a loan that does not exist, and for an end that its kind does not have', async () => {
    const differenceId = await unasked('0969999997', 40);
    const noLoan = await previewOf(mary, differenceId, { to: 'loan', loanId: 1 });
    expect(noLoan).toMatchObject({ code: 400, reason: 'no_such_loan' });
    const notTaken = await previewOf(mary, differenceId, { to: 'taken_back' });
    expect(notTaken).toMatchObject({ code: 409, reason: 'not_taken_back' });
  });
});
