import { useEffect } from 'react';
import { moneyText } from '../../platform/money.ts';
import { useAnswer } from '../../platform/query.ts';
import { Notice } from '../../ui/card.tsx';
import { offerWords as words } from '../../words/offers.ts';
import { hasEnded } from './payment-status.ts';

const POLL_MS = 5_000;

/** The last payment of each loan that was seen while it was open. */
const lastOpen = new Map<number, string>();

type PaymentOnItsWayProps = { orderId: number; pendingPaymentId: string | undefined };

/** Shown wherever a bill could be paid: how its open payment stands, and afterwards that it failed. */
export function PaymentOnItsWay({ orderId, pendingPaymentId }: PaymentOnItsWayProps) {
  useEffect(() => {
    if (pendingPaymentId !== undefined) lastOpen.set(orderId, pendingPaymentId);
  }, [orderId, pendingPaymentId]);
  const paymentId = pendingPaymentId ?? lastOpen.get(orderId);
  return paymentId === undefined ? null : (
    <HowItStands paymentId={paymentId} isOpen={pendingPaymentId !== undefined} />
  );
}

function HowItStands({ paymentId, isOpen }: { paymentId: string; isOpen: boolean }) {
  const { data: payment } = useAnswer(
    'getPayment',
    { params: { paymentId } },
    { staleMs: POLL_MS, refetchEveryMs: (known) => (known && hasEnded(known) ? false : POLL_MS) },
  );
  if (payment?.status === 'failed')
    return <Notice tone="bad">{words.paymentFailed(moneyText(payment.amount))}</Notice>;
  if (!isOpen) return null;
  return (
    <Notice tone="warn">{payment?.status === 'pending' ? words.notPaidYet : words.paymentOnItsWay}</Notice>
  );
}
