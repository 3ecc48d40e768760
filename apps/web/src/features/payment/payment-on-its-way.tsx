import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { type Ref, useEffect, useRef } from 'react';
import { vibrateOnSuccess } from '../../platform/haptics.ts';
import { useAnswer } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Notice } from '../../ui/card.tsx';
import { onItsWayWords as words } from '../../words/on-its-way.ts';
import { paymentStatusWords } from '../../words/payment-status.ts';
import { lastOpenPayments } from './open-payments.ts';
import { refreshAfterPayment } from './payment-calls.ts';
import { hasEnded, nextLookAfterMs, useAwaitedSuccess } from './payment-status.ts';

const FRESH_MS = 2_000;
const GOING_BACK_MS = 1_000;

type PaymentOnItsWayProps = {
  orderId: number;
  pendingPaymentId: string | undefined;
  /** A popup of paying covers the page, and follows the payment itself. */
  isCovered: boolean;
};

/** Shown wherever a bill could be paid: how its open payment stands, and afterwards that it failed. */
export function PaymentOnItsWay({ orderId, pendingPaymentId, isCovered }: PaymentOnItsWayProps) {
  useEffect(() => {
    if (pendingPaymentId !== undefined) lastOpenPayments.set(orderId, pendingPaymentId);
  }, [orderId, pendingPaymentId]);
  const isOpen = pendingPaymentId !== undefined;
  const place = useScrolledTo(isOpen, isCovered);
  const paymentId = pendingPaymentId ?? lastOpenPayments.get(orderId);
  return paymentId === undefined ? null : (
    <HowItStands key={paymentId} paymentId={paymentId} isOpen={isOpen} isCovered={isCovered} place={place} />
  );
}

/** The borrower who closes the popup of an open payment finds the payment in sight, wherever the page was. */
function useScrolledTo(isOpen: boolean, isCovered: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasCovered = useRef(false);
  useEffect(() => {
    if (isCovered) wasCovered.current = true;
    else if (wasCovered.current && isOpen) {
      wasCovered.current = false;
      scrollPastHistory(() => place.current?.scrollIntoView({ block: 'center' }));
    }
  }, [isOpen, isCovered]);
  return place;
}

/** A popup that closes goes back in the history, and the browser then puts the page where it was. This comes after it. */
function scrollPastHistory(scroll: () => void): void {
  const inTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(scroll));
  inTwoFrames();
  window.addEventListener('popstate', inTwoFrames, { once: true });
  setTimeout(() => window.removeEventListener('popstate', inTwoFrames), GOING_BACK_MS);
}

type HowItStandsProps = {
  paymentId: string;
  isOpen: boolean;
  isCovered: boolean;
  place: Ref<HTMLDivElement>;
};

function HowItStands({ paymentId, isOpen, isCovered, place }: HowItStandsProps) {
  const followedSinceMs = useRef(Date.now());
  const { data: payment } = useAnswer(
    'getPayment',
    { params: { paymentId } },
    {
      isEnabled: !isCovered,
      staleMs: FRESH_MS,
      refetchEveryMs: (known) =>
        known && hasEnded(known) ? false : nextLookAfterMs(followedSinceMs.current),
    },
  );
  const isBillOld = isOpen && !isCovered && payment !== undefined && hasEnded(payment);
  useEffect(() => {
    if (isBillOld) void refreshAfterPayment();
  }, [isBillOld]);
  useAwaitedSuccess(payment?.status, () => {
    if (isCovered || payment === undefined) return;
    vibrateOnSuccess();
    showSuccess(words.paymentArrived(moneyText(payment.amount)));
  });

  if (payment?.status === 'failed')
    return <Notice tone="bad">{words.paymentFailed(moneyText(payment.amount))}</Notice>;
  if (!isOpen) return null;
  return (
    <div ref={place}>
      <Notice tone="warn">{openText(payment)}</Notice>
    </div>
  );
}

function openText(payment: Answer<'getPayment'> | undefined) {
  if (payment === undefined) return words.paymentOnItsWay;
  const sum = moneyText(payment.amount);
  if (payment.status !== 'pending') return words.sumOnItsWay(sum);
  return (
    <>
      <p>{words.notPaidYet(sum)}</p>
      <p>{paymentStatusWords.changedMind}</p>
    </>
  );
}
