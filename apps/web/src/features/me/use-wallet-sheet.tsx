import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { fromKwacha, moneyText } from '../../platform/money.ts';
import { messageOf, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Stack } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { usableWalletAmount } from '../bill/amount-entry.ts';
import { refreshAfterPayment } from '../bill/payment-calls.ts';

type UseWalletSheetProps = { orderId: number; balance: number; onClose: () => void };

/** Pays the bill from wallet credit, as much of it as the rules allow. */
export function UseWalletSheet({ orderId, balance, onClose }: UseWalletSheetProps) {
  const detail = useAnswer('getRepayDetailV2', { params: { id: orderId } }, { staleMs: 0 });
  const useWallet = useSend('useWallet', { loading: 'Loading...' });
  return (
    <Overlay kind="sheet" title="Use for my bill" onClose={onClose}>
      {detail.data ? content(detail.data) : detail.isError ? failed() : <Skeleton lines={[22, 22, 22, 52]} />}
    </Overlay>
  );

  function failed() {
    return (
      <ErrorState
        message={messageOf(detail.error)}
        onRetry={() => void detail.refetch()}
        isRetrying={detail.isFetching}
      />
    );
  }

  function content({ repayPlanList, minRepayAmount, pendingPaymentId }: NonNullable<typeof detail.data>) {
    const plan = repayPlanList[0];
    if (plan === undefined) return <Notice tone="good">This bill is paid.</Notice>;
    if (pendingPaymentId) {
      return <Notice>A payment of this bill is waiting for your PIN. Please finish that one first.</Notice>;
    }
    const { remainingAmount } = plan;
    const remaining = fromKwacha(remainingAmount);
    const amount = usableWalletAmount(balance, { remainingAmount, minRepayAmount });
    if (amount === 0) {
      return (
        <Notice>
          Your credit of {moneyText(balance)} is too little for a part payment of this bill. It stays in your
          wallet.
        </Notice>
      );
    }
    const body = { orderId, planId: plan.planId, amount: toKwacha(amount) };
    return (
      <Stack gap="wide">
        <Facts
          facts={[
            { label: 'To repay', value: formatKwacha(remaining) },
            { label: 'From your wallet', value: formatKwacha(-amount), tone: 'good' },
            { label: 'Left to repay', value: formatKwacha(remaining - amount), tone: 'strong' },
          ]}
        />
        <Button
          isBusy={useWallet.isPending}
          onClick={() => useWallet.mutate({ body }, { onSuccess: () => finish(formatKwacha(amount)) })}
        >
          Pay {formatKwacha(amount)} from my wallet
        </Button>
      </Stack>
    );
  }

  function finish(amountText: string) {
    showSuccess(`${amountText} paid from your wallet`);
    onClose();
    void refreshAfterPayment();
  }
}
