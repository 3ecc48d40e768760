import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  earnCredit,
  PATIENCE,
  settle,
  signUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { stopSubject } from '../../book/stop-switch/stop-switch.ts';
import { setPayoutFloat } from '../../money/payment/restored-server.test-support.ts';
import { toDate } from '../../platform/clock.ts';
import { command as lending } from '../terminal/commands/lending.ts';
import { runOf } from '../terminal/staff-desk.test-support.ts';

let server: AppServer;
let head: StaffMember;
let checker: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  const hireAs = (userName: string, role: StaffRole) =>
    hire(server, { maker: first, checker: second }, { userName, roles: [role] });
  head = await hireAs('natasha', 'head_of_credit');
  checker = await hireAs('bwalya', 'head_of_finance');
  auditor = await hireAs('ireen', 'auditor');
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { data } = await head.client.call('lendingState');
  if (data.isStopped) await start();
});

type StaffRole = 'head_of_credit' | 'head_of_finance' | 'auditor';

const stop = (reason = 'fraud is looked into') => head.client.call('stopLending', { body: { reason } });

async function start() {
  const asked = await head.client.call('startLending', { body: { reason: 'it is over' } });
  expect(asked.code).toBe(200);
  return answer(checker, asked.data.requestId);
}

const answer = (member: StaffMember, requestId: number) =>
  member.client.call('answerRequest', {
    params: { requestId },
    body: { answer: 'approve', reason: 'looked at it' },
  });

const payoutsOf = (loanId: number) =>
  server.query(
    `select state, held_reason, counted_on from payment_attempt where loan_id = $1 and purpose = 'loan_payout'`,
    [loanId],
  );

const statusOf = async (borrower: AppBorrower, loanId: number) =>
  (await borrower.ask('queryLoanDetail', { params: { id: loanId } })).status;

describe('the switch that stops lending', () => {
  test('is switched off by one person, and on again by two', async () => {
    expect(await stop()).toMatchObject({ code: 200 });
    expect(await stop()).toMatchObject({ code: 409, reason: 'stopped_already' });
    expect((await auditor.client.call('lendingState')).data).toMatchObject({
      isStopped: true,
      stop: { by: 'Person natasha', reason: 'fraud is looked into' },
      startRequestId: null,
    });
    const { data } = await head.client.call('startLending', { body: { reason: 'it is over' } });
    expect(await head.client.call('startLending', { body: { reason: 'again' } })).toMatchObject({
      code: 409,
      reason: 'waits_already',
    });
    expect((await auditor.client.call('lendingState')).data).toMatchObject({
      isStopped: true,
      startRequestId: data.requestId,
    });
    expect(await answer(head, data.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await answer(checker, data.requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
    expect((await auditor.client.call('lendingState')).data).toEqual({
      isStopped: false,
      stop: null,
      startRequestId: null,
    });
    expect(await head.client.call('startLending', { body: { reason: 'again' } })).toMatchObject({
      code: 409,
      reason: 'runs_already',
    });
    const { changes } = (await auditor.client.call('lendingHistory')).data;
    expect(changes.slice(0, 2)).toMatchObject([
      { isStopped: false, by: 'Person bwalya', reason: 'it is over', requestId: data.requestId },
      { isStopped: true, by: 'Person natasha', reason: 'fraud is looked into', requestId: null },
    ]);
  });

  test('is refused to a person without the permission', async () => {
    expect(await auditor.client.call('stopLending', { body: { reason: 'I say so' } })).toMatchObject({
      code: 403,
      reason: 'not_permitted',
    });
    expect((await auditor.client.call('lendingState')).data.isStopped).toBe(false);
  });

  test('refuses an application with one sentence, which the borrower can make again later', async () => {
    const borrower = await signUp(server);
    await stop();
    await expect(apply(borrower)).rejects.toThrow(
      'answered 409: We are not giving loans at the moment. Your details are kept. Please apply again later.',
    );
    expect(await server.query('select 1 from loan where borrower_id = $1', [borrower.borrowerId])).toEqual(
      [],
    );
    await start();
    const { orderId } = await apply(borrower);
    await vi.waitFor(async () => expect(await statusOf(borrower, orderId)).toBe('active'), PATIENCE);
  });

  test('holds the payout of a loan, tells the borrower once, and lets it go by itself', async () => {
    const borrower = await signUp(server, { mobile: server.newMobile('mtn') });
    // The float guard asks the operator again.
    server.clock.advance({ minutes: 2 });
    await setPayoutFloat(server, 'mtn', 0);
    const { orderId } = await apply(borrower);
    await untilHeldFor(orderId, 'float_low');
    await stop();
    await setPayoutFloat(server, 'mtn', 1_000_000);
    server.clock.advance({ minutes: 2 });
    await untilHeldFor(orderId, 'lending_stopped');
    expect((await borrower.ask('getMyLoanInfo', {})).messages).toEqual([
      'We have stopped sending loans for the moment. We will send your money as soon as we start again. You do not need to do anything.',
    ]);
    await start();
    server.clock.advance({ minutes: 2 });
    await vi.waitFor(async () => expect(await statusOf(borrower, orderId)).toBe('active'), PATIENCE);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items.filter(({ text }) => text.includes('We will send it as soon as we can'))).toHaveLength(1);
  });

  test('leaves repayments and wallet credit alone', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const rich = await signUp(server);
    await earnCredit(server, rich);
    server.clock.advance({ minutes: 1 });
    await stop();
    await settle(server, borrower, orderId);
    expect(await statusOf(borrower, orderId)).toBe('settled');
    const { paymentId } = await rich.ask('payOutWallet', { body: {} });
    await vi.waitFor(async () => {
      expect(await rich.ask('getPayment', { params: { paymentId } })).toMatchObject({ status: 'succeeded' });
    }, PATIENCE);
  });

  test('is kept by the database: no start without a request, no application, no change of history', async () => {
    const borrower = await signUp(server);
    const { orderId } = await apply(borrower);
    await stop();
    await expect(
      server.query(
        `insert into lending_switch (is_stopped, reason, actor, switched_at) values (false, 'me', 'x', now())`,
      ),
    ).rejects.toThrow(/lending_start_is_approved|approved/);
    await expect(
      server.query(
        `insert into loan_acceptance select (l).* from (select l from loan_acceptance l where loan_id = $1) one`,
        [orderId],
      ),
    ).rejects.toThrow('lending is stopped');
    await expect(server.query('delete from lending_switch')).rejects.toThrow('append-only');
  });

  test('of twenty stops at once, one is written', async () => {
    const stops = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stopSubject(server.db, {
          subject: 'lending',
          reason: `stop ${index}`,
          actor: 'staff:natasha',
          now: toDate(server.clock.nowMs()),
        }),
      ),
    );
    expect(stops.filter(Boolean)).toHaveLength(1);
  });

  test('waits for an application that is being written, and is seen by the next one', async () => {
    const application = await server.owner.pool.connect();
    await application.query('begin');
    // The statement of an application, without a row.
    const write = 'insert into loan_acceptance select * from loan_acceptance where false';
    await application.query(write);
    let isStopped = false;
    const stopping = stop().then(() => {
      isStopped = true;
    });
    await vi.waitFor(async () => {
      const waiting = await server.query(
        `select 1 from pg_locks where locktype = 'advisory' and objid = 931 and not granted`,
      );
      expect(waiting).toHaveLength(1);
    }, PATIENCE);
    expect(isStopped).toBe(false);
    await application.query('commit');
    await stopping;
    await expect(application.query(write)).rejects.toThrow('lending is stopped');
    application.release();
  });

  test('can be used at the terminal, where the start files a request', async () => {
    expect((await runOf(server, lending, 'stop', 'the', 'operator', 'has', 'lost', 'payouts')).text).toBe(
      'Lending is stopped. New applications are refused, and payouts of loans wait.',
    );
    expect((await runOf(server, lending)).text).toContain('by mary: the operator has lost payouts');
    const asked = await runOf(server, lending, 'start', 'they', 'are', 'found');
    const [, requestId] = /^Request (\d+) is filed: /.exec(asked.text)!;
    expect((await runOf(server, lending)).text).toContain('Lending is stopped');
    expect(await answer(checker, Number(requestId))).toMatchObject({ data: { state: 'done' } });
    expect((await runOf(server, lending)).text).toContain('Lending runs.');
  });
});

async function untilHeldFor(loanId: number, reason: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await payoutsOf(loanId)).toMatchObject([
      { state: 'created', held_reason: reason, counted_on: null },
    ]);
  }, PATIENCE);
}
