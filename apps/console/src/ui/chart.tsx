import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';
import { ChartLegend, ChartPatterns } from './chart-ink.tsx';
import { BarMarks, LineMarks, PlotFrame, plotOf } from './chart-marks.tsx';
import { type Column, Table } from './table.tsx';

type ChartCardProps = ChartData & {
  title: string;
  note?: ReactNode;
  /** What there is to say where there is no point. */
  empty?: ReactNode;
};

/** A chart on a card, with a switch to the same figures as a table. A screen reader has the table at all times. */
export function ChartCard({ title, note, empty, ...chart }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const isEmpty = chart.points.length === 0;
  return (
    <Card
      title={title}
      note={note}
      actions={
        !isEmpty && (
          <Button look="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? 'As a chart' : 'As a table'}
          </Button>
        )
      }
      isFlush={isTable && !isEmpty}
    >
      {isEmpty ? (
        <p className={styles.empty}>{empty ?? 'There is nothing to show for these days.'}</p>
      ) : isTable ? (
        <Table
          label={title}
          rows={chart.points.map((point, index) => ({ ...point, index }))}
          columns={columnsOf(chart)}
          keyOf={({ index }) => index}
        />
      ) : (
        <>
          <Chart title={title} {...chart} />
          <ReadTable title={title} {...chart} />
        </>
      )}
    </Card>
  );
}

type Row = { label: string; index: number };

function columnsOf({ pointTitle, series, format }: ChartData): Column<Row>[] {
  return [
    { title: pointTitle, cell: ({ label }) => label },
    ...series.map(({ name, values }) => ({
      title: name,
      isRight: true,
      cell: ({ index }: Row) => textOf(values[index] ?? null, format),
    })),
  ];
}

const textOf = (value: number | null, format: (value: number) => string) =>
  value === null ? '' : format(value);

const HEIGHT = 240;
const FIRST_WIDTH = 640;

function Chart({ title, ...chart }: ChartData & { title: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const watched = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
    watched.observe(frame.current!);
    return () => watched.disconnect();
  }, []);
  const plot = plotOf(chart, width, HEIGHT);
  const names = chart.series.map(({ name }) => name).join(', ');
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        className={styles.chart}
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${names}. The table after the chart has every value.`}
      >
        <ChartPatterns />
        <PlotFrame chart={chart} plot={plot} />
        {chart.kind === 'lines' ? (
          <LineMarks chart={chart} plot={plot} />
        ) : (
          <BarMarks chart={chart} plot={plot} />
        )}
      </svg>
      <ChartLegend kind={chart.kind} names={chart.series.map(({ name }) => name)} />
    </div>
  );
}

/** The values of the chart for a screen reader. */
function ReadTable({ title, pointTitle, points, series, format }: ChartData & { title: string }) {
  return (
    // A table alone does not become as small as a hidden part has to be.
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{pointTitle}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label }, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{textOf(values[index] ?? null, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
