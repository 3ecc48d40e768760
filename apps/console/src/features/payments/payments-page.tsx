import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { ClaimState } from './payment-state.tsx';
import { paymentAddress, purposeText } from './payment-words.ts';

type Tab = 'unknown' | 'claims' | 'answered' | 'settled';

const TABS: readonly { value: Tab; text: string }[] = [
  { value: 'unknown', text: 'Outcome unknown' },
  { value: 'claims', text: 'I paid' },
  { value: 'answered', text: 'I paid, answered' },
  { value: 'settled', text: 'I paid, posted' },
];

/** Payments that wait for a person: without a known outcome, and what borrowers say they paid. */
export function PaymentsPage() {
  const [filters, change] = useFilters({ tab: 'unknown' });
  const tab = TABS.find(({ value }) => value === filters.tab)?.value ?? 'unknown';
  const list = { page: pageNumber(filters.page), onPage: (page: number) => change({ page: String(page) }) };
  return (
    <Page
      title="Payments"
      note="the longest wait stands at the top"
      actions={
        <>
          <ButtonLink to="/payments/all">All payments</ButtonLink>
          {tab === 'unknown' ? (
            <ListFiles list="listUnknownPayments" />
          ) : (
            <ListFiles list="listClaims" filter={{ state: tab === 'claims' ? 'waiting' : tab }} />
          )}
        </>
      }
    >
      <FilterBar>
        <FilterTabs
          label="Which payments"
          value={tab}
          choices={TABS}
          onChange={(next) => change({ tab: next })}
        />
      </FilterBar>
      {tab === 'unknown' ? (
        <UnknownList {...list} />
      ) : (
        <ClaimList key={tab} state={tab === 'claims' ? 'waiting' : tab} {...list} />
      )}
    </Page>
  );
}

type ListProps = { page: number; onPage: (page: number) => void };
type Unknown = StaffAnswer<'listUnknownPayments'>['items'][number];

const unknownColumns: readonly Column<Unknown>[] = [
  { title: 'Purpose', cell: ({ purpose }) => purposeText(purpose) },
  { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
  { title: 'Direction', cell: ({ direction }) => (direction === 'payout' ? 'out' : 'in'), isExtra: true },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'Loan', cell: ({ loanId }) => loanId ?? '–', isRight: true, isExtra: true },
  {
    title: 'Who finds out',
    cell: ({ handedOverFor, operator }) =>
      handedOverFor !== null || operator === 'zamtel' ? 'a person' : 'the program asks',
  },
  { title: 'Asked', cell: ({ enquiries }) => enquiries, isRight: true, isExtra: true },
  { title: 'Waits', cell: ({ since }) => <Age since={since} />, isRight: true },
];

function UnknownList({ page, onPage }: ListProps) {
  const query = useStaffAnswer(
    'listUnknownPayments',
    { query: { page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <PagedList
      label="Outcome unknown"
      isTitled
      note={query.data && query.data.total > 0 && <Sums answer={query.data} />}
      query={query}
      empty={[
        'No payment has an unknown outcome',
        'A payment appears here when its operator does not tell how it ended.',
      ]}
      columns={unknownColumns}
      keyOf={({ paymentId }) => paymentId}
      addressOf={paymentAddress}
      page={page}
      onPage={onPage}
    />
  );
}

function Sums({ answer: { collections, payouts } }: { answer: StaffAnswer<'listUnknownPayments'> }) {
  return (
    <>
      {formatCount(collections.count)} in, <Money kwacha={collections.amount} />; {formatCount(payouts.count)}{' '}
      out, <Money kwacha={payouts.amount} />
    </>
  );
}

type ClaimListState = 'waiting' | 'answered' | 'settled';

const EMPTY_CLAIMS: Record<ClaimListState, [title: string, why: string]> = {
  waiting: [
    'No claim waits',
    'A ticket appears here when a borrower types the reference of a payment that is not in the books.',
  ],
  answered: [
    'No claim was answered',
    'A claim stands here once its borrower was told that the payment is not found.',
  ],
  settled: ['No claim was settled yet', 'A claim stands here once its payment is posted.'],
};

function ClaimList({ state, page, onPage }: ListProps & { state: ClaimListState }) {
  const query = useStaffAnswer(
    'listClaims',
    { query: { state, page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <PagedList
      label="I paid"
      isTitled
      query={query}
      empty={EMPTY_CLAIMS[state]}
      columns={[
        { title: 'Ticket', cell: ({ ticketId }) => ticketId },
        { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, isRight: true, isExtra: true },
        { title: 'State', cell: ({ state: at }) => <ClaimState state={at} /> },
        state === 'waiting'
          ? { title: 'Waits', cell: ({ claimedAt }) => <Age since={claimedAt} />, isRight: true }
          : {
              title: state === 'answered' ? 'Answered' : 'Posted',
              cell: ({ answeredAt, settledAt }) => {
                const endedAt = answeredAt ?? settledAt;
                return endedAt === null ? '–' : <Time at={endedAt} />;
              },
              isRight: true,
            },
      ]}
      keyOf={({ ticketId }) => ticketId}
      addressOf={({ ticketId }) => `/claims/${ticketId}`}
      page={page}
      onPage={onPage}
    />
  );
}
