import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { demoLender } from '../src/book/lender.ts';
import { readConfig } from '../src/book/settings/config.ts';
import { createBorrowerClient } from '../src/demo/borrower-client.ts';
import { callbackPath } from '../src/money/payment/callback-routes.ts';
import { operatorsOfConfig } from '../src/money/payment/operators/operators-of-config.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { createLog } from '../src/platform/log.ts';
import { handsetGateway } from '../src/platform/sms.ts';
import { demoSettings } from '../src/simulator/settings.ts';
import {
  type AppBorrower,
  borrow,
  signUp,
  submitPayment,
  waitForPayment,
  waitForPending,
  wishOf,
} from './app-borrower.ts';
import { type AppServer, startAppServer } from './app-server.ts';
import { WITHOUT_IDENTITY_CHECKS } from './identity-settings.ts';

/*
 * Most of the time of a call is spent on round trips to the database. They are counted at a server that only answers
 * calls. Another server on the same database pays out, collects and sends messages.
 */
const MAX_ROUND_TRIPS = 3;

type QuietServer = Pick<AppServer, 'newClient' | 'newMobile' | 'handset'> & {
  app: App;
  db: Database;
  url: string;
  callbackSecret: Buffer;
};

let working: AppServer;
let quiet: QuietServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-round-trips-'));
  working = await startAppServer();
  quiet = await startQuietServer();
  // The keys that a process started with are written within a second. They belong to no call.
  await quiet.app.securityLog.flush();
});
afterAll(async () => {
  await quiet.app.close();
  await quiet.db.close();
  await working.stop();
  await rm(folder, { recursive: true });
});

async function startQuietServer(): Promise<QuietServer> {
  const { clock, sealing, handset, newMobile } = working;
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...WITHOUT_IDENTITY_CHECKS });
  const log = createLog({ level: 'silent', service: 'test' });
  const simulator = { url: `${working.url}/sim`, settings: demoSettings };
  const db = openDatabase({ url: working.databaseUrl });
  const app = await createApp({
    google: undefined,
    push: undefined,
    config,
    db,
    clock,
    log,
    sealing,
    sms: handsetGateway(simulator.url, config.SMS_SENDER),
    operators: operatorsOfConfig(config, { db, clock, log }, simulator, working.url),
    earlierOperators: [],
    lender: { ...demoLender, isFaceRequired: config.FACE_REQUIRED },
    publicUrl: working.url,
  });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    db,
    url,
    callbackSecret: config.keys.callbackSecret,
    handset,
    newMobile,
    newClient: () => createBorrowerClient(url, () => clock.nowMs()),
  };
}

async function roundTripsOf(act: () => Promise<unknown>): Promise<number> {
  // Events of the calls before are written within a second. They belong to no call either.
  await quiet.app.securityLog.flush();
  const before = quiet.db.roundTrips();
  await act();
  return quiet.db.roundTrips() - before;
}

/** The names of the working server's statements for payments and loans. A search that found no work is left out. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(working.db.pool, 'query');
  await act();
  const statements = await Promise.all(
    query.mock.calls.map(async ([statement], index) => {
      const { name = '' } = statement as unknown as { name?: string };
      const { rowCount } = (await query.mock.results[index]!.value) as unknown as { rowCount: number };
      return { name, foundNothing: name.includes(': claim') && rowCount === 0 };
    }),
  );
  query.mockRestore();
  return statements
    .filter(({ name, foundNothing }) => /^(payment|posting line): /.test(name) && !foundNothing)
    .map(({ name }) => name);
}

describe('at most three round trips', () => {
  // This test is the first one, because later no other payment may be open at the working server.
  test('to post the payment of a callback, after the callback was saved', async () => {
    const borrower = await signUp(quiet);
    const paymentId = await submitPayment(borrower, await borrow(borrower));
    const prompt = await working.handset.waitForPrompt(borrower.mobile);
    await waitForPending(working, paymentId);
    const [saving, ...posting] = await statementsOf(async () => {
      await working.handset.answer(borrower.mobile, prompt.id, 'approve');
      await waitForPayment(borrower, paymentId);
    });
    expect(saving).toBe('payment: receive callbacks');
    expect(posting).toEqual([
      'payment: lease turns of calls',
      expect.stringMatching(/^posting line: read /),
      expect.stringMatching(/^posting line: write /),
    ]);
  });

  test('to sign in', async () => {
    const mobile = quiet.newMobile();
    const client = quiet.newClient();
    await client.ask('sendSmsCode', { params: { phone: mobile } });
    const captcha = await quiet.handset.waitForCode(mobile);
    const count = await roundTripsOf(() => client.ask('mobileLogin', { body: { mobile, captcha } }));
    expect(count).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });

  test('to apply for a loan', async () => {
    const borrower = await signUp(quiet);
    const { contractVersion } = await borrower.ask('productTrial', { body: wishOf() });
    const body = { ...wishOf(), contractVersion, agreed: true } as const;
    const count = await roundTripsOf(() =>
      borrower.ask('appManualGetLoan', { body }, { idempotencyKey: 'apply' }),
    );
    expect(count).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });

  test('to repay from the wallet', async () => {
    const borrower = await signUp(quiet);
    const orderId = await borrow(borrower);
    await working.query(
      `with changed_standing as (update borrower_standing set wallet_ngwee = 10000 where borrower_id = $1)
       insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee,
         business_on, recorded_at)
       values ($1, nextval('ledger_entry_id'), 1, 'bank', 'wallet_credit', 10000, '2026-11-21', now())`,
      [borrower.borrowerId],
    );
    const body = { orderId, planId: await firstPlan(borrower, orderId), amount: 100 };
    const count = await roundTripsOf(() =>
      borrower.ask('useWallet', { body }, { idempotencyKey: 'from the wallet' }),
    );
    expect(count).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });

  test('to ask for a repayment by PIN prompt', async () => {
    const borrower = await signUp(quiet);
    const planId = await firstPlan(borrower, await borrow(borrower));
    const body = { bizType: 1, planId, payAmount: 100 } as const;
    const count = await roundTripsOf(() =>
      borrower.ask('submitRepayApplyV2', { body }, { idempotencyKey: 'by prompt' }),
    );
    expect(count).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });

  test('to receive the callback of an operator', async () => {
    const borrower = await signUp(quiet);
    const paymentId = await submitPayment(borrower, await borrow(borrower));
    const count = await roundTripsOf(() =>
      fetch(quiet.url + callbackPath('mtn', quiet.callbackSecret), {
        method: 'PUT',
        body: JSON.stringify({ externalId: paymentId, status: 'SUCCESSFUL' }),
      }),
    );
    expect(count).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });
});

async function firstPlan(borrower: AppBorrower, orderId: number): Promise<number> {
  const { repayPlanList } = await borrower.ask('getRepayDetailV2', { params: { id: orderId } });
  return repayPlanList[0]!.planId;
}
