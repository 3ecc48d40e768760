import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Table } from '../../ui/table.tsx';
import type { LoanAnswer } from './loan.ts';
import styles from './loans.module.css';

type Figure = 'charged' | 'waived' | 'paid' | 'owed';

const PARTS = [
  { title: 'Principal', part: 'principal' },
  { title: 'Interest', part: 'interest' },
  { title: 'Fee', part: 'fee' },
  { title: 'Penalty', part: 'penalty' },
  { title: 'Total', part: 'total' },
] as const;
type Part = (typeof PARTS)[number];

/** What is left to repay, in the largest type, and how it comes about. */
export function OwedCard({ loan: { totals, state, disbursedAt } }: { loan: LoanAnswer }) {
  const hasWaivers = totals.total.waived > 0;
  const inColumn = (title: string, figure: Figure) => ({
    title,
    isRight: true,
    cell: ({ part }: Part) => (
      <Emphasis isStrong={part === 'total'}>
        <Money kwacha={totals[part][figure]} />
      </Emphasis>
    ),
  });
  return (
    <Card title={disbursedAt === null ? 'To repay once it is paid out' : 'Left to repay'} isFlush>
      <p className={styles.answer}>
        <Money kwacha={totals.total.owed} />
      </p>
      {state === 'written_off' && (
        <p className={styles.note}>It was written off: the debt stands, and the books hold no receivable.</p>
      )}
      <Table
        label="Parts of the debt"
        rows={PARTS}
        keyOf={({ part }) => part}
        columns={[
          {
            title: 'Part',
            cell: ({ title, part }) => <Emphasis isStrong={part === 'total'}>{title}</Emphasis>,
          },
          inColumn('Charged', 'charged'),
          ...(hasWaivers ? [inColumn('Waived', 'waived')] : []),
          inColumn('Paid', 'paid'),
          inColumn('Left', 'owed'),
        ]}
      />
    </Card>
  );
}

function Emphasis({ isStrong, children }: { isStrong: boolean; children: ReactNode }) {
  return isStrong ? <strong>{children}</strong> : children;
}
