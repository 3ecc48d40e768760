import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';

const RepayPopup = lazyPart(() => import('../bill/repay-popup.tsx').then((part) => part.RepayPopup));
const SubmitSuccessDialog = lazyPart(() =>
  import('../bill/submit-success-dialog.tsx').then((part) => part.SubmitSuccessDialog),
);

export type Paying =
  | { kind: 'bill'; orderId: number; isOtherAmount: boolean }
  | { kind: 'waiting'; paymentId: string };

/** Stands above what the page says about the loan, because a payment that succeeds changes that at once. */
export function PayOverlay({ paying, onClose }: { paying: Paying; onClose: () => void }) {
  return (
    <OverlayBoundary onClose={onClose}>
      <Suspense>
        {paying.kind === 'bill' ? (
          <RepayPopup orderId={paying.orderId} isOtherAmount={paying.isOtherAmount} onClose={onClose} />
        ) : (
          <SubmitSuccessDialog paymentId={paying.paymentId} onClose={onClose} />
        )}
      </Suspense>
    </OverlayBoundary>
  );
}
