import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { type AlertCaseRow, AlertCaseState, ReportDue, rulesText } from './alert-words.tsx';

type Group = 'open' | 'suspicion' | 'decided';

const GROUPS: readonly { value: Group; text: string }[] = [
  { value: 'open', text: 'Open' },
  { value: 'suspicion', text: 'To report' },
  { value: 'decided', text: 'Decided' },
];

const EMPTY: Record<Group, readonly [title: string, why: string]> = {
  open: [
    'No case waits',
    'A case appears here when a rule of alerts finds something in the payments of a borrower.',
  ],
  suspicion: [
    'No report is due',
    'A case stands here from the decision that there is a suspicion until its report is approved.',
  ],
  decided: ['No case was decided yet', 'Cases without a suspicion and reported ones stand here.'],
};

const columnsOf = (group: Group): Column<AlertCaseRow>[] => [
  { title: 'Case', cell: ({ alertCaseId }) => alertCaseId },
  { title: 'Borrower', cell: ({ borrowerName, borrowerId }) => <bdi>{borrowerName ?? borrowerId}</bdi> },
  { title: 'Found by', cell: ({ rules }) => rulesText(rules) },
  { title: 'Alerts', cell: ({ alerts }) => alerts, isRight: true, isExtra: true },
  { title: 'With', cell: ({ assignedTo }) => assignedTo?.name ?? '–', isExtra: true },
  ...(group === 'suspicion' ? [{ title: 'Report due', cell: ReportDue }] : []),
  ...(group === 'decided'
    ? [{ title: 'Outcome', cell: ({ state }: AlertCaseRow) => <AlertCaseState state={state} /> }]
    : []),
  group === 'decided'
    ? { title: 'When', cell: ({ decidedAt }) => decidedAt && <Time at={decidedAt} />, isRight: true }
    : { title: 'Waits', cell: ({ openedAt }) => <Age since={openedAt} />, isRight: true },
];

/** Cases that alerts on payments opened: the longest wait first, and of reports the first that is due. */
export function AlertsPage() {
  const [filters, change] = useFilters({ group: 'open' });
  const group = GROUPS.find(({ value }) => value === filters.group)?.value ?? 'open';
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listAlertCases',
    { query: { state: group, page, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  const { data } = query;
  return (
    <Page
      title="Alerts"
      note={data && `${data.total.toLocaleString('en')} in this list`}
      actions={
        <>
          <ButtonLink to="/alerts/rules">Rules</ButtonLink>
          <ListFiles list="listAlertCases" filter={{ state: group }} />
        </>
      }
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
        label="Cases of alerts"
        query={query}
        empty={EMPTY[group]}
        columns={columnsOf(group)}
        keyOf={({ alertCaseId }) => alertCaseId}
        addressOf={({ alertCaseId }) => `/alerts/${alertCaseId}`}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}
