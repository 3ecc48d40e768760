import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import CircleX from 'lucide-react/icons/circle-x';
import { type ReactNode, useEffect } from 'react';
import { vibrateOnSuccess } from '../../platform/haptics.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { Steps } from '../../ui/steps.tsx';
import { paymentStatusWords as words } from '../../words/payment-status.ts';
import { richText } from '../../words/rich-text.tsx';
import { mobileMoneyName } from './accounts.ts';
import { CountdownRing } from './countdown-ring.tsx';
import { PaidPart, preloadPaidMoment } from './paid-part.tsx';
import styles from './payment.module.css';
import { useTimeLeft } from './payment-countdown.ts';
import { useAwaitedSuccess, usePaymentStatus } from './payment-status.ts';

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

const isCancelled = ({ status, purpose }: Payment) => status === 'succeeded' && purpose === 'cooling_off';

/** Money that was given back paid for nothing, and an extension leaves the bill as it was. */
function titleOf(payment: Payment | undefined): string {
  if (payment?.status !== 'succeeded') return words.titles[payment?.status ?? 'pending'];
  if (payment.purpose === 'cooling_off') return words.titles.cancelled;
  return payment.purpose === 'extension' ? words.titles.dateMoved : words.titles.succeeded;
}

type SubmitSuccessDialogProps = {
  paymentId: string;
  onClose: () => void;
  /** Leads back to the form after a payment that has failed, with its amount. */
  onTryAgain?: (amount: number) => void;
};

/** Follows one payment until the operator has said how it ended. */
export function SubmitSuccessDialog({ paymentId, onClose, onTryAgain }: SubmitSuccessDialogProps) {
  const { answer, isRefreshed } = usePaymentStatus(paymentId);
  const payment = answer.data;
  const status = payment?.status ?? 'pending';
  useAwaitedSuccess(payment?.status, vibrateOnSuccess);
  useEffect(preloadPaidMoment, []);

  return (
    <Overlay
      kind="dialog"
      title={titleOf(payment)}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          {payment?.status === 'failed' && onTryAgain && (
            <Button onClick={() => onTryAgain(payment.amount)}>{words.tryAgain}</Button>
          )}
          <Button variant={status === 'failed' && onTryAgain ? 'secondary' : 'primary'} onClick={onClose}>
            {words.ok}
          </Button>
        </div>
      }
    >
      <p className="visually-hidden" role="status">
        {payment &&
          (isCancelled(payment) ? words.givenBack(moneyText(payment.amount)) : announcement(payment))}
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
      return <PaidPart payment={payment} isRefreshed={isRefreshed} />;
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
      <p className={styles.small}>{words.changedMind}</p>
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
