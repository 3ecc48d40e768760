import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { kwachaText } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { daysText } from './report-period.ts';

type Entry = StaffAnswer<'listEntriesOfAccount'>['items'][number];

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'Day', cell: ({ on }) => dayText(on) },
  {
    title: 'Loan',
    cell: ({ loanId }) =>
      loanId === null ? 'of the lender' : <Link href={`/loans/${loanId}`}>{loanId}</Link>,
  },
  { title: 'Debit', cell: ({ debit }) => debit },
  { title: 'Credit', cell: ({ credit }) => credit },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
];

/** The ledger rows behind an amount of a report. */
export function EntriesPage() {
  const [{ account, from, to, after }, change] = useFilters({ account: '', from: '', to: '', after: '' });
  const query = useStaffAnswer(
    'listEntriesOfAccount',
    { query: { account, from, to, after: after === '' ? undefined : after, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  return (
    <Page
      title={query.data?.title ?? 'Ledger rows'}
      note={query.data && `${daysText({ from, through: to })}, in total ${kwachaText(query.data.total)}`}
      actions={<ButtonLink to="/insight">All reports</ButtonLink>}
    >
      <Answer query={query}>
        {({ items, isMore }) => (
          <Card isFlush>
            {items.length === 0 ? (
              <Empty title="No row of the ledger on these days">Another day may have some.</Empty>
            ) : (
              <Table label="Ledger rows" rows={items} columns={COLUMNS} keyOf={({ key }) => key} />
            )}
            <Steps
              names={['From the start', 'Next page']}
              onBefore={after === '' ? undefined : () => change({ after: '' })}
              onNext={isMore ? () => change({ after: items.at(-1)!.key }) : undefined}
            />
          </Card>
        )}
      </Answer>
    </Page>
  );
}
