import { type KeyObject, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAirtelOperator } from './airtel.ts';
import {
  attemptId,
  decrypt,
  envelope,
  instruction,
  newerKeys,
  operatorKeys,
  paidOut,
  promptSent,
  publicKeyText,
  refusedWith,
  settingsFor,
  signedText,
  startAirtel,
} from './stub-airtel.test-support.ts';
import { createTestLog, type StubReply, startStubOperator } from './stub-operator.test-support.ts';

/** Decrypted with another key than its own a text comes out as noise, or not at all where it is beyond that key. */
function isKeyAndVector(text: string, keys: { privateKey: KeyObject }): boolean {
  try {
    return /^[\w+/]{43}=:[\w+/]{22}==$/.test(decrypt(text, keys));
  } catch {
    return false;
  }
}

function isPin(text: string, keys: { privateKey: KeyObject }): boolean {
  try {
    return decrypt(text, keys) === '4821';
  } catch {
    return false;
  }
}

test('a collection is requested as documented', async () => {
  const { airtel, calls, callsTo } = await startAirtel(() => promptSent);
  expect(await airtel.collect(instruction)).toEqual({ kind: 'accepted' });

  const [token] = callsTo('/auth/oauth2/token');
  expect(token).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(token?.bodyText ?? '')).toEqual({
    client_id: 'client-1',
    client_secret: 'client-secret',
    grant_type: 'client_credentials',
  });
  const [call] = calls();
  expect(call).toMatchObject({
    method: 'POST',
    path: '/merchant/v1/payments/',
    headers: {
      authorization: 'Bearer token-1',
      'x-country': 'ZM',
      'x-currency': 'ZMW',
      'content-type': 'application/json',
    },
  });
  expect(call?.headers).not.toHaveProperty('x-signature');
  expect(JSON.parse(call?.bodyText ?? '')).toEqual({
    reference: 'Loan1042',
    subscriber: { country: 'ZM', currency: 'ZMW', msisdn: '977123456' },
    transaction: { amount: 150.5, country: 'ZM', currency: 'ZMW', id: attemptId },
  });
  expect(callsTo('/v1/rsa')).toHaveLength(0);
});

test('newer portals take payments at v2', async () => {
  const { airtel, calls } = await startAirtel(() => promptSent, { paymentsVersion: 'v2' });
  await airtel.collect(instruction);
  expect(calls()[0]?.path).toBe('/merchant/v2/payments/');
});

test("a payout carries the PIN encrypted for the operator's eyes alone", async () => {
  const { airtel, calls } = await startAirtel(() => paidOut);
  expect(await airtel.payOut({ ...instruction, amountNgwee: 15_000 })).toEqual({
    kind: 'succeeded',
    operatorReference: 'CI230512.1',
  });
  const [call] = calls();
  expect(call).toMatchObject({ method: 'POST', path: '/standard/v2/disbursements/' });
  const { pin, ...body } = JSON.parse(call?.bodyText ?? '');
  expect(body).toEqual({
    payee: { currency: 'ZMW', msisdn: '977123456' },
    reference: 'Loan1042',
    transaction: { amount: 150, id: attemptId, type: 'B2C' },
  });
  expect(decrypt(pin, operatorKeys)).toBe('4821');
});

test('signed, the very bytes that are sent can be read back out of the signature', async () => {
  const { airtel, calls } = await startAirtel(
    ({ path }) => (path.includes('merchant') ? promptSent : paidOut),
    {
      signsMessages: true,
    },
  );
  await airtel.collect(instruction);
  await airtel.payOut(instruction);
  expect(calls()).toHaveLength(2);
  const used = new Set<string>();
  for (const call of calls()) {
    expect(signedText(call, operatorKeys)).toBe(call.bodyText);
    for (const secret of decrypt(String(call.headers['x-key']), operatorKeys).split(':')) used.add(secret);
  }
  expect(used.size).toBe(4);
});

test('a configured public key is used without asking, lines around it or not', async () => {
  const pem = operatorKeys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  for (const publicKey of [publicKeyText(operatorKeys), pem]) {
    const { airtel, callsTo } = await startAirtel(() => paidOut, { publicKey });
    expect((await airtel.payOut(instruction)).kind).toBe('succeeded');
    expect(callsTo('/v1/rsa')).toHaveLength(0);
  }
});

test('a configured public key that is none stops the server at its start', async () => {
  const settings = { ...settingsFor('http://127.0.0.1:9'), publicKey: 'bm9uZQ==' };
  expect(() => createAirtelOperator(settings, () => 0, randomBytes, createTestLog())).toThrow('public key');
});

test('when Airtel has changed its key, the refused instruction goes out once more with the new one', async () => {
  const { airtel, calls, keysGiven } = await startAirtel(
    ({ headers }) =>
      isKeyAndVector(String(headers['x-key']), newerKeys)
        ? promptSent
        : envelope(undefined, { response_code: 'DP00800001026', success: false }),
    { signsMessages: true },
  );
  keysGiven.push(newerKeys);
  expect(await airtel.collect(instruction)).toEqual({ kind: 'accepted' });
  expect(calls()).toHaveLength(2);
});

test('when Airtel cannot read the PIN, the payout goes out once more with the new key', async () => {
  const { airtel, calls, keysGiven } = await startAirtel(({ bodyText }) =>
    isPin(JSON.parse(bodyText).pin, newerKeys) ? paidOut : refusedWith('ROUTER116', 400),
  );
  keysGiven.push(newerKeys);
  expect((await airtel.payOut(instruction)).kind).toBe('succeeded');
  expect(calls()).toHaveLength(2);
});

test.each<StubReply>([{ status: 500 }, { status: 200, json: { data: { key: 'bm9uZQ==' } } }])(
  'without a usable public key nothing is paid out: %j',
  async (reply) => {
    const stub = await startStubOperator(({ path }) =>
      path === '/auth/oauth2/token'
        ? { status: 200, json: { access_token: 'token', expires_in: '180' } }
        : reply,
    );
    const airtel = createAirtelOperator(settingsFor(stub.baseUrl), () => 0, randomBytes, createTestLog());
    expect(await airtel.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
    expect(stub.requests.map(({ path }) => path)).toEqual(['/auth/oauth2/token', '/v1/rsa/encryption-keys']);
  },
);

test('a hundred calls at once share one token and one public key', async () => {
  const { airtel, callsTo } = await startAirtel(() => paidOut);
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => airtel.payOut(instruction)));
  expect(outcomes.every(({ kind }) => kind === 'succeeded')).toBe(true);
  expect(callsTo('/auth/oauth2/token')).toHaveLength(1);
  expect(callsTo('/v1/rsa/encryption-keys')).toHaveLength(1);
});

test('a payout waits for as long as Airtel says where it gives no public key now', async () => {
  const stub = await startStubOperator(({ path }) =>
    path === '/v1/rsa/encryption-keys'
      ? { status: 429, headers: { 'Retry-After': '60' } }
      : { status: 200, json: { access_token: 'token', expires_in: '180' } },
  );
  const airtel = createAirtelOperator(settingsFor(stub.baseUrl), () => 0, randomBytes, createTestLog());
  const held = { kind: 'held', reason: 'operator_down', retryAfterSeconds: expect.closeTo(60, -1) };
  for (let tries = 0; tries < 3; tries += 1) expect(await airtel.payOut(instruction)).toEqual(held);
  expect(stub.requests.filter(({ path }) => path === '/v1/rsa/encryption-keys')).toHaveLength(1);
});

test('a token of "180" seconds is renewed, once, half a minute before it ends', async () => {
  const { airtel, clock, calls, callsTo } = await startAirtel(() => promptSent);
  await airtel.collect(instruction);
  clock.ms += 149_000;
  await airtel.collect(instruction);
  expect(callsTo('/auth/oauth2/token')).toHaveLength(1);
  clock.ms += 1_000;
  await Promise.all(Array.from({ length: 20 }, () => airtel.collect(instruction)));
  expect(callsTo('/auth/oauth2/token')).toHaveLength(2);
  expect(calls().at(-1)?.headers.authorization).toBe('Bearer token-2');
});

test('a token that ended early is renewed and the call repeated', async () => {
  const { airtel, calls } = await startAirtel(({ headers }) =>
    headers.authorization === 'Bearer token-1' ? { status: 401 } : promptSent,
  );
  expect(await airtel.collect(instruction)).toEqual({ kind: 'accepted' });
  expect(calls()).toHaveLength(2);
});

test('the float is read with its comma, and says nothing of collections', async () => {
  const { airtel, calls } = await startAirtel(() => ({
    status: 200,
    json: {
      data: { balance: '37,600.00', currency: 'ZMW', account_status: 'Active' },
      status: { success: true },
    },
  }));
  expect(await airtel.balance('payout')).toEqual({ amountNgwee: 3_760_000 });
  expect(calls()[0]?.path).toBe('/standard/v1/users/balance');
  expect(await airtel.balance('collection')).toBeUndefined();
});

test('a float in another currency, or unreadable, is no float', async () => {
  const replies = [
    { balance: '1.00', currency: 'UGX' },
    { balance: '1,00', currency: 'ZMW' },
  ];
  const { airtel } = await startAirtel(() => ({ status: 200, json: { data: replies.shift() } }));
  expect(await airtel.balance('payout')).toBeUndefined();
  expect(await airtel.balance('payout')).toBeUndefined();
});

test('an account holder is looked up by the nine digits', async () => {
  const { airtel, calls } = await startAirtel(() => ({
    status: 200,
    json: {
      data: { first_name: 'Mutinta', last_name: 'Banda', is_barred: false },
      status: { success: true },
    },
  }));
  expect(await airtel.accountHolder('260977123456')).toEqual({ active: true, name: 'Mutinta Banda' });
  expect(calls()[0]?.path).toBe('/standard/v1/users/977123456');
});

test.each([
  { msisdn: '977123456' },
  { msisdn: '46733123450' },
  { amountNgwee: -1 },
  { reference: 'Loan-1042' },
])('an instruction with %j is a broken invariant', async (broken) => {
  const { airtel, stub } = await startAirtel(() => promptSent);
  await expect(airtel.payOut({ ...instruction, ...broken })).rejects.toThrow(/^instruction: /);
  expect(stub.requests).toHaveLength(0);
});

test('nothing secret or personal reaches the log, whatever goes wrong', async () => {
  const replies: StubReply[] = [
    { status: 500, json: { status: { response_code: 'call 260977123456', message: 'Mutinta Banda' } } },
    envelope({ status: 'TF', message: 'Mutinta Banda' }, { response_code: 'DP00900001012' }),
    'reset',
  ];
  const { airtel, log } = await startAirtel(() => replies.shift() ?? { status: 200, text: '977123456' });
  for (let call = 0; call < 3; call += 1) await airtel.payOut(instruction);
  await airtel.payoutStatus(attemptId);
  expect(log.entries.length).toBe(4);
  expect(log.entries.join()).not.toMatch(/977123456|Mutinta|4821|secret|token-|127\.0\.0\.1/);
});
