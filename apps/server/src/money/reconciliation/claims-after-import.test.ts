import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, borrow, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { unknownMoneyAt } from '../../staff/terminal/suspense.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { moveUnasked, reconcile } from './reconciled-server.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
let payer: AppBorrower;
let loanId: number;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
  payer = await signUp(server);
  loanId = await borrow(payer);
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const claim = (reference: string) => payer.ask('claimPayment', { body: { reference } });
const read = async (ticketId: number) => (await mary.client.call('getClaim', { params: { ticketId } })).data;
const answer = (ticketId: number, given: 'not_received' | 'counted_already') =>
  mary.client.call('answerClaim', { params: { ticketId }, body: { answer: given } });
const messagesOf = async (ticketId: number) =>
  (await payer.ask('listMessages', { query: {} })).items
    .map(({ text }) => text)
    .filter((text) => text.includes(`icket ${ticketId}`));

/** Money of the payer that a statement has before its borrower says that they paid. */
async function imported(amount: number) {
  server.clock.advance({ minutes: 1 });
  const reference = await moveUnasked(server, { mobile: payer.mobile, amount });
  const { differences } = await reconcile(server);
  const { difference_id: differenceId } = differences.find((one) => one.operator_reference === reference)!;
  return { reference, differenceId };
}

async function postByTwo(differenceId: number): Promise<void> {
  const params = { differenceId };
  const match = { to: 'loan', loanId } as const;
  const shown = await mary.client.call('previewDifference', { params, body: { match } });
  const body = { match, reason: 'the SMS shows it', digest: shown.data.digest };
  const asked = await mary.client.call('askDifference', { params, body });
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
}

async function placeInWallet(pieceId: number): Promise<void> {
  const params = { pieceId };
  const placement = { target: 'wallet', amount: null, borrowerId: payer.borrowerId } as const;
  const shown = await mary.client.call('previewPlacement', { params, body: { placement } });
  const body = { placement, reason: 'the SMS shows it', digest: shown.data.digest };
  const asked = await mary.client.call('askPlacement', { params, body });
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
}

describe('a claim that is made after its statement was imported', () => {
  test('is found at once, is not answered, and is closed when its money is posted', async () => {
    const { reference, differenceId } = await imported(130);
    const { status, ticketNo } = (await claim(reference)) as { status: string; ticketNo: string };
    const ticketId = Number(ticketNo);
    expect(status).toBe('checking');
    expect(await read(ticketId)).toMatchObject({
      ...{ state: 'found', possibleAnswers: [] },
      statementRows: [{ differenceId, outcome: 'succeeded', isFromBorrower: true }],
    });
    expect(await messagesOf(ticketId)).toEqual([
      expect.stringContaining('We found your payment of K130.00 with the operator.'),
    ]);
    await claim(reference);
    expect(await messagesOf(ticketId)).toHaveLength(1);
    expect(await answer(ticketId, 'not_received')).toMatchObject({ code: 409, reason: 'found' });
    await postByTwo(differenceId);
    await vi.waitFor(async () => {
      expect(await read(ticketId)).toMatchObject({ state: 'settled', answer: null });
    }, PATIENCE);
  });

  test('is not answered either where it was not linked, and its page says why', async () => {
    const { reference } = await imported(131);
    const ticketId = Number(((await claim(reference)) as { ticketNo: string }).ticketNo);
    // As a ticket that an earlier version wrote, or one that was written while the import ran.
    await server.query(`update claim_ticket set state = 'open' where ticket_id = $1`, [ticketId]);
    const { possibleAnswers, whyNotAnswer } = await read(ticketId);
    expect(possibleAnswers).toEqual([]);
    expect(whyNotAnswer).toBe('A statement has its money by now: place it on the loan.');
    for (const given of ['not_received', 'counted_already'] as const)
      expect(await answer(ticketId, given)).toMatchObject({ code: 409, reason: 'found', msg: whyNotAnswer });
  });

  test('is answered in one way where all of its money has its place', async () => {
    server.clock.advance({ minutes: 1 });
    const pieceId = Number(await unknownMoneyAt(server, 132, payer.mobile));
    const [{ reference }] = await server.query(
      `select r.operator_reference as reference from reconciliation_difference d
       join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash where d.entry_id = $1`,
      [pieceId],
    );
    await placeInWallet(pieceId);
    const { status, ticketNo } = (await claim(reference)) as { status: string; ticketNo: string };
    const ticketId = Number(ticketNo);
    expect(status).toBe('not_found');
    expect(await read(ticketId)).toMatchObject({
      ...{ state: 'open', whyNotAnswer: null },
      possibleAnswers: [{ answer: 'counted_already' }],
    });
    expect(await messagesOf(ticketId)).toEqual([]);
    expect(await answer(ticketId, 'not_received')).toMatchObject({ code: 409, reason: 'placed' });
    expect(await answer(ticketId, 'counted_already')).toMatchObject({ code: 200 });
  });

  test('of a payment that failed with us and succeeded with the operator is about that payment', async () => {
    server.clock.advance({ minutes: 1 });
    const paymentId = await pay(server, payer, loanId, { amount: 60, action: 'refuse' });
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', failure = null where reference = $1`,
      [paymentId],
    );
    const { differences } = await reconcile(server);
    const { operator_reference: reference } = differences.find((one) => one.attempt_id === paymentId)!;
    expect(await claim(reference!)).toMatchObject({ status: 'checking', ticketNo: expect.any(String) });
    const [{ named }] = await server.query(
      'select attempt_id as named from claim_ticket order by ticket_id desc limit 1',
    );
    expect(named).toBe(paymentId);
  });
});
