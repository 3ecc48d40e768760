import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { toKwacha } from '@thumba/lending/money';
import { useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { repayWords } from '../../words/repay.ts';
import { usableWalletAmount } from './amount-entry.ts';
import { refreshAfterPayment } from './payment-calls.ts';
import { repayLimits } from './repay-limits.ts';

type RepayDetail = Answer<'getRepayDetailV2'>;

/** Wallet credit pays at once, without an operator. */
export function WalletOffer(props: { orderId: number; detail: RepayDetail; onAllPaid: () => void }) {
  const { orderId, detail, onAllPaid } = props;
  const use = useSend('useWallet', { loading: 'loading' });
  const plan = detail.repayPlanList[0]!;
  const usableNgwee = usableWalletAmount(detail.walletBalance, repayLimits(detail));
  if (usableNgwee === 0) return null;
  const amount = toKwacha(usableNgwee);
  return (
    <Button
      variant="secondary"
      isBusy={use.isPending}
      onClick={() =>
        use.mutate(
          { body: { orderId, planId: plan.planId, amount } },
          {
            onSuccess: ({ paid, remaining }) => {
              showSuccess(repayWords.paidFromWallet(moneyText(paid)));
              if (remaining === 0 && detail.repayPlanList.length === 1) onAllPaid();
            },
            onSettled: () => void refreshAfterPayment(),
          },
        )
      }
    >
      {repayWords.payFromWallet(moneyText(amount))}
    </Button>
  );
}
