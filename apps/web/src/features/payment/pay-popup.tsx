import { useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { Paying } from './paying.ts';

const RepayPopup = lazyPart(() => import('./repay-popup.tsx').then((part) => part.RepayPopup));
const ExtensionPopup = lazyPart(() => import('./extension-popup.tsx').then((part) => part.ExtensionPopup));
const SettlementPopup = lazyPart(() => import('./settlement-popup.tsx').then((part) => part.SettlementPopup));
const CancellationPopup = lazyPart(() =>
  import('./cancellation-popup.tsx').then((part) => part.CancellationPopup),
);
const SubmitSuccessDialog = lazyPart(() =>
  import('./submit-success-dialog.tsx').then((part) => part.SubmitSuccessDialog),
);

/** The popup of one way of paying. */
export function PayPopup(props: { paying: Paying; onClose: () => void }) {
  const { onClose } = props;
  const [instead, setInstead] = useState<Paying>();
  const paying = instead ?? props.paying;
  switch (paying.kind) {
    case 'bill':
      return (
        <RepayPopup
          orderId={paying.orderId}
          isOtherAmount={paying.isOtherAmount}
          paysWholeLoan={paying.paysWholeLoan}
          wantedCouponId={paying.userCouponId}
          onGiveBack={() => setInstead({ kind: 'cancellation', orderId: paying.orderId })}
          amount={paying.amount}
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
          onTryAgain={(amount) =>
            setInstead({ kind: 'bill', orderId: paying.orderId, isOtherAmount: false, amount })
          }
        />
      );
  }
}
