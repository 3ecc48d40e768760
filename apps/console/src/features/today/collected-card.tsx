import { ChartCard } from '../../ui/chart.tsx';
import { kwachaText, shortKwacha } from '../../ui/figure-text.ts';
import type { Today } from './today-words.ts';

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** What was collected through the day, as lines and as a table. */
export function CollectedCard({ today: { hours } }: { today: Today }) {
  return (
    <ChartCard
      kind="lines"
      title="Collected through the day"
      note="by the hour, in Lusaka"
      pointTitle="Until"
      points={hours.map(({ hour }) => ({ label: clock(hour + 1), short: clock(hour + 1) }))}
      series={[
        { name: 'Today', values: hours.map(({ today }) => today) },
        { name: 'A week before', values: hours.map(({ sameWeekdayBefore }) => sameWeekdayBefore) },
        { name: 'Mean of 8 weeks', values: hours.map(({ mean }) => mean) },
      ]}
      format={kwachaText}
      formatMark={shortKwacha}
    />
  );
}
