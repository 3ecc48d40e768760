import type { OfficerWork } from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CountLink, shareText } from './count-link.tsx';
import { rowsAddress, WORK_TITLES } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf } from './report-period.ts';

type Report = StaffAnswer<'getOfficersWork'>;
type Officer = Report['items'][number];

/** Work that belongs together is one table, so that each is narrow enough to read. */
const TABLES: readonly {
  title: string;
  counts: readonly OfficerWork[];
  share: { title: string; part: OfficerWork; whole: OfficerWork } | null;
}[] = [
  {
    title: 'Decisions',
    counts: ['approved', 'declined', 'sent_back', 'overrides_asked', 'overrides_done'],
    share: null,
  },
  {
    title: 'What became of what they approved',
    counts: ['approved', 'judged', 'bad'],
    share: { title: 'Bad, of judged', part: 'bad', whole: 'judged' },
  },
  {
    title: 'Calls and promises',
    counts: ['calls', 'right_person', 'promises', 'promises_judged', 'promises_kept'],
    share: { title: 'Kept, of those whose day is over', part: 'promises_kept', whole: 'promises_judged' },
  },
  {
    title: 'Complaints',
    counts: ['complaints', 'complaints_in_time'],
    share: { title: 'In time', part: 'complaints_in_time', whole: 'complaints' },
  },
  { title: 'Pictures of borrowers', counts: ['pictures'], share: null },
];

/** What each person did on some days. */
export function OfficersPage() {
  const [filters, change] = useFilters(PERIOD_FILTERS);
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const query = useStaffAnswer('getOfficersWork', { query: days }, { isList: true });
  return (
    <ReportPage
      title="Work of people"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} />}
    />
  );
}

function Shown({ report: { days, items } }: { report: Report }) {
  const shown = TABLES.map((table) => ({
    ...table,
    rows: items.filter(({ work }) => table.counts.some((kind) => work[kind] > 0)),
  })).filter(({ rows }) => rows.length > 0);
  if (shown.length === 0)
    return (
      <Card>
        <Empty title="No work on these days">
          A person appears here who decided an application, called a borrower, answered a complaint or opened
          a picture.
        </Empty>
      </Card>
    );
  return shown.map(({ title, counts, share, rows }) => (
    <Card key={title} title={title} note="a share of fewer than 20 is shown as counts" isFlush>
      <Table
        label={title}
        rows={rows}
        columns={columnsOf(counts, share, days)}
        keyOf={({ staffId }) => staffId}
      />
    </Card>
  ));
}

function columnsOf(
  counts: readonly OfficerWork[],
  share: (typeof TABLES)[number]['share'],
  days: Report['days'],
): Column<Officer>[] {
  const columns: Column<Officer>[] = [
    { title: 'Person', cell: ({ name }) => name },
    ...counts.map((kind, place) => ({
      title: WORK_TITLES[kind],
      cell: ({ staffId, work }: Officer) => (
        <CountLink
          count={work[kind]}
          to={rowsAddress('work', { staff: staffId, ...daysOf(days), work: kind })}
        />
      ),
      isRight: true,
      isExtra: place > 1,
    })),
  ];
  if (share)
    columns.push({
      title: share.title,
      cell: ({ work }) => shareText(work[share.part], work[share.whole]),
      isRight: true,
    });
  return columns;
}
