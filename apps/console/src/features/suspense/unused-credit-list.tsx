import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { day, formatDay } from '@thumba/lending/day';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type UnusedCredit = StaffAnswer<'listUnusedCredit'>;

const COLUMNS: readonly Column<UnusedCredit['items'][number]>[] = [
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId },
  { title: 'Why it is still in the wallet', cell: ({ why }) => why },
  { title: 'Given', cell: ({ givenOn }) => formatDay(day(givenOn)), isRight: true },
  { title: 'Days', cell: ({ daysOld }) => daysOld, isRight: true, isExtra: true },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
];

/** Wallet credit that was due to be sent back and is still there, in the order of the borrowers. */
export function UnusedCreditList() {
  const [filters, change] = useFilters({ tab: 'came', after: '' });
  const after = /^[1-9]\d{0,14}$/.test(filters.after) ? Number(filters.after) : undefined;
  const query = useStaffAnswer('listUnusedCredit', { query: { after } }, { isList: true });
  return (
    <Card isFlush>
      <Answer query={query}>
        {({ items, next, unusedDays }) => (
          <>
            {items.length === 0 ? (
              <Empty title="No unused wallet credit waits">{emptyText(unusedDays)}</Empty>
            ) : (
              <Table
                label="Unused wallet credit"
                rows={items}
                columns={COLUMNS}
                keyOf={({ borrowerId }) => borrowerId}
                addressOf={({ borrowerId }) => `/borrowers/${borrowerId}?tab=payments`}
              />
            )}
            <Steps
              names={['First page', 'Next page']}
              onBefore={after === undefined ? undefined : () => change({ after: '' })}
              onNext={next === null ? undefined : () => change({ after: String(next) })}
            />
          </>
        )}
      </Answer>
    </Card>
  );
}

function emptyText(unusedDays: number): string {
  return unusedDays === 0
    ? 'This lender never sends wallet credit back by itself.'
    : `Credit that was not used for ${unusedDays} days is sent back. A row appears here when that was not possible.`;
}
