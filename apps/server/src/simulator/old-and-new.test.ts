import { constants, createCipheriv, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { demoSettings } from './settings.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

/* What the operators' portals offer now and offered before, and that each refuses what is not its own. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url, {
    airtelPaymentVersions: ['v2'],
    airtelDisbursementVersions: ['v3'],
    airtelPinPadding: 'oaep_sha256',
    airtelSignaturePadding: 'oaep_sha256',
  });
});
afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

describe('the two platforms of MTN', () => {
  const { mtnCollectionKey, mtnApiUser, mtnApiKey, mtnNewUserId, mtnNewCredentialToken } = demoSettings;
  const legacy = { path: '/mtn', user: mtnApiUser, secret: mtnApiKey };
  const newer = { path: '/mtn-new', user: mtnNewUserId, secret: mtnNewCredentialToken };

  function askToken(
    { path, user, secret }: typeof legacy,
    headers: Record<string, string> = { 'x-target-environment': 'mtnzambia' },
    body?: string,
  ) {
    return simulator.call('POST', `${path}/collection/token/`, body, {
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
      'ocp-apim-subscription-key': mtnCollectionKey,
      ...headers,
    });
  }

  async function callerOn(platform: typeof legacy) {
    const headers = {
      authorization: `Bearer ${(await askToken(platform)).json.access_token}`,
      'ocp-apim-subscription-key': mtnCollectionKey,
      'x-target-environment': 'mtnzambia',
    };
    const call = (method: string, path: string, body?: object, more = {}) =>
      simulator.call(method, `${platform.path}/collection/v1_0/${path}`, body, { ...headers, ...more });
    return {
      call,
      collect: (partyId: string, reference: string, body: object = {}) =>
        call(
          'POST',
          'requesttopay',
          { amount: '5', currency: 'ZMW', payer: { partyIdType: 'MSISDN', partyId }, ...body },
          { 'x-reference-id': reference },
        ),
      status: (reference: string) => call('GET', `requesttopay/${reference}`),
    };
  }

  test('a token of the new one needs the target environment; the legacy one does not look at it', async () => {
    expect((await askToken(newer)).status).toBe(200);
    for (const headers of [{}, { 'x-target-environment': 'mtnuganda' }] as Record<string, string>[]) {
      expect(await askToken(newer, headers)).toMatchObject({
        status: 400,
        json: { error: 'Invalid or missing X-Target-Environment header' },
      });
      expect((await askToken(legacy, headers)).status).toBe(200);
    }
  });

  test.each([
    ['the credentials of the legacy one', { ...legacy, path: '/mtn-new' }, 401],
    ['the credentials of the new one', { ...newer, path: '/mtn' }, 401],
    ['credentials written for an address', { ...newer, user: encodeURIComponent(newer.user) }, 500],
    ['half of a key that holds a colon', { ...newer, secret: newer.secret.split(':')[0]! }, 401],
  ])('%s get no token', async (_, credentials, status) => {
    expect((await askToken(credentials)).status).toBe(status);
  });

  test('a call for a token has no body', async () => {
    expect((await askToken(legacy, {}, '{}')).status).toBe(400);
  });

  test('the gateway of the new one refuses what says it is a script', async () => {
    const headers = { 'x-target-environment': 'mtnzambia', 'user-agent': 'python-requests/2.34' };
    expect(await askToken(newer, headers)).toMatchObject({
      status: 403,
      text: expect.stringContaining('403 Forbidden'),
    });
    expect((await askToken(legacy, headers)).status).toBe(200);
  });

  test('one takes an id that the other has, and neither knows the payments or the tokens of the other', async () => {
    const [here, there] = [await callerOn(legacy), await callerOn(newer)];
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await here.collect('260966700001', first)).status).toBe(202);
    expect((await there.status(first)).json).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect((await there.collect('260966700001', second)).status).toBe(202);
    expect((await here.status(second)).status).toBe(404);
    expect((await there.collect('260966700001', first)).status).toBe(202);
    expect((await simulator.phone('0966700001')).prompts).toHaveLength(3);
    const book = (await simulator.call('GET', '/api/book?last=3')).json.instructions;
    expect(book.map(({ platform }: { platform: string }) => platform)).toEqual(['legacy', 'new', 'new']);

    const ofTheOther = { authorization: `Bearer ${(await askToken(legacy)).json.access_token}` };
    expect((await there.call('GET', 'account/balance', undefined, ofTheOther)).status).toBe(401);
  });

  test('another user of the same platform takes an id again, and knows only the payment of its own', async () => {
    const id = randomUUID();
    const key = { 'ocp-apim-subscription-key': mtnCollectionKey };
    const reference = { ...key, 'x-reference-id': id };
    await simulator.call('POST', '/mtn/v1_0/apiuser', { providerCallbackHost: '127.0.0.1' }, reference);
    const made = await simulator.call('POST', `/mtn/v1_0/apiuser/${id}/apikey`, undefined, key);
    const first = await callerOn(legacy);
    const second = await callerOn({ path: '/mtn', user: id, secret: made.json.apiKey });
    const payment = randomUUID();
    expect((await first.collect('260961111111', payment)).status).toBe(202);
    expect(await second.status(payment)).toMatchObject({
      status: 404,
      json: { code: 'RESOURCE_NOT_FOUND' },
    });
    expect((await first.collect('260961111111', payment)).status).toBe(409);
    expect((await second.collect('260961111111', payment, { amount: '7' })).status).toBe(202);
    expect((await second.status(payment)).json).toMatchObject({ amount: '7' });
    expect((await first.status(payment)).json).toMatchObject({ amount: '5' });
    const asPayout = await simulator.mtn('disbursement');
    expect((await asPayout.status(payment)).status).toBe(404);
  });

  test('one answers the reason as a text, the other as an object', async () => {
    for (const [platform, reason] of [
      [legacy, 'APPROVAL_REJECTED'],
      [newer, { code: 'APPROVAL_REJECTED', message: expect.any(String) }],
    ] as const) {
      const caller = await callerOn(platform);
      const reference = randomUUID();
      await caller.collect('260962222222', reference);
      expect((await caller.status(reference)).json).toMatchObject({ status: 'FAILED', reason });
    }
  });

  test('the balance is asked for with and without its currency', async () => {
    const caller = await callerOn(newer);
    const plain = await caller.call('GET', 'account/balance');
    expect(plain.json).toMatchObject({ currency: 'ZMW' });
    expect((await caller.call('GET', 'account/balance/ZMW')).json).toEqual(plain.json);
    expect((await caller.call('GET', 'account/balance/EUR')).json).toMatchObject({
      code: 'INVALID_CURRENCY',
    });
  });

  test.each(["Mwila's loan", 'loan & wallet', 'a "loan"', '<b>loan</b>'])(
    'a message with the characters of %j is refused',
    async (message) => {
      const caller = await callerOn(legacy);
      for (const field of ['payerMessage', 'payeeNote']) {
        const answer = await caller.collect('260966700002', randomUUID(), { [field]: message });
        expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
      }
      expect((await simulator.phone('0966700002')).prompts).toEqual([]);
    },
  );
});

describe('a portal of Airtel with the new versions alone', () => {
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const pkcs1 = { padding: constants.RSA_PKCS1_PADDING };

  async function newCaller() {
    const { headers, get } = await simulator.airtel();
    const key = (await get('/v1/rsa/encryption-keys')).json.data.key as string;
    const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
    const encrypt = (text: string, scheme: object) =>
      publicEncrypt({ key: pem, ...scheme }, Buffer.from(text)).toString('base64');
    return { headers, get, encrypt };
  }

  type Caller = Awaited<ReturnType<typeof newCaller>>;

  function payOut(
    { headers, encrypt }: Caller,
    {
      id = randomUUID() as string,
      payee = {},
      transaction = {},
      pinScheme = oaep,
      keyScheme = oaep,
      path = 'v3',
    } = {},
    isSigned = true,
  ) {
    const body = JSON.stringify({
      payee: { msisdn: '977700001', wallet_type: 'NORMAL', ...payee },
      reference: 'Loan7',
      pin: encrypt(demoSettings.airtelPin, pinScheme),
      transaction: { amount: 5, id, type: 'B2C', ...transaction },
    });
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const signature = {
      'x-signature': cipher.update(body, 'utf8', 'base64') + cipher.final('base64'),
      'x-key': encrypt(`${key.toString('base64')}:${iv.toString('base64')}`, keyScheme),
    };
    return simulator.call('POST', `/airtel/standard/${path}/disbursements`, body, {
      ...headers,
      'content-type': 'application/json',
      ...(isSigned && signature),
    });
  }

  let caller: Caller;
  beforeAll(async () => {
    caller = await newCaller();
  });

  test('a payout at v3 is paid, and known at v3', async () => {
    const id = randomUUID();
    expect((await payOut(caller, { id })).json).toMatchObject({
      data: { transaction: { id, status: 'TS' } },
      status: { response_code: 'DP00900001001' },
    });
    const found = await caller.get(`/standard/v3/disbursements/${id}?transactionType=B2C`);
    expect(found.json.data.transaction.status).toBe('TS');
    expect((await simulator.phone('0977700001')).balance).toBe(10_005);
  });

  test.each([
    ['no wallet type', { payee: { wallet_type: undefined } }, 400, 'ESB000008'],
    [
      'a wallet type that the application does not have',
      { payee: { wallet_type: 'SALARY' } },
      400,
      'ESB000008',
    ],
    ['the type of a payment to a business', { transaction: { type: 'B2B' } }, 400, 'ESB000008'],
    ['a PIN of the earlier padding', { pinScheme: pkcs1 }, 400, 'ROUTER116'],
    ['a signature of the earlier padding', { keyScheme: pkcs1 }, 403, 'DP00900001016'],
  ])('with %s it is refused', async (_, change, status, code) => {
    const refused = await payOut(caller, change as Parameters<typeof payOut>[1]);
    expect(refused.status).toBe(status);
    expect(Object.values(refused.json.status)).toContain(code);
  });

  test('without a signature it is refused, also where messages are not signed otherwise', async () => {
    expect(await payOut(caller, {}, false)).toMatchObject({
      status: 403,
      json: { status: { response_code: 'DP00900001016' } },
    });
  });

  test('the earlier versions are unknown addresses', async () => {
    expect((await payOut(caller, { path: 'v2' })).status).toBe(404);
    const payment = await simulator.call('POST', '/airtel/merchant/v1/payments/', {}, caller.headers);
    expect(payment.status).toBe(404);
    expect((await caller.get(`/standard/v2/disbursements/${randomUUID()}`)).status).toBe(404);
  });

  test('the balance at v2 names the account', async () => {
    const balance = async (query: string) => caller.get(`/standard/v2/users/balance${query}`);
    const [collected, payouts] = [await balance('?type=COLL'), await balance('?type=DISB')];
    expect(collected.json.data).toMatchObject({ balance: '50,000,000.00', currency: 'ZMW' });
    expect(payouts.json.data.balance).toBe('49,999,995.00');
    for (const query of ['', '?type=', '?type=CASHIN']) expect((await balance(query)).status).toBe(400);
  });

  test('a collection is given back in full, once', async () => {
    const id = randomUUID();
    const airtel = await simulator.airtel();
    await airtel.collect('977700002', 40, { id, version: 'v2' });
    await simulator.answerPrompt('0977700002', 'approve');
    const paid = (await airtel.paymentStatus(id)).json.data.transaction;
    const refund = () =>
      simulator.call(
        'POST',
        '/airtel/standard/v1/payments/refund',
        { transaction: { airtel_money_id: paid.airtel_money_id } },
        airtel.headers,
      );
    expect((await refund()).json).toMatchObject({
      data: { transaction: { airtel_money_id: paid.airtel_money_id, status: 'SUCCESS' } },
      status: { success: true },
    });
    expect((await refund()).json.status).toMatchObject({ result_code: 'ESB000045', success: false });
    expect((await simulator.phone('0977700002')).balance).toBe(10_000);
    expect((await caller.get('/standard/v2/users/balance?type=COLL')).json.data.balance).toBe(
      '50,000,000.00',
    );
  });
});
