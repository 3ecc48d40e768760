import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { paymentStatusWords as words } from '../../words/payment-status.ts';
import type { PaidMoment as Part } from './paid-moment.tsx';
import { PaidSum } from './paid-sum.tsx';
import styles from './payment.module.css';

const loadPaidMoment = () => import('./paid-moment.tsx').then((part) => part.PaidMoment);
const PaidMoment = lazyPart(loadPaidMoment);

/** Called before a payment is sent, because the network may be gone when the payment has arrived. */
export function preloadPaidMoment(): void {
  loadPaidMoment().catch(() => undefined);
}

/** The moment after a payment. Without its part, it still says that the payment has arrived. */
export function PaidPart(props: ComponentProps<typeof Part>) {
  return (
    <PartBoundary frame={() => <PlainPaid payment={props.payment} />}>
      <Suspense fallback={<PaidSum amount={props.payment.amount} />}>
        <PaidMoment {...props} />
      </Suspense>
    </PartBoundary>
  );
}

function PlainPaid({ payment: { amount, purpose, receiptNo } }: { payment: Answer<'getPayment'> }) {
  return (
    <>
      <PaidSum amount={amount} />
      <p className={styles.lead}>{sentence(moneyText(amount), purpose, receiptNo)}</p>
    </>
  );
}

function sentence(sum: string, purpose: Answer<'getPayment'>['purpose'], receiptNo: string | undefined) {
  if (purpose === 'cooling_off') return words.givenBack(sum);
  return receiptNo === undefined ? words.paid(sum) : words.paidWithReceipt(sum, receiptNo);
}
