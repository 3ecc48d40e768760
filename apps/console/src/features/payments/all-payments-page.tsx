import { PAYMENT_SORTS, type PaymentGroup } from '@thumba/contract/staff/list-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { codeInWords } from '../../platform/code-words.ts';
import { useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { askedListDays, DaysFields } from '../../ui/day-field.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { FROM_THE_START, SORTED_DEFAULTS, SortedList, sortedQuery } from '../../ui/sorted-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { paymentAddress, purposeText } from './payment-words.ts';

type Listed = StaffAnswer<'listPayments'>['items'][number];

const GROUPS: readonly { value: 'all' | PaymentGroup; text: string }[] = [
  { value: 'all', text: 'All' },
  { value: 'succeeded', text: 'Succeeded' },
  { value: 'failed', text: 'Failed' },
  { value: 'under_way', text: 'Under way' },
];
const WAYS = [
  { value: '', text: 'In and out' },
  { value: 'collection', text: 'In' },
  { value: 'payout', text: 'Out' },
] as const;
const OPERATORS = [
  { value: '', text: 'All operators' },
  ...OPERATOR_NAMES.map((value) => ({ value, text: OPERATOR_TITLES[value] })),
] as const;

const COLUMNS: readonly Column<Listed>[] = [
  { title: 'Made, in Lusaka', cell: ({ madeAt }) => <ExactTime at={madeAt} />, sort: 'made' },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'State', cell: ({ state }) => codeInWords(state).toLowerCase() },
  { title: 'Purpose', cell: ({ purpose }) => purposeText(purpose) },
  { title: 'Direction', cell: ({ way }) => (way === 'payout' ? 'out' : 'in'), isExtra: true },
  { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator], isExtra: true },
  { title: 'Loan', cell: ({ loanId }) => loanId ?? '–', isRight: true, isExtra: true },
  {
    title: 'Borrower',
    cell: ({ payerId }) => (payerId === 0 ? '–' : payerId),
    isRight: true,
    isExtra: true,
  },
];

/** Every payment and payout. */
export function AllPaymentsPage() {
  const [filters, change] = useFilters({
    ...SORTED_DEFAULTS,
    group: 'all',
    way: '',
    operator: '',
    sort: 'made',
    from: '',
    to: '',
  });
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  const group = GROUPS.find(({ value }) => value === filters.group)?.value ?? 'all';
  const way = WAYS.find(({ value }) => value === filters.way)?.value ?? '';
  const operator = OPERATORS.find(({ value }) => value === filters.operator)?.value ?? '';
  const wanted = sortedQuery(filters, PAYMENT_SORTS);
  const asked = {
    ...wanted,
    ...askedListDays(filters),
    group,
    way: way || undefined,
    operator: operator || undefined,
  };
  const query = useStaffAnswer(
    'listPayments',
    { query: { ...asked, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  const narrow = (changed: Partial<Pick<typeof filters, 'group' | 'way' | 'operator' | 'from' | 'to'>>) =>
    change({ ...changed, ...FROM_THE_START });
  return (
    <Page
      title="All payments"
      actions={
        <>
          <ButtonLink to="/payments">Those that wait</ButtonLink>
          <ListFiles list="listPayments" filter={asked} />
        </>
      }
    >
      <FilterBar>
        <FilterTabs
          label="Which payments"
          value={group}
          choices={GROUPS}
          onChange={(next) => narrow({ group: next })}
        />
        <FilterTabs label="Direction" value={way} choices={WAYS} onChange={(next) => narrow({ way: next })} />
        <FilterTabs
          label="Operator"
          value={operator}
          choices={OPERATORS}
          onChange={(next) => narrow({ operator: next })}
        />
        <DaysFields what="Made" days={filters} onChange={narrow} />
      </FilterBar>
      <SortedList
        label="Payments"
        query={query}
        empty={['No payment fits these filters']}
        columns={COLUMNS}
        keyOf={({ paymentId }) => paymentId}
        addressOf={(payment) => (mayOpen ? paymentAddress(payment) : undefined)}
        filters={{ ...filters, sort: wanted.sort }}
        onChange={change}
      />
    </Page>
  );
}
