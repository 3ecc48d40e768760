import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AppBorrower, addAccount, apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { lineOf } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { whileClockGoesOn } from '../../money/payment/open-attempts.test-support.ts';
import {
  restoreBook,
  setPayoutFloat,
  untilPayoutIs,
} from '../../money/payment/restored-server.test-support.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';

let server: AppServer;
let head: StaffMember;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  head = await hire(server, { maker, checker }, { userName: 'natasha', roles: ['head_of_operations'] });
  mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['head_of_finance'] });
  grace = await hire(server, { maker, checker }, { userName: 'grace', roles: ['head_of_finance'] });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

type Waiting = { borrower: AppBorrower; orderId: number; accountId: number; otherMobile: string };
let waiting: Waiting;
beforeEach(async () => {
  waiting = await waitsForStoppedOperator();
});

const reason = 'payouts are lost';

const stop = () => head.client.call('stopOperator', { params: { operator: 'mtn' }, body: { reason } });

async function start(): Promise<void> {
  const { data } = await head.client.call('startOperator', { params: { operator: 'mtn' }, body: { reason } });
  expect((await answerAs(grace, data.requestId)).data.state).toBe('done');
}

/** A loan whose payout to an MTN number was never sent, because MTN was stopped. The borrower has an Airtel account too. */
async function waitsForStoppedOperator(): Promise<Waiting> {
  const borrower = await signUp(server, { mobile: server.newMobile('mtn') });
  const otherMobile = server.newMobile('airtel');
  await addAccount(server, borrower, { mobile: otherMobile });
  const [account] = await server.query(
    `update repay_account set payouts_from = null where borrower_id = $1 and operator = 'airtel'
     returning account_id::integer as id`,
    [borrower.borrowerId],
  );
  // The float guard asks the operator again.
  server.clock.advance({ minutes: 2 });
  await setPayoutFloat(server, 'mtn', 0);
  const { orderId } = await apply(borrower);
  await untilPayoutIs(server, orderId, { state: 'created', held_reason: 'float_low' });
  await stop();
  await setPayoutFloat(server, 'mtn', 1_000_000);
  server.clock.advance({ minutes: 2 });
  await untilPayoutIs(server, orderId, { state: 'created', held_reason: 'operator_stopped' });
  return { borrower, orderId, otherMobile, accountId: account.id };
}

const home = () => waiting.borrower.ask('getMyLoanInfo', {});

const nameOther = () =>
  waiting.borrower.ask('retryPayout', {
    body: { orderId: waiting.orderId, repayAccountId: waiting.accountId },
  });

const payouts = () =>
  server.query(
    `select state, operator, failure_reason, request_id::integer as request_id from payment_attempt
     where loan_id = $1 and purpose = 'loan_payout' order by created_at, attempt_id`,
    [waiting.orderId],
  );

const timesPaid = async () =>
  (
    await server.query(
      `select count(*)::integer as times from simulator.instruction where mobile = any($1)
         and direction = 'payout' and outcome = 'succeeded'`,
      [[waiting.borrower.mobile, waiting.otherMobile]],
    )
  )[0].times;

const untilActive = () =>
  whileClockGoesOn(
    server,
    { seconds: 20 },
    async () => [await waiting.borrower.ask('queryLoanDetail', { params: { id: waiting.orderId } })],
    ([bill]) => expect(bill!.status).toBe('active'),
  );

/** The operator runs again, and what waited for it would be sent. */
async function startAndWait(): Promise<void> {
  await start();
  server.clock.advance({ minutes: 5 });
  await vi.waitFor(
    async () =>
      expect(
        await server.query('select from payment_attempt where next_step_at < $1 and state = $2', [
          new Date(server.clock.nowMs() - 60_000),
          'created',
        ]),
      ).toEqual([]),
    PATIENCE,
  );
}

test('the borrower names an account of another operator, and the money goes there once', async () => {
  expect(await home()).toMatchObject({ mayNameAccount: true });
  expect((await home()).waitsForPerson).toBeUndefined();
  await nameOther();
  await untilActive();
  await startAndWait();
  expect(await payouts()).toMatchObject([
    { state: 'failed', operator: 'mtn', failure_reason: 'superseded' },
    { state: 'succeeded', operator: 'airtel' },
  ]);
  expect(await timesPaid()).toBe(1);
});

test('a payout that went to another account before it was sent is no failure of its operator', async () => {
  const refusedAtMtn = async () => {
    const on = server.today();
    const query = { period: 'days', from: on, to: on };
    const { code, data } = await mary.client.call('getOperatorsHealth', { query } as never);
    expect(code).toBe(200);
    const mtn = data.operators.find(({ operator }: { operator: string }) => operator === 'mtn');
    return [
      mtn?.refused ?? 0,
      data.reasons.filter(({ reason }: { reason: string }) => reason === 'superseded'),
    ];
  };
  await nameOther();
  await untilActive();
  expect(await refusedAtMtn()).toEqual([0, []]);
  await start();
});

test('staff send it to another account with a second person, and not to the number for which it waits', async () => {
  const { orderId: loanId, accountId } = waiting;
  const preview = (wanted: number | null) =>
    mary.client.call('previewPayoutRetry', { params: { loanId }, body: { accountId: wanted } });
  expect(await preview(null)).toMatchObject({ code: 409, reason: 'payout_waits' });
  const { data: shown } = await preview(accountId);
  expect(lineOf(shown.effect, 'Earlier payout')).toMatchObject({
    before: expect.stringContaining('waits until MTN runs'),
    after: 'is not sent',
  });
  const { data: asked } = await mary.client.call('retryLoanPayout', {
    params: { loanId },
    body: { accountId, reason, digest: shown.digest },
  });
  expect(await payouts()).toHaveLength(1);
  expect((await answerAs(grace, asked.requestId!)).data.state).toBe('done');
  await untilActive();
  await startAndWait();
  expect(await payouts()).toMatchObject([
    { state: 'failed', operator: 'mtn' },
    { state: 'succeeded', operator: 'airtel', request_id: asked.requestId },
  ]);
  expect(await timesPaid()).toBe(1);
});

test('it is paid once where the borrower names an account while the operator starts', async () => {
  await start();
  server.clock.advance({ minutes: 2 });
  await Promise.allSettled(Array.from({ length: 3 }, nameOther));
  await untilActive();
  server.clock.advance({ minutes: 5 });
  expect((await payouts()).filter(({ state }) => state !== 'failed')).toHaveLength(1);
  expect(await timesPaid()).toBe(1);
});

test('it stays where a process is sending it', async () => {
  await server.query(
    `update payment_attempt set state = 'sent', sent_at = $2, next_step_at = $3 where loan_id = $1`,
    [waiting.orderId, new Date(server.clock.nowMs()), new Date(server.clock.nowMs() + 60_000)],
  );
  await expect(nameOther()).rejects.toThrow('409');
  expect(await payouts()).toHaveLength(1);
  await server.query(`update payment_attempt set state = 'created' where loan_id = $1`, [waiting.orderId]);
  await start();
  await untilActive();
  expect(await timesPaid()).toBe(1);
});

test('one from before a restore stays, because what was lost may have sent it', async () => {
  await restoreBook(server);
  await expect(nameOther()).rejects.toThrow('409');
  expect(await payouts()).toHaveLength(1);
  await server.query('delete from restored_book');
  await nameOther();
  await untilActive();
  expect(await timesPaid()).toBe(1);
});
