import { USER_STATUS } from '@thumba/contract/codes';
import { applicationWords } from '@thumba/home/application-words';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import type { ReactNode } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { longDayText } from '../../platform/lusaka-time.ts';
import { refresh, useSend } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice, Stack } from '../../ui/card.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { Steps } from '../../ui/steps.tsx';
import { CounterOffered } from './counter-offered.tsx';
import { EvidenceAsked } from './evidence-asked.tsx';
import styles from './home.module.css';
import { LaterLimitLadder } from './later-limit-ladder.tsx';

const PayoutFailed = lazyPart(() => import('./payout-failed.tsx').then((part) => part.PayoutFailed));
const OtherNumber = lazyPart(() => import('./other-number.tsx').then((part) => part.OtherNumber));

/** Home while an application is under review, was declined, is being paid out, or the borrower is blocked. */
export function ApplicationState({ info }: { info: LoanInfo }): ReactNode {
  switch (info.userStatus) {
    case USER_STATUS.underReview:
      return <UnderReview info={info} />;
    case USER_STATUS.declined:
      return <Declined info={info} />;
    case USER_STATUS.payingOut:
      return <PayingOut info={info} />;
    default:
      return <Blocked />;
  }
}

function UnderReview({ info }: { info: LoanInfo }) {
  const words = applicationWords.review;
  if (info.evidence) return <EvidenceAsked evidence={info.evidence} />;
  if (info.counterOffer) return <CounterOffered offer={info.counterOffer} />;
  if (info.pictureAgain !== undefined) return <PictureAgain picture={info.pictureAgain} />;
  return (
    <>
      <Card>
        <Drawing kind="clock" className={styles.drawing} />
        <Stack gap="tight">
          <h2 className={styles.title}>{words.title}</h2>
          <p className={styles.text}>
            {info.order ? words.textFor(shortMoneyText(info.order.principal)) : words.text}
          </p>
        </Stack>
      </Card>
      <Card title={words.next}>
        <Steps steps={words.steps} />
      </Card>
      {info.mayNameAccount && info.order && <OtherNumber order={info.order} />}
    </>
  );
}

/** The pages on which a picture is taken again. */
const RETAKEN_AT = { identity: '/authentication/identity', face: '/face/face-start' } as const;

function PictureAgain({ picture }: { picture: NonNullable<LoanInfo['pictureAgain']> }) {
  const words = applicationWords.pictureAgain;
  return (
    <Card>
      <Drawing kind="clock" className={styles.drawing} />
      <Stack gap="tight">
        <h2 className={styles.title}>{words.title[picture]}</h2>
        <p className={styles.text}>{words.text[picture]}</p>
      </Stack>
      <ButtonLink to={RETAKEN_AT[picture]}>{words.take[picture]}</ButtonLink>
      <Notice>{words.goesOn}</Notice>
    </Card>
  );
}

function AnotherLook({ orderId }: { orderId: number }) {
  const words = applicationWords.declined;
  const ask = useSend('anotherLook', { loading: 'loading' });
  return (
    <>
      <p className={styles.small}>{words.look}</p>
      <Button
        isBusy={ask.isPending}
        onClick={() =>
          ask.mutate({ body: { orderId } }, { onSettled: () => refresh('getMyLoanInfo', 'queryLoanDetail') })
        }
      >
        {words.askForLook}
      </Button>
    </>
  );
}

function Declined({ info }: { info: LoanInfo }) {
  const words = applicationWords.declined;
  const reasons = info.rejectedReasons ?? [];
  return (
    <>
      <Card>
        <Drawing kind="refused" className={styles.drawing} />
        <h2 className={styles.title}>{words.title}</h2>
        {reasons.length === 1 && <p className={styles.text}>{reasons[0]}</p>}
        {reasons.length > 1 && (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {info.rejectedUntil && <Notice>{words.again(longDayText(info.rejectedUntil))}</Notice>}
      </Card>
      <Card title={words.differently}>
        {info.anotherLookOrderId !== undefined && <AnotherLook orderId={info.anotherLookOrderId} />}
        <p className={styles.small}>{words.check}</p>
        <ButtonLink to="/authentication/base" variant="secondary">
          {words.checkMine}
        </ButtonLink>
      </Card>
    </>
  );
}

function PayingOut({ info }: { info: LoanInfo }) {
  const words = applicationWords.payout;
  const loan = info.order;
  if (loan === undefined) return null;
  if (loan.status === 'payout_failed') {
    return <PayoutFailed order={loan} />;
  }
  const isWaiting = info.messages.length > 0;
  return (
    <>
      <Card>
        <MoneyLine
          label={words.receive}
          aside={
            isWaiting ? (
              <Badge tone="warn">{words.waiting}</Badge>
            ) : (
              <Badge tone="good">{words.onItsWay}</Badge>
            )
          }
          money={moneyText(loan.receivedAmount)}
          detail={isWaiting ? words.toAccount : words.toAccountSoon}
        />
        {info.messages.map((message) => (
          <Notice key={message} tone="warn">
            {message}
          </Notice>
        ))}
        <Notice>{words.mayClose}</Notice>
      </Card>
      {info.mayNameAccount && <OtherNumber order={loan} />}
      <LaterLimitLadder info={info} />
    </>
  );
}

function Blocked() {
  const words = applicationWords.blocked;
  return (
    <Card>
      <Drawing kind="lock" className={styles.drawing} />
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      <ButtonLink to="/me/messages" variant="secondary">
        {words.readMessages}
      </ButtonLink>
    </Card>
  );
}
