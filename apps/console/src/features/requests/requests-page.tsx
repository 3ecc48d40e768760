import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { checkersOf, RequestState, requestTitle, type StaffRequestRow } from './request-words.tsx';

type State = 'waiting' | 'ended';

const EMPTY: Record<State, readonly [title: string, why: string]> = {
  waiting: [
    'No request waits',
    'A request appears here when a person asks for something that needs a second person, and you asked for it or may check it.',
  ],
  ended: [
    'No request was answered yet',
    'Requests that were approved, declined, withdrawn or that expired are kept here.',
  ],
};

/** What waits for a second person, oldest first. */
export function RequestsPage() {
  const { staffId } = usePerson();
  const [filters, change] = useFilters({ state: 'waiting' });
  const state: State = filters.state === 'ended' ? 'ended' : 'waiting';
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listRequests',
    { query: { state, page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <Page
      title="Requests"
      note="what needs a second person"
      actions={<ListFiles list="listRequests" filter={{ state }} />}
    >
      <FilterBar>
        <FilterTabs
          label="State"
          value={state}
          choices={[
            { value: 'waiting', text: 'Waiting', count: state === 'waiting' ? query.data?.total : undefined },
            { value: 'ended', text: 'Answered' },
          ]}
          onChange={(chosen) => change({ state: chosen })}
        />
      </FilterBar>
      <PagedList
        label="Requests"
        query={query}
        empty={EMPTY[state]}
        columns={columnsOf(state, staffId)}
        keyOf={({ requestId }) => requestId}
        addressOf={({ requestId }) => `/requests/${requestId}`}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}

function columnsOf(state: State, staffId: number): Column<StaffRequestRow>[] {
  const isWaiting = state === 'waiting';
  return [
    { title: 'What', cell: requestTitle },
    { title: 'Request', cell: ({ requestId }) => requestId, isRight: true },
    { title: 'Asked by', cell: ({ madeBy }) => (madeBy.staffId === staffId ? 'you' : madeBy.name) },
    isWaiting
      ? { title: 'Waits for', cell: (row) => <WaitsFor row={row} /> }
      : { title: 'Outcome', cell: (row) => <RequestState state={row.state} /> },
    isWaiting
      ? { title: 'Waits', cell: ({ madeAt }) => <Age since={madeAt} />, isRight: true }
      : {
          title: 'Answered',
          cell: ({ checkedAt, madeAt }) => <Time at={checkedAt ?? madeAt} />,
          isRight: true,
        },
  ];
}

function WaitsFor({ row }: { row: StaffRequestRow }) {
  return row.mayCheck ? <Badge look="warn">you</Badge> : checkersOf(row.kind);
}
