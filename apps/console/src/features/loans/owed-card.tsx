import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { LoanAnswer } from './loan.ts';
import styles from './loans.module.css';

const PARTS = [
  ['Principal', 'principal'],
  ['Interest', 'interest'],
  ['Fee', 'fee'],
  ['Penalty', 'penalty'],
  ['Total', 'total'],
] as const;

/** What is left to repay, in the largest type, and how it comes about. */
export function OwedCard({ loan: { totals, state, disbursedAt } }: { loan: LoanAnswer }) {
  const isPaidOut = disbursedAt !== null;
  return (
    <Card title={isPaidOut ? 'Left to repay' : 'To repay once it is paid out'}>
      <p className={styles.answer}>
        <Money kwacha={totals.total.owed} />
      </p>
      {state === 'written_off' && (
        <p className={styles.weak}>It was written off: the debt stands, and the books hold no receivable.</p>
      )}
      <div className={styles.frame}>
        <table className={styles.parts} aria-label="Parts of the debt">
          <thead>
            <tr>
              <td />
              <th scope="col">Charged</th>
              <th scope="col">Waived</th>
              <th scope="col">Paid</th>
              <th scope="col">Left</th>
            </tr>
          </thead>
          <tbody>
            {PARTS.map(([title, part]) => (
              <tr key={part}>
                <th scope="row">{title}</th>
                <td>
                  <Money kwacha={totals[part].charged} />
                </td>
                <td>
                  <Money kwacha={totals[part].waived} />
                </td>
                <td>
                  <Money kwacha={totals[part].paid} />
                </td>
                <td>
                  <Money kwacha={totals[part].owed} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
