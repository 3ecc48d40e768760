import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { secretsIn } from '../../../test/database-dump.ts';
import { purgeCallbacks } from '../../book/payment-attempt/purge-callbacks.ts';
import { migrate } from '../../platform/migrate.ts';
import { callbackPath, earlierCallbackPaths } from './callback-routes.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

/** A borrower whose operator waits for their PIN, over K500. */
async function payer(): Promise<{ borrower: AppBorrower; orderId: number; paymentId: string }> {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  const paymentId = await submitPayment(borrower, orderId, 500);
  await server.handset.waitForPrompt(borrower.mobile);
  return { borrower, orderId, paymentId };
}

const enquiriesOf = async (paymentId: string): Promise<number> =>
  (await server.query('select enquiries from payment_attempt where attempt_id = $1', [paymentId]))[0]
    .enquiries;

async function post(where: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + where, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('a report of an operator', () => {
  test('that claims a success is not believed: the operator is asked, and the prompt still waits', async () => {
    const { borrower, orderId, paymentId } = await payer();
    const report = { externalId: paymentId, status: 'SUCCESSFUL', amount: '5000', currency: 'ZMW' };
    expect(await server.sendCallback('mtn', report)).toBe(200);
    await vi.waitFor(async () => expect(await enquiriesOf(paymentId)).toBeGreaterThan(0), PATIENCE);
    expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({ status: 'pending' });
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ paid: 0 });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
  });

  test('that claims a failure is not believed either', async () => {
    const { borrower, paymentId } = await payer();
    await server.sendCallback('mtn', { externalId: paymentId, status: 'FAILED', reason: 'EXPIRED' });
    await vi.waitFor(async () => expect(await enquiriesOf(paymentId)).toBeGreaterThan(0), PATIENCE);
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
  });

  test('a hundred times at once pays once', async () => {
    const { borrower, orderId, paymentId } = await payer();
    await server.query(
      `update simulator.instruction set outcome = 'succeeded', settled_at = now() where reference = $1`,
      [paymentId],
    );
    const report = { externalId: paymentId, status: 'SUCCESSFUL' };
    const statuses = await Promise.all(Array.from({ length: 100 }, () => server.sendCallback('mtn', report)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await waitForPayment(borrower, paymentId);
    const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(bill).toMatchObject({ paid: 500, remaining: 650 });
    expect(bill.payments).toHaveLength(1);
    const kept = await server.query(
      `select times_received from operator_callback where attempt_id = $1 and times_received >= 100`,
      [paymentId],
    );
    expect(kept).toEqual([{ times_received: 100 }]);
  });

  test('about a payment that nobody knows is kept and changes nothing', async () => {
    const externalId = '7c1f8f8e-58a4-4a3c-9d0e-3a4f1c2b5d6e';
    expect(await server.sendCallback('mtn', { externalId, status: 'SUCCESSFUL' })).toBe(200);
    const kept = await server.query('select operator from operator_callback where attempt_id = $1', [
      externalId,
    ]);
    expect(kept).toEqual([{ operator: 'mtn' }]);
  });

  test('is kept for thirty days after its payment ended, and for as long as the payment is open', async () => {
    const { borrower, paymentId: ended } = await payer();
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, ended);
    const { borrower: openBorrower, paymentId: open } = await payer();
    await waitForPending(server, open);
    const unknown = '7c1f8f8e-58a4-4a3c-9d0e-3a4f1c2b5d6f';
    for (const externalId of [ended, open, unknown]) {
      await server.sendCallback('mtn', { externalId, status: 'PENDING' });
    }
    const isKept = async (attemptId: string) =>
      (await server.query('select from operator_callback where attempt_id = $1', [attemptId])).length > 0;
    const days = (count: number) => new Date(server.clock.nowMs() + count * 24 * 60 * 60 * 1000);
    await purgeCallbacks(server.db, days(29));
    expect(await Promise.all([ended, open, unknown].map(isKept))).toEqual([true, true, true]);
    await purgeCallbacks(server.db, days(31));
    expect(await Promise.all([ended, open, unknown].map(isKept))).toEqual([false, true, false]);
    // It is looked at again after a day, and its payment has ended by then.
    await answerPrompt(server, openBorrower);
    await waitForPayment(openBorrower, open);
    await purgeCallbacks(server.db, days(31.9));
    expect(await isKept(open)).toBe(true);
    await purgeCallbacks(server.db, days(32.1));
    expect(await isKept(open)).toBe(false);
  });

  test('that came long before its payment ended is kept for thirty days after that end', async () => {
    const { borrower, paymentId } = await payer();
    await waitForPending(server, paymentId);
    await server.sendCallback('mtn', { externalId: paymentId, status: 'PENDING' });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    const days = (count: number) => new Date(server.clock.nowMs() + count * 24 * 60 * 60 * 1000);
    await server.query('update operator_callback set received_at = $2 where attempt_id = $1', [
      paymentId,
      days(-40),
    ]);
    const isKept = async () =>
      (await server.query('select from operator_callback where attempt_id = $1', [paymentId])).length > 0;
    for (const [day, kept] of [
      [0, true],
      [29, true],
      [31, false],
    ] as const) {
      await purgeCallbacks(server.db, days(day));
      expect(await isKept(), `after ${day} days`).toBe(kept);
    }
  });

  test('of one operator about a payment of another asks nobody', async () => {
    const { paymentId } = await payer();
    await waitForPending(server, paymentId);
    await server.sendCallback('airtel', {
      transaction: { id: paymentId, status_code: 'TS', message: 'Paid', airtel_money_id: 'MP1' },
    });
    await sleep(100);
    expect(await enquiriesOf(paymentId)).toBe(0);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"externalId":7}',
    '{"externalId":"x","status":"SUCCESSFUL"}',
  ])('that says %j is kept as it came', async (body) => {
    const before = await server.query('select count(*) from operator_callback');
    expect(await post(callbackPath('mtn', server.callbackSecret), body)).toMatchObject({
      status: 200,
      text: '',
    });
    const after = await server.query('select count(*) from operator_callback');
    expect(after[0].count).toBe(before[0].count + 1);
    const [last] = await server.query(
      'select body_hash, body_sealed, attempt_id from operator_callback order by callback_id desc limit 1',
    );
    expect(server.sealing.open('operator_callback.body_sealed', last, last.body_sealed)).toBe(body);
    expect(last.attempt_id).toBeNull();
  });

  test('in whatever type it says it is, is read', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.operator+json']) {
      const answer = await post(callbackPath('mtn', server.callbackSecret), `{"of":"${type}"}`, {
        'content-type': type,
      });
      expect(answer.status).toBe(200);
    }
  });

  test('is kept sealed', async () => {
    await server.sendCallback('mtn', { payer: { partyId: '260968999888' } });
    const rows = await server.query('select body_sealed::text as sealed from operator_callback');
    expect(secretsIn(JSON.stringify(rows), ['260968999888'])).toEqual([]);
  });
});

describe('the address of reports', () => {
  test('is guessed by nobody: any other answers that nothing is there, and keeps nothing', async () => {
    const right = callbackPath('mtn', server.callbackSecret);
    const before = await server.query('select count(*) from operator_callback');
    const nowhere = await post('/nowhere', '{}');
    for (const wrong of [
      '/callback/mtn/',
      `/callback/mtn/${'0'.repeat(64)}`,
      right.slice(0, -1),
      `${right}0`,
      right.toUpperCase().replace('/CALLBACK/MTN', '/callback/mtn'),
      right.replace('/mtn/', '/airtel/'),
      right.replace('/mtn/', '/zamtel/'),
    ]) {
      const answer = await post(wrong, '{}');
      expect(answer.status, wrong).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({ code: 404, msg: 'There is nothing here', data: null });
      expect([...answer.headers.keys()], wrong).toEqual([...nowhere.headers.keys()]);
    }
    expect(await server.query('select count(*) from operator_callback')).toEqual(before);
  });

  test('takes no book', async () => {
    const answer = await post(callbackPath('mtn', server.callbackSecret), 'x'.repeat(65 * 1024));
    expect(answer.status).toBe(413);
  });
});

describe('the address of an earlier version', () => {
  const report = (externalId: string) => JSON.stringify({ externalId, status: 'SUCCESSFUL' });
  const beganEarlier = (paymentId: string) =>
    server.query('update payment_attempt set has_earlier_callback = true where attempt_id = $1', [paymentId]);

  test('answers while a payment is open that began under it, and then as any wrong one', async () => {
    const { borrower, paymentId } = await payer();
    await beganEarlier(paymentId);
    const [earlier] = earlierCallbackPaths('mtn', server.sealing);
    expect(await post(earlier!, report(paymentId))).toMatchObject({ status: 200, text: '' });
    await vi.waitFor(async () => expect(await enquiriesOf(paymentId)).toBeGreaterThan(0), PATIENCE);
    expect((await post(earlierCallbackPaths('airtel', server.sealing)[0]!, '{}')).status).toBe(404);
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    const answer = await post(earlier!, report(paymentId));
    const nowhere = await post('/nowhere', '{}');
    expect([answer.status, answer.text]).toEqual([404, nowhere.text]);
    expect([...answer.headers.keys()]).toEqual([...nowhere.headers.keys()]);
  });

  test('answers no payment that began since', async () => {
    const { paymentId } = await payer();
    await waitForPending(server, paymentId);
    const [earlier] = earlierCallbackPaths('mtn', server.sealing);
    expect((await post(earlier!, report(paymentId))).status).toBe(404);
    expect(await enquiriesOf(paymentId)).toBe(0);
    expect(await server.query('select from operator_callback where attempt_id = $1', [paymentId])).toEqual(
      [],
    );
  });

  test('is that of the payments which are open when the program is upgraded', async () => {
    const upgraded = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'thumba-migrations-'));
    try {
      await runOnServer(upgraded.url, 'drop schema public cascade; create schema public');
      for (const name of await readdir(MIGRATIONS)) {
        if (name < '0031') await copyFile(path.join(MIGRATIONS, name), path.join(folder, name));
      }
      await migrate(upgraded.url, folder);
      const states = ['created', 'sent', 'pending', 'unknown', 'succeeded', 'failed', 'expired'];
      await runOnServer(
        upgraded.url,
        states
          .map(
            (state, index) =>
              `insert into payment_attempt (borrower_id, attempt_id, direction, purpose, amount_ngwee, operator,
                 msisdn_sealed, state, submitted_on, created_at)
               values (${index}, gen_random_uuid(), 'payout', 'wallet_payout', 1, 'mtn', '', '${state}', now(), now())`,
          )
          .join(';'),
      );
      await migrate(upgraded.url, MIGRATIONS);
      const flags = 'select state from payment_attempt where has_earlier_callback order by borrower_id';
      expect((await runOnServer(upgraded.url, flags)).flat()).toEqual(states.slice(0, 4));
    } finally {
      await upgraded.drop();
      await rm(folder, { recursive: true });
    }
  });
});
