import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Paging } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { BIRTH_WORDS, type CaseRow, CaseState, distanceText, LIST_TITLES } from './case-words.tsx';

const PAGE_SIZE = 20;

type Group = 'open' | 'confirmed' | 'decided';

const GROUPS: readonly { value: Group; text: string }[] = [
  { value: 'open', text: 'Open' },
  { value: 'confirmed', text: 'Confirmed' },
  { value: 'decided', text: 'Decided' },
];

const EMPTY: Record<Group, { title: string; text: string }> = {
  open: {
    title: 'No case waits',
    text: 'A case appears here when the name of a borrower is near to one on a list: after an import of the list, and when a borrower confirms an identity.',
  },
  confirmed: {
    title: 'No borrower is confirmed to be on a list',
    text: 'A case stands here while money that goes out to its borrower is frozen.',
  },
  decided: { title: 'No case was decided yet', text: 'Cleared, released and ended cases stand here.' },
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
    <Page title="Cases" note={data && `${data.total.toLocaleString('en')} ${group}`}>
      <FilterBar>
        <FilterTabs
          label="Which cases"
          value={group}
          choices={GROUPS}
          onChange={(next) => change({ group: next })}
        />
      </FilterBar>
      <Card isFlush>
        <Answer query={query}>
          {({ items, total }) =>
            total === 0 ? (
              <Empty title={EMPTY[group].title}>{EMPTY[group].text}</Empty>
            ) : (
              <>
                <Table
                  label="Cases"
                  rows={items}
                  columns={columnsOf(group)}
                  keyOf={({ caseId }) => caseId}
                  addressOf={({ caseId }) => `/cases/${caseId}`}
                />
                <Paging
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  onPage={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}
