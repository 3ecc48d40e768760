import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { moveUnasked, reconcile } from './reconciled-server.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let payer: AppBorrower;
let loanId: number;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary } = await hireMaryAndGrace(server));
  payer = await signUp(server);
  loanId = await borrow(payer);
});
afterAll(() => server.stop());

const claim = async (reference: string) => {
  const answer = await payer.ask('claimPayment', { body: { reference } });
  return Number((answer as { ticketNo?: string }).ticketNo);
};
const list = async (state: 'waiting' | 'settled' = 'waiting') =>
  (await mary.client.call('listClaims', { query: { state, pageSize: 100 } })).data;
const read = async (ticketId: number) => (await mary.client.call('getClaim', { params: { ticketId } })).data;

test('a claim stands beside the row of the statement that answers it and the piece that holds its money', async () => {
  const reference = await moveUnasked(server, { mobile: payer.mobile, amount: 130 });
  const ticketId = await claim(reference);
  expect((await list()).items).toContainEqual({
    ...{ ticketId, borrowerId: payer.borrowerId, state: 'open', settledAt: null },
    claimedAt: expect.any(String),
  });
  expect(await read(ticketId)).toMatchObject({ reference, statementRows: [] });
  const { differences } = await reconcile(server);
  const extra = differences.find((one) => one.operator_reference === reference)!;
  expect(await read(ticketId)).toMatchObject({
    state: 'found',
    statementRows: [
      {
        ...{ operator: 'mtn', outcome: 'succeeded', amount: 130, isFromBorrower: true, pieceId: null },
        differenceId: extra.difference_id,
      },
    ],
  });
});

test('a claim names the payments of its borrower around its day, and a settled one the payment that it was', async () => {
  const ticketId = await claim('7700000009');
  const paymentId = await pay(server, payer, loanId, { amount: 100 });
  expect((await read(ticketId)).payments).toMatchObject([{ paymentId, amount: 100, isNamed: false }]);
  await server.query(
    `update claim_ticket set state = 'settled', attempt_id = $2, settled_at = now() where ticket_id = $1`,
    [ticketId, paymentId],
  );
  expect((await read(ticketId)).payments).toMatchObject([{ paymentId, isNamed: true }]);
  expect((await list('settled')).items.map((one) => one.ticketId)).toEqual([ticketId]);
  expect((await list()).items.map((one) => one.ticketId)).not.toContain(ticketId);
});

test('a ticket of another kind is no claim', async () => {
  const { ticketNo } = await payer.ask('writeComplaint', { body: { topic: 'app', text: 'It is slow.' } });
  expect(await mary.client.call('getClaim', { params: { ticketId: Number(ticketNo) } })).toMatchObject({
    code: 404,
  });
});
