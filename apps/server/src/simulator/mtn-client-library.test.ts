import { create, type MtnMoMoError, PayerType } from 'mtn-momo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings } from './settings.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

/*
 * A published client for MTN's sandbox, unchanged: the simulator has to answer it as MTN does.
 */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
let momo: ReturnType<typeof create>;
let collections: ReturnType<ReturnType<typeof create>['Collections']>;
let disbursements: ReturnType<ReturnType<typeof create>['Disbursements']>;

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url);
  const { port } = simulator.app.server.address() as { port: number };
  momo = create({ callbackHost: '127.0.0.1', baseUrl: `http://127.0.0.1:${port}/sim/mtn` });
  collections = momo.Collections(await provision(demoSettings.mtnCollectionKey));
  disbursements = momo.Disbursements(await provision(demoSettings.mtnDisbursementKey));
});
afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

async function provision(primaryKey: string) {
  const users = momo.Users({ primaryKey });
  const userId = await users.create('127.0.0.1');
  const { apiKey } = await users.login(userId);
  return { primaryKey, userId, userSecret: apiKey };
}

const payment = (partyId: string, amount = '50') => ({
  amount,
  currency: 'EUR',
  externalId: '123456',
  payerMessage: 'testing',
  payeeNote: 'hello',
  callbackUrl: 'http://127.0.0.1:9/callback',
  payer: { partyIdType: PayerType.MSISDN, partyId },
});

const transfer = (partyId: string) => {
  const { payer, ...rest } = payment(partyId);
  return { ...rest, payee: payer };
};

const nameOf = (failed: Promise<unknown>): Promise<string> =>
  failed.then(
    () => 'it succeeded',
    (error: MtnMoMoError) => error.name,
  );

describe('a client library of MTN', () => {
  test('requests a payment, sees it pending, and sees it paid after the PIN', async () => {
    const referenceId = await collections.requestToPay(payment('260966100001'));
    expect(await collections.getTransaction(referenceId)).toMatchObject({
      amount: '50',
      currency: 'EUR',
      externalId: '123456',
      payer: { partyIdType: 'MSISDN', partyId: '260966100001' },
      status: 'PENDING',
    });
    await simulator.answerPrompt('0966100001', 'approve');
    expect(await collections.getTransaction(referenceId)).toMatchObject({
      status: 'SUCCESSFUL',
      financialTransactionId: expect.any(String),
    });
  });

  test.each([
    ['46733123450', 'InternalProcessingError'],
    ['46733123451', 'ApprovalRejectedError'],
    ['46733123452', 'ExpiredError'],
    ['46733123455', 'PayerNotFoundError'],
  ])('knows the sandbox number %s by its error', async (partyId, error) => {
    const referenceId = await collections.requestToPay(payment(partyId));
    expect(await nameOf(collections.getTransaction(referenceId))).toBe(error);
  });

  test('transfers, and its own reference is not taken twice', async () => {
    const referenceId = crypto.randomUUID();
    expect(await disbursements.transfer({ ...transfer('260966100002'), referenceId })).toBe(referenceId);
    expect(await disbursements.getTransaction(referenceId)).toMatchObject({
      status: 'SUCCESSFUL',
      payee: { partyId: '260966100002' },
    });
    expect(await nameOf(disbursements.transfer({ ...transfer('260966100002'), referenceId }))).toBe(
      'ResourceAlreadyExistError',
    );
    const { balance } = await simulator.phone('0966100002');
    expect(balance).toBe(10_050);
  });

  test('reads both balances', async () => {
    await simulator.call('PUT', '/api/floats/mtn/payout', { balance: 1234.5 });
    expect(await disbursements.getBalance()).toEqual({ availableBalance: '1234.50', currency: 'EUR' });
    expect(await collections.getBalance()).toMatchObject({ currency: 'EUR' });
  });

  test('asks whether somebody has an account', async () => {
    expect(await collections.isPayerActive('260966100003')).toEqual({ result: true });
    expect(await disbursements.isPayerActive('260966100003')).toBe(true);
    expect(await disbursements.isPayerActive('260966666666')).toBe(false);
  });

  test('is told by name what is wrong', async () => {
    expect(await nameOf(collections.requestToPay({ ...payment('260966100001'), currency: 'ZMW' }))).toBe(
      'InvalidCurrencyError',
    );
    const elsewhere = { ...payment('260966100001'), callbackUrl: 'https://elsewhere.example/callback' };
    expect(await nameOf(collections.requestToPay(elsewhere))).toBe('InvalidCallbackUrlHostError');
    expect(await nameOf(collections.getTransaction(crypto.randomUUID()))).toBe('ResourceNotFoundError');
  });
});
