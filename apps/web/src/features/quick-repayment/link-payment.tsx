import type { Answer } from '@thumba/contract/wire';
import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { toKwacha } from '@thumba/lending/money';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { paymentStatusWords } from '../../words/payment-status.ts';
import { quickRepaymentWords as words } from '../../words/quick-repayment.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { PaidSum } from '../payment/paid-sum.tsx';
import styles from '../payment/payment.module.css';
import { hasEnded } from '../payment/payment-status.ts';
import { announcement, Failed, Waiting } from '../payment/submit-success-dialog.tsx';

type Info = Answer<'quickRepayInfo'>;
type WithPayment = Info & { payment: NonNullable<Info['payment']> };

/** The payment of a link, until the operator has said how it ended. */
export function LinkPayment({
  info,
  isOffline,
  onPayAgain,
}: {
  info: WithPayment;
  isOffline: boolean;
  onPayAgain: () => void;
}) {
  const { payment, plans } = info;
  const mayPayAgain = hasEnded(payment) && plans.length > 0;
  return (
    <PageFrame
      title={titles.quickRepayment}
      backTo="/home"
      footer={
        mayPayAgain ? (
          <Button variant={payment.status === 'failed' ? 'primary' : 'secondary'} onClick={onPayAgain}>
            {payment.status === 'failed' ? paymentStatusWords.tryAgain : words.payMore}
          </Button>
        ) : hasEnded(payment) ? (
          <ButtonLink to="/home" variant="secondary">
            {uiWords.goHome}
          </ButtonLink>
        ) : undefined
      }
    >
      <p className="visually-hidden" role="status">
        {announcement(payment)}
      </p>
      <Card title={paymentStatusWords.titles[payment.status]}>
        <div className={styles.dialog}>
          {payment.status === 'succeeded' ? (
            <Succeeded info={info} />
          ) : payment.status === 'failed' ? (
            <Failed payment={payment} />
          ) : (
            <Waiting payment={payment} />
          )}
          {isOffline && !hasEnded(payment) && <Notice tone="warn">{paymentStatusWords.lookingAgain}</Notice>}
        </div>
      </Card>
    </PageFrame>
  );
}

function Succeeded({ info: { payment, plans, name } }: { info: WithPayment }) {
  const leftNgwee = plans.reduce((left, plan) => left + fromKwacha(plan.remaining), 0);
  return (
    <>
      <PaidSum amount={payment.amount} />
      <p className={styles.lead}>{words.thanks}</p>
      <Rule />
      <Facts
        facts={[
          { label: words.billOf, value: name },
          ...(payment.receiptNo ? [{ label: paymentStatusWords.receipt, value: payment.receiptNo }] : []),
          ...(leftNgwee > 0
            ? [
                {
                  label: paymentStatusWords.leftToPay,
                  value: moneyText(toKwacha(leftNgwee)),
                  tone: 'strong' as const,
                },
              ]
            : []),
        ]}
      />
      {leftNgwee === 0 && <p className={styles.lead}>{paymentStatusWords.paidOff}</p>}
    </>
  );
}
