import type { Answer } from '@thumba/contract/wire';
import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { formatKwacha } from '@thumba/lending/money';
import { dayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { Card, Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { billWords } from '../../words/bill.ts';
import { PaperButton } from '../paper/paper-button.tsx';
import styles from './bill.module.css';
import { Extensions, Payments, Timeline } from './bill-history.tsx';
import { hasPlan, isOwed, isPaidOff, mayBePaid } from './bill-status.ts';
import { IfUnpaid } from './if-unpaid.tsx';
import { PayLinkButton } from './pay-link-button.tsx';

type Bill = Answer<'queryLoanDetail'>;

/** What happened on a bill, its amounts and its papers: all that stands below what is to be paid. */
export function BillStory({ bill }: { bill: Bill }) {
  const { orderId } = bill;
  const { links } = billWords;
  return (
    <>
      {bill.status === 'overdue' && <IfLateBillUnpaid orderId={orderId} />}
      <Timeline steps={bill.timeline} />
      {hasPlan(bill) && <Amounts bill={bill} />}
      {hasPlan(bill) && bill.plans.length > 1 && <Instalments plans={bill.plans} />}
      {bill.payments.length > 0 && <Payments bill={bill} />}
      {bill.extensions.length > 0 && <Extensions extensions={bill.extensions} />}
      {bill.status !== 'declined' && (
        <Card>
          <Rows>
            {hasPlan(bill) && <RowLink to={`/repayment-plan/${orderId}`} {...links.plan} />}
            {bill.contractUrl && <RowLink to={bill.contractUrl} {...links.contract} />}
            {mayBePaid(bill) && <RowLink to="/me/claim" {...links.claim} />}
          </Rows>
        </Card>
      )}
      {bill.payLink && <PayLinkButton orderId={orderId} link={bill.payLink} />}
      {bill.disbursedOn !== undefined && <Papers bill={bill} />}
    </>
  );
}

/** The limit is told by the answer of home. */
function IfLateBillUnpaid({ orderId }: Pick<Bill, 'orderId'>) {
  const { data: info, isError } = useAnswer('getMyLoanInfo', {});
  if (info) {
    return info.order?.orderId === orderId && <IfUnpaid info={info} loan={info.order} />;
  }
  return isError ? null : (
    <Card>
      <Skeleton lines={[22, 160, 52]} />
    </Card>
  );
}

function Amounts({ bill }: { bill: Bill }) {
  const hasReceived = bill.disbursedOn !== undefined;
  const extensionFees = bill.extensions.reduce((total, { fee }) => total + fromKwacha(fee), 0);
  // Late charges belong to it as soon as they are charged.
  const wholeBill = isOwed(bill) ? bill.remaining + bill.paid : bill.totalRepay;
  const words = billWords.amounts;
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          {
            label: hasReceived ? words.received(dayText(bill.disbursedOn ?? '')) : words.receive,
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
          { label: words.toRepay, value: moneyText(wholeBill), tone: 'strong' },
          { label: words.paid, value: moneyText(bill.paid) },
          ...(extensionFees > 0 ? [{ label: words.extensions, value: formatKwacha(extensionFees) }] : []),
          ...(isOwed(bill)
            ? [
                {
                  label: bill.status === 'active' ? words.leftInAll : words.left,
                  value: moneyText(bill.remaining),
                  tone: 'strong' as const,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function Instalments({ plans }: { plans: Bill['plans'] }) {
  const words = billWords.instalments;
  return (
    <Card title={words.title}>
      <Facts
        facts={plans.map((plan) => ({
          label: words.numbered(plan.loanPeriod, dayText(plan.dueDate)),
          value: plan.status === 'settled' ? words.paid : moneyText(plan.remaining),
          tone: plan.status === 'settled' ? ('good' as const) : undefined,
        }))}
      />
    </Card>
  );
}

/** Papers for a bank or an employer. */
function Papers({ bill }: { bill: Bill }) {
  return (
    <>
      {isPaidOff(bill) && (
        <PaperButton orderId={bill.orderId} kind="paid_up_letter" label={billWords.papers.paidUp} />
      )}
      <PaperButton orderId={bill.orderId} kind="statement" label={billWords.papers.statement} />
    </>
  );
}
