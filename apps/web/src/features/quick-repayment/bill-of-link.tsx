import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import Phone from 'lucide-react/icons/phone';
import { billNumber } from '../../platform/bill-number.ts';
import { callAddress } from '../../platform/lender-phone.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { Card, Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { quickRepaymentWords as words } from '../../words/quick-repayment.ts';
import styles from './quick-repayment.module.css';

/** The part that says how to check that the page is real. */
export const CHECK_ID = 'check';

type Info = Answer<'quickRepayInfo'>;

/** Who asks for the money, first of all: a payer knows neither this page nor perhaps the lender. */
export function LenderOfLink({ lender: { name, licence, phone } }: { lender: Info['lender'] }) {
  return (
    <Card>
      <div>
        <p className={styles.label}>{words.lender.payTo}</p>
        <h2 className={styles.lender}>{name}</h2>
        <p className={styles.label}>{`${words.lender.licence}: ${licence}`}</p>
      </div>
      <a className={styles.call} href={callAddress(phone)}>
        <Phone aria-hidden="true" />
        {words.lender.call(phone)}
      </a>
      <p className={styles.label}>{words.lender.noPin}</p>
      <p className={styles.label}>{words.check.best}</p>
      <a className={styles.call} href={`#${CHECK_ID}`}>
        {words.check.title}
      </a>
    </Card>
  );
}

/** Whose loan it is, as far as a stranger may read it, and what it owes. */
export function BillOfLink({ info: { orderId, name, mobile, dueNow, remaining, plans } }: { info: Info }) {
  const isDue = dueNow > 0;
  return (
    <Card>
      <Facts
        facts={[
          { label: words.billOf, value: name },
          { label: words.mobile, value: mobile },
          { label: words.bill, value: billNumber(orderId) },
        ]}
      />
      <Rule />
      <Facts
        facts={[
          ...(isDue ? [{ label: words.dueNow, value: moneyText(dueNow), tone: 'strong' as const }] : []),
          { label: words.all, value: moneyText(remaining) },
        ]}
      />
      {!isDue && <p>{words.nothingDueUntil(dayText(plans[0]!.dueDate))}</p>}
    </Card>
  );
}
