import { REGISTRATION_STAGES, type RegistrationStage } from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ChannelFilter } from './channel-filter.tsx';
import { CountLink, shareOfText } from './count-link.tsx';
import { Figure, Figures } from './figures.tsx';
import { REGISTRATION_TITLES, rowsAddress } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf, pointOn } from './report-period.ts';

type Report = StaffAnswer<'getRegistrationFunnel'>;
type Channel = Report['channels'][number];

/** How far those who registered on some days came by now. */
export function RegistrationsPage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, channel: '' });
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const channel = filters.channel || undefined;
  const query = useStaffAnswer('getRegistrationFunnel', { query: { ...days, channel } }, { isList: true });
  return (
    <ReportPage
      title="Registrations"
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
  const address = (stage: RegistrationStage, of = channel) =>
    rowsAddress('registered', { ...daysOf(days), stage, channel: of });
  return (
    <>
      <Figures>
        <Figure title="Opened" value={formatCount(total.opened)}>
          times the first page was shown, also to people with an account
        </Figure>
        {REGISTRATION_STAGES.map((stage) => (
          <Figure
            key={stage}
            title={REGISTRATION_TITLES[stage]}
            value={formatCount(total[stage])}
            to={address(stage)}
          >
            {stage !== 'registered' && shareOfText(total[stage], total.registered, 'registered')}
          </Figure>
        ))}
      </Figures>
      <ChartCard
        kind="bars"
        title="How far they came"
        note="each stage contains the ones after it"
        pointTitle="Stage"
        points={REGISTRATION_STAGES.map((stage) => ({
          label: REGISTRATION_TITLES[stage],
          short: REGISTRATION_TITLES[stage],
        }))}
        series={[{ name: 'Borrowers', values: REGISTRATION_STAGES.map((stage) => total[stage]) }]}
        format={formatCount}
      />
      <ChartCard
        kind="lines"
        title="Registrations over time"
        note={`by ${days.step} of the registration`}
        pointTitle="Days"
        points={points.map(({ on }) => pointOn(on, days.step))}
        series={(['registered', 'applied', 'paid_out'] as const).map((stage) => ({
          name: REGISTRATION_TITLES[stage],
          values: points.map((point) => point[stage]),
        }))}
        format={formatCount}
      />
      <Card title="By channel" note="where the borrower registered" isFlush>
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

function columnsOf(address: (stage: RegistrationStage, channel: string) => string): Column<Channel>[] {
  return [
    { title: 'Channel', cell: ({ channelName }) => channelName },
    { title: 'Opened', cell: ({ opened }) => formatCount(opened), isRight: true, isExtra: true },
    ...REGISTRATION_STAGES.map((stage) => ({
      title: REGISTRATION_TITLES[stage],
      cell: (row: Channel) => <CountLink count={row[stage]} to={address(stage, row.channelCode)} />,
      isRight: true,
      isExtra: stage === 'profile_complete' || stage === 'approved',
    })),
  ];
}
