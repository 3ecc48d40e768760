import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  apply,
  borrow,
  earnCredit,
  PATIENCE,
  signUp,
  submitPayment,
  waitForPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { openOperatorSwitch } from '../../book/payment-attempt/operator-switch.ts';
import { stopSubject } from '../../book/stop-switch/stop-switch.ts';
import { offerDesk } from '../../credit/application/counter-offer.test-support.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import { toDate } from '../../platform/clock.ts';
import { refuseInstructions } from './open-attempts.test-support.ts';
import { refusingBaseUrl } from './operators/stub-operator.test-support.ts';
import { setPayoutFloat } from './restored-server.test-support.ts';
import { operatorExecutors } from './staff-operators.ts';

const NO_PAYMENT =
  'answered 409: We are not taking payments from this operator at the moment. Please pay from another account, or try again later.';
const NO_PAYOUT =
  'answered 409: We are not sending money to this operator at the moment. Please choose another account, or try again later.';

let server: AppServer;
let head: StaffMember;
let checker: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  const pair = { maker: first, checker: second };
  head = await hire(server, pair, { userName: 'natasha', roles: ['head_of_operations'] });
  checker = await hire(server, pair, { userName: 'bwalya', roles: ['head_of_finance'] });
  auditor = await hire(server, pair, { userName: 'ireen', roles: ['auditor'] });
});
afterAll(() => server.stop());
afterEach(async () => {
  if ((await shown()).isStopped) await start();
});

const shown = async () => {
  const { data } = await auditor.client.call('listOperators');
  return data.items.find(({ operator }) => operator === 'mtn')!;
};

const stop = (reason = 'payouts are lost') =>
  head.client.call('stopOperator', { params: { operator: 'mtn' }, body: { reason } });

const askForStart = (reason = 'they are found') =>
  head.client.call('startOperator', { params: { operator: 'mtn' }, body: { reason } });

const approve = (member: StaffMember, requestId: number) =>
  member.client.call('answerRequest', {
    params: { requestId },
    body: { answer: 'approve', reason: 'looked at it' },
  });

async function start(): Promise<void> {
  const asked = await askForStart();
  expect(await approve(checker, asked.data.requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
}

const attemptsOf = (loanId: number, purpose = 'loan_payout') =>
  server.query(
    'select state, held_reason, failure_reason from payment_attempt where loan_id = $1 and purpose = $2',
    [loanId, purpose],
  );

const statusOf = async (borrower: AppBorrower, loanId: number) =>
  (await borrower.ask('queryLoanDetail', { params: { id: loanId } })).status;

const mtnBorrower = () => signUp(server, { mobile: server.newMobile('mtn') });

describe('the switch that stops an operator', () => {
  test('is switched off by one person, and on again by two', async () => {
    expect(await stop()).toMatchObject({ code: 200 });
    expect(await stop()).toMatchObject({ code: 409, reason: 'stopped_already' });
    expect(await shown()).toMatchObject({
      isStopped: true,
      startRequestId: null,
      changes: [{ isStopped: true, by: 'Person natasha', reason: 'payouts are lost', requestId: null }],
    });
    const { data } = await askForStart();
    expect(await askForStart()).toMatchObject({ code: 409, reason: 'waits_already' });
    expect(await shown()).toMatchObject({ isStopped: true, startRequestId: data.requestId });
    expect(await approve(head, data.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await shown()).toMatchObject({ isStopped: true });
    expect(await approve(checker, data.requestId)).toMatchObject({
      code: 200,
      data: { state: 'done', sentence: 'MTN runs again.' },
    });
    const { isStopped, startRequestId, changes } = await shown();
    expect({ isStopped, startRequestId }).toEqual({ isStopped: false, startRequestId: null });
    expect(changes).toMatchObject([
      { isStopped: false, by: 'Person bwalya', reason: 'they are found', requestId: data.requestId },
      { isStopped: true },
    ]);
    expect(await askForStart()).toMatchObject({ code: 409, reason: 'runs_already' });
  });

  test('is refused to a person without the permission, and for an operator that is not connected', async () => {
    const stopped = await auditor.client.call('stopOperator', {
      params: { operator: 'mtn' },
      body: { reason: 'I say so' },
    });
    expect(stopped).toMatchObject({ code: 403, reason: 'not_permitted' });
    const zamtel = await head.client.call('stopOperator', {
      params: { operator: 'zamtel' },
      body: { reason: 'not used' },
    });
    expect(zamtel).toMatchObject({ code: 409, reason: 'operator_not_connected' });
    expect(await server.query('select from operator_switch where operator = $1', ['zamtel'])).toEqual([]);
  });

  test('refuses a new collection and a new payout, and leaves the other operator alone', async () => {
    const payer = await mtnBorrower();
    const loanId = await borrow(payer);
    const rich = await mtnBorrower();
    await earnCredit(server, rich);
    const newcomer = await mtnBorrower();
    const other = await signUp(server, { mobile: server.newMobile('airtel') });
    await stop();
    await expect(submitPayment(payer, loanId)).rejects.toThrow(NO_PAYMENT);
    await expect(rich.ask('payOutWallet', { body: {} })).rejects.toThrow(NO_PAYOUT);
    await expect(apply(newcomer)).rejects.toThrow(NO_PAYOUT);
    expect(await attemptsOf(loanId, 'repayment')).toEqual([]);
    expect(await server.query('select from loan where borrower_id = $1', [newcomer.borrowerId])).toEqual([]);
    expect(
      await server.query(`select from payment_attempt where borrower_id = $1 and purpose = 'wallet_payout'`, [
        rich.borrowerId,
      ]),
    ).toEqual([]);
    expect(await borrow(other)).toEqual(expect.any(Number));
    await start();
    const paymentId = await submitPayment(payer, loanId);
    await answerPrompt(server, payer);
    await waitForPayment(payer, paymentId);
    expect(await borrow(newcomer)).toEqual(expect.any(Number));
  });

  test('lets a payment that was sent end as it would', async () => {
    const payer = await mtnBorrower();
    const loanId = await borrow(payer);
    const paymentId = await submitPayment(payer, loanId);
    await waitForPending(server, paymentId);
    await stop();
    await answerPrompt(server, payer);
    await waitForPayment(payer, paymentId);
    expect(await attemptsOf(loanId, 'repayment')).toMatchObject([{ state: 'succeeded' }]);
  });

  test('sends a payout that may have been sent again under the same id, so that its outcome is known', async () => {
    // The operator leaves payouts to this number waiting.
    const borrower = await signUp(server, { mobile: '0765555555' });
    await refuseInstructions(server, 1);
    const { orderId } = await apply(borrower);
    const untilIs = (expected: object) =>
      vi.waitFor(async () => {
        const rows = await server.query(
          `select state, not_found, held_reason from payment_attempt where loan_id = $1`,
          [orderId],
        );
        expect(rows).toMatchObject([expected]);
      }, PATIENCE);
    await untilIs({ state: 'unknown' });
    await refuseInstructions(server, 0);
    await stop();
    server.clock.advance({ seconds: 10 });
    await untilIs({ not_found: 1 });
    server.clock.advance({ seconds: 50 });
    await untilIs({ state: 'pending', held_reason: null });
  });

  test('holds a payout that was not sent yet, and lets it go by itself', async () => {
    const borrower = await mtnBorrower();
    // The float guard asks the operator again.
    server.clock.advance({ minutes: 2 });
    await setPayoutFloat(server, 'mtn', 0);
    const { orderId } = await apply(borrower);
    const untilHeldFor = (reason: string) =>
      vi.waitFor(
        async () =>
          expect(await attemptsOf(orderId)).toMatchObject([{ state: 'created', held_reason: reason }]),
        PATIENCE,
      );
    await untilHeldFor('float_low');
    await stop();
    await setPayoutFloat(server, 'mtn', 1_000_000);
    server.clock.advance({ minutes: 2 });
    await untilHeldFor('operator_stopped');
    expect((await borrower.ask('getMyLoanInfo', {})).messages).toEqual([
      'We have stopped sending money through MTN for the moment. We will send yours as soon as we start again. You can also choose an account at another operator.',
    ]);
    await start();
    server.clock.advance({ minutes: 2 });
    await vi.waitFor(async () => expect(await statusOf(borrower, orderId)).toBe('active'), PATIENCE);
  });

  test('is followed by another process, which did not hear of it', async () => {
    const second = await startAppServer({ besides: server });
    const borrower = await signUp(second, { mobile: second.newMobile('mtn') });
    // A wallet without credit: the operator is looked at first, and nothing is ever sent.
    const refusal = () =>
      borrower.ask('payOutWallet', { body: {} }).then(
        () => 'none',
        (error: Error) => error.message,
      );
    expect(await refusal()).not.toContain(NO_PAYOUT);
    await stop();
    await vi.waitFor(async () => expect(await refusal()).toContain(NO_PAYOUT), PATIENCE);
    await start();
    await vi.waitFor(async () => expect(await refusal()).not.toContain(NO_PAYOUT), PATIENCE);
    await second.stop();
  });

  test('is kept by the database: no start without an approved request, no change of history', async () => {
    await stop();
    const insert = `insert into operator_switch (operator, is_stopped, reason, actor, switched_at, request_id)
      values ('mtn', false, 'me', 'x', now(), $1)`;
    await expect(server.query(insert, [null])).rejects.toThrow(/approved/);
    const { data } = await askForStart();
    await expect(server.query(insert, [data.requestId])).rejects.toThrow(/approved/);
    await expect(server.query('delete from operator_switch')).rejects.toThrow('append-only');
    expect(await approve(checker, data.requestId)).toMatchObject({ code: 200 });
  });

  test('does not start it a second time, where the same request is taken up again after a later stop', async () => {
    await stop();
    const { data } = await askForStart();
    await approve(checker, data.requestId);
    await stop('lost again');
    const { operator_start: startAgain } = operatorExecutors({
      ...server,
      operatorSwitch: await openOperatorSwitch(server.db),
    });
    const request = {
      requestId: data.requestId,
      madeBy: 'staff:natasha',
      payload: { operator: 'mtn' },
    } as const;
    const taken = { ...request, title: '', reason: 'they are found', borrowerId: null, loanId: null };
    expect(await startAgain(taken, 'staff:bwalya')).toEqual({
      isDone: true,
      sentence: 'MTN was started by this request.',
    });
    expect(await shown()).toMatchObject({ isStopped: true });
  });

  test('says to the borrower of a counter-offer why it cannot be signed now, and it can be signed afterwards', async () => {
    const desk = offerDesk(server);
    const one = await applicant(server, { mobile: server.newMobile('mtn') });
    expect(await desk.offer(one)).toMatchObject({ ok: true });
    const body = await desk.signing(one);
    await stop();
    expect(await desk.sign(one, body)).toMatchObject({
      code: 409,
      msg: NO_PAYOUT.replace('answered 409: ', ''),
      data: { reason: 'operator_stopped' },
    });
    await start();
    expect(await desk.sign(one, body)).toMatchObject({ code: 200 });
  });

  test('leaves unused credit in the wallet at the end of a day, and it goes back once the operator runs', async () => {
    const rich = await mtnBorrower();
    await earnCredit(server, rich);
    const payouts = () =>
      server.query(`select state from payment_attempt where borrower_id = $1 and purpose = 'wallet_payout'`, [
        rich.borrowerId,
      ]);
    const credit = async () =>
      (
        await server.query(
          'select wallet_ngwee::integer as ngwee from borrower_standing where borrower_id = $1',
          [rich.borrowerId],
        )
      )[0].ngwee;
    const before = await credit();
    expect(before).toBeGreaterThan(0);
    await stop();
    await server.passDays(9);
    expect([await credit(), await payouts()]).toEqual([before, []]);
    await start();
    await server.passDays(1);
    expect(await credit()).toBe(0);
    expect(await payouts()).toHaveLength(1);
  });

  test('of twenty stops at once, one is written', async () => {
    const stops = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stopSubject(server.db, {
          subject: 'mtn',
          reason: `stop ${index}`,
          actor: 'staff:natasha',
          now: toDate(server.clock.nowMs()),
        }),
      ),
    );
    expect(stops.filter(Boolean)).toHaveLength(1);
  });
});

describe('a collection that was begun and not sent', () => {
  test('ends once the operator is stopped, with one sentence', async () => {
    const away = await startAppServer({ settings: { AIRTEL_BASE_URL: await refusingBaseUrl() } });
    const borrower = await signUp(away);
    const loanId = await borrow(borrower);
    await away.query(`update repay_account set operator = 'airtel' where borrower_id = $1`, [
      borrower.borrowerId,
    ]);
    const paymentId = await submitPayment(borrower, loanId);
    const attempt = async () =>
      (await away.query('select * from payment_attempt where attempt_id = $1', [paymentId]))[0];
    await vi.waitFor(
      async () => expect(await attempt()).toMatchObject({ state: 'created', held_reason: 'operator_down' }),
      PATIENCE,
    );
    await stopSubject(away.db, {
      subject: 'airtel',
      reason: 'it does not answer',
      actor: 'staff:natasha',
      now: toDate(away.clock.nowMs()),
    });
    away.clock.advance({ seconds: 10 });
    await waitForPayment(borrower, paymentId, 'refuse');
    expect(await attempt()).toMatchObject({ failure_reason: 'operator_stopped' });
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
      failureReason:
        'We do not use this operator at the moment, and no money was moved. Please use another account, or try again later.',
    });
    await away.stop();
  });
});

describe('the page of the operators', () => {
  test('has the accounts with what lies there, how payments went, and no secret', async () => {
    const payer = await mtnBorrower();
    await borrow(payer);
    const { data } = await auditor.client.call('listOperators');
    const mtn = data.items.find(({ operator }) => operator === 'mtn')!;
    const payout = mtn.accounts.find(({ direction }) => direction === 'payout')!;
    const [counted] = await server.query(
      `select count(*) filter (where state = 'succeeded')::integer as succeeded, max(finished_at) as last_at
       from payment_attempt where operator = 'mtn' and direction = 'payout' and submitted_on between $1 and $2`,
      [data.from, data.through],
    );
    expect(payout).toMatchObject({
      route: { environment: expect.any(String), apiUser: expect.any(String) },
      succeeded: counted.succeeded,
      lastSuccessAt: counted.last_at.toISOString(),
    });
    expect(mtn.callback).toBe(`${server.url}/callback/mtn/…`);
    expect(data.items.find(({ operator }) => operator === 'zamtel')).toMatchObject({
      isConnected: false,
      callback: null,
      accounts: [{ route: null }, { route: null }],
    });
  });

  test('shows the whole callback address to a person who may change settings, and the audit has it', async () => {
    const asked = { params: { operator: 'airtel' } } as const;
    expect(await auditor.client.call('readCallbackAddress', asked)).toMatchObject({ code: 403 });
    const { data } = await head.client.call('readCallbackAddress', asked);
    const response = await fetch(data.address, { method: 'POST', body: '{}' });
    expect(response.status).toBe(200);
    const looks = await server.query(
      `select from staff_audit where actor = 'staff:natasha' and call = 'readCallbackAddress' and outcome = 'shown'`,
    );
    expect(looks).toHaveLength(1);
    const zamtel = await head.client.call('readCallbackAddress', { params: { operator: 'zamtel' } });
    expect(zamtel).toMatchObject({ code: 404 });
  });
});
