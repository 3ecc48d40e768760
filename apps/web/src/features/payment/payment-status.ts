import type { Answer } from '@thumba/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useAnswer } from '../../platform/query.ts';
import { refreshAfterPayment } from './payment-calls.ts';

type Payment = Answer<'getPayment'>;

const EAGER_POLL_MS = 2_000;
const PATIENT_POLL_MS = 5_000;
const SLOW_POLL_MS = 15_000;
const EAGER_FOR_MS = 60_000;
/** By then, a prompt of five minutes has surely ended. */
const PATIENT_FOR_MS = 6 * 60_000;

/** Reads a payment until it has ended. `isRefreshed` is true once everything that it changed has been read again. */
export function usePaymentStatus(paymentId: string) {
  const openedAtMs = useRef(Date.now());
  const answer = useAnswer(
    'getPayment',
    { params: { paymentId } },
    {
      staleMs: 0,
      refetchEveryMs: (payment) =>
        payment !== undefined && hasEnded(payment) ? false : nextLookAfterMs(openedAtMs.current),
    },
  );
  const isOver = answer.data !== undefined && hasEnded(answer.data);
  const [isRefreshed, setRefreshed] = useState(false);
  useEffect(() => {
    if (isOver) void refreshAfterPayment().then(() => setRefreshed(true));
  }, [isOver]);
  return { answer, isRefreshed };
}

export function hasEnded({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** A payment is read often at first, less often after that, and seldom once its prompt has ended, to save data. */
export function nextLookAfterMs(followedSinceMs: number): number {
  const followedForMs = Date.now() - followedSinceMs;
  if (followedForMs < EAGER_FOR_MS) return EAGER_POLL_MS;
  return followedForMs < PATIENT_FOR_MS ? PATIENT_POLL_MS : SLOW_POLL_MS;
}

/** Tells of a payment that succeeds while the borrower waits for it, and not of one that had succeeded before. */
export function useAwaitedSuccess(status: Payment['status'] | undefined, tell: () => void): void {
  const before = useRef(status);
  useEffect(() => {
    const hasWaited = before.current === 'pending' || before.current === 'unknown';
    if (hasWaited && status === 'succeeded') tell();
    before.current = status;
  });
}
