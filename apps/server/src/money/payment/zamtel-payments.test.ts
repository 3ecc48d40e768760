import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  PATIENCE,
  signUp,
  submitPayment,
  waitForPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { freePort } from '../../platform/ports.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { type SimulatorUnderTest, startSimulator } from '../../simulator/simulator.test-support.ts';
import { type EndUnknownRequest, endUnknown } from './end-unknown.ts';

/** Patient enough for a quick thumb, and soon over for one that never comes. */
const ZAMTEL_TIMEOUT_MS = 3000;

let server: AppServer;
let operator: SimulatorUnderTest;
beforeAll(async () => {
  // Its address has to be known before the server starts, and its database is the server's.
  const port = await freePort();
  server = await startAppServer({
    settings: {
      ZAMTEL_BASE_URL: `http://127.0.0.1:${port}/sim/zamtel`,
      ZAMTEL_TIMEOUT_MS: String(ZAMTEL_TIMEOUT_MS),
      ZAMTEL_THIRD_PARTY_ID: demoSettings.zamtelThirdPartyId,
      ZAMTEL_PASSWORD: demoSettings.zamtelPassword,
      ZAMTEL_SHORTCODE: demoSettings.zamtelShortcode,
      ZAMTEL_PAYOUT_IDENTIFIER: demoSettings.zamtelPayoutIdentifier,
      ZAMTEL_PAYOUT_CREDENTIAL: demoSettings.zamtelPayoutCredential,
    },
  });
  operator = await startSimulator(server.databaseUrl, {}, { port, now: () => server.clock.nowMs() });
});
afterAll(async () => {
  await operator.stop();
  await server.stop();
});

async function attemptOf(paymentId: string) {
  const [attempt] = await server.query(
    'select state, operator_code, enquiries, next_step_at, failure_reason from payment_attempt where attempt_id = $1',
    [paymentId],
  );
  return attempt;
}

async function debtor(): Promise<{ borrower: AppBorrower; orderId: number }> {
  const borrower = await signUp(server, { mobile: server.newMobile('zamtel') });
  return { borrower, orderId: await borrow(borrower) };
}

/** A payment whose borrower looks at the phone only after the call to Zamtel has timed out. */
async function unanswered() {
  const { borrower, orderId } = await debtor();
  const paymentId = await submitPayment(borrower, orderId, 500);
  await server.handset.waitForPrompt(borrower.mobile);
  await vi.waitFor(
    async () => expect(await attemptOf(paymentId)).toMatchObject({ state: 'unknown' }),
    PATIENCE,
  );
  return { borrower, orderId, paymentId };
}

type Asked = Pick<EndUnknownRequest, 'attemptId' | 'outcome'> & Partial<EndUnknownRequest>;

async function endByStaff(request: Asked) {
  const catalogue = await openCatalogue(server.db, server.clock, server.app.calendar.today);
  const deps = {
    db: server.db,
    clock: server.clock,
    line: server.app.line,
    today: () => server.app.calendar.today(),
    ladderRule: () => catalogue.current().ladder,
    newAttemptId: () => randomUUID(),
  };
  return asApproved(server.db, (approval) =>
    endUnknown(deps, { reason: 'on the statement', staffName: 'mutale', approval, ...request }),
  );
}

test('a loan is paid out and repaid over Zamtel, each in one call', async () => {
  const { borrower, orderId } = await debtor();
  const paymentId = await submitPayment(borrower, orderId, 500);
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, paymentId);
  expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ paid: 500 });
  expect((await server.handset.phone(borrower.mobile)).balance).toBe(10_500);
  expect(await server.query('select count(*)::int as count from simulator.instruction')).toEqual([
    { count: 2 },
  ]);
});

test('a call that Zamtel did not answer stays unknown, and nothing is sent a second time', async () => {
  const { borrower, orderId, paymentId } = await unanswered();
  const { prompts } = await server.handset.phone(borrower.mobile);
  await server.handset.answer(borrower.mobile, prompts[0]!.id, 'approve');
  for (let day = 1; day <= 3; day += 1) {
    server.clock.advance({ hours: 25 });
    await vi.waitFor(
      async () => expect(await attemptOf(paymentId)).toMatchObject({ enquiries: day }),
      PATIENCE,
    );
  }
  expect(await attemptOf(paymentId)).toMatchObject({ state: 'unknown', operator_code: 'NO_STATUS_CALL' });
  expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ paid: 0 });
  const sent = await server.query(
    'select count(*)::int as count from simulator.instruction where reference = $1',
    [paymentId],
  );
  expect(sent).toEqual([{ count: 1 }]);
});

test('staff who found it on the statement end it, once, and stand in the history', async () => {
  const { borrower, orderId, paymentId } = await unanswered();
  expect(await endByStaff({ attemptId: paymentId, outcome: 'succeeded', reason: ' ' })).toMatchObject({
    refusal: { kind: 'reason_needed' },
  });
  expect(await endByStaff({ attemptId: paymentId, outcome: 'succeeded' })).toMatchObject({ ok: true });
  expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ paid: 500 });
  const [event] = await server.query(`select actor from loan_event where loan_id = $1 and kind = 'repaid'`, [
    orderId,
  ]);
  expect(event).toEqual({ actor: 'staff:mutale' });
  const kept = await server.query(
    'select outcome, reason, actor from payment_settlement where attempt_id = $1',
    [paymentId],
  );
  expect(kept).toEqual([{ outcome: 'succeeded', reason: 'on the statement', actor: 'staff:mutale' }]);
  expect(await endByStaff({ attemptId: paymentId, outcome: 'failed' })).toEqual({
    ok: false,
    refusal: { kind: 'not_unknown', state: 'succeeded' },
  });
});

test('one that staff did not find ends as failed, and the borrower may pay again', async () => {
  const { borrower, orderId, paymentId } = await unanswered();
  const { planId } = (await borrower.ask('getRepayDetailV2', { params: { id: orderId } })).repayPlanList[0]!;
  const again = { body: { bizType: 1 as const, planId, payAmount: 500 } };
  expect(await borrower.call('submitRepayApplyV2', again)).toMatchObject({ code: 409 });
  const end = { attemptId: paymentId, outcome: 'failed' } as const;
  await expect(endByStaff({ ...end, approval: undefined })).rejects.toThrow(
    'needs the request that a second person approved',
  );
  expect(await endByStaff(end)).toMatchObject({ ok: true });
  expect(await attemptOf(paymentId)).toMatchObject({ state: 'failed', next_step_at: null });
  expect(await borrower.call('submitRepayApplyV2', again)).toMatchObject({ code: 200 });
});

test('staff cannot end a payment that does not exist, or whose outcome the operator may still tell', async () => {
  expect(await endByStaff({ attemptId: randomUUID(), outcome: 'failed' })).toMatchObject({
    refusal: { kind: 'no_such_payment' },
  });
  expect(await endByStaff({ attemptId: 'guess', outcome: 'failed' })).toMatchObject({
    refusal: { kind: 'no_such_payment' },
  });
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  const paymentId = await submitPayment(borrower, orderId, 500);
  await waitForPending(server, paymentId);
  await server.query(`update payment_attempt set state = 'unknown' where attempt_id = $1`, [paymentId]);
  expect(await endByStaff({ attemptId: paymentId, outcome: 'failed' })).toMatchObject({
    refusal: { kind: 'operator_may_tell', operator: 'mtn' },
  });
});
