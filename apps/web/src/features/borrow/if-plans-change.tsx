import type { Answer } from '@thumba/contract/wire';
import { Card } from '../../ui/card.tsx';
import { ifPlansChangeWords as words } from '../../words/if-plans-change.ts';
import styles from './borrow.module.css';
import { moreTimeText } from './more-time.ts';

type IfPlansChangeProps = {
  estimate: Answer<'productTrial'>;
  product: Answer<'getMyLoanInfo'>['marketList'][number];
};

/** What more time costs, and that the money can be given back. */
export function IfPlansChange({ estimate, product }: IfPlansChangeProps) {
  const moreTime = moreTimeText(estimate, product);
  return (
    <>
      {moreTime !== undefined && (
        <Card title={words.moreTime.title}>
          <p className={styles.small}>{moreTime}</p>
        </Card>
      )}
      {estimate.coolingOffHours > 0 && (
        <Card title={words.changeMind.title}>
          <p className={styles.small}>{words.changeMind.within(estimate.coolingOffHours)}</p>
        </Card>
      )}
    </>
  );
}
