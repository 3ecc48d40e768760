import { INSIGHT_FLOWS } from '@thumba/contract/staff/insight-words';
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
import { productOf } from '../../ui/product-filter.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
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

/** The ledger rows behind an amount of a report: of an account, or of what was lent, paid back or earned. */
export function EntriesPage() {
  const [filters, change] = useFilters({ account: '', flow: '', product: '', from: '', to: '', after: '' });
  const { account, from, to, product } = filters;
  const flow = INSIGHT_FLOWS.find((name) => name === filters.flow);
  const after = filters.after === '' ? undefined : filters.after;
  const ofFlow = useStaffAnswer(
    'listFlowEntries',
    { query: { flow: flow ?? 'lent', product: productOf(product), from, to, after, pageSize: PAGE_SIZE } },
    { isEnabled: flow !== undefined, isList: true },
  );
  const ofAccount = useStaffAnswer(
    'listEntriesOfAccount',
    { query: { account, from, to, after, pageSize: PAGE_SIZE } },
    { isEnabled: flow === undefined, isList: true },
  );
  const query = flow === undefined ? ofAccount : ofFlow;
  return (
    <Page
      title={query.data?.title ?? 'Ledger rows'}
      note={query.data && `${daysText({ from, through: to })}, in total ${kwachaText(query.data.total)}`}
      actions={
        <>
          <ButtonLink to="/insight">All reports</ButtonLink>
          {flow === undefined ? (
            <ListFiles list="listEntriesOfAccount" filter={{ account, from, to }} />
          ) : (
            <ListFiles list="listFlowEntries" filter={{ flow, product: productOf(product), from, to }} />
          )}
        </>
      }
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
              onBefore={after === undefined ? undefined : () => change({ after: '' })}
              onNext={isMore ? () => change({ after: items.at(-1)!.key }) : undefined}
            />
          </Card>
        )}
      </Answer>
    </Page>
  );
}
