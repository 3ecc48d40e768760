import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';

const PayPopup = lazyPart(() => import('./pay-popup.tsx').then((part) => part.PayPopup));

export type Paying =
  | {
      kind: 'bill';
      orderId: number;
      isOtherAmount: boolean;
      userCouponId?: number;
      /** Starts with the price of the whole loan. */
      paysWholeLoan?: boolean;
    }
  | { kind: 'extension'; planId: number }
  | { kind: 'settlement'; orderId: number }
  | { kind: 'cancellation'; orderId: number }
  | { kind: 'waiting'; orderId: number; paymentId: string };

/** Kept apart from the part of the page that shows the loan, because a successful payment replaces that part. */
export function PayOverlay(props: { paying: Paying; onClose: () => void }) {
  return (
    <OverlayBoundary onClose={props.onClose}>
      <Suspense>
        <PayPopup {...props} />
      </Suspense>
    </OverlayBoundary>
  );
}
