import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { reversedPaymentAt, unknownMoneyAt } from '../../staff/terminal/suspense.test-support.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { findPieces } from './queries.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
let peter: StaffMember;
let ruth: StaffMember;
let relative: AppBorrower;
let pieceOfRelative: number;
let stranger: AppBorrower;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hireAs = (userName: string) =>
    hire(server, { maker, checker }, { userName, roles: ['head_of_finance'] });
  [mary, grace] = [await hireAs('mary'), await hireAs('grace')];
  [peter, ruth] = [await hireAs('peter'), await hireAs('ruth')];
  const { borrower, piece } = await reversedPaymentAt(server, 21);
  [relative, pieceOfRelative] = [borrower, Number(piece)];
  stranger = await signUp(server);
  for (const { client } of [mary, grace])
    await client.call('declareRelation', { body: { mobile: relative.mobile, relation: 'relative' } });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const toStranger = () => ({ target: 'wallet', amount: null, borrowerId: stranger.borrowerId }) as const;
const previewAs = ({ client }: StaffMember, pieceId: number, placement: Placement) =>
  client.call('previewPlacement', { params: { pieceId }, body: { placement } });
const askAs = async (by: StaffMember, pieceId: number, placement: Placement) => {
  const { data } = await previewAs(by, pieceId, placement);
  const body = { placement, reason: 'the SMS shows it', digest: data?.digest ?? '0'.repeat(64) };
  return by.client.call('askPlacement', { params: { pieceId }, body });
};
type Placement =
  | (ReturnType<typeof toStranger> & { furtherPieceIds?: number[] })
  | { target: 'payer'; amount: number | null; furtherPieceIds?: number[] }
  | { target: 'covered'; leftPieceId: number };

describe('money of a relative is placed by another person', () => {
  test('also where it is a further piece: it is neither shown nor asked for', async () => {
    const pieceId = Number(await unknownMoneyAt(server, 31));
    const furtherPieceIds = [pieceOfRelative];
    for (const placement of [
      { ...toStranger(), furtherPieceIds },
      { target: 'payer', amount: null, furtherPieceIds } as const,
    ]) {
      const shown = await previewAs(mary, pieceId, placement);
      expect(shown).toMatchObject({ code: 403, reason: 'related' });
      expect(await askAs(mary, pieceId, placement)).toMatchObject({ code: 403, reason: 'related' });
    }
    // The amount that is left is not told by a refusal either.
    const tooMuch = { ...toStranger(), amount: 32, furtherPieceIds } as never;
    expect(await previewAs(mary, pieceId, tooMuch)).toMatchObject({ code: 403, reason: 'related' });
  });

  test.each([
    ['the further one', (other: number) => [other, pieceOfRelative]],
    ['the first one', (other: number) => [pieceOfRelative, other]],
  ] as const)('is not approved by the one whose relative owns %s of the pieces', async (_which, order) => {
    const [pieceId, further] = order(Number(await unknownMoneyAt(server, 32)));
    const asked = await askAs(peter, pieceId!, { ...toStranger(), furtherPieceIds: [further!] });
    expect(asked.code, asked.msg).toBe(200);
    const { requestId } = asked.data;
    const params = { requestId };
    expect(await grace.client.call('getRequest', { params })).toMatchObject({ code: 403, reason: 'related' });
    expect(await answerAs(grace, requestId)).toMatchObject({ code: 403, reason: 'related' });
    const audited = await server.query(
      `select outcome, borrower_id, detail ->> 'reason' as reason from staff_audit
       where call = 'answerRequest' and subject_id = $1`,
      [requestId],
    );
    expect(audited).toEqual([{ outcome: 'refused', borrower_id: stranger.borrowerId, reason: 'related' }]);
    const [piece] = await findPieces(server.db, [pieceOfRelative]);
    expect(piece).toMatchObject({ left_ngwee: 2100 });
    await peter.client.call('withdrawRequest', { params });
  });

  test('and is placed by two people who are no relatives', async () => {
    const pieceId = Number(await unknownMoneyAt(server, 33));
    const placement = { ...toStranger(), furtherPieceIds: [pieceOfRelative] };
    const asked = await askAs(peter, pieceId, placement);
    expect(asked.code, asked.msg).toBe(200);
    expect((await answerAs(ruth, asked.data.requestId)).data).toMatchObject({ state: 'done' });
    expect(await stranger.ask('getWallet', { query: {} })).toMatchObject({ balance: 54 });
  });
});
