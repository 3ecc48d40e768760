import { describe, expect, test } from 'vitest';
import { session } from '../../platform/session.ts';
import { timeLeft, timeLeftOf } from './payment-countdown.ts';

const payment = { startedAt: '2026-11-26T07:00:00.000Z', expiresAt: '2026-11-26T07:05:00.000Z' };
const startedMs = Date.parse(payment.startedAt);

describe('the time left to enter the PIN', () => {
  test('runs down from what the operator gives', () => {
    expect(timeLeft(payment, startedMs, undefined)).toEqual({ secondsLeft: 300, secondsInAll: 300 });
    expect(timeLeft(payment, startedMs + 114_000, undefined)?.secondsLeft).toBe(186);
  });

  test('is right on a phone whose clock is wrong, because it counts from its own submission', () => {
    const wrongByMs = -4 * 60_000;
    const submittedMs = startedMs + wrongByMs;
    expect(timeLeft(payment, submittedMs + 60_000, submittedMs)?.secondsLeft).toBe(240);
  });

  test('is right on a phone that is 3 hours wrong, also of a payment that was submitted elsewhere', () => {
    const PHONE_BEHIND_MS = 3 * 60 * 60_000;
    session.setState({ serverTimeOffsetMs: PHONE_BEHIND_MS });
    const phoneNowMs = startedMs + 60_000 - PHONE_BEHIND_MS;
    expect(timeLeftOf('submitted elsewhere', payment, phoneNowMs)?.secondsLeft).toBe(240);
    session.setState(session.getInitialState());
  });

  test('is never below nothing nor above the whole', () => {
    expect(timeLeft(payment, startedMs + 3_600_000, undefined)?.secondsLeft).toBe(0);
    expect(timeLeft(payment, startedMs - 3_600_000, undefined)?.secondsLeft).toBe(300);
  });

  test('is unknown while the operator has not said', () => {
    expect(timeLeft({ startedAt: payment.startedAt }, startedMs, undefined)).toBeUndefined();
  });
});
