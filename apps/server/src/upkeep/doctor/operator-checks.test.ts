import type { FloatMovementKind } from '@thumba/contract/staff/treasury-words';
import { ngwee } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import { recordedLog } from '../../../test/call-server.ts';
import { readConfig } from '../../book/settings/config.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from '../../money/payment/operators/operators-of-config.ts';
import { startMtn } from '../../money/payment/operators/stub-mtn.test-support.ts';
import { openDifferences } from '../../money/reconciliation/differences.ts';
import { declareFloatMovement } from '../../money/reconciliation/float-movement.ts';
import { ignoreDifference } from '../../money/reconciliation/leave-difference.ts';
import { moveUnasked, reconcile } from '../../money/reconciliation/reconciled-server.test-support.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { examineOperators } from './operator-checks.ts';

const FLOATS = 'the float at each operator = the book, but for payments under way';
const DAYS = 'payments on the statements = payments in the book, day by day';
const ONE_ACCOUNT = 'floats that two platforms seem to show as one account';
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
      approvedBy: 'staff:8',
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

/** MTN serves on two platforms. The earlier one is where the test says. */
const settingsOfMove = () => ({
  MTN_BASE_URL: `${server.url}/sim/mtn`,
  MTN_API_USER: demoSettings.mtnApiUser,
  MTN_API_KEY: demoSettings.mtnApiKey,
  MTN_COLLECTION_KEY: demoSettings.mtnCollectionKey,
  MTN_DISBURSEMENT_KEY: demoSettings.mtnDisbursementKey,
  MTN_EARLIER_API_USER: '6dcb5b23-9d0b-4d1b-8ed2-9b57b3ff4d1f',
});

test('what lies on an earlier platform counts too, and a second user of a platform sees the same money', async () => {
  const earlier = await startMtn(() => ({
    status: 200,
    json: { availableBalance: '300.00', currency: 'ZMW' },
  }));
  const settings = settingsOfMove();
  const found = await ask({ ...settings, MTN_EARLIER_BASE_URL: earlier.stub.baseUrl });
  expect(found[FLOATS]).toEqual([
    { id: 'float_mtn_collection', problem: expect.stringMatching(/: K300\.00 more at the operator$/) },
    { id: 'float_mtn_payout', problem: expect.stringMatching(/: K300\.00 more at the operator$/) },
  ]);
  const sameMoney = await ask({ ...settings, MTN_EARLIER_BASE_URL: settings.MTN_BASE_URL });
  expect(sameMoney[FLOATS]).toBeUndefined();
});

test('two platforms that tell the same balance, which the book has once, are a notice', async () => {
  const floats = await server.query(
    `select direction, balance_ngwee from simulator.float_account where operator = 'mtn'`,
  );
  const kwachaOf = (direction: string) =>
    floats.find((float) => float.direction === direction).balance_ngwee / 100;
  const balances = { collect: kwachaOf('collect'), payout: kwachaOf('payout') };
  const earlier = await startMtn(({ path }) => ({
    status: 200,
    json: {
      availableBalance: String(path.startsWith('/disbursement') ? balances.payout : balances.collect),
      currency: 'ZMW',
    },
  }));
  const settings = { ...settingsOfMove(), MTN_EARLIER_BASE_URL: earlier.stub.baseUrl };
  const same = await ask(settings);
  expect(same[FLOATS]).toBeUndefined();
  const problem = expect.stringMatching(
    /^each of 2 platforms says K[\d,.]+ and the book has it once: the platforms seem to show one account$/,
  );
  expect(same[ONE_ACCOUNT]).toEqual([
    { id: 'float_mtn_collection', problem },
    { id: 'float_mtn_payout', problem },
  ]);
  // The balances of one float are equal and not the book's, those of the other differ.
  await moveFloat('payout', -1);
  balances.payout -= 1;
  balances.collect -= 1;
  const other = await ask(settings);
  expect(other[FLOATS]).toMatchObject([{ id: 'float_mtn_collection' }, { id: 'float_mtn_payout' }]);
  expect(other[ONE_ACCOUNT]).toBeUndefined();
  // One platform says what the book says, and the other one something else.
  balances.payout += 1;
  const oneRight = await ask(settings);
  expect(oneRight[FLOATS]).toMatchObject([{ id: 'float_mtn_collection' }, { id: 'float_mtn_payout' }]);
  await moveFloat('payout', 1);
});

describe('a payout that an operator made twice is hidden by another of the same amount only if that one', () => {
  const HELD = `'created', 'float_low', now()`;
  test.each<[what: string, values: string, isHidden: boolean, knownAt?: string]>([
    ['waits, and was never sent', `${HELD}, now(), null, null`, false],
    ['waits, and was sent before on a known route', `${HELD}, now(), $2::integer, null`, true],
    ['waits, and was sent before at a known time', `${HELD}, now(), null, now()`, true],
    ['waits, and another platform of the operator knows it', `${HELD}, now(), null, null`, true, 'now()'],
    ['was not tried yet', `'created', null, null, null, null, null`, false],
    ['was made ready again by an earlier version', `'created', null, null, now(), null, null`, true],
    ['is being sent', `'sent', null, null, now(), $2::integer, now()`, true],
    ['is being sent after it waited', `'sent', 'float_low', now(), now(), $2::integer, now()`, true],
    ['waited and was sent by an earlier version', `'sent', 'float_low', now(), now(), null, null`, true],
    ['was sent by an earlier version', `'pending', null, null, now(), null, null`, true],
    ['is unknown', `'unknown', null, null, now(), $2::integer, now()`, true],
  ])('%s', async (_what, values, isHidden, knownAt = 'null') => {
    const [{ route }] = await server.query('select min(route_id) as route from operator_route');
    const [{ id }] = await server.query(
      `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
         msisdn_sealed, submitted_on, created_at, state, held_reason, held_since, sent_at, route_id, first_sent_at,
         known_to_operator_at)
       select $1, gen_random_uuid(), 1, 'payout', 'loan_payout', 70000, 'mtn', '', '2026-11-21', now(), ${values},
         ${knownAt}::timestamptz
       where $2::integer is not null returning attempt_id as id`,
      [borrower.borrowerId, route],
    );
    await moveFloat('payout', -700);
    expect((await ask())[FLOATS] === undefined).toBe(isHidden);
    await moveFloat('payout', 700);
    await server.query('delete from payment_attempt where attempt_id = $1', [id]);
  });
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
  await reconcile(server, 'mtn', { daysAgo: 1 });
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
  await asApproved(db, (approval) =>
    ignoreDifference(
      { db, clock, today: () => app.calendar.today() },
      { differenceId: difference!.difference_id, actor: 'staff:mary', reason: 'paid back in cash', approval },
    ),
  );
  expect((await ask())[DAYS]).toBeUndefined();
});

test('a statement that was imported before its day ended does not cover the rest of the day', async () => {
  await pay(server, borrower, orderId, { amount: 20 });
  await reconcile(server, 'mtn', { namesDay: true });
  await pay(server, borrower, orderId, { amount: 30 });
  server.clock.advance({ days: 1 });
  await server.endTheDay();
  const before = await ask();
  expect(before[DAYS]).toBeUndefined();
  expect(before[UNSTATED]).toEqual([{ id: 'mtn 2026-11-22', problem: '2 payments' }]);
  await reconcile(server, 'mtn', { daysAgo: 1 });
  const after = await ask();
  expect([after[DAYS], after[UNSTATED]]).toEqual([undefined, undefined]);
});
