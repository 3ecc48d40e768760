import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { BOOKING_TITLES } from './books-words.ts';

type AccountRow = StaffAnswer<'listAccountRows'>['items'][number];

const amount = (kwacha: number | null) => (kwacha === null ? '' : <Money kwacha={kwacha} />);

const columns: readonly Column<AccountRow>[] = [
  { title: 'Entry', cell: ({ entryId }) => entryId },
  { title: 'Other account', cell: ({ other }) => `${other.code} ${other.title}` },
  { title: 'Booking', cell: ({ booking }) => BOOKING_TITLES[booking], isExtra: true },
  { title: 'Value day', cell: ({ valueOn }) => dayText(valueOn), isExtra: true },
  {
    title: 'Loan',
    cell: ({ loanId }) => (loanId === null ? '' : <Link href={`/loans/${loanId}`}>{loanId}</Link>),
  },
  { title: 'Debit', isRight: true, cell: ({ debit }) => amount(debit) },
  { title: 'Credit', isRight: true, cell: ({ credit }) => amount(credit) },
];

/** The rows of an account that were booked on a day. */
export function AccountDayPage({ code, on }: { code: string; on: string }) {
  const [filters, change] = useFilters({ after: '' });
  const after = filters.after === '' ? undefined : filters.after;
  const query = useStaffAnswer(
    'listAccountRows',
    { params: { code, on }, query: { after } },
    { isList: true },
  );
  return (
    <Page
      title={`Account ${code}`}
      note={`${query.data?.account.title ?? ''}, ${dayText(on)}`}
      actions={
        <ButtonLink to={`/books/accounts/${code}?from=${on}&to=${on}`}>Days of the account</ButtonLink>
      }
    >
      <Card isFlush>
        <Answer query={query}>
          {({ items, next }) => (
            <>
              {items.length === 0 ? (
                <Empty title="Nothing was booked to this account on this day">
                  The page of the account lists the days on which something was booked.
                </Empty>
              ) : (
                <Table
                  label="Rows"
                  rows={items}
                  columns={columns}
                  keyOf={({ entryId, payerId, line }) => `${entryId}-${payerId}-${line}`}
                  addressOf={({ entryId, payerId }) => `/books/entries/${payerId}/${entryId}`}
                />
              )}
              <Steps
                names={['First rows', 'Next rows']}
                onBefore={after === undefined ? undefined : () => change({ after: '' })}
                onNext={next === null ? undefined : () => change({ after: next })}
              />
            </>
          )}
        </Answer>
      </Card>
    </Page>
  );
}
