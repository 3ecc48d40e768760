import type { Answer } from '@thumba/contract/wire';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { CallFailure } from '../../platform/call-answer.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { callAddress } from '../../platform/lender-phone.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { quickRepaymentWords } from '../../words/quick-repayment.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { hasEnded, nextLookAfterMs } from '../payment/payment-status.ts';
import styles from './quick-repayment.module.css';

const QuickRepaymentForm = lazyPart(() =>
  import('./quick-repayment-form.tsx').then((part) => part.QuickRepaymentForm),
);
const LinkPayment = lazyPart(() => import('./link-payment.tsx').then((part) => part.LinkPayment));

const NOT_VALID = 404;

/** Opened by the link in a reminder: a masked bill, which anyone with the link can pay without signing in. */
export function QuickRepaymentPage() {
  const code = new URLSearchParams(useSearch()).get('code') ?? '';
  const followedSinceMs = useRef(0);
  const [leftId, setLeftId] = useState<string>();
  const [followedId, setFollowedId] = useState<string>();
  const answer = useAnswer(
    'quickRepayInfo',
    { body: { code } },
    {
      staleMs: 0,
      refetchEveryMs: (info) =>
        info?.payment && !hasEnded(info.payment) ? nextLookAfterMs(followedSinceMs.current) : false,
    },
  );
  const info = answer.data;
  const follow = (paymentId: string) => {
    followedSinceMs.current = Date.now();
    setFollowedId(paymentId);
    void answer.refetch();
  };

  const payment = info?.payment;
  const waits = payment !== undefined && !hasEnded(payment);
  // An open payment is followed, also one that another person started. A bill that is paid off shows its last payment.
  if (waits && followedId !== payment.paymentId && leftId !== payment.paymentId) {
    setFollowedId(payment.paymentId);
  }
  const isFollowed =
    payment !== undefined && (payment.paymentId === followedId || (info?.plans.length ?? 0) === 0);

  if (answer.error instanceof CallFailure && answer.error.code === NOT_VALID) return <LinkNotValid />;
  if (!info) {
    return (
      <Frame>
        <Card>{<Coming answers={[answer]} lines={[20, 28, 44, 40, 130]} />}</Card>
      </Frame>
    );
  }
  if (payment && isFollowed) {
    return (
      <LinkPayment
        info={{ ...info, payment }}
        isOffline={answer.isError}
        onPayAgain={() => {
          setLeftId(payment.paymentId);
          setFollowedId(undefined);
        }}
      />
    );
  }
  if (followedId !== undefined && payment?.paymentId !== followedId) {
    return (
      <Frame>
        <Card>
          <Skeleton lines={[44, 130, 40, 40]} />
        </Card>
      </Frame>
    );
  }
  return (
    <QuickRepaymentForm
      code={code}
      info={info}
      onSubmitted={follow}
      onRefused={() => void answer.refetch()}
    />
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <PageFrame title={titles.quickRepayment} backTo="/home">
      {children}
    </PageFrame>
  );
}

function LinkNotValid() {
  const lender = useAnswer('getLender', {}, { staleMs: Number.POSITIVE_INFINITY }).data;
  return (
    <Frame>
      <Card>
        <EmptyState
          drawing="letter"
          title={quickRepaymentWords.notValid.title}
          action={
            <ButtonLink to="/home" isWide={false}>
              {uiWords.goHome}
            </ButtonLink>
          }
        >
          {quickRepaymentWords.notValid.text}
        </EmptyState>
        {lender && <LenderOfWrongLink {...lender} />}
      </Card>
    </Frame>
  );
}

function LenderOfWrongLink({ name, phone }: Pick<Answer<'getLender'>, 'name' | 'phone'>) {
  return (
    <div className={styles.asked}>
      <p className={styles.label}>{quickRepaymentWords.notValid.lender(name)}</p>
      <a className={styles.call} href={callAddress(phone)}>
        <Phone aria-hidden="true" />
        {quickRepaymentWords.lender.call(phone)}
      </a>
    </div>
  );
}
