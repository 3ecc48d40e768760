import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMtnOperator } from './mtn.ts';
import { attemptId, instruction, settingsFor, startMtn, submit } from './stub-mtn.test-support.ts';
import { createTestLog, type StubReply, startStubOperator } from './stub-operator.test-support.ts';

test('a collection is requested as documented', async () => {
  const { mtn, calls, tokenCalls } = await startMtn(() => ({ status: 202 }));
  expect(await mtn.collect(instruction)).toEqual({ kind: 'accepted' });

  const [token] = tokenCalls();
  expect(token).toMatchObject({
    method: 'POST',
    path: '/collection/token/',
    headers: {
      authorization: `Basic ${Buffer.from('collector:collector-secret').toString('base64')}`,
      'ocp-apim-subscription-key': 'collection-key',
      'x-target-environment': 'mtnzambia',
    },
    bodyText: '',
  });
  const [call] = calls();
  expect(call).toMatchObject({
    method: 'POST',
    path: '/collection/v1_0/requesttopay',
    headers: {
      authorization: 'Bearer token-1',
      'x-reference-id': attemptId,
      'x-target-environment': 'mtnzambia',
      'ocp-apim-subscription-key': 'collection-key',
      'content-type': 'application/json',
    },
  });
  expect(call?.headers).not.toHaveProperty('x-callback-url');
  expect(JSON.parse(call?.bodyText ?? '')).toEqual({
    amount: '150.50',
    currency: 'ZMW',
    externalId: attemptId,
    payer: { partyIdType: 'MSISDN', partyId: '260967123456' },
    payerMessage: 'Loan1042',
    payeeNote: 'Repayment of loan 1042',
  });
});

test('a payout is a transfer with the borrower as payee, under the keys of the other product', async () => {
  const { mtn, calls, tokenCalls } = await startMtn(() => ({ status: 202 }));
  expect(await mtn.payOut({ ...instruction, amountNgwee: 15_000 })).toEqual({ kind: 'accepted' });
  expect(tokenCalls()[0]).toMatchObject({
    path: '/disbursement/token/',
    headers: { authorization: `Basic ${Buffer.from('payer:payer-secret').toString('base64')}` },
  });
  const [call] = calls();
  expect(call).toMatchObject({
    path: '/disbursement/v1_0/transfer',
    headers: { 'ocp-apim-subscription-key': 'disbursement-key', 'x-reference-id': attemptId },
  });
  expect(JSON.parse(call?.bodyText ?? '')).toEqual({
    amount: '150',
    currency: 'ZMW',
    externalId: attemptId,
    payee: { partyIdType: 'MSISDN', partyId: '260967123456' },
    payerMessage: 'Repayment of loan 1042',
    payeeNote: 'Loan1042',
  });
});

test('an API user that is no UUID and a key with punctuation go into the header as they are', async () => {
  const keys = { subscriptionKey: 'collection-key', apiUser: 'dGh1bWJh/Zg==', apiKey: 'a:b+c/d=%20' };
  const { mtn, tokenCalls } = await startMtn(() => ({ status: 202 }), { collection: keys });
  await mtn.collect(instruction);
  expect(tokenCalls()[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('dGh1bWJh/Zg==:a:b+c/d=%20').toString('base64')}`,
  );
});

test.each([
  ["Mwila's loan & wallet", 'Mwila s loan wallet'],
  ['Kafue – “école” 50 %', 'Kafue ecole 50'],
  ['line\none\t\u0000two', 'line one two'],
  ['Loan 1042, due 3/12: K150.50', 'Loan 1042, due 3/12: K150.50'],
  ['x'.repeat(200), 'x'.repeat(160)],
  ['', 'Loan1042'],
  ["'&'", 'Loan1042'],
])('the message %j is sent as %j', async (note, sent) => {
  const { mtn, calls } = await startMtn(() => ({ status: 202 }));
  await mtn.collect({ ...instruction, note });
  await mtn.payOut({ ...instruction, note });
  const [collection, payout] = calls().map(({ bodyText }) => JSON.parse(bodyText));
  expect(collection.payeeNote).toBe(sent);
  expect(payout.payerMessage).toBe(sent);
});

const settingsRefusals: Array<[string, StubReply, string[]]> = [
  [
    'an environment of another country',
    { status: 500, json: { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT', message: '' } },
    ['MTN_TARGET_ENVIRONMENT', 'MTN_BASE_URL'],
  ],
  [
    'a currency of another country',
    { status: 500, json: { code: 'INVALID_CURRENCY', message: '' } },
    ['MTN_CURRENCY', 'MTN_TARGET_ENVIRONMENT'],
  ],
  [
    'a callback host that the API user does not have',
    { status: 500, json: { code: 'INVALID_CALLBACK_URL_HOST', message: '' } },
    ['PUBLIC_URL', 'MTN_API_USER'],
  ],
  ['an address without the call', { status: 404, json: { code: 'RESOURCE_NOT_FOUND' } }, ['MTN_BASE_URL']],
  ['a page in place of an answer', { status: 404, text: '<html>' }, ['MTN_BASE_URL']],
];

test.each(settingsRefusals)('%s is held, and the log names the settings', async (_, reply, check) => {
  for (const direction of ['collection', 'payout'] as const) {
    const { mtn, calls, log, clock } = await startMtn(() => reply);
    expect(await submit(mtn, direction)).toEqual({ kind: 'held', reason: 'operator_down' });
    expect(JSON.parse(log.entries.at(-1) ?? '')).toMatchObject({ check });
    expect(log.entries.at(-1)).toContain('the operator refuses our settings');
    await submit(mtn, direction);
    expect(calls(), 'for a minute nothing more is sent').toHaveLength(1);
    clock.ms += 60_000;
    await submit(mtn, direction);
    expect(calls()).toHaveLength(2);
    clock.ms -= 3_600_000;
    await submit(mtn, direction);
    expect(calls(), 'a clock that is set back does not prolong the minute').toHaveLength(3);
  }
});

test.each([
  [400, 'MTN_TARGET_ENVIRONMENT'],
  [401, 'MTN_API_KEY'],
  [404, 'MTN_BASE_URL'],
])('a token refused with %d names %s', async (status, setting) => {
  const stub = await startStubOperator(() => ({ status, json: {} }));
  const log = createTestLog();
  const mtn = createMtnOperator(settingsFor(stub.baseUrl), () => 0, log);
  expect(await mtn.collect(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(log.entries[0]).toContain(setting);
});

test('a callback address is named when there is one', async () => {
  const callbackUrl = 'https://lender.example/callbacks/mtn/5f0c';
  const { mtn, calls } = await startMtn(() => ({ status: 202 }), { callbackUrl });
  await mtn.collect(instruction);
  expect(calls()[0]?.headers['x-callback-url']).toBe(callbackUrl);
});

test('without a token nothing is sent, so a silent token call holds the instruction', async () => {
  const stub = await startStubOperator(() => 'silence');
  const mtn = createMtnOperator({ ...settingsFor(stub.baseUrl), timeoutMs: 100 }, () => 0, createTestLog());
  expect(await mtn.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(stub.requests.map(({ path }) => path)).toEqual(['/disbursement/token/']);
});

test.each([{}, { access_token: '', expires_in: 3600 }, { access_token: 'x', expires_in: 'soon' }, null])(
  'a token answer of %j is no token',
  async (json) => {
    const stub = await startStubOperator(() => ({ status: 200, json }));
    const mtn = createMtnOperator(settingsFor(stub.baseUrl), () => 0, createTestLog());
    expect(await mtn.collect(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
    expect(stub.requests).toHaveLength(1);
  },
);

test('a hundred calls at once share one token per product', async () => {
  const { mtn, tokenCalls } = await startMtn(async () => {
    await sleep(1);
    return { status: 202 };
  });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => mtn.collect(instruction)));
  expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
  await mtn.payOut(instruction);
  expect(tokenCalls().map(({ path }) => path)).toEqual(['/collection/token/', '/disbursement/token/']);
});

test('a token is renewed before it ends', async () => {
  const { mtn, clock, calls, tokenCalls } = await startMtn(() => ({ status: 202 }));
  await mtn.collect(instruction);
  clock.ms += 2_999_000;
  await mtn.collect(instruction);
  expect(tokenCalls()).toHaveLength(1);
  clock.ms += 1_000;
  await mtn.collect(instruction);
  expect(tokenCalls()).toHaveLength(2);
  expect(calls().at(-1)?.headers.authorization).toBe('Bearer token-2');
});

test('a refused token is renewed once for all who hold it, and their calls repeated under the same id', async () => {
  const { mtn, calls, tokenCalls } = await startMtn(({ headers }) =>
    headers.authorization === 'Bearer token-1' ? { status: 401 } : { status: 202 },
  );
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => mtn.collect(instruction)));
  expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
  expect(tokenCalls()).toHaveLength(2);
  expect(new Set(calls().map(({ headers }) => headers['x-reference-id']))).toEqual(new Set([attemptId]));
});

test('a token refused twice holds the instruction and leaves the enquiry unanswered', async () => {
  const { mtn, calls } = await startMtn(() => ({ status: 401, json: {} }));
  expect(await mtn.collect(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(calls()).toHaveLength(2);
  expect(await mtn.collectionStatus(attemptId)).toEqual({ kind: 'unanswered' });
});

test('a pause that MTN asks for with the access token holds for each try, which is made when MTN said', async () => {
  const stub = await startStubOperator(() => ({ status: 429, headers: { 'Retry-After': '60' } }));
  const mtn = createMtnOperator(settingsFor(stub.baseUrl), () => 0, createTestLog());
  const postponed = { kind: 'postponed', inSeconds: expect.closeTo(60, -1) };
  for (let round = 0; round < 3; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => mtn.collectionStatus(attemptId)));
    for (const outcome of outcomes) expect(outcome).toEqual(postponed);
  }
  expect(await mtn.payOut(instruction)).toEqual({
    kind: 'held',
    reason: 'operator_down',
    retryAfterSeconds: expect.closeTo(60, -1),
  });
  expect(stub.requests).toHaveLength(1);
});

test('an open circuit holds payouts back without calling', async () => {
  const { mtn, stub } = await startMtn(() => ({ status: 503 }), {
    circuitBreaker: { failuresToOpen: 2, openMs: 60_000 },
  });
  for (let call = 0; call < 2; call += 1) expect((await mtn.payOut(instruction)).kind).toBe('unknown');
  const callsBefore = stub.requests.length;
  expect(await mtn.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(stub.requests).toHaveLength(callsBefore);
});

test('the balance of each product is read to the ngwee', async () => {
  const { mtn, calls } = await startMtn(() => ({
    status: 200,
    json: { availableBalance: '49999849.50', currency: 'ZMW' },
  }));
  expect(await mtn.balance('payout')).toEqual({ amountNgwee: 4_999_984_950 });
  await mtn.balance('collection');
  expect(calls().map(({ path }) => path)).toEqual([
    '/disbursement/v1_0/account/balance',
    '/collection/v1_0/account/balance',
  ]);
});

test('an account of several currencies is asked for ours', async () => {
  const { mtn, calls } = await startMtn(({ path }) => ({
    status: 200,
    json: path.endsWith('/ZMW')
      ? { availableBalance: '12.5', currency: 'ZMW' }
      : { availableBalance: '900', currency: 'USD' },
  }));
  expect(await mtn.balance('payout')).toEqual({ amountNgwee: 1250 });
  expect(calls().map(({ path }) => path)).toEqual([
    '/disbursement/v1_0/account/balance',
    '/disbursement/v1_0/account/balance/ZMW',
  ]);
});

test.each([
  { availableBalance: '100', currency: 'EUR' },
  { availableBalance: 'plenty', currency: 'ZMW' },
  {},
])('a balance of %j is no balance', async (json) => {
  const { mtn } = await startMtn(() => ({ status: 200, json }));
  expect(await mtn.balance('payout')).toBeUndefined();
});

test('an account holder is looked up with the name', async () => {
  const { mtn, calls } = await startMtn(({ path }) =>
    path.endsWith('/active')
      ? { status: 200, json: { result: true } }
      : { status: 200, json: { given_name: 'Mutinta', family_name: 'Banda' } },
  );
  expect(await mtn.accountHolder('260967123456')).toEqual({ active: true, name: 'Mutinta Banda' });
  expect(calls().map(({ path }) => path)).toEqual([
    '/collection/v1_0/accountholder/msisdn/260967123456/active',
    '/collection/v1_0/accountholder/msisdn/260967123456/basicuserinfo',
  ]);
});

test('an account holder may be inactive, nameless, or not to be learnt of', async () => {
  const inactive = await startMtn(() => ({ status: 200, json: { result: false } }));
  expect(await inactive.mtn.accountHolder('260967123456')).toEqual({ active: false });
  const nameless = await startMtn(({ path }) =>
    path.endsWith('/active') ? { status: 200, json: { result: true } } : { status: 404 },
  );
  expect(await nameless.mtn.accountHolder('260967123456')).toEqual({ active: true });
  const silent = await startMtn(() => ({ status: 500 }));
  expect(await silent.mtn.accountHolder('260967123456')).toBeUndefined();
});

test.each([
  { attemptId: '42' },
  { msisdn: '0967123456' },
  { msisdn: '+260967123456' },
  { amountNgwee: 0 },
  { amountNgwee: 1.5 },
  { reference: 'Loan 1042' },
  { reference: 'abc' },
])('an instruction with %j is a broken invariant, and its message holds no number', async (broken) => {
  const { mtn, stub } = await startMtn(() => ({ status: 202 }));
  const refused = mtn.collect({ ...instruction, ...broken });
  await expect(refused).rejects.toThrow(/^instruction: /);
  await expect(refused).rejects.not.toThrow(/967123456/);
  expect(stub.requests).toHaveLength(0);
});

test('nothing secret or personal reaches the log, whatever goes wrong', async () => {
  const replies: StubReply[] = [
    { status: 500, json: { code: 'call 260967123456', message: 'Mutinta Banda' } },
    { status: 400, json: { code: 'PAYER_NOT_FOUND', message: '260967123456' } },
    'reset',
    { status: 401 },
    { status: 401 },
  ];
  const { mtn, log } = await startMtn(
    () => replies.shift() ?? { status: 200, json: { status: '260967123456 ok' } },
  );
  for (let call = 0; call < 4; call += 1) await mtn.collect(instruction);
  await mtn.collectionStatus(attemptId);
  expect(log.entries.length).toBe(5);
  expect(log.entries.join()).not.toMatch(/967123456|Mutinta|secret|token-|collection-key|127\.0\.0\.1/);
});
