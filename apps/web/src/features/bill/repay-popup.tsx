import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { type FormEvent, useId, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { messageOf, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { AccountField } from './account-field.tsx';
import { amountMessage, keepAmount, readAmount, usableWalletAmount } from './amount-entry.ts';
import styles from './payment.module.css';
import { refreshAfterPayment } from './payment-calls.ts';
import { rememberSubmission } from './payment-countdown.ts';
import { SubmitSuccessDialog } from './submit-success-dialog.tsx';

type RepayDetail = Answer<'getRepayDetailV2'>;

type RepayPopupProps = {
  orderId: number;
  /** Starts with the amount unlocked, for somebody who wants to pay a part. */
  isOtherAmount?: boolean;
  onClose: () => void;
};

/** "Pay the bill", and then the payment until it has ended. While one waits there is no second one to be made. */
export function RepayPopup({ orderId, isOtherAmount = false, onClose }: RepayPopupProps) {
  const answer = useAnswer('getRepayDetailV2', { params: { id: orderId } }, { staleMs: 0 });
  // What was kept from the last time may know of a payment that has ended since.
  const detail = answer.isFetchedAfterMount ? answer.data : undefined;
  const [followedId, setFollowedId] = useState<string>();
  const [failedId, setFailedId] = useState<string>();
  const pendingId = detail?.pendingPaymentId;
  // A payment is followed to its end, also when the bill no longer names it as waiting.
  if (followedId === undefined && pendingId !== undefined && pendingId !== failedId) setFollowedId(pendingId);

  if (followedId !== undefined) {
    return (
      <SubmitSuccessDialog
        paymentId={followedId}
        onClose={onClose}
        onTryAgain={() => {
          setFailedId(followedId);
          setFollowedId(undefined);
        }}
      />
    );
  }
  if (detail !== undefined && detail.repayPlanList.length > 0) {
    return (
      <RepaySheet
        orderId={orderId}
        detail={detail}
        startsUnlocked={isOtherAmount}
        onSubmitted={setFollowedId}
        onRefused={() => void answer.refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <Overlay kind="sheet" title="Pay the bill" onClose={onClose}>
      {detail ? (
        <EmptyState
          drawing="paper"
          title="There is nothing to pay"
          action={
            <ButtonLink to={`/billing-details/${orderId}`} variant="secondary" isWide={false}>
              See the bill
            </ButtonLink>
          }
        >
          Everything on this bill is paid.
        </EmptyState>
      ) : answer.isError ? (
        <ErrorState
          message={messageOf(answer.error)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : (
        <Skeleton lines={[20, 42, 54, 54, 48, 52]} />
      )}
    </Overlay>
  );
}

type RepaySheetProps = {
  orderId: number;
  detail: RepayDetail;
  startsUnlocked: boolean;
  onSubmitted: (paymentId: string) => void;
  /** The bill may have moved on meanwhile. */
  onRefused: () => void;
  onClose: () => void;
};

function RepaySheet({ orderId, detail, startsUnlocked, onSubmitted, onRefused, onClose }: RepaySheetProps) {
  const formId = useId();
  const [isUnlocked, setUnlocked] = useState(startsUnlocked);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string>();
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const submission = useSend('submitRepayApplyV2', { loading: 'Loading...' });

  const plan = detail.repayPlanList[0]!;
  const limits = { remainingAmount: plan.remainingAmount, minRepayAmount: detail.minRepayAmount };
  const typedNgwee = readAmount(typed);
  const payAmount = isUnlocked ? typedNgwee && toKwacha(typedNgwee) : plan.remainingAmount;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = isUnlocked ? amountMessage(typed, limits) : undefined;
    setMessage(wrong);
    if (wrong !== undefined || payAmount === undefined || submission.isPending) return;
    submission.mutate(
      {
        body: {
          bizType: BIZ_TYPE.repayment,
          planId: plan.planId,
          payAmount,
          repayAccountId: chosenAccountId ?? detail.repayAccountId,
          payCard: false,
        },
      },
      {
        onSuccess: ({ paymentId }) => {
          // What lies behind must not offer to pay what is being paid.
          void refreshAfterPayment();
          rememberSubmission(paymentId);
          onSubmitted(paymentId);
        },
        onError: (error) => {
          if (!(error instanceof CallFailure) || error.kind !== 'refused') return;
          if (typeof error.data.paymentId === 'string') {
            void refreshAfterPayment();
            return onSubmitted(error.data.paymentId);
          }
          setMessage(error.fields.payAmount);
          if (error.fields.payAmount) setUnlocked(true);
          onRefused();
        },
      },
    );
  };

  const unlock = (isUnlockedNext: boolean) => {
    setUnlocked(isUnlockedNext);
    setMessage(undefined);
  };

  return (
    <Overlay
      kind="sheet"
      title="Pay the bill"
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isBusy={submission.isPending}>
          {payAmount === undefined ? 'Pay' : `Pay ${moneyText(payAmount)}`}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <div>
          {isUnlocked ? (
            <TextField
              label="Repayment amount"
              name="payAmount"
              prefix="K"
              inputMode="decimal"
              autoComplete="off"
              autoFocus
              value={typed}
              error={message}
              hint={`${planText(plan, detail)}: ${moneyText(plan.remainingAmount)} in all`}
              onChange={({ target }) => {
                setTyped(keepAmount(target.value));
                setMessage(undefined);
              }}
            />
          ) : (
            <MoneyLine
              label="Repayment amount"
              money={moneyText(plan.remainingAmount)}
              detail={planText(plan, detail)}
            />
          )}
          <div className={styles.otherAmount}>
            <Button variant="quiet" onClick={() => unlock(!isUnlocked)}>
              {isUnlocked ? `Pay all of it, ${moneyText(plan.remainingAmount)}` : 'Pay another amount'}
            </Button>
          </div>
        </div>
        <AccountField
          label="Repayment account"
          preset={{ text: detail.repayAccount, repayAccountId: detail.repayAccountId }}
          value={chosenAccountId}
          onChange={setChosenAccountId}
        />
        <WalletOffer orderId={orderId} detail={detail} onAllPaid={onClose} />
        <Notice>Every repayment helps you get a higher loan limit again.</Notice>
      </form>
    </Overlay>
  );
}

/** "Due 21 December", with its number when the loan is repaid in parts. */
function planText(plan: RepayDetail['repayPlanList'][number], detail: RepayDetail): string {
  const isInParts = detail.repayPlanList.length > 1 || plan.loanPeriod > 1;
  const due = `due ${dayText(day(plan.dueDate))}`;
  return isInParts ? `Instalment ${plan.loanPeriod}, ${due}` : `D${due.slice(1)}`;
}

/** Wallet credit pays at once and asks no operator. */
function WalletOffer(props: { orderId: number; detail: RepayDetail; onAllPaid: () => void }) {
  const { orderId, detail, onAllPaid } = props;
  const use = useSend('useWallet', { loading: 'Loading...' });
  const plan = detail.repayPlanList[0]!;
  const usableNgwee = usableWalletAmount(detail.walletBalance, {
    remainingAmount: plan.remainingAmount,
    minRepayAmount: detail.minRepayAmount,
  });
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
              showSuccess(`${moneyText(paid)} paid from wallet credit`);
              if (remaining === 0 && detail.repayPlanList.length === 1) onAllPaid();
            },
            onSettled: () => void refreshAfterPayment(),
          },
        )
      }
    >
      Use {moneyText(amount)} of wallet credit
    </Button>
  );
}
