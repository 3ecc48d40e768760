import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Stack } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { walletWords } from '../../words/wallet.ts';
import { usableWalletAmount } from '../payment/amount-entry.ts';
import { refreshAfterPayment } from '../payment/payment-calls.ts';
import { repayLimits } from '../payment/repay-limits.ts';

type UseWalletSheetProps = { orderId: number; balance: number; onClose: () => void };

/** Pays the bill from wallet credit, as much of it as the rules allow. */
export function UseWalletSheet({ orderId, balance, onClose }: UseWalletSheetProps) {
  const said = walletWords.using;
  const detail = useAnswer('getRepayDetailV2', { params: { id: orderId } }, { staleMs: 0 });
  const useWallet = useSend('useWallet', { loading: 'loading' });
  return (
    <Overlay kind="sheet" title={walletWords.use} onClose={onClose}>
      {detail.data ? content(detail.data) : <Coming answers={[detail]} lines={[22, 22, 22, 52]} />}
    </Overlay>
  );

  function content(repayDetail: NonNullable<typeof detail.data>) {
    const { repayPlanList, pendingPaymentId } = repayDetail;
    const plan = repayPlanList[0];
    if (plan === undefined) return <Notice tone="good">{said.paid}</Notice>;
    if (pendingPaymentId) {
      return <Notice>{said.waits}</Notice>;
    }
    const { remainingAmount } = plan;
    const remaining = fromKwacha(remainingAmount);
    const amount = usableWalletAmount(balance, repayLimits(repayDetail));
    if (amount === 0) {
      return <Notice>{said.tooLittle(moneyText(balance))}</Notice>;
    }
    const body = { orderId, planId: plan.planId, amount: toKwacha(amount) };
    return (
      <Stack gap="wide">
        <Facts
          facts={[
            { label: said.toRepay, value: formatKwacha(remaining) },
            { label: said.fromWallet, value: formatKwacha(-amount), tone: 'good' },
            { label: said.left, value: formatKwacha(remaining - amount), tone: 'strong' },
          ]}
        />
        <Button
          isBusy={useWallet.isPending}
          onClick={() => useWallet.mutate({ body }, { onSuccess: () => finish(formatKwacha(amount)) })}
        >
          {said.pay(formatKwacha(amount))}
        </Button>
      </Stack>
    );
  }

  function finish(amountText: string) {
    showSuccess(said.done(amountText));
    onClose();
    void refreshAfterPayment();
  }
}
