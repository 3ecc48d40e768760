import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, percentText, shortKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { accountAddress, loansAddress } from './addresses.ts';
import { CountLink } from './count-link.tsx';
import { changeText, Figure, Figures } from './figures.tsx';
import { ReportPage } from './report-page.tsx';
import { PERIOD_FILTERS, periodQueryOf, shortDay } from './report-period.ts';

type Report = StaffAnswer<'getAllowance'>;
type Stage = NonNullable<Report['run']>['stages'][number];

const stagesOf = (cutOn: string): readonly Column<Stage>[] => [
  { title: 'Stage', cell: ({ stage }) => stage },
  {
    title: 'Loans',
    cell: ({ stage, loans }) => (
      <CountLink count={loans} to={loansAddress('in_stage', { on: cutOn, stage })} />
    ),
    isRight: true,
  },
  { title: 'Owed', cell: ({ gross }) => <Money kwacha={gross} />, isRight: true },
  { title: 'Expected loss', cell: ({ expectedLoss }) => <Money kwacha={expectedLoss} />, isRight: true },
  {
    title: 'Share',
    cell: ({ gross, expectedLoss }) => (gross === 0 ? '' : percentText(expectedLoss / gross)),
    isRight: true,
  },
];

/** The allowance for expected credit losses. */
export function AllowancePage() {
  const [filters, change] = useFilters({ ...PERIOD_FILTERS, period: 'year' });
  const query = useStaffAnswer('getAllowance', { query: periodQueryOf(filters) }, { isList: true });
  return (
    <ReportPage
      title="Allowance"
      query={query}
      filters={filters}
      onChange={change}
      show={(report) => <Shown report={report} />}
    />
  );
}

function Shown({ report: { days, points, allowance, comparedAllowance, run } }: { report: Report }) {
  return (
    <>
      <Figures>
        <Figure
          title="Allowance"
          value={<Money kwacha={allowance} />}
          to={accountAddress('loss_allowance', days)}
        >
          at the end of {dayText(days.through)} {changeText(allowance, comparedAllowance)}
        </Figure>
      </Figures>
      <ChartCard
        kind="bars"
        title="Allowance over time"
        note={`at the end of each ${days.step}`}
        pointTitle="Day"
        points={points.map(({ on }) => ({ label: dayText(on), short: shortDay(on) }))}
        series={[{ name: 'Allowance', values: points.map((point) => point.allowance) }]}
        format={kwachaText}
        formatMark={shortKwacha}
      />
      <Card
        title="By stage"
        note={run === null ? undefined : `of the run as of ${dayText(run.cutOn)}`}
        isFlush
      >
        {run === null ? (
          <Empty title="No run of expected losses by this day">
            The run at the end of a month puts each loan into a stage.
          </Empty>
        ) : (
          <Table
            label="By stage"
            rows={run.stages}
            columns={stagesOf(run.cutOn)}
            keyOf={({ stage }) => stage}
          />
        )}
      </Card>
    </>
  );
}
