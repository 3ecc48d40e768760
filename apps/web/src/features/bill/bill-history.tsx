import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { useState } from 'react';
import { dayText, momentText } from '../../platform/lusaka-time.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/facts.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { billWords } from '../../words/bill.ts';
import { PaperButton } from '../paper/paper-button.tsx';
import { paymentFacts } from '../payment/payment-facts.ts';
import styles from './bill.module.css';

type Bill = Answer<'queryLoanDetail'>;

const LONG_STORY = 8;
const SHORT_STORY = 6;

/** The newest come first. A long history is collapsed at first. */
export function Timeline({ steps }: { steps: Bill['timeline'] }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = steps.length > LONG_STORY;
  const shown = isWhole || !isLong ? steps : steps.slice(0, SHORT_STORY);
  return (
    <Card title={billWords.history.title}>
      <ol className={styles.timeline}>
        {shown.map((step) => (
          <li
            key={`${step.on} ${step.at} ${step.title}`}
            className={classNames(styles.happening, step.failed && styles.failed)}
          >
            <p>
              <strong>{step.title}</strong> <span className={styles.when}>{momentText(step)}</span>
            </p>
            {step.detail && <p className={styles.small}>{step.detail}</p>}
          </li>
        ))}
      </ol>
      {isLong && (
        <Button variant="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? billWords.history.less : billWords.history.all(steps.length)}
        </Button>
      )}
    </Card>
  );
}

/** The newest come first. */
export function Payments({ bill: { orderId, payments } }: { bill: Bill }) {
  const words = billWords.payments;
  return (
    <Card title={payments.length === 1 ? words.titleOfOne : words.title}>
      {[...payments].reverse().map((payment) => (
        <details key={payment.receiptNo} className={styles.payment}>
          <summary>
            <span>
              <strong>{moneyText(payment.amount)}</strong>{' '}
              <span className={styles.when}>{momentText(payment)}</span>
              <span className={styles.purpose}>
                {words.purposes[payment.purpose]}
                {payment.reversed && <Badge tone="bad">{words.takenBack}</Badge>}
              </span>
            </span>
          </summary>
          <Facts
            facts={[
              ...paymentFacts(payment),
              {
                label: words.paidFrom,
                value: payment.source === 'wallet' ? words.wallet : words.mobileMoney,
              },
              { label: words.receipt, value: payment.receiptNo },
            ]}
          />
          {payment.amount > 0 && (
            <PaperButton
              variant="quiet"
              orderId={orderId}
              kind="receipt"
              receiptNo={payment.receiptNo}
              label={billWords.papers.receipt}
            />
          )}
          {payment.reversed && <p className={styles.small}>{words.why}</p>}
        </details>
      ))}
    </Card>
  );
}

export function Extensions({ extensions }: { extensions: Bill['extensions'] }) {
  const words = billWords.extensions;
  return (
    <Card title={words.title}>
      <Rows>
        {extensions.map(({ on, fee, fromDate, toDate }) => (
          <Row
            key={`${on} ${toDate}`}
            title={words.moved(dayText(fromDate), dayText(toDate))}
            detail={words.askedForOn(dayText(on))}
            aside={moneyText(fee)}
          />
        ))}
      </Rows>
    </Card>
  );
}
