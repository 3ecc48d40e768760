import { BORROWER_SORTS, type BorrowerGroup } from '@thumba/contract/staff/list-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { FROM_THE_START, SORTED_DEFAULTS, SortedList, sortedQuery } from '../../ui/sorted-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';

type Borrower = StaffAnswer<'listBorrowers'>['items'][number];

const GROUPS: readonly { value: BorrowerGroup; text: string; empty: string }[] = [
  { value: 'all', text: 'All', empty: 'There is no borrower yet' },
  { value: 'open_loan', text: 'With an open loan', empty: 'No borrower has an open loan' },
  { value: 'late', text: 'Late', empty: 'No borrower is late' },
  { value: 'blocked', text: 'Blocked', empty: 'No borrower is blocked' },
];

/** Only the list of all borrowers is sorted by the step. */
const columnsOf = (group: BorrowerGroup): readonly Column<Borrower>[] => [
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId, sort: 'number' },
  { title: 'Name', cell: ({ maskedName }) => (maskedName === null ? '–' : <bdi>{maskedName}</bdi>) },
  {
    title: 'Mobile',
    cell: ({ maskedMobile }) => (maskedMobile === null ? '–' : <bdi>{maskedMobile}</bdi>),
    isExtra: true,
  },
  { title: 'State', cell: (borrower) => <States borrower={borrower} /> },
  { title: 'Registered', cell: ({ registeredOn }) => dayText(registeredOn), isRight: true, isExtra: true },
  { title: 'Open loan', cell: ({ openLoanId }) => openLoanId ?? '–', isRight: true, isExtra: true },
  { title: 'Paid on time', cell: ({ onTimeLoans }) => onTimeLoans, isRight: true, isExtra: true },
  {
    title: 'Step',
    cell: ({ ladderStep }) => ladderStep,
    isRight: true,
    sort: group === 'all' ? 'step' : undefined,
  },
];

function States({ borrower: { isBlocked, isLate, isDeleted } }: { borrower: Borrower }) {
  return (
    <>
      {isBlocked && <Badge look="bad">blocked</Badge>} {isLate && <Badge look="warn">late</Badge>}{' '}
      {isDeleted && <Badge>deleted</Badge>}
    </>
  );
}

/** Every borrower, masked. A name cannot be sorted by: it is sealed, and the search box finds it. */
export function BorrowersPage() {
  const [filters, change] = useFilters({ ...SORTED_DEFAULTS, group: 'all', sort: 'number' });
  const shown = GROUPS.find(({ value }) => value === filters.group) ?? GROUPS[0]!;
  const group = shown.value;
  const wanted = sortedQuery(filters, group === 'all' ? BORROWER_SORTS : ['number']);
  const asked = { ...wanted, group };
  const query = useStaffAnswer(
    'listBorrowers',
    { query: { ...asked, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  return (
    <Page title="Borrowers" actions={<ListFiles list="listBorrowers" filter={asked} />}>
      <FilterBar>
        <FilterTabs
          label="Which borrowers"
          value={group}
          choices={GROUPS}
          onChange={(next) => change({ group: next, sort: 'number', ...FROM_THE_START })}
        />
      </FilterBar>
      <SortedList
        label="Borrowers"
        query={query}
        empty={[shown.empty]}
        columns={columnsOf(group)}
        keyOf={({ borrowerId }) => borrowerId}
        addressOf={({ borrowerId }) => `/borrowers/${borrowerId}`}
        filters={{ ...filters, sort: wanted.sort }}
        onChange={change}
      />
    </Page>
  );
}
