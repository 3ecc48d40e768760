import { PayoutDialog } from './payout-dialog.tsx';
import { PayoutSheet } from './payout-sheet.tsx';
import { UseWalletSheet } from './use-wallet-sheet.tsx';

export type Doing =
  | { kind: 'using'; orderId: number }
  | { kind: 'sending' }
  | { kind: 'following'; paymentId: string };

type WalletOverlayProps = {
  doing: Doing;
  balance: number;
  onSubmitted: (paymentId: string) => void;
  onClose: () => void;
};

/** What can be done with wallet credit. */
export function WalletOverlay({ doing, balance, onSubmitted, onClose }: WalletOverlayProps) {
  switch (doing.kind) {
    case 'using':
      return <UseWalletSheet orderId={doing.orderId} balance={balance} onClose={onClose} />;
    case 'sending':
      return <PayoutSheet balance={balance} onSubmitted={onSubmitted} onClose={onClose} />;
    case 'following':
      return <PayoutDialog paymentId={doing.paymentId} onClose={onClose} />;
  }
}
