import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { answerAs, hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { examineBook } from '../../upkeep/doctor/examination.ts';
import { type Line, mtnFile } from './statement.test-support.ts';

/* The operator gave money back that no payment of ours accounts for. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Given = Omit<Line, 'at'>;

async function importAs(...lines: readonly Given[]): Promise<void> {
  const at = `${lusakaDay(server.clock.nowMs())} 00:00:01`;
  const file = new Uint8Array(mtnFile(lines.map((line) => ({ at, ...line }))));
  const query = { operator: 'mtn' } as const;
  const read = await mary.client.call('readOperatorStatement', { query, file });
  const { digest } = read.data.statement!;
  const imported = await mary.client.call('importOperatorStatement', { query: { ...query, digest }, file });
  expect(imported.code, imported.msg).toBe(200);
}

async function differenceOf(reference: string, kind: 'extra' | 'reversed'): Promise<number> {
  const [row] = await server.query(
    `select difference_id::integer from reconciliation_difference d
     join operator_statement_row r using (operator, row_hash) where r.operator_reference = $1 and d.kind = $2`,
    [reference, kind],
  );
  return row.difference_id;
}

type Match = { to: 'loan'; loanId: number } | { to: 'suspense' | 'leave' };

const read = async (differenceId: number) =>
  (await mary.client.call('getDifference', { params: { differenceId } })).data;
const previewOf = (differenceId: number, match: Match, { client } = mary) =>
  client.call('previewDifference', { params: { differenceId }, body: { match } });
const leaveAlone = (differenceId: number, { client } = mary) =>
  client.call('leaveDifference', { params: { differenceId }, body: { reason: 'it came and went' } });

async function ask(differenceId: number, match: Match): Promise<number> {
  const shown = await previewOf(differenceId, match);
  expect(shown.code, shown.msg).toBe(200);
  const { digest } = shown.data;
  const body = { match, digest, reason: 'on the statement' };
  const asked = await mary.client.call('askDifference', { params: { differenceId }, body });
  expect(asked.code, asked.msg).toBe(200);
  return asked.data.requestId;
}

async function byTwo(differenceId: number, match: Match): Promise<void> {
  const answered = await answerAs(grace, await ask(differenceId, match));
  expect(answered.data).toMatchObject({ state: 'done' });
}

async function pieceOf(differenceId: number): Promise<number> {
  const sql = 'select entry_id::integer from reconciliation_difference where difference_id = $1';
  return (await server.query(sql, [differenceId]))[0].entry_id;
}

type Placement = { target: 'payer'; amount: null } | { target: 'covered'; leftPieceId: number };
const previewPlace = (pieceId: number, placement: Placement) =>
  mary.client.call('previewPlacement', { params: { pieceId }, body: { placement } });

/** What the book has of the money of these pieces, in its float, by plain SQL. */
async function floatOf(...pieceIds: readonly number[]): Promise<number> {
  const [{ ngwee }] = await server.query(
    `select sum(case when debit_account = 'float_mtn_collection' then amount_ngwee else -amount_ngwee end)::integer as ngwee
     from ledger_transfer where entry_id = any ($1) and 'float_mtn_collection' in (debit_account, credit_account)`,
    [pieceIds],
  );
  return ngwee;
}

describe('money that was put into suspense and then given back', () => {
  const line = { reference: '770001', mobile: '0966123123', amount: '140.00' };
  const back = { target: 'payer', amount: null } as const;
  let came: number;
  let reversedId: number;

  test('is not paid out a second time, and no single person leaves its reversal', async () => {
    await importAs(line);
    const extraId = await differenceOf(line.reference, 'extra');
    await byTwo(extraId, { to: 'suspense' });
    came = await pieceOf(extraId);
    expect((await previewPlace(came, back)).code).toBe(200);
    await importAs({ ...line, status: 'Reversed' });
    reversedId = await differenceOf(line.reference, 'reversed');
    expect(await read(reversedId)).toMatchObject({ probable: 'suspense', possible: ['suspense'] });
    expect(await leaveAlone(reversedId)).toMatchObject({ code: 409, reason: 'stands_in_float' });
    const left = await previewOf(reversedId, { to: 'leave' });
    expect(left).toMatchObject({ code: 409, reason: 'stands_in_float' });
    expect(await previewPlace(came, back)).toMatchObject({ code: 409, reason: 'given_back' });
    const piece = (await mary.client.call('getPiece', { params: { pieceId: came } })).data;
    expect(piece.givenBack).toMatchObject([{ differenceId: reversedId, amount: 140, isWaiting: true }]);
    expect(piece.whyNotPayer).toMatch(`difference ${reversedId}`);
  });

  test('is refused by the database where one person leaves it', async () => {
    const left = server.query(
      `update reconciliation_difference set state = 'resolved', resolution = 'ignored', actor = 'staff:mary',
         reason = 'left alone', resolved_at = now() where difference_id = $1`,
      [reversedId],
    );
    await expect(left).rejects.toThrow('needs the request that a second person approved');
  });

  test('leaves the float by two people, and the piece covers what left', async () => {
    await byTwo(reversedId, { to: 'suspense' });
    const gone = await pieceOf(reversedId);
    expect(await floatOf(came, gone)).toBe(0);
    expect(await previewPlace(came, back)).toMatchObject({ code: 409, reason: 'given_back' });
    const placement = { target: 'covered', leftPieceId: gone } as const;
    const { digest } = (await previewPlace(came, placement)).data;
    const body = { placement, reason: 'the operator gave it back', digest };
    const asked = await mary.client.call('askPlacement', { params: { pieceId: came }, body });
    expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
    const piece = (await mary.client.call('getPiece', { params: { pieceId: came } })).data;
    expect(piece).toMatchObject({ left: 0, givenBack: [{ differenceId: reversedId, isWaiting: false }] });
  });

  test('is placed only for the rest where a part of it was given back', async () => {
    const whole = { reference: '770002', mobile: '0966123124', amount: '100.00' };
    await importAs(whole);
    const extraId = await differenceOf(whole.reference, 'extra');
    await byTwo(extraId, { to: 'suspense' });
    await importAs({ ...whole, type: 'Reversal', amount: '40.00' });
    const partId = await differenceOf(whole.reference, 'reversed');
    await byTwo(partId, { to: 'suspense' });
    const [piece, gone] = [await pieceOf(extraId), await pieceOf(partId)];
    expect(await previewPlace(piece, back)).toMatchObject({ code: 409, reason: 'given_back' });
    const placement = { target: 'covered', leftPieceId: gone } as const;
    const { digest } = (await previewPlace(piece, placement)).data;
    const body = { placement, reason: 'the operator gave it back', digest };
    const asked = await mary.client.call('askPlacement', { params: { pieceId: piece }, body });
    await answerAs(grace, asked.data.requestId);
    const preview = await previewPlace(piece, back);
    expect(preview.data.title).toMatch('K60.00');
    expect(await floatOf(piece, gone)).toBe(6_000);
  });

  test('is recognised by its number and amount where the reversal has a reference of its own', async () => {
    const first = { reference: '770003', mobile: '0966123125', amount: '55.00' };
    await importAs(first);
    const extraId = await differenceOf(first.reference, 'extra');
    await byTwo(extraId, { to: 'suspense' });
    await importAs({ ...first, reference: '770004', type: 'Reversal' });
    const ownId = await differenceOf('770004', 'reversed');
    expect(await read(ownId)).toMatchObject({ probable: 'suspense', possible: ['suspense', 'leave'] });
    expect(await leaveAlone(ownId)).toMatchObject({ code: 409, reason: 'second_person_needed' });
    const piece = await pieceOf(extraId);
    expect(await previewPlace(piece, back)).toMatchObject({ code: 409, reason: 'given_back' });
    await byTwo(ownId, { to: 'suspense' });
    expect(await floatOf(piece, await pieceOf(ownId))).toBe(0);
  });

  test('and that the doctor finds where its reversal was left', async () => {
    const line = { reference: '770005', mobile: '0966123126', amount: '30.00' };
    await importAs(line);
    const extraId = await differenceOf(line.reference, 'extra');
    await byTwo(extraId, { to: 'suspense' });
    await importAs({ ...line, status: 'Reversed' });
    const differenceId = await differenceOf(line.reference, 'reversed');
    const set = (values: string) =>
      server.owner.pool.query(
        `set session_replication_role = 'replica';
         update reconciliation_difference set ${values} where difference_id = ${differenceId};
         set session_replication_role = 'origin'`,
      );
    await set(
      `state = 'resolved', resolution = 'ignored', actor = 'staff:mary', reason = 'left', resolved_at = now()`,
    );
    const title = 'money that the operator gave back does not wait in suspense for another place';
    const found = (await examineBook(server.db)).find(({ check }) => check === title)!;
    expect(found).toMatchObject({
      gravity: 'fault',
      total: 1,
      listed: [{ problem: `difference ${differenceId} of K30.00 was left, so this can be paid out twice` }],
    });
    await set(`state = 'open', resolution = null, actor = null, reason = null, resolved_at = null`);
  });
});

test('money that came and went before it was in our book is only left, the way out of it by two people', async () => {
  const line = { reference: '780001', mobile: '0966123127', amount: '80.00' };
  await importAs(line, { ...line, status: 'Reversed' });
  const [extraId, reversedId] = [
    await differenceOf(line.reference, 'extra'),
    await differenceOf(line.reference, 'reversed'),
  ];
  expect(await read(extraId)).toMatchObject({ probable: 'leave', possible: ['leave'] });
  const suspended = await previewOf(extraId, { to: 'suspense' });
  expect(suspended).toMatchObject({ code: 409, reason: 'given_back' });
  expect(await read(reversedId)).toMatchObject({ probable: 'leave', possible: ['leave'] });
  expect((await previewOf(reversedId, { to: 'leave' })).data.isAlone).toBe(false);
  expect(await leaveAlone(reversedId)).toMatchObject({ code: 409, reason: 'second_person_needed' });
  await byTwo(extraId, { to: 'leave' });
  expect((await previewOf(reversedId, { to: 'leave' })).data.isAlone).toBe(true);
  expect(await leaveAlone(reversedId)).toMatchObject({ code: 200 });
});

test('a person leaves no money that may be a relative’s, nor approves it', async () => {
  const borrower = await signUp(server);
  const line = { reference: '790001', mobile: borrower.mobile, amount: '70.00' };
  await importAs(line, { ...line, reference: '790002', amount: '71.00', status: 'Reversed' });
  const extraId = await differenceOf('790001', 'extra');
  const reversedId = await differenceOf('790002', 'reversed');
  const requestId = await ask(extraId, { to: 'leave' });
  const declare = ({ client }: StaffMember) =>
    client.call('declareRelation', { body: { mobile: borrower.mobile, relation: 'relative' } });
  await declare(grace);
  expect((await answerAs(grace, requestId)).data).toMatchObject({
    state: 'failed',
    sentence: expect.stringMatching('of a relative'),
  });
  expect(await leaveAlone(reversedId, grace)).toMatchObject({ code: 403, reason: 'related' });
  for (const to of ['leave', 'suspense'] as const)
    expect(await previewOf(extraId, { to }, grace)).toMatchObject({ code: 403, reason: 'related' });
  expect((await read(extraId)).state).toBe('open');
  expect((await read(reversedId)).state).toBe('open');
  expect((await previewOf(extraId, { to: 'leave' })).code).toBe(200);
});
