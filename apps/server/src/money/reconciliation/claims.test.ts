import { randomUUID } from 'node:crypto';
import { demoLadder } from '@thumba/lending/ladder';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { moveUnasked, reconcile } from './reconciled-server.test-support.ts';
import { postToLoan } from './resolve-difference.ts';

let server: AppServer;
let payer: AppBorrower;
let stranger: AppBorrower;
let orderId: number;
let paymentId: string;
let reference: string;

beforeAll(async () => {
  server = await startAppServer();
  [payer, stranger] = [await signUp(server), await signUp(server)];
  orderId = await borrow(payer);
  paymentId = await pay(server, payer, orderId, { amount: 100 });
  reference = await referenceOf(paymentId);
});
afterAll(() => server.stop());
beforeEach(() => server.clock.advance({ days: 1 }));

const claim = (who: AppBorrower, text: string) => who.ask('claimPayment', { body: { reference: text } });
const messagesOf = async (who: AppBorrower) =>
  (await who.ask('listMessages', { query: {} })).items.map(({ text }) => text);
const referenceOf = async (attemptId: string): Promise<string> =>
  (await server.query('select operator_reference from payment_attempt where attempt_id = $1', [attemptId]))[0]
    .operator_reference;

/** What the operator's SMS calls a payment that it carried out. */
const smsReferenceOf = async (attemptId: string): Promise<string> => {
  const [{ created_at, id }] = await server.query(
    'select created_at, id from simulator.instruction where reference = $1',
    [attemptId],
  );
  return `${created_at.getTime()}${String(id % 1000).padStart(3, '0')}`;
};

/** Lets the operator change its mind without telling. */
const succeedInSilence = (attemptId: string) =>
  server.query(
    `update simulator.instruction set outcome = 'succeeded', failure = null where reference = $1`,
    [attemptId],
  );

test('a payment that is in the books is shown with its receipt, however its reference is typed', async () => {
  const { receiptNo } = await payer.ask('getPayment', { params: { paymentId } });
  const shown = { status: 'posted', paymentId, amount: 100, receiptNo };
  expect(await claim(payer, reference)).toEqual(shown);
  expect(await claim(payer, ` ${reference.slice(0, 5)} ${reference.slice(5)} `)).toEqual(shown);
  expect(await claim(payer, paymentId.toUpperCase())).toEqual(shown);
});

test('another borrower’s reference reads like one that nobody has, word for word', async () => {
  const theirs = await claim(stranger, reference);
  const nobodys = await claim(stranger, '7700000001');
  expect(theirs).toEqual({ status: 'not_found', ticketNo: expect.stringMatching(/^\d+$/) });
  expect(Object.keys(nobodys)).toEqual(Object.keys(theirs));
  expect(nobodys.status).toBe('not_found');
  expect(await claim(stranger, paymentId)).toMatchObject({ status: 'not_found' });
  await reconcile(server, 'mtn', { daysAgo: 2 });
  expect(await messagesOf(stranger)).toEqual([]);
  expect(await claim(stranger, reference)).toEqual(theirs);
  const kept = await server.query(
    'select distinct state, attempt_id from claim_ticket where borrower_id = $1',
    [stranger.borrowerId],
  );
  expect(kept).toEqual([{ state: 'open', attempt_id: null }]);
});

test('a payment that failed with us is asked about at once, posted on the operator’s word, and its ticket is closed', async () => {
  const failed = await pay(server, payer, orderId, { amount: 110, action: 'refuse' });
  await succeedInSilence(failed);
  server.clock.advance({ minutes: 4 });
  const answer = await claim(payer, await smsReferenceOf(failed));
  expect(answer).toEqual({ status: 'checking', ticketNo: expect.any(String) });
  await vi.waitFor(async () => {
    const messages = await messagesOf(payer);
    expect(messages.filter((text) => text.includes(`Ticket ${answer.ticketNo} is closed`))).toEqual([
      expect.stringContaining('Your payment of K110.00 is added to your loan, receipt '),
    ]);
  }, PATIENCE);
  expect(await claim(payer, await smsReferenceOf(failed))).toMatchObject({
    status: 'posted',
    paymentId: failed,
    amount: 110,
  });
});

test('a payment whose prompt is still open is not asked about sooner than the operator wants', async () => {
  const open = await submitPayment(payer, orderId, 120);
  await server.handset.waitForPrompt(payer.mobile);
  const due = async () =>
    (await server.query('select next_step_at from payment_attempt where attempt_id = $1', [open]))[0]
      .next_step_at;
  await waitForPending(server, open);
  const before = await due();
  expect(before.getTime()).toBeGreaterThan(server.clock.nowMs());
  expect(await claim(payer, '7700000002')).toMatchObject({ status: 'checking' });
  expect(await due()).toEqual(before);
  const prompt = await server.handset.waitForPrompt(payer.mobile);
  await server.handset.answer(payer.mobile, prompt.id, 'approve');
  await server.sendCallback('mtn', { externalId: open, status: 'SUCCESSFUL' });
  await vi.waitFor(async () => {
    const { status } = await payer.ask('getPayment', { params: { paymentId: open } });
    expect(status).toBe('succeeded');
  }, PATIENCE);
});

describe('money that came without a payment of ours', () => {
  const staff = () => ({
    db: server.db,
    clock: server.clock,
    sealing: server.sealing,
    line: server.app.line,
    today: () => server.app.calendar.today(),
    ladderRule: () => demoLadder,
    newAttemptId: () => randomUUID(),
  });

  test('answers its payer’s ticket when a statement shows it, and closes it when a person has posted it', async () => {
    const unasked = await moveUnasked(server, { mobile: payer.mobile, amount: 130 });
    server.clock.advance({ days: 8 });
    const { ticketNo, status } = await claim(payer, unasked);
    expect(status).toBe('not_found');
    const { differences } = await reconcile(server, 'mtn', { daysAgo: 8 });
    const extra = differences.find(({ kind }) => kind === 'extra')!;
    expect(extra.ticket_ids).toEqual([Number(ticketNo)]);
    expect((await messagesOf(payer))[0]).toBe(
      `We found your payment of K130.00 with the operator. A person will add it to your loan. Ticket ${ticketNo}.`,
    );
    expect(await claim(payer, unasked)).toEqual({ status: 'checking', ticketNo });
    const posting = {
      ...{ differenceId: extra.difference_id, actor: 'staff:7' as const, reason: 'paid by hand' },
      ...{ borrowerId: payer.borrowerId, loanId: orderId },
    };
    const posted = await asApproved(server.db, (approval) => postToLoan(staff(), { ...posting, approval }));
    expect(posted).toEqual({ ok: true, value: { amountNgwee: 13_000 } });
    await vi.waitFor(async () => {
      expect((await messagesOf(payer)).join()).toContain(`Ticket ${ticketNo} is closed`);
    }, PATIENCE);
  });

  test('from a number that is not the claimer’s says nothing to them', async () => {
    const unasked = await moveUnasked(server, { mobile: payer.mobile, amount: 140 });
    const { ticketNo } = await claim(stranger, unasked);
    const { differences } = await reconcile(server, 'mtn');
    expect(differences.find(({ kind }) => kind === 'extra')!.ticket_ids).toEqual([Number(ticketNo)]);
    expect(await messagesOf(stranger)).toEqual([]);
    expect(await claim(stranger, unasked)).toEqual({ status: 'not_found', ticketNo });
  });
});

test('ten a day are looked for, even of thirty at once, and ten more the next day', async () => {
  const claims = Array.from({ length: 30 }, (_, number) =>
    stranger.call('claimPayment', { body: { reference: `88000000${number}` } }),
  );
  const codes = (await Promise.all(claims)).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(10);
  expect(codes.filter((code) => code === 429)).toHaveLength(20);
  const refused = await stranger.call('claimPayment', { body: { reference } });
  expect(refused).toMatchObject({ code: 429, data: { retryAfterSeconds: expect.any(Number) } });
  server.clock.advance({
    seconds: (refused.data as unknown as { retryAfterSeconds: number }).retryAfterSeconds,
  });
  expect(await claim(stranger, reference)).toMatchObject({ status: 'not_found' });
});

test.each(['', 'abc', 'a'.repeat(65), "7'; drop table loan", '<b>7700</b>', 'Ünïcode1'])(
  'a reference that no operator gives is refused in words: %s',
  async (text) => {
    expect(await payer.call('claimPayment', { body: { reference: text } })).toMatchObject({
      code: 400,
      msg: 'Please enter the reference in the SMS from your mobile-money operator',
    });
  },
);

test('what was typed is nowhere in the clear, not even a number in the wrong field', async () => {
  await claim(payer, '0979876543');
  expect(secretsIn(await dumpDatabase(server.owner), ['0979876543'])).toEqual([]);
  expect(secretsIn(server.logLines.join('\n'), ['0979876543', reference])).toEqual([]);
});
