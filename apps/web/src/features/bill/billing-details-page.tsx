import type { Answer } from '@thumba/contract/wire';
import { day, formatDayLong } from '@thumba/lending/day';
import { useState } from 'react';
import { dayText, momentText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import { useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, Notice, Rule } from '../../ui/card.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { allocationFacts } from './allocation.ts';
import styles from './bill.module.css';
import { BillMissing } from './bill-missing.tsx';
import { billBadge, billNumber, isOwed, isPaidOff, mayBePaid } from './bill-status.ts';
import { RepayPopup } from './repay-popup.tsx';

type Bill = Answer<'queryLoanDetail'>;

const TITLE = 'Billing Details';
const LONG_STORY = 8;
const SHORT_STORY = 6;

export function BillingDetailsPage({ params }: { params: Record<string, string | undefined> }) {
  const answer = useAnswer('queryLoanDetail', { params: { id: params.orderId ?? '' } });
  const [isPaying, setPaying] = useState(false);
  const bill = answer.data;

  if (bill === undefined) {
    return (
      <PageFrame title={TITLE} backTo="/home">
        {answer.isError ? (
          <BillMissing
            error={answer.error}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        ) : (
          <Skeleton lines={[132, 280, 180]} />
        )}
      </PageFrame>
    );
  }

  const isWaiting = bill.pendingPaymentId !== undefined;
  const pay = (
    <Button onClick={() => setPaying(true)}>{isWaiting ? 'See the payment' : 'Pay the bill'}</Button>
  );
  return (
    <PageFrame title={TITLE} backTo="/home" footer={mayBePaid(bill) || isWaiting ? pay : undefined}>
      <BillSummary bill={bill} />
      {isWaiting && <Notice tone="warn">A payment is on its way. You do not need to pay again.</Notice>}
      <Timeline steps={bill.timeline} />
      <Amounts bill={bill} />
      {bill.plans.length > 1 && <Instalments plans={bill.plans} />}
      {bill.payments.length > 0 && <Payments payments={[...bill.payments].reverse()} />}
      <Card>
        <Rows>
          <RowLink
            to={`/repayment-plan/${bill.orderId}`}
            title="Repayment plan"
            detail="Every date and amount"
          />
          <RowLink to={bill.contractUrl} title="Loan contract" detail="What was agreed" />
        </Rows>
      </Card>
      {isPaying && <RepayPopup orderId={bill.orderId} onClose={() => setPaying(false)} />}
    </PageFrame>
  );
}

function BillSummary({ bill }: { bill: Bill }) {
  const badge = billBadge(bill);
  const isRunning = isOwed(bill) || isPaidOff(bill);
  return (
    <Card>
      <MoneyLine
        label={`Bill ${billNumber(bill.orderId)}`}
        aside={<Badge tone={badge.tone}>{badge.text}</Badge>}
        money={moneyText(isRunning ? bill.remaining : bill.principal)}
        detail={isRunning ? leftText(bill) : `${bill.product}, asked for on ${dayText(bill.appliedOn)}`}
      />
      {bill.status === 'overdue' && bill.penaltyPerDay > 0 && (
        <Notice tone="bad">Each day that passes adds {moneyText(bill.penaltyPerDay)} of late charges.</Notice>
      )}
    </Card>
  );
}

function leftText(bill: Bill): string {
  const whole = `left of ${moneyText(bill.remaining + bill.paid)}`;
  if (bill.status !== 'active') return whole;
  const isLastPart = bill.plans.filter((plan) => plan.remaining > 0).length === 1;
  return `${whole}, ${isLastPart ? 'by' : 'next by'} ${formatDayLong(day(bill.dueDate))}`;
}

/** The newest come first. A long story starts short: a late bill has a line for every day. */
function Timeline({ steps }: { steps: Bill['timeline'] }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = steps.length > LONG_STORY;
  const shown = isWhole || !isLong ? steps : steps.slice(0, SHORT_STORY);
  return (
    <Card title="What happened">
      <ol className={styles.timeline}>
        {shown.map((step) => (
          <li key={`${step.on} ${step.at} ${step.title}`} className={styles.happening}>
            <p>
              <strong>{step.title}</strong> <span className={styles.when}>{momentText(step)}</span>
            </p>
            {step.detail && <p className={styles.small}>{step.detail}</p>}
          </li>
        ))}
      </ol>
      {isLong && (
        <Button variant="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${steps.length}`}
        </Button>
      )}
    </Card>
  );
}

function Amounts({ bill }: { bill: Bill }) {
  const hasReceived = bill.disbursedOn !== undefined;
  // Late charges belong to it as soon as they are charged.
  const wholeBill = isOwed(bill) ? bill.remaining + bill.paid : bill.totalRepay;
  return (
    <Card title="Amounts">
      <Facts
        facts={[
          {
            label: hasReceived ? `You received on ${dayText(bill.disbursedOn ?? '')}` : 'You receive',
            value: moneyText(bill.receivedAmount),
          },
        ]}
      />
      <p className={styles.small}>{bill.receiveAccount}</p>
      <Rule />
      <ul className={styles.charges}>
        {bill.charges.map((charge) => (
          <li key={charge.name}>
            <Facts facts={[{ label: charge.name, value: moneyText(charge.amount) }]} />
            <p className={styles.small}>{charge.explanation}</p>
          </li>
        ))}
      </ul>
      <Rule />
      <Facts
        facts={[
          { label: 'To repay in all', value: moneyText(wholeBill), tone: 'strong' },
          { label: 'Paid so far', value: moneyText(bill.paid) },
          ...(isOwed(bill)
            ? [{ label: 'Left to pay today', value: moneyText(bill.remaining), tone: 'strong' as const }]
            : []),
        ]}
      />
    </Card>
  );
}

function Instalments({ plans }: { plans: Bill['plans'] }) {
  return (
    <Card title="Instalments">
      <Facts
        facts={plans.map((plan) => ({
          label: `${plan.loanPeriod}. ${dayText(plan.dueDate)}`,
          value: plan.status === 'settled' ? 'Paid' : moneyText(plan.remaining),
          tone: plan.status === 'settled' ? ('good' as const) : undefined,
        }))}
      />
    </Card>
  );
}

function Payments({ payments }: { payments: Bill['payments'] }) {
  return (
    <Card title={payments.length === 1 ? 'Payment' : 'Payments'}>
      {payments.map((payment) => (
        <details key={payment.receiptNo} className={styles.payment}>
          <summary>
            <strong>{moneyText(payment.amount)}</strong>{' '}
            <span className={styles.when}>{momentText(payment)}</span>
          </summary>
          <Facts
            facts={[
              ...allocationFacts(payment.allocation),
              { label: 'Paid from', value: payment.source === 'wallet' ? 'Wallet credit' : 'Mobile money' },
              { label: 'Receipt', value: payment.receiptNo },
            ]}
          />
        </details>
      ))}
    </Card>
  );
}
