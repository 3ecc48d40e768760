import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './today.module.css';
import { type Today, wholeKwacha } from './today-words.ts';

type Hour = Today['hours'][number];

const columns: readonly Column<Hour>[] = [
  { title: 'Until', cell: ({ hour }) => clock(hour + 1) },
  { title: 'Today', isRight: true, cell: ({ today }) => (today === null ? '' : <Money kwacha={today} />) },
  {
    title: 'A week before',
    isRight: true,
    cell: ({ sameWeekdayBefore }) => <Money kwacha={sameWeekdayBefore} />,
  },
  { title: 'Mean of 8 weeks', isRight: true, cell: ({ mean }) => <Money kwacha={mean} /> },
];

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** What was collected through the day, as lines and as a table. */
export function CollectedCard({ today: { hours } }: { today: Today }) {
  const [isTable, setTable] = useState(false);
  return (
    <Card
      title="Collected through the day"
      note="by the hour, in Lusaka"
      actions={
        <Button look="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? 'As lines' : 'As a table'}
        </Button>
      }
      isFlush={isTable}
    >
      {isTable ? (
        <Table label="Collected by hour" rows={hours} columns={columns} keyOf={({ hour }) => hour} />
      ) : (
        <Lines hours={hours} />
      )}
    </Card>
  );
}

const WIDTH = 960;
const HEIGHT = 190;
const LEFT = 64;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 24;
const HOURS = 24;
const MARKED_HOURS = [0, 6, 12, 18, 24];
const STEPS = 3;

function Lines({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(...hours.flatMap((hour) => [hour.today ?? 0, hour.sameWeekdayBefore, hour.mean]));
  const top = niceTop(most);
  const x = (hour: number) => LEFT + (hour / HOURS) * (WIDTH - LEFT - RIGHT);
  const y = (kwacha: number) => TOP + (1 - kwacha / top) * (HEIGHT - TOP - BOTTOM);
  const path = (amountAt: (hour: Hour) => number | null) =>
    [[0, 0] as const, ...hours.map((hour) => [hour.hour + 1, amountAt(hour)] as const)]
      .filter(([, value]) => value !== null)
      .map(
        ([hour, value], index) => `${index === 0 ? 'M' : 'L'}${x(hour).toFixed(1)} ${y(value!).toFixed(1)}`,
      )
      .join(' ');
  const latest = hours.filter(({ today }) => today !== null).at(-1);
  return (
    <>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Collected today: ${wholeKwacha(latest?.today ?? 0)}. The table has every hour.`}
      >
        {Array.from({ length: STEPS + 1 }, (_, step) => (top / STEPS) * step).map((kwacha) => (
          <g key={kwacha}>
            <line className={styles.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={y(kwacha)} y2={y(kwacha)} />
            <text className={styles.mark} x={LEFT - 8} y={y(kwacha) + 4} textAnchor="end">
              {wholeKwacha(kwacha)}
            </text>
          </g>
        ))}
        {MARKED_HOURS.map((hour) => (
          <text
            key={hour}
            className={styles.mark}
            x={x(hour)}
            y={HEIGHT - 6}
            textAnchor={hour === HOURS ? 'end' : 'middle'}
          >
            {clock(hour)}
          </text>
        ))}
        <path className={styles.mean} d={path(({ mean }) => mean)} />
        <path className={styles.before} d={path(({ sameWeekdayBefore }) => sameWeekdayBefore)} />
        <path className={styles.now} d={path(({ today }) => today)} />
        {latest && <circle className={styles.dot} cx={x(latest.hour + 1)} cy={y(latest.today!)} r="4" />}
      </svg>
      <ul className={styles.legend}>
        <li className={styles.legendNow}>today</li>
        <li className={styles.legendBefore}>a week before</li>
        <li className={styles.legendMean}>mean of 8 weeks</li>
      </ul>
    </>
  );
}

const LEAST_TOP = 300;

/** The next amount above that three steps divide into round amounts. */
function niceTop(most: number): number {
  if (most <= LEAST_TOP) return LEAST_TOP;
  const unit = STEPS * 10 ** Math.floor(Math.log10(most / STEPS));
  return Math.ceil(most / unit) * unit;
}
