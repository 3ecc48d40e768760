import { LOAN_SORTS, type LoanGroup } from '@thumba/contract/staff/list-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { codeInWords } from '../../platform/code-words.ts';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { askedListDays, DaysFields } from '../../ui/day-field.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { ProductFilter, productOf } from '../../ui/product-filter.tsx';
import { FROM_THE_START, SORTED_DEFAULTS, SortedList, sortedQuery } from '../../ui/sorted-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { LOAN_LOOKS } from './loan.ts';

type Loan = StaffAnswer<'listLoans'>['items'][number];
type Group = 'all' | LoanGroup;

const GROUPS: readonly { value: Group; text: string }[] = [
  { value: 'all', text: 'All' },
  { value: 'waiting', text: 'Waiting' },
  { value: 'on_the_way', text: 'On the way' },
  { value: 'running', text: 'Running' },
  { value: 'late', text: 'Late' },
  { value: 'repaid', text: 'Repaid' },
  { value: 'written_off', text: 'Written off' },
  { value: 'not_paid_out', text: 'Not paid out' },
];

const COLUMNS: readonly Column<Loan>[] = [
  { title: 'Loan', cell: ({ loanId }) => loanId, sort: 'number' },
  {
    title: 'State',
    cell: ({ state }) => (
      <Badge look={LOAN_LOOKS[state] ?? 'plain'}>{codeInWords(state).toLowerCase()}</Badge>
    ),
  },
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, isRight: true, isExtra: true },
  { title: 'Product', cell: ({ productName }) => productName, isExtra: true },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true, sort: 'amount' },
  {
    title: 'Principal out',
    cell: ({ principalOut }) => <Money kwacha={principalOut} />,
    isRight: true,
    isExtra: true,
  },
  {
    title: 'Paid out',
    cell: ({ disbursedOn }) => (disbursedOn === null ? '–' : dayText(disbursedOn)),
    isRight: true,
    sort: 'disbursed',
  },
  { title: 'Most days late', cell: ({ worstDaysLate }) => worstDaysLate, isRight: true, isExtra: true },
];

/** With days, the list has one order. */
const OF_DAYS = COLUMNS.map((column) =>
  column.sort === 'disbursed' ? column : { ...column, sort: undefined },
);

/** The loans of a product have no order of amounts. */
const OF_PRODUCT = COLUMNS.map((column) =>
  column.sort === 'amount' ? { ...column, sort: undefined } : column,
);
const SORTS_OF_PRODUCT = LOAN_SORTS.filter((sort) => sort !== 'amount');

type Narrowed = { hasDays: boolean; hasProduct: boolean };

function columnsOf({ hasDays, hasProduct }: Narrowed): readonly Column<Loan>[] {
  if (hasDays) return OF_DAYS;
  return hasProduct ? OF_PRODUCT : COLUMNS;
}

function emptyText({ hasDays, hasProduct }: Narrowed): string {
  const narrowed = [...(hasProduct ? ['this product'] : []), ...(hasDays ? ['these days'] : [])];
  const which = narrowed.length === 0 ? '' : ` of ${narrowed.join(' and ')}`;
  return `No loan${which} is in this state`;
}

/** Every loan. Sorted by the day of payout, the list has the loans that were paid out; with days, it is sorted so. */
export function LoansPage() {
  const [filters, change] = useFilters({
    ...SORTED_DEFAULTS,
    group: 'all',
    product: '',
    sort: 'number',
    from: '',
    to: '',
  });
  const group = GROUPS.find(({ value }) => value === filters.group)?.value ?? 'all';
  const days = askedListDays(filters);
  const hasDays = filters.from !== '' || filters.to !== '';
  const product = productOf(filters.product);
  const sorts = product === undefined ? LOAN_SORTS : SORTS_OF_PRODUCT;
  const wanted = sortedQuery(hasDays ? { ...filters, sort: 'disbursed' } : filters, sorts);
  const asked = { ...wanted, ...days, group, product };
  const query = useStaffAnswer('listLoans', { query: { ...asked, pageSize: PAGE_SIZE } }, { isList: true });
  return (
    <Page
      title="Loans"
      note={wanted.sort === 'disbursed' ? 'those that were paid out' : undefined}
      actions={<ListFiles list="listLoans" filter={asked} />}
    >
      <FilterBar>
        <FilterTabs
          label="Which loans"
          value={group}
          choices={GROUPS}
          onChange={(next) => change({ group: next, ...FROM_THE_START })}
        />
        <ProductFilter
          value={filters.product}
          products={query.data?.products}
          onChange={(chosen) => change({ product: chosen, ...FROM_THE_START })}
        />
        <DaysFields
          what="Paid out"
          days={filters}
          onChange={(changed) => change({ ...changed, sort: 'disbursed', ...FROM_THE_START })}
        />
      </FilterBar>
      <SortedList
        label="Loans"
        query={query}
        empty={
          group === 'all' && !hasDays && product === undefined
            ? ['There is no loan yet', 'A loan appears here when a borrower applies for it.']
            : [emptyText({ hasDays, hasProduct: product !== undefined })]
        }
        columns={columnsOf({ hasDays, hasProduct: product !== undefined })}
        keyOf={({ loanId }) => loanId}
        addressOf={({ loanId }) => `/loans/${loanId}`}
        filters={{ ...filters, sort: wanted.sort }}
        onChange={change}
      />
    </Page>
  );
}
