import type { Answer } from '@thumba/contract/wire';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { moneyText } from '../../platform/money.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Rule } from '../../ui/card.tsx';
import { Facts, Steps } from '../../ui/facts.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { mobileMoneyName } from './accounts.ts';
import { allocationFacts } from './allocation.ts';
import { CountdownRing } from './countdown-ring.tsx';
import styles from './payment.module.css';
import { refreshAfterPayment } from './payment-calls.ts';
import { useTimeLeft } from './payment-countdown.ts';

type Payment = Answer<'getPayment'>;

const EAGER_POLL_MS = 2_000;
const PATIENT_POLL_MS = 5_000;
const EAGER_FOR_MS = 60_000;

const TITLES: Record<Payment['status'], string> = {
  pending: 'Submit Success',
  unknown: 'Submit Success',
  succeeded: 'Paid',
  failed: 'Not paid',
};

const ASKING = 'We are asking the operator. You do not need to pay again.';

const reminders = [
  { text: 'A PIN code pop-up appears within 10 seconds. Enter your PIN to complete the payment.' },
  { text: 'Already entered it? Wait about one minute, so that you do not pay twice.' },
];

type SubmitSuccessDialogProps = {
  paymentId: string;
  onClose: () => void;
  /** Leads back to the form after a payment that surely failed. */
  onTryAgain?: () => void;
};

/** Follows one payment until the operator has said how it ended. */
export function SubmitSuccessDialog({ paymentId, onClose, onTryAgain }: SubmitSuccessDialogProps) {
  const openedAtMs = useRef(Date.now());
  const answer = useAnswer(
    'getPayment',
    { params: { paymentId } },
    {
      staleMs: 0,
      refetchEveryMs: (payment) => {
        if (payment !== undefined && hasEnded(payment)) return false;
        return Date.now() - openedAtMs.current < EAGER_FOR_MS ? EAGER_POLL_MS : PATIENT_POLL_MS;
      },
    },
  );
  const payment = answer.data;
  const status = payment?.status ?? 'pending';
  const isOver = payment !== undefined && hasEnded(payment);
  const [isRefreshed, setRefreshed] = useState(false);
  useEffect(() => {
    if (isOver) void refreshAfterPayment().then(() => setRefreshed(true));
  }, [isOver]);

  return (
    <Overlay
      kind="dialog"
      title={TITLES[status]}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          {status === 'failed' && onTryAgain && <Button onClick={onTryAgain}>Try again</Button>}
          <Button variant={status === 'failed' && onTryAgain ? 'secondary' : 'primary'} onClick={onClose}>
            OK
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
        ) : answer.isError ? (
          <ErrorState
            message={messageOf(answer.error)}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        ) : (
          <Skeleton lines={[44, 130, 40, 40]} />
        )}
      </div>
    </Overlay>
  );
}

function hasEnded({ status }: Payment): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** Said once by a screen reader; the seconds that run down are not. */
function announcement({ status, amount }: Payment): string {
  switch (status) {
    case 'pending':
      return '';
    case 'unknown':
      return ASKING;
    case 'succeeded':
      return `${moneyText(amount)} paid`;
    case 'failed':
      return `${moneyText(amount)} not paid`;
  }
}

type PaymentStateProps = { payment: Payment; isRefreshed: boolean; isOffline: boolean };

function PaymentState({ payment, isRefreshed, isOffline }: PaymentStateProps): ReactNode {
  switch (payment.status) {
    case 'succeeded':
      return <Succeeded payment={payment} isRefreshed={isRefreshed} />;
    case 'failed':
      return <Failed payment={payment} />;
    case 'pending':
    case 'unknown':
      return (
        <>
          <Waiting payment={payment} />
          {isOffline && (
            <Notice tone="warn">No connection. We look again as soon as your phone is online.</Notice>
          )}
        </>
      );
  }
}

function Waiting({ payment }: { payment: Payment }) {
  const time = useTimeLeft(payment.paymentId, payment);
  const isAsking = payment.status === 'unknown' || time?.secondsLeft === 0;
  if (isAsking) {
    return (
      <>
        <CountdownRing isTurning />
        <p className={styles.lead}>{ASKING}</p>
        <p className={styles.small}>
          Your payment of <strong>{moneyText(payment.amount)}</strong> counts for the day you submitted it.
          You may close this: your bill shows how it ended.
        </p>
      </>
    );
  }
  return (
    <>
      <div className={styles.prompt}>
        <p className={styles.lead}>
          Check your phone: enter your {mobileMoneyName(payment.operator)} PIN to pay{' '}
          <strong>{moneyText(payment.amount)}</strong>
        </p>
        <CountdownRing {...(time ? { time } : { isTurning: true })} />
      </div>
      <Steps steps={reminders} />
    </>
  );
}

function Succeeded({ payment, isRefreshed }: { payment: Payment; isRefreshed: boolean }) {
  const facts = payment.allocation ? allocationFacts(payment.allocation) : [];
  return (
    <>
      <CircleCheck className={styles.good} aria-hidden="true" />
      <p className={styles.sum}>{moneyText(payment.amount)}</p>
      <p className={styles.lead}>Thank you, your payment has arrived.</p>
      <Rule />
      <Facts
        facts={[...facts, ...(payment.receiptNo ? [{ label: 'Receipt', value: payment.receiptNo }] : [])]}
      />
      <Rule />
      <LeftToPay isEnabled={isRefreshed} />
    </>
  );
}

/** What the open loan still owes; without an open loan everything is paid. */
function LeftToPay({ isEnabled }: { isEnabled: boolean }) {
  const loanInfo = useAnswer('getMyLoanInfo', {}, { isEnabled });
  if (loanInfo.isError) return null;
  if (!isEnabled || loanInfo.isFetching || loanInfo.data === undefined) return <Skeleton lines={[22]} />;
  const { order } = loanInfo.data;
  if (order === undefined)
    return <p className={styles.lead}>This bill is paid off. Nothing is left to pay.</p>;
  return <Facts facts={[{ label: 'Left to pay', value: moneyText(order.remaining), tone: 'strong' }]} />;
}

function Failed({ payment }: { payment: Payment }) {
  return (
    <>
      <CircleX className={styles.bad} aria-hidden="true" />
      <p className={styles.lead}>{payment.failureReason ?? 'The operator did not take the payment.'}</p>
      <p className={styles.small}>
        Your payment of <strong>{moneyText(payment.amount)}</strong> did not go through, so your bill is as it
        was. You can pay again whenever you are ready.
      </p>
    </>
  );
}
