import { DECIDED_SORTS, type DecidedGroup } from '@thumba/contract/staff/list-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { codeInWords } from '../../platform/code-words.ts';
import { useFilters } from '../../platform/filters.ts';
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

type Decided = StaffAnswer<'listDecided'>['items'][number];

const TITLES: Record<DecidedGroup, string> = {
  approved_by_rules: 'Approved by the rules',
  declined_by_rules: 'Declined by the rules',
  approved_by_person: 'Approved by a person',
  declined_by_person: 'Declined by a person',
};
const GROUPS: readonly { value: 'all' | DecidedGroup; text: string }[] = [
  { value: 'all', text: 'All' },
  ...(Object.keys(TITLES) as DecidedGroup[]).map((value) => ({ value, text: TITLES[value] })),
];

const COLUMNS: readonly Column<Decided>[] = [
  { title: 'Application', cell: ({ loanId }) => loanId },
  { title: 'Decision', cell: ({ group }) => TITLES[group] },
  { title: 'Decided, in Lusaka', cell: ({ decidedAt }) => <ExactTime at={decidedAt} />, sort: 'decided' },
  { title: 'Points', cell: ({ points }) => points, isRight: true, sort: 'points' },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true, isExtra: true },
  { title: 'Now', cell: ({ state }) => codeInWords(state).toLowerCase(), isExtra: true },
  { title: 'Most days late', cell: ({ worstDaysLate }) => worstDaysLate, isRight: true, isExtra: true },
];

/** With days, the list has one order. */
const OF_DAYS = COLUMNS.map((column) =>
  column.sort === 'decided' ? column : { ...column, sort: undefined },
);

/** Applications with a decision of the rules or of a person, and what became of them. */
export function DecidedPage() {
  const [filters, change] = useFilters({
    ...SORTED_DEFAULTS,
    group: 'all',
    sort: 'decided',
    from: '',
    to: '',
  });
  const mayOpen = usePerson().permissions.includes('seeLoan');
  const group = GROUPS.find(({ value }) => value === filters.group)?.value ?? 'all';
  const hasDays = filters.from !== '' || filters.to !== '';
  const wanted = sortedQuery(hasDays ? { ...filters, sort: 'decided' } : filters, DECIDED_SORTS);
  const asked = { ...wanted, ...askedListDays(filters), group };
  const query = useStaffAnswer('listDecided', { query: { ...asked, pageSize: PAGE_SIZE } }, { isList: true });
  return (
    <Page
      title="Decided applications"
      actions={
        <>
          <ButtonLink to="/applications">Those that wait</ButtonLink>
          <ListFiles list="listDecided" filter={asked} />
        </>
      }
    >
      <FilterBar>
        <FilterTabs
          label="Which decisions"
          value={group}
          choices={GROUPS}
          onChange={(next) => change({ group: next, ...FROM_THE_START })}
        />
        <DaysFields
          what="Decided"
          days={filters}
          onChange={(changed) => change({ ...changed, sort: 'decided', ...FROM_THE_START })}
        />
      </FilterBar>
      <SortedList
        label="Decided applications"
        query={query}
        empty={['No application was decided so', 'An application appears here with its decision.']}
        columns={hasDays ? OF_DAYS : COLUMNS}
        keyOf={({ loanId }) => loanId}
        addressOf={({ loanId }) => (mayOpen ? `/loans/${loanId}` : undefined)}
        filters={{ ...filters, sort: wanted.sort }}
        onChange={change}
      />
    </Page>
  );
}
