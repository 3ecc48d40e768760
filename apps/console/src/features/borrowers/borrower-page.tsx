import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import type { BorrowerAnswer } from './borrower.ts';
import { BorrowerActions } from './borrower-actions.tsx';
import { DevicesTab, EventsTab, MessagesTab, TicketsTab } from './contact-tabs.tsx';
import { HelpTab } from './help-tab.tsx';
import { LoansTab, PaymentsTab, WalletTab } from './money-tabs.tsx';
import { NotesTab } from './notes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';

const TABS = [
  { value: 'overview', text: 'Overview', keys: '1' },
  { value: 'help', text: 'Help a caller', keys: 'h' },
  { value: 'loans', text: 'Loans', keys: '2' },
  { value: 'payments', text: 'Payments', keys: '3' },
  { value: 'wallet', text: 'Wallet', keys: '4' },
  { value: 'messages', text: 'Messages', keys: '5' },
  { value: 'events', text: 'Events', keys: '6' },
  { value: 'tickets', text: 'Tickets', keys: '7' },
  { value: 'devices', text: 'Devices', keys: '8' },
  { value: 'notes', text: 'Notes', keys: '9' },
] as const;
type Tab = (typeof TABS)[number]['value'];

const LISTS = {
  loans: LoansTab,
  payments: PaymentsTab,
  wallet: WalletTab,
  messages: MessagesTab,
  events: EventsTab,
  tickets: TicketsTab,
  devices: DevicesTab,
} as const;

/** A borrower with everything that staff may see of them. The part that is shown stands in the address. */
export function BorrowerPage({ borrowerId }: { borrowerId: string }) {
  const query = useStaffAnswer('getBorrower', { params: { borrowerId } });
  const [filters, change] = useFilters({ tab: 'overview' });
  const tab = TABS.find(({ value }) => value === filters.tab)?.value ?? 'overview';
  const show = (wanted: Tab) => {
    change({ tab: wanted });
    // The account may have been blocked or deleted since.
    void query.refetch();
  };
  useKeys(
    'Parts of the page',
    TABS.map(({ keys, text, value }) => ({ keys, does: text, run: () => show(value) })),
  );
  const counts = query.data?.counts;
  const list = {
    borrowerId,
    page: pageNumber(filters.page),
    onPage: (page: number) => change({ page: String(page) }),
  };
  const List = tab === 'overview' || tab === 'help' || tab === 'notes' ? null : LISTS[tab];
  return (
    <Page
      title={`Borrower ${borrowerId}`}
      note={query.data && <PageNote borrower={query.data} />}
      actions={query.data && <BorrowerActions borrower={query.data} />}
    >
      <Answer query={query}>
        {(borrower) => (
          <>
            {borrower.isDeleted && (
              <p role="status">
                This account was deleted. Only what the law asks the lender to keep is still here.
              </p>
            )}
            <FilterBar>
              <FilterTabs
                label="Part of the page"
                value={tab}
                choices={TABS.map((one) => ({ ...one, count: counts?.[one.value as keyof typeof counts] }))}
                onChange={show}
              />
            </FilterBar>
            {tab === 'overview' && <OverviewTab borrower={borrower} />}
            {tab === 'help' && <HelpTab borrowerId={borrowerId} />}
            {tab === 'notes' && <NotesTab {...list} />}
            {List && <List {...list} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function PageNote({
  borrower: { maskedName, maskedMobile, block, isDeleted },
}: {
  borrower: BorrowerAnswer;
}) {
  return (
    <>
      {maskedName && <bdi>{maskedName}</bdi>} {maskedMobile && <bdi>{maskedMobile}</bdi>}{' '}
      {block && <Badge look="bad">blocked</Badge>} {isDeleted && <Badge>deleted</Badge>}
    </>
  );
}
