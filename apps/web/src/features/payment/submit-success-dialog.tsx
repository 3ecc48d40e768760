import type { Answer } from '@thumba/contract/wire';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import type { ReactNode } from 'react';
import { longDayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { useAnswer } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice, Rule } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Facts, Steps } from '../../ui/facts.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { paymentStatusWords as words } from '../../words/payment-status.ts';
import { richText } from '../../words/rich-text.tsx';
import { mobileMoneyName } from './accounts.ts';
import { CountdownRing } from './countdown-ring.tsx';
import styles from './payment.module.css';
import { useTimeLeft } from './payment-countdown.ts';
import { paymentFacts } from './payment-facts.ts';
import { usePaymentStatus } from './payment-status.ts';

type Payment = Answer<'getPayment'>;
/** The parts of a payment that both ways of following it have. */
type FollowedPayment = Pick<
  Payment,
  'paymentId' | 'status' | 'amount' | 'operator' | 'startedAt' | 'expiresAt' | 'failureReason'
>;

/** Announced once by a screen reader; the countdown is not announced. */
export function announcement({ status, amount }: Pick<Payment, 'status' | 'amount'>): string {
  switch (status) {
    case 'pending':
      return '';
    case 'unknown':
      return words.asking;
    case 'succeeded':
      return words.paid(moneyText(amount));
    case 'failed':
      return words.notPaid(moneyText(amount));
  }
}

type SubmitSuccessDialogProps = {
  paymentId: string;
  onClose: () => void;
  /** Leads back to the form after a payment that has failed. */
  onTryAgain?: () => void;
};

/** Follows one payment until the operator has said how it ended. */
export function SubmitSuccessDialog({ paymentId, onClose, onTryAgain }: SubmitSuccessDialogProps) {
  const { answer, isRefreshed } = usePaymentStatus(paymentId);
  const payment = answer.data;
  const status = payment?.status ?? 'pending';

  return (
    <Overlay
      kind="dialog"
      title={words.titles[status]}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          {status === 'failed' && onTryAgain && <Button onClick={onTryAgain}>{words.tryAgain}</Button>}
          <Button variant={status === 'failed' && onTryAgain ? 'secondary' : 'primary'} onClick={onClose}>
            {words.ok}
          </Button>
        </div>
      }
    >
      <p className="visually-hidden" role="status">
        {payment && announcement(payment)}
      </p>
      <div className={styles.dialog}>
        {payment ? (
          <PaymentState payment={payment} isRefreshed={isRefreshed} isOffline={answer.isError} />
        ) : (
          <Coming answers={[answer]} lines={[44, 130, 40, 40]} />
        )}
      </div>
    </Overlay>
  );
}

type PaymentStateProps = { payment: Payment; isRefreshed: boolean; isOffline: boolean };

function PaymentState({ payment, isRefreshed, isOffline }: PaymentStateProps): ReactNode {
  switch (payment.status) {
    case 'succeeded':
      return <Succeeded payment={payment} isRefreshed={isRefreshed} />;
    case 'failed':
      return (
        <>
          <Failed payment={payment} />
          <ClaimLink />
        </>
      );
    case 'pending':
    case 'unknown':
      return (
        <>
          <Waiting payment={payment} whileAsking={<ClaimLink />} />
          {isOffline && <Notice tone="warn">{words.lookingAgain}</Notice>}
        </>
      );
  }
}

function Succeeded({ payment, isRefreshed }: { payment: Payment; isRefreshed: boolean }) {
  return (
    <>
      <PaidSum amount={payment.amount} />
      <p className={styles.lead}>{thanks(payment)}</p>
      <Rule />
      <Facts
        facts={[
          ...paymentFacts(payment),
          ...(payment.receiptNo ? [{ label: words.receipt, value: payment.receiptNo }] : []),
        ]}
      />
      <Rule />
      <LeftToPay isEnabled={isRefreshed} isCancelled={payment.purpose === 'cooling_off'} />
    </>
  );
}

export function PaidSum({ amount }: Pick<Payment, 'amount'>) {
  return (
    <>
      <CircleCheck className={styles.good} aria-hidden="true" />
      <p className={styles.sum}>{moneyText(amount)}</p>
    </>
  );
}

function thanks({ purpose, extensionRepayDate, saving = 0 }: Payment): string {
  if (extensionRepayDate !== undefined) {
    return words.thanks.dateMoved(longDayText(extensionRepayDate));
  }
  if (purpose === 'cooling_off') return words.thanks.moneyBack;
  if (saving > 0) return words.thanks.saved(moneyText(saving));
  return words.thanks.arrived;
}

/** What the open loan still owes; without an open loan everything is paid. */
function LeftToPay({ isEnabled, isCancelled }: { isEnabled: boolean; isCancelled: boolean }) {
  const loanInfo = useAnswer('getMyLoanInfo', {}, { isEnabled });
  if (loanInfo.isError) return null;
  if (!isEnabled || loanInfo.isFetching || loanInfo.data === undefined) return <Skeleton lines={[22]} />;
  const { order } = loanInfo.data;
  if (order === undefined)
    return <p className={styles.lead}>{isCancelled ? words.nothingLeft : words.paidOff}</p>;
  return <Facts facts={[{ label: words.leftToPay, value: moneyText(order.remaining), tone: 'strong' }]} />;
}

function ClaimLink() {
  return (
    <ButtonLink to="/me/claim" variant="quiet">
      {words.claim}
    </ButtonLink>
  );
}

const strong = (text: string) => <strong>{text}</strong>;

type WaitingProps = {
  payment: FollowedPayment;
  /** Shown while the outcome of the payment is unknown. */
  whileAsking?: ReactNode;
};

export function Waiting({ payment, whileAsking }: WaitingProps) {
  const time = useTimeLeft(payment.paymentId, payment);
  const isAsking = payment.status === 'unknown' || time?.secondsLeft === 0;
  if (isAsking) {
    return (
      <>
        <CountdownRing isTurning />
        <p className={styles.lead}>{words.asking}</p>
        <p className={styles.small}>
          {richText(words.countsForToday(moneyText(payment.amount)), { sum: strong })}
        </p>
        {whileAsking}
      </>
    );
  }
  return (
    <>
      <div className={styles.prompt}>
        <p className={styles.lead}>
          {richText(words.enterPin(mobileMoneyName(payment.operator), moneyText(payment.amount)), {
            sum: strong,
          })}
        </p>
        <CountdownRing {...(time ? { time } : { isTurning: true })} />
      </div>
      <Steps steps={words.reminders.map((text) => ({ text }))} />
    </>
  );
}

export function Failed({ payment }: { payment: FollowedPayment }) {
  return (
    <>
      <CircleX className={styles.bad} aria-hidden="true" />
      <p className={styles.lead}>{payment.failureReason ?? words.notTaken}</p>
      <p className={styles.small}>
        {richText(words.didNotGoThrough(moneyText(payment.amount)), { sum: strong })}
      </p>
    </>
  );
}
