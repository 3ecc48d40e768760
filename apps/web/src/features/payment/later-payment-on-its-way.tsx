import { type ComponentProps, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { lastOpenPayments } from './open-payments.ts';

const PaymentOnItsWay = lazyPart(() =>
  import('./payment-on-its-way.tsx').then((part) => part.PaymentOnItsWay),
);

/** Loaded once a payment is made or open. It stays, because it also says how that payment ended. */
export function LaterPaymentOnItsWay(props: ComponentProps<typeof PaymentOnItsWay>) {
  const { orderId, pendingPaymentId, isCovered } = props;
  const [isNeeded, setIsNeeded] = useState(lastOpenPayments.has(orderId));
  if (!isNeeded && (pendingPaymentId !== undefined || isCovered)) setIsNeeded(true);
  return (
    isNeeded && (
      <OptionalPart>
        <PaymentOnItsWay {...props} />
      </OptionalPart>
    )
  );
}
