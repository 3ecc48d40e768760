import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { dayText } from '../../platform/lusaka-time.ts';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Steps } from '../../ui/steps.tsx';
import { quickRepaymentWords as words } from '../../words/quick-repayment.ts';
import { CHECK_ID } from './bill-of-link.tsx';
import styles from './quick-repayment.module.css';

type Info = Answer<'quickRepayInfo'>;
type Plan = Info['plans'][number];

/** Each instalment with what it is made of, and how a payer finds out that the page is real. */
export function BillParts({ info: { plans, lender } }: { info: Info }) {
  const isInParts = plans.length > 1 || plans[0]!.loanPeriod > 1;
  const { check } = words;
  return (
    <>
      <Card title={words.cannotPayAll.title}>
        <p className={styles.label}>{words.cannotPayAll.text(lender.phone)}</p>
      </Card>
      <Card title={words.parts.title}>
        {plans.map((plan) => (
          <section key={plan.planId} className={styles.plan}>
            <h3 className={styles.planTitle}>
              {isInParts
                ? words.parts.instalmentDue(plan.loanPeriod, dayText(plan.dueDate))
                : words.parts.oneDue(dayText(plan.dueDate))}
            </h3>
            <Facts facts={partsOf(plan)} />
          </section>
        ))}
      </Card>
      <div id={CHECK_ID} className={styles.check}>
        <Card title={check.title}>
          <Steps
            steps={[
              check.borrower,
              { title: check.call.title, text: check.call.text(lender.phone) },
              check.pin,
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function partsOf({ principal, interest, serviceFee, penalty, discount, remaining }: Plan): Fact[] {
  const { parts } = words;
  const charges: Fact[] = [
    [parts.principal, principal] as const,
    [parts.interest, interest] as const,
    [parts.serviceFee, serviceFee] as const,
    [parts.penalty, penalty] as const,
  ]
    .filter(([, amount]) => amount > 0)
    .map(([label, amount]) => ({ label, value: moneyText(amount) }));
  return [
    ...charges,
    ...(discount > 0
      ? [{ label: parts.discount, value: `−${moneyText(discount)}`, tone: 'good' as const }]
      : []),
    { label: parts.total, value: moneyText(remaining), tone: 'strong' },
  ];
}
