import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { BankRowDialog } from './bank-row-dialog.tsx';
import { StatementDialog } from './statement-dialog.tsx';
import styles from './treasury.module.css';
import { accountsInUse, accountText, type BankAccount, kwachaText } from './treasury-words.ts';

type Bank = StaffAnswer<'getBank'>;
type BankRow = StaffAnswer<'listBankRows'>['items'][number];
type BankEntry = StaffAnswer<'listBankEntries'>['items'][number];
type List = 'rows' | 'entries';

/** The lender's bank beside the book. */
export function BankPage() {
  const mayMatch = usePerson().permissions.includes('matchPayments');
  const [isImporting, setImporting] = useState(false);
  const [filters, change] = useFilters({ list: 'rows' });
  const query = useStaffAnswer('getBank', {}, { isRenewed: true });
  useKeys('Bank', [
    ...(mayMatch ? [{ keys: 'n', does: 'Import a statement', run: () => setImporting(true) }] : []),
    { keys: '1', does: 'Rows of the bank', run: () => change({ list: 'rows' }) },
    { keys: '2', does: 'Entries of the book', run: () => change({ list: 'entries' }) },
  ]);
  const place = { page: pageNumber(filters.page), onPage: (page: number) => change({ page: String(page) }) };
  return (
    <Page
      title="Bank"
      actions={
        mayMatch && (
          <Button look="main" keys="N" onClick={() => setImporting(true)}>
            Import
          </Button>
        )
      }
    >
      <Cards>
        <Answer query={query}>
          {(bank) => (
            <>
              <BalanceCard bank={bank} />
              <AccountsCard accounts={accountsInUse(bank.accounts)} />
            </>
          )}
        </Answer>
        <div className={styles.parts}>
          <FilterTabs<List>
            label="What is open"
            value={filters.list === 'entries' ? 'entries' : 'rows'}
            choices={[
              { value: 'rows', text: 'Rows of the bank', count: query.data?.rows.count },
              { value: 'entries', text: 'Entries of the book', count: query.data?.entries.count },
            ]}
            onChange={(list) => change({ list })}
          />
          {filters.list === 'entries' ? (
            <EntriesList {...place} />
          ) : (
            <RowsList mayMatch={mayMatch} {...place} />
          )}
        </div>
      </Cards>
      {isImporting && query.data && (
        <StatementDialog accounts={accountsInUse(query.data.accounts)} onClose={() => setImporting(false)} />
      )}
    </Page>
  );
}

function BalanceCard({ bank: { last, rows, entries } }: { bank: Bank }) {
  if (last === null)
    return (
      <Card title="Statement and book">
        <p>No statement of the bank was imported yet. “Import” reads one, and shows what it has first.</p>
      </Card>
    );
  const { through, closing, booked } = last;
  const apart = closing === null ? null : toNgwee(closing) - toNgwee(booked);
  const open = toNgwee(rows.compared) - toNgwee(entries.compared);
  return (
    <Card title="Statement and book" note={<ApartBadge apartNgwee={apart} />}>
      <Facts
        facts={[
          ['Statements', `through ${dayText(through)}`],
          ['Balance at the bank', closing === null ? 'not on every statement' : amountOf(closing)],
          ['Balance in the book', amountOf(booked)],
          ['Apart', apart === null ? null : amountOf(apart / 100)],
          ['Rows that the book does not have', countAndSum(rows)],
          ['Entries that the bank does not have', countAndSum(entries)],
          [
            `Not explained by those through ${dayText(through)}`,
            apart === null ? null : amountOf((apart - open) / 100),
          ],
        ]}
      />
    </Card>
  );
}

const accountColumns: readonly Column<BankAccount>[] = [
  { title: 'Account', cell: (account) => <AccountName account={account} /> },
  { title: 'Statements through', cell: ({ last }) => (last ? dayText(last.through) : 'none yet') },
  {
    title: 'Balance',
    isRight: true,
    cell: ({ last }) =>
      last && (last.closing === null ? 'not on the statement' : <Money kwacha={last.closing} />),
  },
];

function AccountName({ account }: { account: BankAccount }) {
  const isLinked = usePerson().permissions.includes('seeSetUp');
  const { closedOn } = account;
  return (
    <>
      {isLinked ? (
        <Link href={`/set-up/settings/${account.account}`}>{accountText(account)}</Link>
      ) : (
        accountText(account)
      )}
      {closedOn && ` (closed on ${dayText(closedOn)})`}
    </>
  );
}

function AccountsCard({ accounts }: { accounts: readonly BankAccount[] }) {
  return (
    <Card title="Bank accounts of the lender" note="two people change them in the settings" isFlush>
      <Table
        label="Bank accounts of the lender"
        rows={accounts}
        columns={accountColumns}
        keyOf={({ account }) => account}
      />
    </Card>
  );
}

const amountOf = (kwacha: number) => <Money kwacha={kwacha} />;

const toNgwee = (kwacha: number) => Math.round(kwacha * 100);

function countAndSum({ count, sum }: { count: number; sum: number }): string {
  return count === 0 ? 'none' : `${count}, together ${kwachaText(sum)}`;
}

function ApartBadge({ apartNgwee }: { apartNgwee: number | null }) {
  if (apartNgwee === null) return null;
  return apartNgwee === 0 ? <Badge look="good">agrees</Badge> : <Badge look="warn">does not agree</Badge>;
}

type ListProps = { page: number; onPage: (page: number) => void };

function RowsList({ mayMatch, page, onPage }: ListProps & { mayMatch: boolean }) {
  const [posted, setPosted] = useState<BankRow | null>(null);
  const query = useStaffAnswer('listBankRows', { query: { page, pageSize: PAGE_SIZE } }, { isList: true });
  const columns: Column<BankRow>[] = [
    { title: 'Day', cell: ({ on }) => dayText(on) },
    // A text of any writing direction stays inside its place.
    { title: 'What the bank wrote', cell: ({ text }) => <bdi>{text}</bdi> },
    { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
    {
      title: 'What is done',
      isRight: true,
      cell: (row) => <RowAction row={row} mayMatch={mayMatch} onPost={() => setPosted(row)} />,
    },
  ];
  return (
    <>
      <PagedList
        label="Rows that the book does not have"
        query={query}
        empty={[
          'The book has every row of the bank',
          'A row stands here once its statement is imported, until it is posted. One whose other half the book has is posted by itself.',
        ]}
        columns={columns}
        keyOf={({ rowId }) => rowId}
        page={page}
        onPage={onPage}
      />
      {posted && <BankRowDialog row={posted} onClose={() => setPosted(null)} />}
    </>
  );
}

type RowActionProps = { row: BankRow; mayMatch: boolean; onPost: () => void };

function RowAction({ row: { rowId, requestId }, mayMatch, onPost }: RowActionProps) {
  if (requestId !== null) return <Link href={`/requests/${requestId}`}>Request {requestId} waits</Link>;
  if (!mayMatch) return 'waits';
  return (
    <Button look="link" onClick={onPost}>
      Post<span className="visually-hidden"> row {rowId}</span>
    </Button>
  );
}

const entryColumns: readonly Column<BankEntry>[] = [
  { title: 'Day', cell: ({ on }) => dayText(on) },
  { title: 'Entry', cell: ({ entryId }) => entryId },
  { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
];

function EntriesList({ page, onPage }: ListProps) {
  const query = useStaffAnswer('listBankEntries', { query: { page, pageSize: PAGE_SIZE } }, { isList: true });
  return (
    <PagedList
      label="Entries that the bank does not have"
      query={query}
      empty={[
        'The bank has every entry of the book',
        'An entry stands here if its day is on an imported statement and no row of the bank is the same money.',
      ]}
      columns={entryColumns}
      keyOf={({ entryId }) => entryId}
      page={page}
      onPage={onPage}
    />
  );
}
