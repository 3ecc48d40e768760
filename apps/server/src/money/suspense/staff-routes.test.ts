import { day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { reversedPaymentAt, unknownMoneyAt } from '../../staff/terminal/suspense.test-support.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { importStatement } from '../reconciliation/import-statement.ts';
import { mtnFile } from '../reconciliation/statement.test-support.ts';
import { readStatement } from '../reconciliation/statement-file.ts';
import { statementFormats } from '../reconciliation/statement-formats.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hireAs = (userName: string) =>
    hire(server, { maker, checker }, { userName, roles: ['head_of_finance'] });
  [mary, grace] = [await hireAs('mary'), await hireAs('grace')];
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Placement = Parameters<typeof placeAs>[1];
const read = async (pieceId: number, { client } = mary) => {
  const answer = await client.call('getPiece', { params: { pieceId } });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data;
};
const placeAs = async (
  pieceId: number,
  placement:
    | { target: 'loan'; amount: number | null; loanId: number; furtherPieceIds?: number[] }
    | { target: 'wallet'; amount: number | null; borrowerId: number }
    | { target: 'payer'; amount: number | null; furtherPieceIds?: number[] }
    | { target: 'covered'; leftPieceId: number },
  { client } = mary,
) => {
  const params = { pieceId };
  const preview = await client.call('previewPlacement', { params, body: { placement } });
  const digest = preview.code === 200 ? preview.data.digest : '0'.repeat(64);
  const body = { placement, reason: 'the SMS shows it', digest };
  return { preview, asked: await client.call('askPlacement', { params, body }) };
};
const list = async (direction: 'came' | 'left' = 'came') =>
  (await mary.client.call('listSuspense', { query: { direction, pageSize: 100 } })).data;

/** The account and the pieces by plain SQL over the ledger and the placements. */
async function expectSumsOfLedger(): Promise<void> {
  const [{ ledger }] = await server.query(
    `select (sum(amount_ngwee) filter (where credit_account = 'suspense')
       - coalesce(sum(amount_ngwee) filter (where debit_account = 'suspense'), 0))::integer as ledger
     from ledger_transfer where 'suspense' in (debit_account, credit_account)`,
  );
  const [{ under_way }] = await server.query(
    `select coalesce(sum(amount_ngwee), 0)::integer as under_way from suspense_placement where state = 'under_way'`,
  );
  const sums = await list();
  expect(sums).toMatchObject({ ledger: ledger / 100, underWay: under_way / 100 });
  expect(sums.came - sums.left + sums.underWay + sums.walletPayouts).toBeCloseTo(sums.ledger, 2);
  const items = [...sums.items, ...(await list('left')).items];
  const signed = items.reduce((sum, one) => sum + (one.direction === 'came' ? one.left : -one.left), 0);
  expect(signed).toBeCloseTo(sums.came - sums.left, 2);
}

test('pieces are listed oldest first, and their sums are what the ledger has', async () => {
  const first = Number(await unknownMoneyAt(server, 50));
  const { piece, loanId, borrower } = await reversedPaymentAt(server, 20);
  const { items } = await list();
  expect(items.map(({ pieceId }) => pieceId)).toEqual([first, Number(piece)]);
  expect(items).toMatchObject([
    { source: 'extra', direction: 'came', amount: 50, left: 50, operator: 'mtn', borrowerId: null },
    { source: 'reversal', amount: 20, borrowerId: borrower.borrowerId, loanId },
  ]);
  await expectSumsOfLedger();
});

/** A row of MTN's export with the name that each of these files has. Answers its piece of suspense. */
async function pieceOfFile({ from, amount }: { from: string; amount: number }): Promise<number> {
  const { db, sealing, clock } = server;
  const at = `${lusakaDay(clock.nowMs())} 09:30:00`;
  const bytes = mtnFile([{ reference: 'Y7700000065', at, mobile: from, amount: `${amount}.00` }]);
  const rows = readStatement(statementFormats.mtn, bytes);
  if (!rows.ok) throw new Error(rows.refusal.problem);
  const imported = await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today: day(server.today()) },
    { operator: 'mtn', bytes, rows: rows.value, actor: 'staff:grace' },
  );
  if (!imported.ok) throw new Error(imported.refusal.kind);
  const { data } = await mary.client.call('listDifferences', {
    query: { statementId: imported.value.statementId },
  });
  const params = { differenceId: data.items[0]!.differenceId };
  const match = { to: 'suspense' } as const;
  const shown = await mary.client.call('previewDifference', { params, body: { match } });
  const body = { match, reason: 'its owner is not known', digest: shown.data.digest };
  const asked = await mary.client.call('askDifference', { params, body });
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
  return (await list()).items.find((piece) => piece.amount === amount)!.pieceId;
}

describe('a piece suggests its owner', () => {
  test('by the number that it came from, and shows neither number nor name in full', async () => {
    const borrower = await signUp(server, { firstName: 'Chimuka', lastName: 'Siamunyati' });
    const loanId = await borrow(borrower);
    const pieceId = Number(await unknownMoneyAt(server, 61, borrower.mobile));
    const piece = await read(pieceId);
    expect(piece.owners[0]).toMatchObject({ borrowerId: borrower.borrowerId, loanId });
    expect(piece.owners[0]!.because).toContain('number');
    const { mobile } = borrower;
    expect(piece.payer).toEqual({
      maskedMobile: `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`,
      operator: 'mtn',
    });
    expect(JSON.stringify(piece)).not.toMatch(new RegExp(`${mobile}|Chimuka|Siamunyati`));
  });

  test('by what the borrower says they paid, from whichever number', async () => {
    const borrower = await signUp(server);
    const pieceId = Number(await unknownMoneyAt(server, 62));
    const [{ operator_reference: reference }] = await server.query(
      `select r.operator_reference from reconciliation_difference d
       join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash where d.entry_id = $1`,
      [pieceId],
    );
    await borrower.ask('claimPayment', { body: { reference } });
    const { owners } = await read(pieceId);
    expect(owners).toMatchObject([{ borrowerId: borrower.borrowerId, because: ['claim'], loanId: null }]);
  });

  test('by an instalment of the same amount that was due in these days', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    const [{ owed }] = await server.query(
      `select (principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee)::integer as owed from instalment
       where loan_id = $1 order by period limit 1`,
      [loanId],
    );
    await server.query('update instalment set due_on = $2 where loan_id = $1', [loanId, server.today()]);
    const pieceId = Number(await unknownMoneyAt(server, owed / 100));
    const { owners } = await read(pieceId);
    expect(owners.map(({ borrowerId, because }) => ({ borrowerId, because }))).toContainEqual({
      ...{ borrowerId: borrower.borrowerId, because: ['due'] },
    });
    await server.query(`update instalment set due_on = due_on + 14 where loan_id = $1`, [loanId]);
  });

  test('by the borrower for whom it was posted before', async () => {
    const { borrower, piece } = await reversedPaymentAt(server, 21);
    const { owners } = await read(Number(piece));
    expect(owners[0]).toMatchObject({ borrowerId: borrower.borrowerId });
    expect(owners[0]!.because).toEqual(expect.arrayContaining(['was_theirs', 'number']));
  });

  test('by the name on the row of the operator, and less surely than by the number', async () => {
    const named = await signUp(server, { firstName: 'Chanda', lastName: 'Mwale' });
    const sharesLastName = await signUp(server, { firstName: 'Mutale', lastName: 'Mwale' });
    const payer = await signUp(server, { firstName: 'Natasha', lastName: 'Zimba' });
    const pieceId = await pieceOfFile({ from: payer.mobile, amount: 65 });
    const piece = await read(pieceId);
    expect(piece.owners.map(({ borrowerId, because }) => ({ borrowerId, because }))).toEqual([
      { borrowerId: payer.borrowerId, because: ['number'] },
      { borrowerId: named.borrowerId, because: ['name'] },
    ]);
    expect(sharesLastName.borrowerId).toBeGreaterThan(named.borrowerId);
    expect(JSON.stringify(piece)).not.toMatch(/Chanda|Mwale/);
  });

  test('by a payment of the same amount that did not succeed in these days', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    await pay(server, borrower, loanId, { amount: 64, action: 'refuse' });
    const pieceId = Number(await unknownMoneyAt(server, 64));
    const { owners } = await read(pieceId);
    expect(owners).toMatchObject([{ borrowerId: borrower.borrowerId, loanId, because: ['unsuccessful'] }]);
    await server.query(
      `update payment_attempt set submitted_on = submitted_on - 3 where borrower_id = $1 and state = 'failed'`,
      [borrower.borrowerId],
    );
    expect((await read(pieceId)).owners).toEqual([]);
  });

  test('without those who are relatives of the person who looks', async () => {
    const borrower = await signUp(server);
    const pieceId = Number(await unknownMoneyAt(server, 63, borrower.mobile));
    await grace.client.call('declareRelation', {
      body: { mobile: borrower.mobile, relation: 'relative' },
    });
    expect((await read(pieceId)).owners.map(({ borrowerId }) => borrowerId)).toEqual([borrower.borrowerId]);
    expect((await read(pieceId, grace)).owners).toEqual([]);
    const placement = { target: 'wallet', amount: null, borrowerId: borrower.borrowerId } as const;
    const { preview, asked } = await placeAs(pieceId, placement, grace);
    expect(preview).toMatchObject({ code: 403, reason: 'related' });
    expect(asked).toMatchObject({ code: 403, reason: 'related' });
  });
});

describe('a place for a piece', () => {
  test('is shown, waits for a second person, and is done once as it was shown', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    const pieceId = Number(await unknownMoneyAt(server, 70, borrower.mobile));
    const { preview, asked } = await placeAs(pieceId, { target: 'loan', amount: 40.5, loanId });
    expect(preview.data).toMatchObject({
      title: `Pay K40.50 from suspense on order ${loanId}`,
      message: expect.stringContaining('K40.50'),
    });
    expect(asked.code, asked.msg).toBe(200);
    const { requestId } = asked.data;
    expect((await read(pieceId)).openRequests).toMatchObject([{ requestId, madeBy: { userName: 'mary' } }]);
    expect((await answerAs(mary, requestId)).code).toBe(403);
    expect((await answerAs(grace, requestId)).data).toMatchObject({ state: 'done' });
    expect(await read(pieceId)).toMatchObject({
      left: 29.5,
      openRequests: [],
      placements: [
        {
          target: 'loan',
          amount: 40.5,
          state: 'done',
          loanId,
          by: 'Person mary',
          approvedBy: expect.stringMatching(/grace/i),
        },
      ],
    });
    await expectSumsOfLedger();
  });

  test('of two people who ask for the same, one is filed and the other is told', async () => {
    const pieceId = Number(await unknownMoneyAt(server, 71));
    const place: Placement = { target: 'payer', amount: null };
    const both = await Promise.all([placeAs(pieceId, place), placeAs(pieceId, place, grace)]);
    expect(both.map(({ asked }) => asked.code).toSorted()).toEqual([200, 409]);
    expect(both.find(({ asked }) => asked.code === 409)!.asked.reason).toBe('waits_already');
  });

  test('is refused where it would do something else than was seen', async () => {
    const pieceId = Number(await unknownMoneyAt(server, 72));
    const params = { pieceId };
    const placement = { target: 'payer', amount: null } as const;
    const { data } = await mary.client.call('previewPlacement', { params, body: { placement } });
    const body = { placement: { ...placement, amount: 5 }, reason: 'sent by mistake', digest: data.digest };
    expect(await mary.client.call('askPlacement', { params, body })).toMatchObject({
      code: 409,
      reason: 'changed',
    });
  });

  test('is refused beyond what is left, and on a loan that does not exist', async () => {
    const pieceId = Number(await unknownMoneyAt(server, 73));
    const tooMuch = await placeAs(pieceId, { target: 'payer', amount: 74 });
    expect(tooMuch.preview).toMatchObject({
      code: 409,
      reason: 'more_than_left',
      msg: expect.stringContaining('K73.00'),
    });
    const noLoan = await placeAs(pieceId, { target: 'loan', amount: null, loanId: 1 });
    expect(noLoan.preview).toMatchObject({ code: 409, reason: 'no_such_loan' });
  });
});

test('a piece from a number of Zamtel is not sent home while Zamtel is not connected, and its page says why', async () => {
  const { piece, loanId } = await reversedPaymentAt(server, 22);
  const pieceId = Number(piece);
  const setOperator = (operator: string) =>
    server.query(`update payment_attempt set operator = $2 where loan_id = $1 and direction = 'collection'`, [
      loanId,
      operator,
    ]);
  const sentence = 'No money can be sent through the operator of this number: it is not connected.';
  await setOperator('zamtel');
  expect(await read(pieceId)).toMatchObject({ payer: { operator: 'zamtel' }, whyNotPayer: sentence });
  const { preview, asked } = await placeAs(pieceId, { target: 'payer', amount: null });
  for (const answer of [preview, asked])
    expect(answer).toMatchObject({ code: 409, reason: 'operator_not_connected', msg: sentence });
  await setOperator('mtn');
  expect((await read(pieceId)).whyNotPayer).toBeNull();
});

test('a piece without an owner goes home to the number that it came from, and its payment is shown', async () => {
  const pieceId = Number(await unknownMoneyAt(server, 80, '0966123123'));
  const { whyNotPayer, owners } = await read(pieceId);
  expect({ whyNotPayer, owners }).toEqual({ whyNotPayer: null, owners: [] });
  const { preview, asked } = await placeAs(pieceId, { target: 'payer', amount: null });
  expect(preview.data.title).toBe('Send K80.00 from suspense back to 096 **** 123 at MTN');
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
  await expectSumsOfLedger();
  await vi.waitFor(async () => {
    expect((await read(pieceId)).placements).toMatchObject([{ target: 'payer', state: 'done', amount: 80 }]);
  }, PATIENCE);
  const { payment } = (await read(pieceId)).placements[0]!;
  expect(payment!.payerId).toBe(0);
  const { data } = await mary.client.call('getStaffPayment', { params: payment! });
  expect(data).toMatchObject({
    purpose: 'suspense_return',
    state: 'succeeded',
    maskedMobile: '096 **** 123',
  });
  await expectSumsOfLedger();
});

describe('pieces that go the same way', () => {
  test('are placed together, with all that is left of each further one', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    const first = Number(await unknownMoneyAt(server, 30, borrower.mobile));
    const second = Number(await unknownMoneyAt(server, 31, borrower.mobile));
    const place: Placement = { target: 'loan', amount: 20, loanId, furtherPieceIds: [second] };
    const { preview, asked } = await placeAs(first, place);
    expect(preview.data.title).toBe(`Pay K51.00 from suspense on order ${loanId}`);
    for (const pieceId of [first, second])
      expect((await read(pieceId)).openRequests).toMatchObject([{ requestId: asked.data.requestId }]);
    expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
    expect([(await read(first)).left, (await read(second)).left]).toEqual([10, 0]);
    const [{ placed }] = await server.query(
      `select sum(amount_ngwee)::integer as placed from suspense_placement_part where piece_entry_id = any ($1)`,
      [[first, second]],
    );
    expect(placed).toBe(5100);
    await expectSumsOfLedger();
  });

  test.each([
    ['piece_named_twice', (pieceId: number) => [pieceId]],
    ['no_such_piece', () => [987_654_321]],
  ] as const)('are refused by name: %s', async (reason, furtherOf) => {
    const pieceId = Number(await unknownMoneyAt(server, 32));
    const furtherPieceIds = [...furtherOf(pieceId)];
    const { asked } = await placeAs(pieceId, { target: 'payer', amount: null, furtherPieceIds });
    expect(asked).toMatchObject({ code: 409, reason });
  });

  test('go back to one number alone', async () => {
    const [one, other] = [await unknownMoneyAt(server, 33, '0966123124'), await unknownMoneyAt(server, 34)];
    const furtherPieceIds = [Number(other)];
    const { asked } = await placeAs(Number(one), { target: 'payer', amount: null, furtherPieceIds });
    expect(asked).toMatchObject({ code: 409, reason: 'different_payers' });
  });
});
