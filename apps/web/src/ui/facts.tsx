import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

export type Fact = {
  label: ReactNode;
  value: ReactNode;
  /**
   * `strong` for the sum to pay, `total` for the same as the largest figure of a page, `cost` for what a loan costs,
   * `good` for what is taken off.
   */
  tone?: 'plain' | 'strong' | 'total' | 'cost' | 'good' | undefined;
};

/** Names on the left, figures on the right, read as pairs by a screen reader. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of facts is drawn once and never reordered
        <div key={index} className={classNames(styles.fact, tone && styles[tone])}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One sum set large under its name. */
export function MoneyLine({
  label,
  aside,
  money,
  isSmaller = false,
  detail,
}: {
  label: ReactNode;
  aside?: ReactNode;
  money: string;
  /** A larger sum stands on the same page. */
  isSmaller?: boolean;
  detail?: ReactNode;
}) {
  return (
    <div>
      <div className={styles.moneyTop}>
        <span className={styles.moneyLabel}>{label}</span>
        {aside}
      </div>
      <p className={isSmaller ? styles.smallerMoney : styles.money}>{money}</p>
      {detail && <p className={styles.moneyDetail}>{detail}</p>}
    </div>
  );
}
