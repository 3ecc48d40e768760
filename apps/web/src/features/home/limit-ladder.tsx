import { shortMoneyText } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/facts.tsx';
import styles from './home.module.css';

/** Where the borrower stands on the steps of the limit, and what takes them up. */
export function LimitLadder({ info }: { info: LoanInfo }) {
  const { onTime, needed, nextLimit } = info.ladder;
  const progress = `${onTime} of ${needed} on time`;
  if (nextLimit === undefined) {
    return (
      <Card
        title="Your limit"
        aside={<span className={styles.small}>{shortMoneyText(info.creditLimit)}</span>}
      >
        <p className={styles.small}>This is the highest limit there is. Thank you for repaying on time.</p>
      </Card>
    );
  }
  return (
    <Card title="Your limit" aside={<span className={styles.small}>{progress}</span>}>
      <Segments filled={onTime} total={needed} label={progress} />
      <p className={styles.small}>
        {whatIsNeeded(info.ladder, info.order !== undefined)} and your limit grows from{' '}
        {shortMoneyText(info.creditLimit)} to {shortMoneyText(nextLimit)}.
      </p>
      {info.marketList.map(
        ({ productId, name, lockedReason }) =>
          lockedReason && (
            <p key={productId} className={styles.small}>
              {name}: {lockedReason}.
            </p>
          ),
      )}
    </Card>
  );
}

function whatIsNeeded({ onTime, needed }: LoanInfo['ladder'], hasOpenLoan: boolean): string {
  const loansLeft = needed - onTime;
  if (hasOpenLoan) {
    return loansLeft === 1 ? 'Repay this one on time' : `Repay this one and ${loansLeft - 1} more on time`;
  }
  const more = onTime > 0 ? ' more' : '';
  return loansLeft === 1 ? `Repay one${more} loan on time` : `Repay ${loansLeft}${more} loans on time`;
}
