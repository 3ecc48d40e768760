import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMtnOperator, type MtnSettings } from './mtn.ts';
import type { Direction, Instruction, Operator } from './operator.ts';
import {
  createTestLog,
  refusingBaseUrl,
  type StubReply,
  type StubRequest,
  startStubOperator,
} from './stub-operator.ts';

const attemptId = '3b241101-e2bb-4255-8caf-4136c566a962';
const instruction: Instruction = {
  attemptId,
  msisdn: '260967123456',
  amountNgwee: 15_050,
  reference: 'Loan1042',
  note: 'Repayment of loan 1042',
};

function settingsFor(baseUrl: string): MtnSettings {
  return {
    baseUrl,
    targetEnvironment: 'mtnzambia',
    currency: 'ZMW',
    collection: { subscriptionKey: 'collection-key', apiUser: 'collector', apiKey: 'collector-secret' },
    disbursement: { subscriptionKey: 'disbursement-key', apiUser: 'payer', apiKey: 'payer-secret' },
    timeoutMs: 2_000,
  };
}

type Answering = (request: StubRequest) => StubReply | Promise<StubReply>;

/** MTN as documented: tokens, and behind them whatever the test says. */
async function startMtn(answer: Answering, settings: Partial<MtnSettings> = {}) {
  const clock = { ms: 1_000_000 };
  const log = createTestLog();
  let tokens = 0;
  const stub = await startStubOperator((request) => {
    if (!request.path.endsWith('/token/')) return answer(request);
    tokens += 1;
    return {
      status: 200,
      json: { access_token: `token-${tokens}`, token_type: 'access_token', expires_in: 3600 },
    };
  });
  const mtn = createMtnOperator({ ...settingsFor(stub.baseUrl), ...settings }, () => clock.ms, log);
  const calls = () => stub.requests.filter(({ path }) => !path.endsWith('/token/'));
  const tokenCalls = () => stub.requests.filter(({ path }) => path.endsWith('/token/'));
  return { mtn, stub, clock, log, calls, tokenCalls };
}

function submit(mtn: Operator, direction: Direction) {
  return direction === 'collect' ? mtn.collect(instruction) : mtn.payOut(instruction);
}

function statusOf(mtn: Operator, direction: Direction) {
  return direction === 'collect' ? mtn.collectionStatus(attemptId) : mtn.payoutStatus(attemptId);
}

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

test('a callback address is named when there is one', async () => {
  const callbackUrl = 'https://lender.example/callbacks/mtn/5f0c';
  const { mtn, calls } = await startMtn(() => ({ status: 202 }), { callbackUrl });
  await mtn.collect(instruction);
  expect(calls()[0]?.headers['x-callback-url']).toBe(callbackUrl);
});

const submissions: Array<[string, StubReply, object]> = [
  ['202 is accepted', { status: 202 }, { kind: 'accepted' }],
  [
    '409 means the id is known',
    { status: 409, json: { code: 'RESOURCE_ALREADY_EXIST', message: '' } },
    { kind: 'duplicate' },
  ],
  ['403 is held', { status: 403, json: {} }, { kind: 'held', reason: 'operator_down' }],
  ['429 is held', { status: 429, text: 'slow down' }, { kind: 'held', reason: 'operator_down' }],
  [
    'a 400 without a code fails',
    { status: 400, text: 'bad' },
    { kind: 'failed', reason: 'operator_error', operatorCode: '400' },
  ],
  ['a 500 is unknown', { status: 500, text: '' }, { kind: 'unknown', operatorCode: '500' }],
  [
    'a 500 is unknown whatever reason it gives',
    { status: 500, json: { code: 'PAYER_NOT_FOUND', message: '' } },
    { kind: 'unknown', operatorCode: 'PAYER_NOT_FOUND' },
  ],
  ['a 503 is unknown', { status: 503, text: '<html>' }, { kind: 'unknown', operatorCode: '503' }],
  ['a 200 is nothing MTN says', { status: 200, json: {} }, { kind: 'unknown', operatorCode: '200' }],
  [
    'a redirect is unknown',
    { status: 302, headers: { Location: '/x' } },
    { kind: 'unknown', operatorCode: '302' },
  ],
  ['a connection torn down is unknown', 'reset', { kind: 'unknown', operatorCode: expect.any(String) }],
];

test.each(submissions)('on instructing, %s', async (_, reply, outcome) => {
  for (const direction of ['collect', 'payout'] as const) {
    const { mtn } = await startMtn(() => reply);
    expect(await submit(mtn, direction)).toEqual(outcome);
  }
});

test('a payout without enough float is held; a collection without enough money fails', async () => {
  const { mtn } = await startMtn(() => ({ status: 400, json: { code: 'NOT_ENOUGH_FUNDS', message: '' } }));
  expect(await mtn.payOut(instruction)).toEqual({ kind: 'held', reason: 'float_low' });
  expect(await mtn.collect(instruction)).toEqual({
    kind: 'failed',
    reason: 'not_enough_money',
    operatorCode: 'NOT_ENOUGH_FUNDS',
  });
});

test('a timeout after sending is unknown, and the instruction goes out once', async () => {
  const { mtn, calls } = await startMtn(() => 'silence', { timeoutMs: 100 });
  expect(await mtn.payOut(instruction)).toEqual({ kind: 'unknown', operatorCode: 'timeout' });
  expect(calls()).toHaveLength(1);
});

test('a huge answer is unknown', async () => {
  const { mtn } = await startMtn(() => ({ status: 200, text: 'x'.repeat(2_000_000) }));
  expect(await mtn.collect(instruction)).toEqual({ kind: 'unknown', operatorCode: 'answer_too_large' });
});

test('a refused connection is held: nothing was sent', async () => {
  const mtn = createMtnOperator(settingsFor(await refusingBaseUrl()), () => 0, createTestLog());
  expect(await mtn.collect(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(await mtn.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(await mtn.collectionStatus(attemptId)).toEqual({ kind: 'unanswered' });
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

const failures: Array<[Direction, string, string]> = [
  ['collect', 'PAYER_NOT_FOUND', 'payer_not_found'],
  ['collect', 'NOT_ENOUGH_FUNDS', 'not_enough_money'],
  ['collect', 'APPROVAL_REJECTED', 'refused_by_borrower'],
  ['collect', 'PAYER_LIMIT_REACHED', 'limit_reached'],
  ['collect', 'NOT_ALLOWED', 'not_allowed'],
  ['collect', 'COULD_NOT_PERFORM_TRANSACTION', 'not_completed'],
  ['collect', 'SERVICE_UNAVAILABLE', 'operator_down'],
  ['collect', 'INTERNAL_PROCESSING_ERROR', 'not_completed'],
  ['collect', 'SOMETHING_NEW', 'operator_error'],
  ['payout', 'PAYEE_NOT_FOUND', 'payee_not_found'],
  ['payout', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payee_cannot_receive'],
  ['payout', 'NOT_ENOUGH_FUNDS', 'float_low'],
  ['payout', 'NOT_ALLOWED', 'not_allowed'],
  ['payout', 'COULD_NOT_PERFORM_TRANSACTION', 'operator_error'],
  ['payout', 'SERVICE_UNAVAILABLE', 'operator_down'],
  ['payout', 'INTERNAL_PROCESSING_ERROR', 'operator_error'],
];

test.each(failures)(
  'a %s that FAILED with %s failed: %s, the reason being a word or an object',
  async (direction, code, reason) => {
    for (const given of [code, { code, message: 'words' }]) {
      const { mtn } = await startMtn(() => ({ status: 200, json: { status: 'FAILED', reason: given } }));
      expect(await statusOf(mtn, direction)).toEqual({ kind: 'failed', reason, operatorCode: code });
    }
  },
);

const successful = {
  status: 'SUCCESSFUL',
  amount: '150.5',
  currency: 'ZMW',
  financialTransactionId: '23503452',
};
const statuses: Array<[string, StubReply, object]> = [
  ['PENDING', { status: 200, json: { status: 'PENDING', amount: '150' } }, { kind: 'pending' }],
  [
    'SUCCESSFUL with its amount',
    { status: 200, json: successful },
    { kind: 'succeeded', operatorReference: '23503452', amountNgwee: 15_050 },
  ],
  [
    'SUCCESSFUL and nothing else',
    { status: 200, json: { status: 'SUCCESSFUL' } },
    { kind: 'succeeded', operatorReference: null },
  ],
  [
    'SUCCESSFUL in another currency',
    { status: 200, json: { ...successful, currency: 'EUR' } },
    { kind: 'unknown', operatorCode: 'OTHER_CURRENCY' },
  ],
  [
    'SUCCESSFUL with an amount nobody can read',
    { status: 200, json: { ...successful, amount: '1.234,5' } },
    { kind: 'unknown', operatorCode: 'UNREADABLE_AMOUNT' },
  ],
  [
    'EXPIRED',
    { status: 200, json: { status: 'FAILED', reason: { code: 'EXPIRED', message: '' } } },
    { kind: 'expired' },
  ],
  [
    'FAILED without a reason',
    { status: 200, json: { status: 'FAILED' } },
    { kind: 'failed', reason: 'operator_error', operatorCode: 'FAILED' },
  ],
  [
    'a status of its own',
    { status: 200, json: { status: 'ONGOING' } },
    { kind: 'unknown', operatorCode: 'ONGOING' },
  ],
  [
    '404 RESOURCE_NOT_FOUND',
    { status: 404, json: { code: 'RESOURCE_NOT_FOUND', message: '' } },
    { kind: 'not_found' },
  ],
  ['an empty 404', { status: 404 }, { kind: 'not_found' }],
  ["a gateway's 404", { status: 404, text: '<html>no such page' }, { kind: 'unanswered' }],
  ['500', { status: 500, json: { code: 'INTERNAL_PROCESSING_ERROR' } }, { kind: 'unanswered' }],
  ['429', { status: 429 }, { kind: 'unanswered' }],
  ['garbage', { status: 200, text: 'SUCCESSFUL' }, { kind: 'unanswered' }],
  ['a list', { status: 200, json: ['SUCCESSFUL'] }, { kind: 'unanswered' }],
  ['nothing', 'silence', { kind: 'unanswered' }],
  ['a connection torn down', 'reset', { kind: 'unanswered' }],
];

test.each(statuses)('an enquiry is answered %s', async (_, reply, outcome) => {
  for (const direction of ['collect', 'payout'] as const) {
    const { mtn, calls } = await startMtn(() => reply, { timeoutMs: 200 });
    expect(await statusOf(mtn, direction)).toEqual(outcome);
    const product = direction === 'collect' ? 'collection/v1_0/requesttopay' : 'disbursement/v1_0/transfer';
    expect(calls()[0]).toMatchObject({ method: 'GET', path: `/${product}/${attemptId}`, bodyText: '' });
  }
});

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
  await mtn.balance('collect');
  expect(calls().map(({ path }) => path)).toEqual([
    '/disbursement/v1_0/account/balance',
    '/collection/v1_0/account/balance',
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
  [{ externalId: attemptId, status: 'SUCCESSFUL', amount: '150', financialTransactionId: '1' }, 'succeeded'],
  [{ externalId: attemptId, status: 'FAILED', reason: 'EXPIRED' }, 'failed'],
  [{ externalId: attemptId, status: 'PENDING' }, 'unknown'],
])('a callback %j is a hint', async (body, claims) => {
  const { mtn } = await startMtn(() => ({ status: 202 }));
  expect(mtn.readCallback(JSON.stringify(body))).toEqual({ attemptId, claims });
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '{"externalId":"1","status":"SUCCESSFUL"}',
  `{"externalId":"${attemptId}"}`,
  '{"externalId":{},"status":1}',
])('a callback %j is none', async (bodyText) => {
  const { mtn } = await startMtn(() => ({ status: 202 }));
  expect(mtn.readCallback(bodyText)).toBeUndefined();
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
