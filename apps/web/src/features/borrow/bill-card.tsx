import type { Answer } from '@thumba/contract/wire';
import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { formatKwacha, subtract } from '@thumba/lending/money';
import { formatPercentage } from '@thumba/lending/rate';
import { dayText } from '../../platform/lusaka-time.ts';
import { Card, Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { borrowWords as words } from '../../words/borrow.ts';
import styles from './borrow.module.css';
import { costText, dueDayText, interestText, serviceFeeText } from './cost-explanation.ts';

type Estimate = Answer<'productTrial'>;
type Product = Answer<'getMyLoanInfo'>['marketList'][number];
type BillCardProps = {
  estimate: Estimate;
  product: Product;
  term: Product['terms'][number];
  /** Of the coupon that is chosen. */
  discount: number | undefined;
};

/** What the loan costs, what is to be repaid as the largest figure, and what that is in a year. */
export function BillCard({ estimate, product, term, discount }: BillCardProps) {
  const count = estimate.plans.length;
  const lastOn = dayText(estimate.plans.at(-1)!.dueDate);
  const dueDay = dueDayText(product, term);
  return (
    <Card>
      <Facts
        facts={[
          { label: interestText(product, term), value: moneyText(estimate.interest) },
          ...(estimate.serviceFee > 0
            ? [{ label: serviceFeeText(product), value: moneyText(estimate.serviceFee) }]
            : []),
        ]}
      />
      <Rule />
      <Facts
        facts={[
          {
            label: count === 1 ? words.repayOn(lastOn) : words.repayInParts(count, lastOn),
            value: moneyText(estimate.totalRepay),
            tone: 'total',
          },
          ...(discount === undefined
            ? []
            : [
                {
                  label: words.coupon.repayWithIt,
                  value: formatKwacha(subtract(fromKwacha(estimate.totalRepay), fromKwacha(discount))),
                  tone: 'strong' as const,
                },
              ]),
        ]}
      />
      {dueDay && <p className={styles.small}>{dueDay}</p>}
      <Rule />
      <Facts
        facts={[
          { label: words.costs, value: costText(estimate, term), tone: 'cost' },
          { label: words.apr, value: formatPercentage(estimate.apr) },
          { label: words.effectiveRate, value: formatPercentage(estimate.effectiveAnnualRate) },
        ]}
      />
      <p className={styles.small}>{words.ratesExplained}</p>
    </Card>
  );
}

/** Each part of a loan that is repaid in parts. */
export function PlansCard({ estimate }: { estimate: Estimate }) {
  return (
    <Card title={words.plans.title}>
      <Facts
        facts={estimate.plans.map((plan) => ({
          label: words.plans.numbered(plan.loanPeriod, dayText(plan.dueDate)),
          value: moneyText(plan.total),
        }))}
      />
      <Rule />
      <Facts facts={[{ label: words.plans.inAll, value: moneyText(estimate.totalRepay), tone: 'strong' }]} />
    </Card>
  );
}
