import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useDownload } from '../../platform/download.ts';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { askedDays, THIS_MONTH } from './books-days.ts';
import { DaysFilter } from './days-filter.tsx';
import { TiesCard } from './ties-card.tsx';

type AccountDays = StaffAnswer<'readAccountDays'>;
type DayRow = AccountDays['days'][number];

const columns: readonly Column<DayRow>[] = [
  { title: 'Day', cell: ({ on }) => dayText(on) },
  { title: 'Debits', isRight: true, cell: ({ debit }) => (debit === 0 ? '' : <Money kwacha={debit} />) },
  { title: 'Credits', isRight: true, cell: ({ credit }) => (credit === 0 ? '' : <Money kwacha={credit} />) },
  { title: 'Balance', isRight: true, cell: ({ balance }) => <Money kwacha={balance} /> },
];

/** The ledger of an account by its days. A day leads to its rows, and a row to its loan. */
export function AccountPage({ code }: { code: string }) {
  const [filters, change] = useFilters(THIS_MONTH);
  const asked = askedDays(filters);
  const query = useStaffAnswer('readAccountDays', { params: { code }, query: asked });
  const { save, isBusy } = useDownload('downloadReport');
  const saveAs = (format: 'csv' | 'xlsx') =>
    save({ params: { report: 'ledger' }, body: { ...asked, account: code, format } });
  useKeys('Account', [
    { keys: 'c', does: 'Download as CSV', run: () => saveAs('csv') },
    { keys: 'x', does: 'Download as XLSX', run: () => saveAs('xlsx') },
  ]);
  return (
    <Page
      title={`Account ${code}`}
      note={query.data?.account.title}
      actions={
        <>
          <ButtonLink to="/books/reports/trial-balance">Trial balance</ButtonLink>
          <Button keys="C" isBusy={isBusy} onClick={() => saveAs('csv')}>
            CSV
          </Button>
          <Button keys="X" isBusy={isBusy} onClick={() => saveAs('xlsx')}>
            XLSX
          </Button>
        </>
      }
    >
      <FilterBar>
        <DaysFilter kind="span" days={filters} onChange={change} />
      </FilterBar>
      <Answer query={query}>{(account) => <AccountCards code={code} account={account} />}</Answer>
    </Page>
  );
}

function AccountCards({ code, account }: { code: string; account: AccountDays }) {
  const { days, from, to, opening, debits, credits, closing, side } = account;
  return (
    <Cards>
      <Card title={`${dayText(from)} to ${dayText(to)}`}>
        <Facts
          facts={[
            ['Opening balance', <Money key="opening" kwacha={opening} />],
            ['Debits', <Money key="debits" kwacha={debits} />],
            ['Credits', <Money key="credits" kwacha={credits} />],
            ['Closing balance', <Money key="closing" kwacha={closing} />],
            ['Grows on its', `${side} side`],
          ]}
        />
      </Card>
      <Card title="Days" isFlush>
        {days.length === 0 ? (
          <Empty title="Nothing was booked to this account on these days">
            A day stands here once a row of the account is booked on it.
          </Empty>
        ) : (
          <Table
            label={`Days of account ${code}`}
            rows={days}
            columns={columns}
            keyOf={({ on }) => on}
            addressOf={({ on }) => `/books/accounts/${code}/${on}`}
          />
        )}
      </Card>
      <TiesCard ties={account.ties} />
    </Cards>
  );
}
