import type { ApplicationStage } from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { BAND_POINTS } from '@thumba/lending/scorecard-measures';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { percentText } from '../../ui/figure-text.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { CountLink, shareText } from './count-link.tsx';
import { rowsAddress } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf } from './report-period.ts';

type Report = StaffAnswer<'getScorecardReport'>;
type Counts = Report['total'];

const bandText = (fromPoints: number) => `${fromPoints} to ${fromPoints + BAND_POINTS - 1}`;
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Whether more points mean fewer bad loans, by bands of points and by versions of the scorecard. */
export function ScorecardPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, version: '' });
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const version = /^\d{1,6}$/.test(filters.version) ? Number(filters.version) : undefined;
  const query = useStaffAnswer('getScorecardReport', { query: { ...days, version } }, { isList: true });
  const versions = query.data?.versions.map((row) => String(row.version)) ?? [];
  return (
    <ReportPage
      title="Scorecard"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} version={version} />}
    >
      <Select
        label="Version"
        value={filters.version}
        choices={[
          { value: '', text: 'All versions' },
          ...[...new Set([...versions, filters.version])]
            .filter((one) => one !== '')
            .map((one) => ({ value: one, text: `Version ${one}` })),
        ]}
        onChange={(chosen) => change({ version: chosen })}
      />
    </ReportPage>
  );
}

function Shown({ report, version }: { report: Report; version: number | undefined }) {
  const { days, bands, versions } = report;
  const points = bands.map(({ fromPoints }) => ({
    label: bandText(fromPoints),
    short: String(fromPoints),
  }));
  return (
    <>
      <ChartCard
        kind="bars"
        title="Approved and bad, by points"
        note="bad: ever more than 30 days late, of the loans that are old enough"
        pointTitle="Points"
        points={points}
        series={[
          { name: 'Approved, of applied', values: bands.map((row) => share(row.approved, row.applied)) },
          { name: 'Bad, of judged', values: bands.map((row) => share(row.bad, row.judged)) },
        ]}
        format={percentText}
      />
      <Card
        title="By points"
        note="overridden: approved against a rule; judged: old enough to be more than 30 days late; bad: ever more than 30 days late"
        isFlush
      >
        <Table
          label="By points"
          rows={bands}
          columns={[
            { title: 'Points', cell: ({ fromPoints }) => bandText(fromPoints) },
            ...countColumns<Report['bands'][number]>((stage, { fromPoints }) =>
              rowsAddress('decided', { ...daysOf(days), stage, version, fromPoints }),
            ),
          ]}
          keyOf={({ fromPoints }) => fromPoints}
        />
      </Card>
      <Card title="By version" isFlush>
        <Table
          label="By version"
          rows={versions}
          columns={[
            { title: 'Version', cell: (row) => row.version },
            ...countColumns<Report['versions'][number]>((stage, row) =>
              rowsAddress('decided', { ...daysOf(days), stage, version: row.version }),
            ),
          ]}
          keyOf={(row) => row.version}
        />
      </Card>
    </>
  );
}

const COUNTED = ['applied', 'approved', 'overridden', 'judged', 'bad'] as const;

/** As short as a row of eight numbers needs them. */
const SHORT_TITLES = {
  applied: 'Applied',
  approved: 'Approved',
  overridden: 'Overridden',
  judged: 'Judged',
  bad: 'Bad',
} as const;

function countColumns<Row extends Counts>(
  address: (stage: ApplicationStage, row: Row) => string,
): Column<Row>[] {
  return [
    ...COUNTED.map((stage) => ({
      title: SHORT_TITLES[stage],
      cell: (row: Row) => <CountLink count={row[stage]} to={address(stage, row)} />,
      isRight: true,
      isExtra: stage === 'overridden' || stage === 'judged',
    })),
    {
      title: 'Approval rate',
      cell: ({ approved, applied }) => shareText(approved, applied),
      isRight: true,
      isExtra: true,
    },
    {
      title: 'Override rate',
      cell: ({ overridden, approved }) => shareText(overridden, approved),
      isRight: true,
      isExtra: true,
    },
    { title: 'Bad rate', cell: ({ bad, judged }) => shareText(bad, judged), isRight: true },
  ];
}
