import type { ClaimAnswer } from '@thumba/contract/staff/claim-answers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  untilMessagesAreSent,
  waitForPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
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
afterAll(() => server.stop());

const claim = async (reference: string) => {
  const answer = await payer.ask('claimPayment', { body: { reference } });
  return Number((answer as { ticketNo?: string }).ticketNo);
};
const list = async (state: 'waiting' | 'answered' | 'settled' = 'waiting') =>
  (await mary.client.call('listClaims', { query: { state, pageSize: 100 } })).data;
const read = async (ticketId: number) => (await mary.client.call('getClaim', { params: { ticketId } })).data;

test('a claim stands beside the row of the statement that answers it and the piece that holds its money', async () => {
  const reference = await moveUnasked(server, { mobile: payer.mobile, amount: 130 });
  const ticketId = await claim(reference);
  expect((await list()).items).toContainEqual({
    ...{ ticketId, borrowerId: payer.borrowerId, state: 'open', answeredAt: null, settledAt: null },
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

const answer = (ticketId: number, given: ClaimAnswer = 'not_received', by = mary) =>
  by.client.call('answerClaim', { params: { ticketId }, body: { answer: given } });
const ticketOf = (ticketId: number, who = payer) =>
  who.ask('getTicket', { params: { ticketNo: String(ticketId) } });
const ids = async (state: 'waiting' | 'answered') => (await list(state)).items.map((one) => one.ticketId);

describe('a claim whose payment is not found', () => {
  test('is answered by one of two people, and the borrower reads in the app what was shown', async () => {
    const ticketId = await claim('7700000011');
    const { possibleAnswers, whyNotAnswer } = await read(ticketId);
    expect(whyNotAnswer).toBeNull();
    const { text } = possibleAnswers.find((one) => one.answer === 'other_receiver')!;
    const answers = await Promise.all([
      answer(ticketId, 'other_receiver'),
      answer(ticketId, 'other_receiver', grace),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const told = answers.find(({ code }) => code === 409)!;
    expect(told).toMatchObject({ reason: 'answered' });
    const { answer: given, ...after } = await read(ticketId);
    expect(told.msg).toBe(`${given!.by} answered this ticket already.`);
    expect(given).toMatchObject({ answer: 'other_receiver', text });
    expect(after).toMatchObject({ state: 'answered', possibleAnswers: [], settledAt: null });
    expect(await ticketOf(ticketId)).toMatchObject({
      ...{ kind: 'payment_claim', state: 'closed', answer: text, answeredOn: server.today() },
    });
    expect([await ids('waiting'), await ids('answered')]).toEqual([
      expect.not.arrayContaining([ticketId]),
      expect.arrayContaining([ticketId]),
    ]);
    await untilMessagesAreSent(server, payer);
    const { messages } = await server.handset.phone(payer.mobile);
    expect(messages.filter((message) => message.text.includes(`ticket ${ticketId}.`))).toMatchObject([
      { text: expect.stringContaining('Please read our answer in the app, under Help.') },
    ]);
    const audited = await server.query(
      `select detail ->> 'answer' as answer from staff_audit where call = 'answerClaim' and outcome = 'done'`,
    );
    expect(audited).toEqual([{ answer: 'other_receiver' }]);
    await expectSoundBook(server);
  });

  test('is not answered while a payment of these days may still be the one', async () => {
    const ticketId = await claim('7700000012');
    const paymentId = await submitPayment(payer, loanId, 50);
    await waitForPending(server, paymentId);
    const { possibleAnswers, whyNotAnswer } = await read(ticketId);
    expect(possibleAnswers).toEqual([]);
    expect(whyNotAnswer).toMatch(/^A payment of these days may still be the one/);
    expect(await answer(ticketId)).toMatchObject({ code: 409, reason: 'may_be_found', msg: whyNotAnswer });
    await answerPrompt(server, payer);
    await waitForPayment(payer, paymentId);
    expect(await answer(ticketId, 'counted_already')).toMatchObject({ code: 200 });
  });

  test('is open again when a statement has its money, and is then not answered', async () => {
    server.clock.advance({ minutes: 1 });
    const reference = await moveUnasked(server, { mobile: payer.mobile, amount: 131 });
    const ticketId = await claim(reference);
    expect(await answer(ticketId)).toMatchObject({ code: 200 });
    await reconcile(server);
    expect(await read(ticketId)).toMatchObject({ state: 'found', answer: null, answeredAt: null });
    expect(await ids('waiting')).toContain(ticketId);
    expect(await answer(ticketId)).toMatchObject({ code: 409, reason: 'found' });
    expect((await ticketOf(ticketId)).answer).toBeUndefined();
    await expectSoundBook(server);
  });

  test('is open again when its borrower names the payment again', async () => {
    const ticketId = await claim('7700000013');
    await answer(ticketId);
    expect((await ticketOf(ticketId)).state).toBe('closed');
    expect(await claim('7700000013')).toBe(ticketId);
    expect(await ticketOf(ticketId)).toMatchObject({ state: 'open' });
    expect(await read(ticketId)).toMatchObject({ state: 'open', answer: null });
    await expect(
      server.query(`update claim_ticket set state = 'answered' where ticket_id = $1`, [ticketId]),
    ).rejects.toMatchObject({ constraint: 'claim_ticket_answer' });
  });

  test('is closed when its payment is carried out after all, and the borrower is told', async () => {
    server.clock.advance({ minutes: 1 });
    const paymentId = await pay(server, payer, loanId, { amount: 60, action: 'refuse' });
    const ticketId = await claim(paymentId);
    const name = (attemptId: string | null) =>
      server.query('update claim_ticket set attempt_id = $2 where ticket_id = $1', [ticketId, attemptId]);
    // As where a statement says that this payment succeeded.
    await name(paymentId);
    expect(await answer(ticketId, 'unsuccessful')).toMatchObject({ code: 409, reason: 'may_be_found' });
    await name(null);
    expect(await answer(ticketId, 'unsuccessful')).toMatchObject({ code: 200 });
    await succeedAfterAll(server, paymentId);
    await vi.waitFor(async () => {
      expect(await read(ticketId)).toMatchObject({ state: 'settled', answer: null });
    }, PATIENCE);
    expect((await ticketOf(ticketId)).answer).toBeUndefined();
    await expectSoundBook(server);
  });

  test('of another kind or number is not answered', async () => {
    expect(await answer(999_999)).toMatchObject({ code: 404 });
  });
});
