import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { type ComponentProps, Suspense, useId, useState } from 'react';
import { deadlineText } from '../../platform/deadline.ts';
import { useForm } from '../../platform/form.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useAnswer } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { repayWords } from '../../words/repay.ts';
import { AccountField } from './account-field.tsx';
import type { AmountLimits } from './amount-entry.ts';
import { AmountField, dueText } from './amount-field.tsx';
import { limitsWith } from './best-coupon.ts';
import { CouponChoice } from './coupon-choice.tsx';
import { useFollowedPayment } from './followed-payment.ts';
import styles from './payment.module.css';
import { usePaymentSubmission } from './payment-submission.ts';
import { quickAmounts } from './quick-amounts.ts';
import { quotedPrice } from './repay-limits.ts';
import { SubmitSuccessDialog } from './submit-success-dialog.tsx';
import { type Amount, type AmountStart, useAmount } from './use-amount.ts';
import { useCoupons, useSuggestedCoupon } from './use-coupons.ts';

const WalletOffer = lazyPart(() => import('./wallet-offer.tsx').then((part) => part.WalletOffer));
const SavingNotice = lazyPart(() => import('./saving-notice.tsx').then((part) => part.SavingNotice));

type RepayDetail = Answer<'getRepayDetailV2'>;

type RepayPopupProps = {
  orderId: number;
  /** Starts with the amount unlocked, to pay a part. */
  isOtherAmount?: boolean;
  /** Starts with the price of the whole loan. */
  paysWholeLoan?: boolean | undefined;
  /** A coupon that the borrower chose before the bill was opened. */
  wantedCouponId?: number | undefined;
  /** Gives the money back instead. */
  onGiveBack: () => void;
  /** Starts with this amount in kwacha, where the bill still allows it. */
  amount?: number | undefined;
  onClose: () => void;
};

/** "Pay the bill", and then the payment until it has ended. While one is open, no second one can be made. */
export function RepayPopup(props: RepayPopupProps) {
  const {
    orderId,
    isOtherAmount = false,
    paysWholeLoan = false,
    wantedCouponId,
    onGiveBack,
    onClose,
  } = props;
  const [wantedAmount, setWantedAmount] = useState(props.amount);
  const { followedId, follow, followPending, leaveFailed } = useFollowedPayment();
  const answer = useAnswer(
    'getRepayDetailV2',
    { params: { id: orderId } },
    { staleMs: 0, isEnabled: followedId === undefined },
  );
  // Cached detail may name a payment that has ended since.
  const detail = answer.isFetchedAfterMount ? answer.data : undefined;
  followPending(detail?.pendingPaymentId);

  if (followedId !== undefined) {
    const tryAgain = (amount: number) => {
      setWantedAmount(amount);
      leaveFailed();
    };
    return <SubmitSuccessDialog paymentId={followedId} onClose={onClose} onTryAgain={tryAgain} />;
  }
  if (detail !== undefined && detail.repayPlanList.length > 0) {
    return (
      <RepaySheet
        orderId={orderId}
        detail={detail}
        start={{ of: paysWholeLoan ? 'loan' : 'plan', isTyped: isOtherAmount, amount: wantedAmount }}
        wantedCouponId={wantedCouponId}
        onSubmitted={follow}
        onRefused={() => void answer.refetch()}
        onGiveBack={onGiveBack}
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
        <>
          <Coming answers={[answer]} lines={[20, 42, 54, 54, 48, 52]} />
          <OptionalPart>
            <PayOffline />
          </OptionalPart>
        </>
      )}
    </Overlay>
  );
}

const PayOffline = lazyPart(() => import('./pay-offline.tsx').then((part) => part.PayOffline));

type RepaySheetProps = {
  orderId: number;
  detail: RepayDetail;
  start: AmountStart;
  wantedCouponId: number | undefined;
  onSubmitted: (paymentId: string) => void;
  /** The bill may have changed. */
  onRefused: () => void;
  onGiveBack: () => void;
  onClose: () => void;
};

function RepaySheet(props: RepaySheetProps) {
  const { orderId, detail, start, wantedCouponId, onSubmitted, onRefused, onGiveBack, onClose } = props;
  const formId = useId();
  const plan = detail.repayPlanList[0]!;
  const coupons = useCoupons(detail, wantedCouponId);
  const limits = limitsWith(detail, coupons.suggested);
  const plansLeft = detail.repayPlanList.length;
  const quick = quickAmounts({ limits, plansLeft, settlement: quotedPrice(detail) });
  const amount = useAmount(limits, quick, start);
  const { payAmount, chosen } = amount;
  const pays = whatIsPaid(amount);
  const isCounted = isCouponCounted(amount, pays);
  const { isApplying } = useSuggestedCoupon(coupons, pays === 'bill' && payAmount === limits.remainingAmount);
  const { submit, isPending } = usePaymentSubmission({
    onSubmitted,
    onRefused: (failure) => {
      form.showRefusal(failure);
      if (failure.fields.payAmount) amount.unlock(true);
      onRefused();
    },
    onDone: onClose,
  });

  const form = useForm<{ repayAccountId: number | undefined }, 'payAmount'>({
    initial: { repayAccountId: undefined },
    check: () => ({ payAmount: amount.problem() }),
    isBusy: isPending || isApplying,
    send: ({ repayAccountId = detail.repayAccountId }) => {
      if (payAmount === undefined) return;
      const quoted = chosen?.quoteId === undefined ? {} : { quoteId: chosen.quoteId };
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
        <Button type="submit" form={formId} isBusy={isPending || isApplying}>
          {amount.buttonText}
        </Button>
      }
    >
      <form id={formId} className={styles.form} {...form.props}>
        {detail.cancellation && <GiveBack {...detail.cancellation} onGiveBack={onGiveBack} />}
        <AmountField
          amount={amount}
          what={dueText(plan, plansLeft)}
          detail={amountDetail(detail, pays, limits)}
          error={form.messages.payAmount}
          onChange={() => form.showMessages({})}
        />
        <Saving detail={detail} amount={amount} pays={pays} />
        <AccountField
          label={repayWords.account}
          preset={{ text: detail.repayAccount, repayAccountId: detail.repayAccountId }}
          value={account.value}
          onChange={account.onChange}
        />
        <CouponChoice {...{ detail, pays, isCounted }} onChoose={coupons.choose} />
        <WalletCredit orderId={orderId} detail={detail} onAllPaid={onClose} />
        <Notice>{repayWords.helps}</Notice>
      </form>
    </Overlay>
  );
}

type GiveBackProps = NonNullable<RepayDetail['cancellation']> & { onGiveBack: () => void };

/** Giving the money back costs less than any way to pay the loan, so it is said first. */
function GiveBack({ amount, cancelUntil, onGiveBack }: GiveBackProps) {
  return (
    <Notice>
      {repayWords.giveBack(deadlineText(cancelUntil), moneyText(amount))}
      <div className={styles.otherAmount}>
        <Button variant="quiet" onClick={onGiveBack}>
          {repayWords.giveBackLink}
        </Button>
      </div>
    </Notice>
  );
}

function WalletCredit(props: ComponentProps<typeof WalletOffer>) {
  if (props.detail.walletBalance === 0) return null;
  return (
    <Suspense>
      <WalletOffer {...props} />
    </Suspense>
  );
}

type Pays = 'loan' | 'bill' | 'part';

function whatIsPaid({ chosen, isPart }: Amount): Pays {
  if (chosen?.of === 'loan') return 'loan';
  return isPart ? 'part' : 'bill';
}

/** The next plan is offered only where it can cost less than the whole loan today, which no coupon makes cheaper. */
function isCouponCounted({ quick }: Amount, pays: Pays): boolean {
  return pays === 'bill' && quick.some(({ of }) => of === 'plan');
}

/** What a part saves, and what paying off the whole loan would save. */
function Saving({ detail, amount, pays }: { detail: RepayDetail; amount: Amount; pays: Pays }) {
  const { payAmount, isPart, limits } = amount;
  const { settlement } = detail;
  const isAllowed = isPart || payAmount === limits.remainingAmount;
  if (payAmount === undefined || !isAllowed || pays === 'loan' || (pays === 'bill' && !settlement))
    return null;
  const { planId } = detail.repayPlanList[0]!;
  return (
    <Suspense fallback={<Skeleton lines={[64]} />}>
      <SavingNotice planId={planId} payAmount={payAmount} isPart={isPart} settlement={settlement} />
    </Suspense>
  );
}

/** Stands below the amount: what it pays, and what is taken off. */
function amountDetail(detail: RepayDetail, pays: Pays, { discount = 0 }: AmountLimits) {
  if (pays === 'loan') {
    const { paysOffLoan, paysOffLoanNoCoupon } = repayWords;
    const saving = moneyText(detail.settlement?.saving ?? 0);
    return detail.couponVoList.length > 0 ? paysOffLoanNoCoupon(saving) : paysOffLoan(saving);
  }
  const due = dueText(detail.repayPlanList[0]!, detail.repayPlanList.length);
  return discount > 0 ? repayWords.couponTakenOff(due, moneyText(discount)) : due;
}
