import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';

const RepayPopup = lazyPart(() => import('./repay-popup.tsx').then((part) => part.RepayPopup));
const ExtensionPopup = lazyPart(() => import('./extension-popup.tsx').then((part) => part.ExtensionPopup));
const SettlementPopup = lazyPart(() => import('./settlement-popup.tsx').then((part) => part.SettlementPopup));
const CancellationPopup = lazyPart(() =>
  import('./cancellation-popup.tsx').then((part) => part.CancellationPopup),
);
const SubmitSuccessDialog = lazyPart(() =>
  import('./submit-success-dialog.tsx').then((part) => part.SubmitSuccessDialog),
);

export type Paying =
  | { kind: 'bill'; orderId: number; isOtherAmount: boolean; userCouponId?: number }
  | { kind: 'extension'; planId: number }
  | { kind: 'settlement'; orderId: number }
  | { kind: 'cancellation'; orderId: number }
  | { kind: 'waiting'; orderId: number; paymentId: string };

type PayOverlayProps = { paying: Paying; onClose: () => void };

/** Kept apart from the part of the page that shows the loan, because a successful payment replaces that part. */
export function PayOverlay(props: PayOverlayProps) {
  const [instead, setInstead] = useState<Paying>();
  const paying = instead ?? props.paying;
  return (
    <OverlayBoundary onClose={props.onClose}>
      <Suspense>{popup({ paying, onClose: props.onClose, onInstead: setInstead })}</Suspense>
    </OverlayBoundary>
  );
}

type PopupProps = PayOverlayProps & {
  /** The borrower settles the whole loan instead of paying the bill, or pays again after a payment that failed. */
  onInstead: (paying: Paying) => void;
};

function popup({ paying, onClose, onInstead }: PopupProps): ReactNode {
  switch (paying.kind) {
    case 'bill':
      return (
        <RepayPopup
          orderId={paying.orderId}
          isOtherAmount={paying.isOtherAmount}
          wantedCouponId={paying.userCouponId}
          onSettle={() => onInstead({ kind: 'settlement', orderId: paying.orderId })}
          onClose={onClose}
        />
      );
    case 'extension':
      return <ExtensionPopup planId={paying.planId} onClose={onClose} />;
    case 'settlement':
      return <SettlementPopup orderId={paying.orderId} onClose={onClose} />;
    case 'cancellation':
      return <CancellationPopup orderId={paying.orderId} onClose={onClose} />;
    case 'waiting':
      return (
        <SubmitSuccessDialog
          paymentId={paying.paymentId}
          onClose={onClose}
          onTryAgain={() => onInstead({ kind: 'bill', orderId: paying.orderId, isOtherAmount: false })}
        />
      );
  }
}
