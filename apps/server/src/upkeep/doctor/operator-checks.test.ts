import { ngwee } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { recordedLog } from '../../../test/call-server.ts';
import { readConfig } from '../../book/settings/config.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from '../../money/payment/operators/operators-of-config.ts';
import { startMtn } from '../../money/payment/operators/stub-mtn.test-support.ts';
import { openDifferences } from '../../money/reconciliation/differences.ts';
import { declareFloatMovement, type FloatMovementKind } from '../../money/reconciliation/float-movement.ts';
import { moveUnasked, reconcile } from '../../money/reconciliation/reconciled-server.test-support.ts';
import { ignoreDifference } from '../../money/reconciliation/resolve-difference.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { examineOperators } from './operator-checks.ts';

const FLOATS = 'the float at each operator = the book, but for payments under way';
const DAYS = 'payments on the statements = payments in the book, day by day';
const UNSTATED = 'days of payments without a statement';

let server: AppServer;
let borrower: AppBorrower;
let orderId: number;

beforeAll(async () => {
  server = await startAppServer();
  borrower = await signUp(server);
  orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 100 });
});
afterAll(() => server.stop());

async function ask(
  earlier: Record<string, string> = {},
): Promise<Record<string, { id: string; problem: string }[]>> {
  const { db, clock, url, dataDir } = server;
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: url, ...earlier });
  const deps = { db, clock, log: recordedLog().log };
  const { mtn } = operatorsOfConfig(config, deps, { url: `${url}/sim`, settings: demoSettings }, url);
  const { checks } = await examineOperators(db, [mtn!, ...earlierOperatorsOfConfig(config, deps, url)]);
  return Object.fromEntries(
    checks.filter(({ total }) => total > 0).map(({ check, listed }) => [check, listed]),
  );
}

function declare(direction: 'collection' | 'payout', kwacha: number, kind: FloatMovementKind = 'top_up') {
  const { db, clock, app } = server;
  return declareFloatMovement(
    { db, clock, today: () => app.calendar.today() },
    {
      operator: 'mtn',
      direction,
      kind,
      amountNgwee: ngwee(kwacha * 100),
      reason: 'the bank statement',
      actor: 'staff:7',
    },
  );
}

/** Changes the float at the operator without any payment of ours. */
function moveFloat(direction: 'collect' | 'payout', kwacha: number) {
  return server.query(
    `update simulator.float_account set balance_ngwee = balance_ngwee + $2 where operator = 'mtn' and direction = $1`,
    [direction, kwacha * 100],
  );
}

test('a float that was never declared is a difference, and with its opening balance it agrees', async () => {
  expect((await ask())[FLOATS]).toHaveLength(2);
  await declare('collection', 50_000_000);
  await declare('payout', 50_000_000);
  expect((await ask())[FLOATS]).toBeUndefined();
});

test('what lies on an earlier platform counts too, and a second user of a platform sees the same money', async () => {
  const earlier = await startMtn(() => ({
    status: 200,
    json: { availableBalance: '300.00', currency: 'ZMW' },
  }));
  const settings = {
    MTN_BASE_URL: `${server.url}/sim/mtn`,
    MTN_API_USER: demoSettings.mtnApiUser,
    MTN_API_KEY: demoSettings.mtnApiKey,
    MTN_COLLECTION_KEY: demoSettings.mtnCollectionKey,
    MTN_DISBURSEMENT_KEY: demoSettings.mtnDisbursementKey,
    MTN_EARLIER_API_USER: '6dcb5b23-9d0b-4d1b-8ed2-9b57b3ff4d1f',
  };
  const found = await ask({ ...settings, MTN_EARLIER_BASE_URL: earlier.stub.baseUrl });
  expect(found[FLOATS]).toEqual([
    { id: 'float_mtn_collection', problem: expect.stringMatching(/: K300\.00 more at the operator$/) },
    { id: 'float_mtn_payout', problem: expect.stringMatching(/: K300\.00 more at the operator$/) },
  ]);
  const sameMoney = await ask({ ...settings, MTN_EARLIER_BASE_URL: settings.MTN_BASE_URL });
  expect(sameMoney[FLOATS]).toBeUndefined();
});

test('a payout that the operator made twice is found by its float', async () => {
  await moveFloat('payout', -700);
  const found = await ask();
  expect(found[FLOATS]).toEqual([
    { id: 'float_mtn_payout', problem: expect.stringMatching(/: K700\.00 less at the operator$/) },
  ]);
  await moveFloat('payout', 700);
});

test('a book that has forgotten a collection is found by the float', async () => {
  await moveFloat('collect', 40);
  expect((await ask())[FLOATS]).toEqual([
    { id: 'float_mtn_collection', problem: expect.stringMatching(/: K40\.00 more at the operator$/) },
  ]);
  await moveFloat('collect', -40);
});

test('money for the bank and a charge of the operator agree when they are declared', async () => {
  await moveFloat('collect', -60);
  expect((await ask())[FLOATS]).toHaveLength(1);
  await declare('collection', 50, 'withdrawal');
  await declare('collection', 10, 'charge');
  expect((await ask())[FLOATS]).toBeUndefined();
});

test('a payment that is under way may have moved the float already, or not', async () => {
  await submitPayment(borrower, orderId, 100);
  const prompt = await server.handset.waitForPrompt(borrower.mobile);
  expect((await ask())[FLOATS]).toBeUndefined();
  await moveFloat('collect', 100);
  expect((await ask())[FLOATS]).toBeUndefined();
  await moveFloat('collect', 1);
  expect((await ask())[FLOATS]).toHaveLength(1);
  await moveFloat('collect', -101);
  await server.handset.answer(borrower.mobile, prompt.id, 'refuse');
});

test('a day that has ended and has no statement is listed, and the statement may say more than the book', async () => {
  const unasked = await moveUnasked(server, { mobile: borrower.mobile, amount: 33, direction: 'payout' });
  expect(unasked).not.toBe('');
  server.clock.advance({ days: 1 });
  await server.endTheDay();
  expect((await ask())[UNSTATED]).toEqual([{ id: 'mtn 2026-11-21', problem: '2 payments' }]);
  await reconcile(server, 'mtn', 1);
  const found = await ask();
  expect(found[UNSTATED]).toBeUndefined();
  expect(found[DAYS]).toEqual([
    {
      id: 'mtn payout 2026-11-21',
      problem: expect.stringMatching(/^the statement says K.* in 2 payments and the book says K.* in 1$/),
    },
  ]);
});

test('a difference that a person has resolved does not come back', async () => {
  const { db, clock, app } = server;
  const [difference] = await openDifferences(db, 'mtn');
  await ignoreDifference(
    { db, clock, today: () => app.calendar.today() },
    { differenceId: difference!.difference_id, actor: 'staff:7', reason: 'paid back in cash' },
  );
  expect((await ask())[DAYS]).toBeUndefined();
});
