import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './books.module.css';

type Tie = StaffAnswer<'readReport'>['ties'][number];

/** Amounts that come from different places of the book and have to be the same. */
export function TiesCard({ ties, notes = [] }: { ties: readonly Tie[]; notes?: readonly string[] }) {
  if (ties.length === 0 && notes.length === 0) return null;
  const failed = ties.filter(({ isTied }) => !isTied).length;
  return (
    <Card
      title="Checks"
      note={
        failed === 0 ? (
          <Badge look="good">all hold</Badge>
        ) : (
          <Badge look="bad">{failed === 1 ? '1 does not hold' : `${failed} do not hold`}</Badge>
        )
      }
    >
      <ul className={styles.ties}>
        {ties.map(({ left, leftAmount, right, rightAmount, isTied }) => (
          <li key={left} className={isTied ? undefined : styles.untied}>
            {left} <Money kwacha={leftAmount} /> {isTied ? '=' : 'is not'} {right}{' '}
            <Money kwacha={rightAmount} />
          </li>
        ))}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Card>
  );
}
