import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, shortKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CountLink } from './count-link.tsx';
import { Figure, Figures } from './figures.tsx';
import { rowsAddress, wordsOf } from './monitoring-words.ts';
import { ReportPage } from './report-page.tsx';
import { daysOf, PERIOD_FILTERS, periodQueryOf, pointOn } from './report-period.ts';

type Report = StaffAnswer<'getMessageCost'>;
type Kind = Report['kinds'][number];

/** What the SMS of some days cost, by their kind. */
export function SmsCostPage() {
  const [filters, change] = useFilters(PERIOD_FILTERS);
  const { compare: _compare, ...days } = periodQueryOf(filters);
  const query = useStaffAnswer('getMessageCost', { query: days }, { isList: true });
  return (
    <ReportPage
      title="Cost of SMS"
      query={query}
      filters={filters}
      onChange={change}
      isCompared={false}
      show={(report) => <Shown report={report} />}
    />
  );
}

const sum = (kinds: readonly Kind[], of: (kind: Kind) => number) =>
  kinds.reduce((total, kind) => total + of(kind), 0);

function Shown({ report }: { report: Report }) {
  const { pricePerPart, kinds, points, days } = report;
  const isPriced = pricePerPart !== null;
  return (
    <>
      <Totals report={report} />
      <ChartCard
        kind="bars"
        title={isPriced ? 'Cost by day' : 'Parts by day'}
        pointTitle="Day"
        points={points.map(({ on }) => pointOn(on, 'day'))}
        series={[
          isPriced
            ? { name: 'Cost', values: points.map(({ cost }) => cost) }
            : { name: 'Parts', values: points.map((point) => point.parts) },
        ]}
        format={isPriced ? kwachaText : formatCount}
        formatMark={isPriced ? shortKwacha : formatCount}
      />
      <Card title="By kind of message" isFlush>
        {kinds.length === 0 ? (
          <Empty title="No message on these days">A message is counted when it is sent.</Empty>
        ) : (
          <Table
            label="By kind of message"
            rows={kinds.toSorted((one, other) => other.parts - one.parts)}
            columns={columnsOf(days)}
            keyOf={({ kind }) => kind}
          />
        )}
      </Card>
    </>
  );
}

/** What all kinds come to. */
function Totals({ report }: { report: Report }) {
  const { pricePerPart, kinds, days } = report;
  const isPriced = pricePerPart !== null;
  const codes = kinds.filter(({ kind }) => kind === 'code');
  const messages = kinds.filter(({ kind }) => kind !== 'code');
  const parts = sum(kinds, (kind) => kind.parts);
  const notMeasured = sum(kinds, (kind) => kind.notMeasured);
  return (
    <Figures>
      <Figure
        title="Messages"
        value={formatCount(sum(messages, ({ sms }) => sms))}
        to={rowsAddress('sent', { ...daysOf(days), medium: 'sms' })}
      >
        by SMS
      </Figure>
      <Figure
        title="Codes"
        value={formatCount(sum(codes, ({ sms }) => sms))}
        to={rowsAddress('codes', { period: 'days', ...daysOf(days) })}
      >
        by SMS, to sign in or to confirm something
      </Figure>
      <Figure title="Parts" value={formatCount(parts)}>
        {notMeasured > 0
          ? `${formatCount(notMeasured)} SMS are from before parts were counted`
          : 'an operator charges for each'}
      </Figure>
      <Figure
        title="Cost"
        value={
          isPriced ? kwachaText(sum(kinds, ({ cost }) => Math.round((cost ?? 0) * 100)) / 100) : 'not known'
        }
      >
        {isPriced ? `${kwachaText(pricePerPart)} a part` : 'The settings do not say what a part costs'}
      </Figure>
      <Figure
        title="Notifications"
        value={formatCount(sum(kinds, ({ notifications }) => notifications))}
        to={rowsAddress('sent', { ...daysOf(days), medium: 'push' })}
      >
        they cost nothing
      </Figure>
    </Figures>
  );
}

function columnsOf(days: Report['days']): Column<Kind>[] {
  const address = (kind: string, medium: string) => rowsAddress('sent', { ...daysOf(days), kind, medium });
  return [
    { title: 'Kind', cell: ({ kind }) => wordsOf(kind) },
    {
      title: 'SMS',
      cell: ({ kind, sms }) =>
        kind === 'code' ? formatCount(sms) : <CountLink count={sms} to={address(kind, 'sms')} />,
      isRight: true,
    },
    {
      title: 'Notifications',
      cell: ({ kind, notifications }) => <CountLink count={notifications} to={address(kind, 'push')} />,
      isRight: true,
      isExtra: true,
    },
    { title: 'Parts', cell: ({ parts }) => formatCount(parts), isRight: true },
    { title: 'Cost', cell: ({ cost }) => (cost === null ? '' : <Money kwacha={cost} />), isRight: true },
  ];
}
