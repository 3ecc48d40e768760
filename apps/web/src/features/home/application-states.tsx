import { day, formatDayLong } from '@thumba/lending/day';
import { moneyText } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice, Stack } from '../../ui/card.tsx';
import { MoneyLine, Steps } from '../../ui/facts.tsx';
import { Drawing } from '../../ui/states.tsx';
import styles from './home.module.css';
import { LimitLadder } from './limit-ladder.tsx';
import { PayoutFailed } from './payout-failed.tsx';

const reviewSteps = [
  { title: 'A person looks at it', text: 'Usually within one working day' },
  { title: 'You get a message', text: 'By SMS, and here' },
  { title: 'The money comes', text: 'To your mobile-money account, if it is approved' },
];

export function UnderReview({ info }: { info: LoanInfo }) {
  return (
    <>
      <Card>
        <Drawing kind="clock" className={styles.drawing} />
        <Stack gap="tight">
          <h2 className={styles.title}>We are looking at your application</h2>
          <p className={styles.text}>
            {info.order ? `For ${moneyText(info.order.principal)}. ` : ''}You need not do anything now.
          </p>
        </Stack>
      </Card>
      <Card title="What happens next">
        <Steps steps={reviewSteps} />
      </Card>
    </>
  );
}

export function Declined({ info }: { info: LoanInfo }) {
  const reasons = info.rejectedReasons ?? [];
  return (
    <>
      <Card>
        <Drawing kind="paper" className={styles.drawing} />
        <h2 className={styles.title}>We cannot lend to you this time</h2>
        {reasons.length === 1 && <p className={styles.text}>{reasons[0]}</p>}
        {reasons.length > 1 && (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {info.rejectedUntil && (
          <Notice>
            You can apply again on {formatDayLong(day(info.rejectedUntil))}. Nothing was charged.
          </Notice>
        )}
      </Card>
      <Card title="Do you see it differently?">
        <p className={styles.small}>
          Look at your personal information: if something in it is wrong or has changed, correct it before you
          apply again.
        </p>
        <ButtonLink to="/authentication/base" variant="secondary">
          Check my information
        </ButtonLink>
      </Card>
    </>
  );
}

export function PayingOut({ info }: { info: LoanInfo }) {
  const loan = info.order;
  if (loan === undefined) return null;
  if (loan.status === 'payout_failed') {
    return <PayoutFailed orderId={loan.orderId} receivedAmount={loan.receivedAmount} />;
  }
  return (
    <>
      <Card>
        <MoneyLine
          label="You receive"
          aside={<Badge tone="good">On its way</Badge>}
          money={moneyText(loan.receivedAmount)}
          detail="To your mobile-money account, usually within minutes"
        />
        <Notice>This page tells you as soon as the money has left. You may close it.</Notice>
      </Card>
      <LimitLadder info={info} />
    </>
  );
}

export function Blocked() {
  return (
    <Card>
      <Drawing kind="shield" className={styles.drawing} />
      <h2 className={styles.title}>You cannot borrow at the moment</h2>
      <p className={styles.text}>
        Your account is closed for new loans. You have no loan to repay. What you have in your wallet stays
        yours.
      </p>
      <ButtonLink to="/me/messages" variant="secondary">
        Read my messages
      </ButtonLink>
    </Card>
  );
}
