import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { BIRTH_WORDS, type CaseRow, CaseState, distanceText, LIST_TITLES } from './case-words.tsx';

type Group = 'open' | 'confirmed' | 'decided';

const GROUPS: readonly { value: Group; text: string }[] = [
  { value: 'open', text: 'Open' },
  { value: 'confirmed', text: 'Confirmed' },
  { value: 'decided', text: 'Decided' },
];

const EMPTY: Record<Group, readonly [title: string, why: string]> = {
  open: [
    'No case waits',
    'A case appears here when the name of a borrower is near to one on a list: after an import of the list, and when a borrower confirms an identity.',
  ],
  confirmed: [
    'No borrower is confirmed to be on a list',
    'A case stands here while money that goes out to its borrower is frozen.',
  ],
  decided: ['No case was decided yet', 'Cleared, released and ended cases stand here.'],
};

const columnsOf = (group: Group): Column<CaseRow>[] => [
  { title: 'Case', cell: ({ caseId }) => caseId },
  { title: 'Borrower', cell: ({ borrowerName, borrowerId }) => <bdi>{borrowerName ?? borrowerId}</bdi> },
  { title: 'On the list', cell: ({ listedName }) => <bdi>{listedName}</bdi> },
  { title: 'List', cell: ({ listKind }) => LIST_TITLES[listKind] },
  { title: 'Names', cell: ({ distance }) => distanceText(distance), isRight: true },
  { title: 'Birth date', cell: ({ birth }) => BIRTH_WORDS[birth], isExtra: true },
  group === 'decided'
    ? { title: 'Outcome', cell: ({ state }) => <CaseState state={state} /> }
    : { title: 'Waits', cell: ({ foundAt }) => <Age since={foundAt} />, isRight: true },
  ...(group === 'decided'
    ? [
        {
          title: 'When',
          cell: ({ decidedAt }: CaseRow) => decidedAt && <Time at={decidedAt} />,
          isRight: true,
        },
      ]
    : []),
];

/** Borrowers who may be a person of a list, the longest wait first. */
export function CasesPage() {
  const [filters, change] = useFilters({ group: 'open' });
  const group = GROUPS.find(({ value }) => value === filters.group)?.value ?? 'open';
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listCases',
    { query: { state: group, page, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  const { data } = query;
  return (
    <Page
      title="Cases"
      note={data && `${data.total.toLocaleString('en')} ${group}`}
      actions={<ListFiles list="listCases" filter={{ state: group }} />}
    >
      <FilterBar>
        <FilterTabs
          label="Which cases"
          value={group}
          choices={GROUPS}
          onChange={(next) => change({ group: next })}
        />
      </FilterBar>
      <PagedList
        label="Cases"
        query={query}
        empty={EMPTY[group]}
        columns={columnsOf(group)}
        keyOf={({ caseId }) => caseId}
        addressOf={({ caseId }) => `/cases/${caseId}`}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}
