import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAirtelOperator } from './airtel.ts';
import {
  attemptId,
  envelope,
  instruction,
  promptSent,
  settingsFor,
  startAirtel,
  statusOf,
} from './stub-airtel.test-support.ts';
import { createTestLog, refusingBaseUrl, type StubReply, timeoutFor } from './stub-operator.test-support.ts';

const failed = (reason: string, operatorCode: string) => ({ kind: 'failed', reason, operatorCode });
const held = (reason: string) => ({ kind: 'held', reason });
const unknown = (operatorCode: unknown) => ({ kind: 'unknown', operatorCode });

const anySubmission: Array<[string, StubReply, object]> = [
  [
    'ESB000041 means the id is known',
    envelope(undefined, { result_code: 'ESB000041', success: false }),
    { kind: 'duplicate' },
  ],
  [
    'the same with HTTP 400',
    { status: 400, json: { status: { result_code: 'ESB000041', success: false } } },
    { kind: 'duplicate' },
  ],
  ['403 is held', { status: 403, json: {} }, held('operator_down')],
  ['429 is held', { status: 429 }, { ...held('operator_down'), retryAfterSeconds: 2 }],
  ['401 with a fresh token is held', { status: 401 }, held('operator_down')],
  ['a 500 is unknown', { status: 500 }, unknown('500')],
  [
    'a 500 is unknown whatever it says',
    {
      status: 500,
      json: { data: { transaction: { status: 'TF' } }, status: { response_code: 'DP00900001005' } },
    },
    unknown('DP00900001005'),
  ],
  [
    'TA is unknown',
    envelope({ id: attemptId, status: 'TA' }, { result_code: 'ESB000010', success: true }),
    { ...unknown('ESB000010'), isKnown: true },
  ],
  [
    'a general error is unknown',
    envelope(undefined, { result_code: 'ESB000001', success: false }),
    unknown('ESB000001'),
  ],
  [
    'a code nobody listed is unknown',
    envelope(undefined, { response_code: 'ROUTER117', success: false }),
    unknown('ROUTER117'),
  ],
  ['garbage is unknown', { status: 200, text: 'OK' }, unknown('200')],
  ['an empty answer is unknown', { status: 200 }, unknown('200')],
  ['a list is unknown', { status: 200, json: [] }, unknown('200')],
  [
    'a huge answer is unknown',
    { status: 200, text: `"${'x'.repeat(2_000_000)}"` },
    unknown('answer_too_large'),
  ],
  ['silence is unknown', 'silence', unknown('timeout')],
  ['a connection torn down is unknown', 'reset', unknown(expect.any(String))],
];

test.each(anySubmission)('on instructing, %s', async (_, reply, outcome) => {
  for (const call of ['collect', 'payOut'] as const) {
    const { airtel } = await startAirtel(() => reply, timeoutFor(reply));
    expect(await airtel[call](instruction)).toEqual(outcome);
  }
});

const collectionRefusals = [
  ['DP00800001002', 'wrong_pin'],
  ['DP00800001003', 'limit_reached'],
  ['DP00800001004', 'amount_not_allowed'],
  ['DP00800001005', 'prompt_expired'],
  ['DP00800001007', 'not_enough_money'],
  ['DP00800001008', 'refused_by_borrower'],
  ['DP00800001009', 'not_completed'],
  ['DP00800001010', 'not_allowed'],
  ['DP00800001024', 'prompt_expired'],
  ['DP00800001029', 'prompt_expired'],
] as const;

test.each(collectionRefusals)(
  'a collection refused with %s failed: %s, at once or when asked',
  async (code, reason) => {
    const { airtel } = await startAirtel(({ method }) =>
      method === 'POST'
        ? envelope(undefined, { response_code: code, result_code: 'ESB000011', success: false })
        : envelope(
            { id: attemptId, status: 'TF' },
            { response_code: code, result_code: 'ESB000010', success: false },
          ),
    );
    expect(await airtel.collect(instruction)).toEqual(failed(reason, code));
    expect(await airtel.collectionStatus(attemptId)).toEqual(failed(reason, code));
  },
);

test('a number that Airtel finds malformed belongs to no account', async () => {
  const { airtel } = await startAirtel(() =>
    envelope(undefined, { result_code: 'ESB000036', success: false }),
  );
  expect(await airtel.collect(instruction)).toEqual(failed('payer_not_found', 'ESB000036'));
  expect(await airtel.payOut(instruction)).toEqual(failed('payee_not_found', 'ESB000036'));
});

test('even a collection said to have succeeded at once has only had its prompt sent', async () => {
  const { airtel } = await startAirtel(() =>
    envelope({ id: attemptId, status: 'TS' }, { response_code: 'DP00800001001', success: true }),
  );
  expect(await airtel.collect(instruction)).toEqual({ kind: 'accepted' });
});

const payoutCodes: Array<[string, string | undefined, object]> = [
  ['DP00900001001', 'TS', { kind: 'succeeded', operatorReference: null }],
  ['DP00900001001', undefined, { kind: 'succeeded', operatorReference: null }],
  ['DP00900001006', 'TIP', { kind: 'accepted' }],
  ['DP00900001006', 'TI', { kind: 'accepted' }],
  ['DP00900001006', undefined, { kind: 'accepted' }],
  ['DP00900001000', undefined, { ...unknown('DP00900001000'), isKnown: true }],
  ['DP00900001014', undefined, { ...unknown('DP00900001014'), isKnown: true }],
  ['DP00900001014', 'TF', { ...unknown('DP00900001014'), isKnown: true }],
  ['DP00900001017', undefined, { kind: 'duplicate' }],
  ['DP00900001017', 'TF', { kind: 'duplicate' }],
  ['DP00900001011', 'TF', { kind: 'duplicate' }],
  // The id is used up by it, so it is no hold: another instruction takes its place.
  ['DP00900001007', 'TF', failed('float_low', 'DP00900001007')],
  ['DP00900001007', undefined, failed('float_low', 'DP00900001007')],
  ['DP00900001003', 'TF', failed('limit_reached', 'DP00900001003')],
  ['DP00900001004', 'TF', failed('amount_not_allowed', 'DP00900001004')],
  ['DP00900001005', 'TF', failed('operator_error', 'DP00900001005')],
  ['DP00900001009', 'TF', failed('payee_not_found', 'DP00900001009')],
  ['DP00900001010', undefined, failed('operator_error', 'DP00900001010')],
  ['DP00900001012', undefined, failed('payee_not_found', 'DP00900001012')],
  ['DP00900001013', undefined, failed('payee_cannot_receive', 'DP00900001013')],
  ['DP00900001099', undefined, unknown('DP00900001099')],
  ['constructor', undefined, unknown('constructor')],
  // The transaction's own status decides, not the code beside it.
  ['DP00900001006', 'TS', { kind: 'succeeded', operatorReference: null }],
  ['DP00900001001', 'TF', failed('operator_error', 'DP00900001001')],
  ['DP00900001001', 'TA', { ...unknown('DP00900001001'), isKnown: true }],
];

test.each(payoutCodes)('a payout answered %s with status %s', async (code, status, outcome) => {
  const transaction = { id: attemptId, ...(status && { status }) };
  const { airtel } = await startAirtel(() => envelope(transaction, { response_code: code, success: false }));
  expect(await airtel.payOut(instruction)).toEqual(outcome);
});

test('a refused connection is held: nothing was sent', async () => {
  const settings = settingsFor(await refusingBaseUrl());
  const airtel = createAirtelOperator(settings, () => 0, randomBytes, createTestLog());
  expect(await airtel.collect(instruction)).toEqual(held('operator_down'));
  expect(await airtel.payOut(instruction)).toEqual(held('operator_down'));
  expect(await airtel.payoutStatus(attemptId)).toEqual({ kind: 'unanswered' });
});

const found = { result_code: 'ESB000010', success: true };
const statuses: Array<[string, StubReply, object]> = [
  [
    'TS',
    envelope({ airtel_money_id: 'C1', id: attemptId, status: 'TS' }, found),
    { kind: 'succeeded', operatorReference: 'C1' },
  ],
  [
    'TS although success is false',
    envelope({ airtel_money_id: 'C1', id: attemptId, status: 'TS' }, { ...found, success: false }),
    { kind: 'succeeded', operatorReference: 'C1' },
  ],
  ['TF', envelope({ id: attemptId, status: 'TF' }, found), failed('operator_error', 'ESB000010')],
  ['TE', envelope({ id: attemptId, status: 'TE' }, found), { kind: 'expired' }],
  ['TIP', envelope({ id: attemptId, status: 'TIP' }, found), unknown('TIP')],
  ['TI', envelope({ id: attemptId, status: 'TI' }, found), unknown('TI')],
  ['TA', envelope({ id: attemptId, status: 'TA' }, found), unknown('TA')],
  ['ESB000045', envelope(undefined, { result_code: 'ESB000045', success: false }), { kind: 'not_found' }],
  [
    'ESB000045 with HTTP 404',
    { status: 404, json: { status: { result_code: 'ESB000045' } } },
    { kind: 'not_found' },
  ],
  ["a gateway's 404", { status: 404, text: 'no such page' }, { kind: 'unanswered' }],
  ['ESB000014', envelope(undefined, { result_code: 'ESB000014', success: false }), { kind: 'unanswered' }],
  ['success without a status', envelope({ id: attemptId }, found), { kind: 'unanswered' }],
  ['500', { status: 500, json: { data: { transaction: { status: 'TS' } } } }, { kind: 'unanswered' }],
  ['401 twice', { status: 401 }, { kind: 'unanswered' }],
  ['garbage', { status: 200, text: 'TS' }, { kind: 'unanswered' }],
  ['nothing', 'silence', { kind: 'unanswered' }],
];

test.each(statuses)('an enquiry is answered %s', async (_, reply, outcome) => {
  const { airtel, calls } = await startAirtel(() => reply, timeoutFor(reply));
  for (const direction of ['collection', 'payout'] as const) {
    expect(await statusOf(airtel, direction)).toEqual(outcome);
  }
  expect(new Set(calls().map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set([
      `GET /standard/v1/payments/${attemptId}`,
      `GET /standard/v2/disbursements/${attemptId}?transactionType=B2C`,
      ...('kind' in outcome && outcome.kind === 'not_found'
        ? [`GET /standard/v3/disbursements/${attemptId}?transactionType=B2C`]
        : []),
    ]),
  );
});

test('a payout found to have failed for want of float says so', async () => {
  const { airtel } = await startAirtel(() => envelope({ status: 'TF' }, { response_code: 'DP00900001007' }));
  expect(await airtel.payoutStatus(attemptId)).toEqual(failed('float_low', 'DP00900001007'));
});

test.each([
  ['TS', 'succeeded'],
  ['TF', 'failed'],
  ['TIP', 'unknown'],
])('a callback with %s is a hint', async (status_code, claims) => {
  const { airtel } = await startAirtel(() => promptSent);
  const body = {
    transaction: { id: attemptId, message: 'Paid ZMW 150', status_code, airtel_money_id: 'MP1' },
  };
  expect(airtel.readCallback(JSON.stringify(body))).toEqual({ attemptId, claims });
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"transaction":null}',
  '{"transaction":{"id":"1","status_code":"TS"}}',
  `{"transaction":{"id":"${attemptId}"}}`,
])('a callback %j is none', async (bodyText) => {
  const { airtel } = await startAirtel(() => promptSent);
  expect(airtel.readCallback(bodyText)).toBeUndefined();
});

const callbackKey = 'callback-secret';
const hashOf = (text: string) => createHmac('sha256', callbackKey).update(text).digest('base64');

test.each([
  `{"id":"${attemptId}","message":"Paid","status_code":"TS","airtel_money_id":"MP1"}`,
  `{ "id": "${attemptId}",  "status_code": "TS" }`,
  `{"id":"${attemptId}","message":"Paid {ZMW 150}","status_code":"TS"}`,
])('with callback authentication, a rightly hashed callback is a hint: %s', async (transaction) => {
  const { airtel } = await startAirtel(() => promptSent, { callbackKey });
  const bodyText = `{"transaction": ${transaction}, "hash": "${hashOf(transaction)}"}`;
  expect(airtel.readCallback(bodyText)).toEqual({ attemptId, claims: 'succeeded' });
});

test('with callback authentication, a callback without its right hash is none', async () => {
  const { airtel } = await startAirtel(() => promptSent, { callbackKey });
  const transaction = `{"id":"${attemptId}","status_code":"TS"}`;
  for (const rest of ['', ',"hash":""', ',"hash":"AAAA"', `,"hash":"${hashOf('{}')}"`, ',"hash":7']) {
    expect(airtel.readCallback(`{"transaction":${transaction}${rest}}`)).toBeUndefined();
  }
});

test('only what was hashed is read, not what was put beside it', async () => {
  const { airtel } = await startAirtel(() => promptSent, { callbackKey });
  const signed = `{"id":"${attemptId}","status_code":"TF"}`;
  const beside = `{"id":"${attemptId}","status_code":"TS"}`;
  const bodyText = `{"transaction":${signed},"transaction":${beside},"hash":"${hashOf(signed)}"}`;
  expect(airtel.readCallback(bodyText)).toEqual({ attemptId, claims: 'failed' });
});
