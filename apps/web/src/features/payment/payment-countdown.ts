import type { Answer } from '@thumba/contract/wire';
import { useEffect, useState } from 'react';
import { session } from '../../platform/session.ts';

type Payment = Pick<Answer<'getPayment'>, 'startedAt' | 'expiresAt'>;

/** When this phone submitted a payment, by its own clock. The remaining time is measured with the same clock. */
const submittedAtMs = new Map<string, number>();

export function rememberSubmission(paymentId: string): void {
  submittedAtMs.set(paymentId, Date.now());
}

export type TimeLeft = { secondsLeft: number; secondsInAll: number };

/**
 * The time left to enter the PIN. It is counted from the submission on this phone, so a wrong clock does no harm. Only
 * a payment that was submitted elsewhere is measured against the server's time.
 */
export function timeLeft(
  payment: Payment,
  nowMs: number,
  submittedMs: number | undefined,
): TimeLeft | undefined {
  if (payment.expiresAt === undefined) return undefined;
  const startedMs = Date.parse(payment.startedAt);
  const wholeMs = Date.parse(payment.expiresAt) - startedMs;
  const passedMs = Math.max(0, nowMs - (submittedMs ?? startedMs));
  return {
    secondsLeft: Math.max(0, Math.ceil((wholeMs - passedMs) / 1000)),
    secondsInAll: Math.max(1, Math.ceil(wholeMs / 1000)),
  };
}

export function useTimeLeft(paymentId: string, payment: Payment | undefined): TimeLeft | undefined {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return payment && timeLeftOf(paymentId, payment, nowMs);
}

export function timeLeftOf(paymentId: string, payment: Payment, phoneNowMs: number): TimeLeft | undefined {
  const submittedMs = submittedAtMs.get(paymentId);
  const offsetMs = submittedMs === undefined ? session.getState().serverTimeOffsetMs : 0;
  return timeLeft(payment, phoneNowMs + offsetMs, submittedMs);
}
