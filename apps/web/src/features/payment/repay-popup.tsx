import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { toKwacha } from '@thumba/lending/money';
import { useId } from 'react';
import { useForm } from '../../platform/form.ts';
import { moneyText } from '../../platform/money.ts';
import { useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { repayWords } from '../../words/repay.ts';
import { AccountField } from './account-field.tsx';
import { usableWalletAmount } from './amount-entry.ts';
import { AmountField, dueText, useAmount } from './amount-field.tsx';
import { CouponChoice } from './coupon-choice.tsx';
import { useFollowedPayment } from './followed-payment.ts';
import styles from './payment.module.css';
import { refreshAfterPayment } from './payment-calls.ts';
import { usePaymentSubmission } from './payment-submission.ts';
import { appliedCoupon, cheaperSettlement, repayLimits } from './repay-limits.ts';
import { SettlementOffer } from './settlement-offer.tsx';
import { SubmitSuccessDialog } from './submit-success-dialog.tsx';

type RepayDetail = Answer<'getRepayDetailV2'>;

type RepayPopupProps = {
  orderId: number;
  /** Starts with the amount unlocked, to pay a part. */
  isOtherAmount?: boolean;
  /** A coupon that the borrower chose before the bill was opened. */
  wantedCouponId?: number | undefined;
  /** The whole loan is settled instead. */
  onSettle: () => void;
  onClose: () => void;
};

/** "Pay the bill", and then the payment until it has ended. While one is open, no second one can be made. */
export function RepayPopup(props: RepayPopupProps) {
  const { orderId, isOtherAmount = false, wantedCouponId, onSettle, onClose } = props;
  const answer = useAnswer('getRepayDetailV2', { params: { id: orderId } }, { staleMs: 0 });
  // Cached detail may name a payment that has ended since.
  const detail = answer.isFetchedAfterMount ? answer.data : undefined;
  const { followedId, follow, leaveFailed } = useFollowedPayment(detail?.pendingPaymentId);

  if (followedId !== undefined) {
    return <SubmitSuccessDialog paymentId={followedId} onClose={onClose} onTryAgain={leaveFailed} />;
  }
  if (detail !== undefined && detail.repayPlanList.length > 0) {
    return (
      <RepaySheet
        orderId={orderId}
        detail={detail}
        startsUnlocked={isOtherAmount}
        wantedCouponId={wantedCouponId}
        onSubmitted={follow}
        onSettle={onSettle}
        onRefused={() => void answer.refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <Overlay kind="sheet" title={repayWords.title} onClose={onClose}>
      {detail ? (
        <EmptyState
          drawing="paper"
          title={repayWords.nothingToPay}
          action={
            <ButtonLink to={`/billing-details/${orderId}`} variant="secondary" isWide={false}>
              {repayWords.seeBill}
            </ButtonLink>
          }
        >
          {repayWords.allPaid}
        </EmptyState>
      ) : (
        <Coming answers={[answer]} lines={[20, 42, 54, 54, 48, 52]} />
      )}
    </Overlay>
  );
}

type RepaySheetProps = {
  orderId: number;
  detail: RepayDetail;
  startsUnlocked: boolean;
  wantedCouponId: number | undefined;
  onSubmitted: (paymentId: string) => void;
  onSettle: () => void;
  /** The bill may have changed. */
  onRefused: () => void;
  onClose: () => void;
};

function RepaySheet(props: RepaySheetProps) {
  const { orderId, detail, startsUnlocked, wantedCouponId, onSubmitted, onSettle, onRefused, onClose } =
    props;
  const formId = useId();
  const settlement = cheaperSettlement(detail);
  const amount = useAmount(repayLimits(detail), startsUnlocked, settlement?.amount);
  const { submit, isPending } = usePaymentSubmission({
    onSubmitted,
    onRefused: (failure) => {
      form.showRefusal(failure);
      if (failure.fields.payAmount) amount.unlock(true);
      onRefused();
    },
    onDone: onClose,
  });

  const plan = detail.repayPlanList[0]!;
  const coupon = appliedCoupon(detail);
  const due = dueText(plan, detail.repayPlanList.length);

  const form = useForm<{ repayAccountId: number | undefined }, 'payAmount'>({
    initial: { repayAccountId: undefined },
    check: () => ({ payAmount: amount.problem() }),
    isBusy: isPending,
    send: ({ repayAccountId = detail.repayAccountId }) => {
      const { payAmount } = amount;
      if (payAmount === undefined) return;
      const quoted = settlement && !amount.isUnlocked ? { quoteId: settlement.quoteId } : {};
      submit({ bizType: BIZ_TYPE.repayment, planId: plan.planId, payAmount, repayAccountId, ...quoted });
    },
  });
  const account = form.field('repayAccountId');

  return (
    <Overlay
      kind="sheet"
      title={repayWords.title}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isBusy={isPending}>
          {amount.buttonText}
        </Button>
      }
    >
      <form id={formId} className={styles.form} {...form.props}>
        {detail.settlement && <SettlementOffer {...detail.settlement} onSettle={onSettle} />}
        <AmountField
          amount={amount}
          what={due}
          detail={
            settlement
              ? repayWords.paysOffLoan(due, moneyText(plan.remainingAmount))
              : coupon && repayWords.couponTakenOff(due, moneyText(coupon.discount))
          }
          error={form.messages.payAmount}
          onChange={() => form.showMessages({})}
        />
        <AccountField
          label={repayWords.account}
          preset={{ text: detail.repayAccount, repayAccountId: detail.repayAccountId }}
          value={account.value}
          onChange={account.onChange}
        />
        <CouponChoice detail={detail} wantedCouponId={wantedCouponId} />
        <WalletOffer orderId={orderId} detail={detail} onAllPaid={onClose} />
        <Notice>{repayWords.helps}</Notice>
      </form>
    </Overlay>
  );
}

/** Wallet credit pays at once, without an operator. */
function WalletOffer(props: { orderId: number; detail: RepayDetail; onAllPaid: () => void }) {
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
