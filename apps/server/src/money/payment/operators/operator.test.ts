import { expect, test } from 'vitest';
import { describeFailure, type FailureReason, isAttemptId } from './operator.ts';

const everyReason: Record<FailureReason, true> = {
  payer_not_found: true,
  not_enough_money: true,
  refused_by_borrower: true,
  wrong_pin: true,
  prompt_expired: true,
  limit_reached: true,
  amount_not_allowed: true,
  payee_not_found: true,
  payee_cannot_receive: true,
  payee_not_accepted: true,
  not_allowed: true,
  not_completed: true,
  superseded: true,
  request_not_received: true,
  float_low: true,
  operator_stopped: true,
  operator_down: true,
  operator_error: true,
};

test('every reason has its own plain words for a borrower', () => {
  const sentences = (Object.keys(everyReason) as FailureReason[]).map(describeFailure);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][A-Za-z ,:;.-]{20,120}\.$/);
});

test('an attempt id is a version 4 UUID in small letters', () => {
  expect(isAttemptId(crypto.randomUUID())).toBe(true);
  for (const text of ['', '42', crypto.randomUUID().toUpperCase(), `${crypto.randomUUID()}/..`]) {
    expect(isAttemptId(text)).toBe(false);
  }
});
