import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Paging } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { checkersOf, kindTitle, RequestState, type StaffRequestRow } from './request-words.tsx';

const PAGE_SIZE = 20;

/** What waits for a second person, oldest first. */
export function RequestsPage() {
  const [filters, change] = useFilters({ state: 'waiting' });
  const state = filters.state === 'ended' ? 'ended' : 'waiting';
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listRequests',
    { query: { state, page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <Page title="Requests" note="what needs a second person">
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
      <Card isFlush>
        <Answer query={query}>
          {({ items, total }) =>
            total === 0 ? (
              <NoRequests state={state} />
            ) : (
              <>
                <RequestsTable rows={items} isWaiting={state === 'waiting'} />
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

function NoRequests({ state }: { state: 'waiting' | 'ended' }) {
  return state === 'waiting' ? (
    <Empty title="No request waits">
      A request appears here when a person asks for something that needs a second person, and you asked for it
      or may check it.
    </Empty>
  ) : (
    <Empty title="No request was answered yet">
      Requests that were approved, declined, withdrawn or that expired are kept here.
    </Empty>
  );
}

function RequestsTable({ rows, isWaiting }: { rows: readonly StaffRequestRow[]; isWaiting: boolean }) {
  const { staffId } = usePerson();
  const columns: Column<StaffRequestRow>[] = [
    { title: 'What', cell: ({ title }) => title },
    { title: 'Kind', cell: ({ kind }) => kindTitle(kind), isExtra: true },
    { title: 'Asked by', cell: ({ madeBy }) => (madeBy.staffId === staffId ? 'you' : madeBy.name) },
    isWaiting
      ? { title: 'Waits for', cell: (row) => <WaitsFor row={row} /> }
      : { title: 'Outcome', cell: ({ state }) => <RequestState state={state} /> },
    isWaiting
      ? { title: 'Waits', cell: ({ madeAt }) => <Age since={madeAt} />, isRight: true }
      : {
          title: 'Answered',
          cell: ({ checkedAt, madeAt }) => <Time at={checkedAt ?? madeAt} />,
          isRight: true,
        },
  ];
  return (
    <Table
      label="Requests"
      rows={rows}
      columns={columns}
      keyOf={({ requestId }) => requestId}
      addressOf={({ requestId }) => `/requests/${requestId}`}
    />
  );
}

function WaitsFor({ row }: { row: StaffRequestRow }) {
  return row.mayCheck ? <Badge look="warn">you</Badge> : checkersOf(row.kind);
}
