import { APPLICATION_STAGES, type ApplicationStage } from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ChannelFilter } from './channel-filter.tsx';
import { CountLink, shareOfText, shareText } from './count-link.tsx';
import { Figure, Figures } from './figures.tsx';
import { APPLICATION_TITLES, rowsAddress } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf, pointOn } from './report-period.ts';

type Report = StaffAnswer<'getApprovalFunnel'>;
type Channel = Report['channels'][number];

/** What a share of each of these is a part of. */
const WHOLE: Partial<Record<ApplicationStage, ApplicationStage>> = {
  approved_by_rules: 'applied',
  referred: 'applied',
  declined_by_rules: 'applied',
  approved: 'applied',
  approved_by_person: 'approved',
  overridden: 'approved',
  paid_out: 'approved',
  repaid: 'paid_out',
  bad: 'judged',
};
const FUNNEL = ['applied', 'approved', 'paid_out', 'repaid'] as const;
const OF_CHANNEL = ['applied', 'approved', 'paid_out', 'repaid', 'bad'] as const;

/** What became of the applications of some days. */
export function ApprovalsPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, channel: '' });
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const channel = filters.channel || undefined;
  const query = useStaffAnswer('getApprovalFunnel', { query: { ...days, channel } }, { isList: true });
  return (
    <ReportPage
      title="Approvals"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} channel={channel} />}
    >
      <ChannelFilter
        chosen={filters.channel}
        channels={query.data?.channels ?? []}
        onChange={(code) => change({ channel: code })}
      />
    </ReportPage>
  );
}

function Shown({ report, channel }: { report: Report; channel: string | undefined }) {
  const { days, total, channels, points } = report;
  const address = (stage: ApplicationStage, of = channel) =>
    rowsAddress('decided', { ...daysOf(days), stage, channel: of });
  return (
    <>
      <Figures>
        {APPLICATION_STAGES.map((stage) => (
          <Figure
            key={stage}
            title={APPLICATION_TITLES[stage]}
            value={formatCount(total[stage])}
            to={address(stage)}
          >
            {noteOf(stage, total)}
          </Figure>
        ))}
      </Figures>
      <ChartCard
        kind="bars"
        title="From application to repayment"
        pointTitle="Stage"
        points={FUNNEL.map((stage) => ({
          label: APPLICATION_TITLES[stage],
          short: APPLICATION_TITLES[stage],
        }))}
        series={[{ name: 'Applications', values: FUNNEL.map((stage) => total[stage]) }]}
        format={formatCount}
      />
      <ChartCard
        kind="stacked"
        title="What the rules decided"
        note={`by ${days.step} of the application`}
        pointTitle="Days"
        points={points.map(({ on }) => pointOn(on, days.step))}
        series={(['approved_by_rules', 'referred', 'declined_by_rules'] as const).map((stage) => ({
          name: APPLICATION_TITLES[stage],
          values: points.map((point) => point[stage]),
        }))}
        format={formatCount}
      />
      <Card title="By channel" note="of the signature of the application" isFlush>
        <Table
          label="By channel"
          rows={channels}
          columns={columnsOf(address)}
          keyOf={({ channelCode }) => channelCode}
        />
      </Card>
    </>
  );
}

function noteOf(stage: ApplicationStage, total: Report['total']): string {
  const whole = WHOLE[stage];
  if (whole === undefined) return '';
  return shareOfText(total[stage], total[whole], APPLICATION_TITLES[whole].toLowerCase());
}

function columnsOf(address: (stage: ApplicationStage, channel: string) => string): Column<Channel>[] {
  return [
    { title: 'Channel', cell: ({ channelName }) => channelName },
    ...OF_CHANNEL.map((stage) => ({
      title: APPLICATION_TITLES[stage],
      cell: (row: Channel) => <CountLink count={row[stage]} to={address(stage, row.channelCode)} />,
      isRight: true,
      isExtra: stage === 'repaid',
    })),
    {
      title: 'Approved, of applied',
      cell: ({ approved, applied }) => shareText(approved, applied),
      isRight: true,
      isExtra: true,
    },
  ];
}
