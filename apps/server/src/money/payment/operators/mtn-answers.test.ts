import type { PaymentDirection } from '@thumba/lending/ledger';
import { expect, test } from 'vitest';
import { createMtnOperator } from './mtn.ts';
import { attemptId, instruction, settingsFor, startMtn, statusOf, submit } from './stub-mtn.test-support.ts';
import { createTestLog, refusingBaseUrl, type StubReply, timeoutFor } from './stub-operator.test-support.ts';

const submissions: Array<[string, StubReply, object]> = [
  ['202 is accepted', { status: 202 }, { kind: 'accepted' }],
  [
    '409 means the id is known',
    { status: 409, json: { code: 'RESOURCE_ALREADY_EXIST', message: '' } },
    { kind: 'duplicate' },
  ],
  ...[400, 500].map((status): [string, StubReply, object] => [
    `a ${status} with the code of a known id means that the id is known`,
    { status, json: { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicated reference id' } },
    { kind: 'duplicate' },
  ]),
  ['403 is held', { status: 403, json: {} }, { kind: 'held', reason: 'operator_down' }],
  [
    '429 is held',
    { status: 429, text: 'slow down' },
    { kind: 'held', reason: 'operator_down', retryAfterSeconds: 2 },
  ],
  [
    '429 is held for as long as it says',
    { status: 429, headers: { 'Retry-After': '7' } },
    { kind: 'held', reason: 'operator_down', retryAfterSeconds: 7 },
  ],
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
  for (const direction of ['collection', 'payout'] as const) {
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

const failures: Array<[PaymentDirection, string, string]> = [
  ['collection', 'PAYER_NOT_FOUND', 'payer_not_found'],
  ['collection', 'NOT_ENOUGH_FUNDS', 'not_enough_money'],
  ['collection', 'APPROVAL_REJECTED', 'refused_by_borrower'],
  ['collection', 'PAYER_LIMIT_REACHED', 'limit_reached'],
  ['collection', 'SENDER_ACCOUNT_NOT_ACTIVE', 'not_allowed'],
  ['collection', 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'not_completed'],
  ['collection', 'NOT_ALLOWED', 'not_allowed'],
  ['collection', 'COULD_NOT_PERFORM_TRANSACTION', 'not_completed'],
  ['collection', 'SERVICE_UNAVAILABLE', 'operator_down'],
  ['collection', 'INTERNAL_PROCESSING_ERROR', 'not_completed'],
  ['collection', 'SOMETHING_NEW', 'operator_error'],
  ['collection', 'constructor', 'operator_error'],
  ['payout', 'PAYEE_NOT_FOUND', 'payee_not_found'],
  ['payout', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payee_cannot_receive'],
  ['payout', 'PAYEE_LIMIT_REACHED', 'payee_cannot_receive'],
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
  ['429', { status: 429 }, { kind: 'postponed', inSeconds: 2 }],
  [
    '429 with a time',
    { status: 429, headers: { 'Retry-After': '30' } },
    { kind: 'postponed', inSeconds: 30 },
  ],
  ['garbage', { status: 200, text: 'SUCCESSFUL' }, { kind: 'unanswered' }],
  ['a list', { status: 200, json: ['SUCCESSFUL'] }, { kind: 'unanswered' }],
  ['nothing', 'silence', { kind: 'unanswered' }],
  ['a connection torn down', 'reset', { kind: 'unanswered' }],
];

test.each(statuses)('an enquiry is answered %s', async (_, reply, outcome) => {
  for (const direction of ['collection', 'payout'] as const) {
    const { mtn, calls } = await startMtn(() => reply, timeoutFor(reply));
    expect(await statusOf(mtn, direction)).toEqual(outcome);
    const product =
      direction === 'collection' ? 'collection/v1_0/requesttopay' : 'disbursement/v1_0/transfer';
    expect(calls()[0]).toMatchObject({ method: 'GET', path: `/${product}/${attemptId}`, bodyText: '' });
  }
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
