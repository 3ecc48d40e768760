import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Answer } from '../../ui/states.tsx';
import styles from './treasury.module.css';

/** What has to be done before the next period of the book is closed. */
export function ClosingCard() {
  const query = useStaffAnswer('readCloseHolds', {});
  const next = query.data?.next;
  return (
    <Card title="Close of the month" note={next ? <HoldsBadge count={next.holds.length} /> : undefined}>
      <Answer query={query}>
        {({ closedThrough, next: period }) => (
          <>
            <p>
              {closedThrough === null
                ? 'No period of the book is closed.'
                : `The book is closed through ${dayText(closedThrough)}.`}{' '}
              {period === null && 'No other month is over.'}
              {period?.holds.length === 0 && `Nothing holds up ${period.period}: two people can close it.`}
              {period && period.holds.length > 0 && `Before ${period.period} can be closed:`}
            </p>
            {period && period.holds.length > 0 && (
              <ul className={styles.holds}>
                {period.holds.map((hold) => (
                  <li key={hold}>{hold}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </Answer>
    </Card>
  );
}

function HoldsBadge({ count }: { count: number }) {
  return count === 0 ? <Badge look="good">can be closed</Badge> : <Badge look="warn">held up</Badge>;
}
