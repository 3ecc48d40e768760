import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';
import { Area, dashOf, inkOf } from './chart-ink.tsx';
import { labelStep, type Scale, scaleOf } from './chart-scale.ts';

const TOP = 12;
const BOTTOM = 26;
const RIGHT = 12;
const LETTER = 7;
const GAP = 14;
/** The part of its place that a bar takes. */
const BAR_PART = 0.64;
const WIDEST_BAR = 56;

export type Plot = {
  width: number;
  height: number;
  left: number;
  scale: Scale;
  /** The middle of a point. */
  x: (index: number) => number;
  y: (value: number) => number;
  /** The space of one point from side to side. */
  place: number;
};

/** Where everything of a chart stands in a drawing of this size. */
export function plotOf(chart: ChartData, width: number, height: number): Plot {
  const scale = scaleOf(heightsOf(chart));
  const longest = Math.max(...scale.marks.map((mark) => markText(chart, mark).length));
  const left = longest * LETTER + GAP;
  const inner = Math.max(1, width - left - RIGHT);
  const place = inner / chart.points.length;
  return {
    width,
    height,
    left,
    scale,
    place,
    x: (index) => left + (index + 0.5) * place,
    y: (value) => TOP + ((scale.top - value) / (scale.top - scale.bottom)) * (height - TOP - BOTTOM),
  };
}

/** The values that the axis has to hold: of stacked bars, their sums. */
function heightsOf({ kind, points, series }: ChartData): number[] {
  if (kind === 'stacked')
    return points.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}

function markText({ format, formatMark = format }: ChartData, mark: number): string {
  return formatMark(mark);
}

/** The axes: lines at the round amounts, and the labels of the points as far as they fit. */
export function PlotFrame({ chart, plot }: { chart: ChartData; plot: Plot }) {
  const { width, height, left, scale, x, y } = plot;
  const longest = Math.max(...chart.points.map(({ short }) => short.length));
  const step = labelStep(chart.points.length, width - left - RIGHT, longest * LETTER + GAP);
  return (
    <>
      {scale.marks.map((mark) => (
        <g key={mark}>
          <line
            className={mark === 0 ? styles.zero : styles.grid}
            x1={left}
            x2={width - RIGHT}
            y1={y(mark)}
            y2={y(mark)}
          />
          <text className={styles.mark} x={left - 8} y={y(mark) + 4} textAnchor="end">
            {markText(chart, mark)}
          </text>
        </g>
      ))}
      {chart.points.map(
        ({ label, short }, index) =>
          index % step === 0 && (
            <text
              key={label}
              className={styles.mark}
              x={insideOf(width, x(index), short)}
              y={height - 6}
              textAnchor="middle"
            >
              {short}
            </text>
          ),
      )}
    </>
  );
}

/** The middle of a label, moved where the first or the last label would leave the drawing. */
function insideOf(width: number, middle: number, label: string): number {
  const half = (label.length * LETTER) / 2;
  return Math.max(half, Math.min(middle, width - half));
}

/** Bars beside each other, or on top of each other. Each begins at zero. */
export function BarMarks({ chart, plot }: { chart: ChartData; plot: Plot }) {
  return chart.points.map(({ label }, index) => (
    <g key={label}>
      {barsOf(chart, plot, index).map(({ series, x, width, from, to, value }) => (
        <g key={series} className={inkOf(series)}>
          <Area
            index={series}
            x={x}
            y={Math.min(plot.y(from), plot.y(to))}
            width={width}
            height={Math.abs(plot.y(from) - plot.y(to))}
          />
          <title>{`${label}, ${chart.series[series]!.name}: ${chart.format(value)}`}</title>
        </g>
      ))}
    </g>
  ));
}

type Bar = { series: number; x: number; width: number; from: number; to: number; value: number };

function barsOf({ kind, series }: ChartData, { place, x }: Plot, index: number): Bar[] {
  const bars: Bar[] = [];
  const isStacked = kind === 'stacked';
  const all = Math.min(place * BAR_PART, isStacked ? WIDEST_BAR : WIDEST_BAR * series.length);
  const width = isStacked ? all : all / series.length;
  let below = 0;
  series.forEach(({ values }, at) => {
    const value = values[index] ?? 0;
    if (value === 0) return;
    const from = isStacked ? below : 0;
    bars.push({
      series: at,
      x: x(index) - all / 2 + (isStacked ? 0 : at * width),
      width,
      from,
      to: from + value,
      value,
    });
    below += value;
  });
  return bars;
}

/** Lines with a dot at each point, so that a point between two gaps is seen too. */
export function LineMarks({ chart, plot }: { chart: ChartData; plot: Plot }) {
  const { x, y } = plot;
  return chart.series.map(({ name, values }, series) => (
    <g key={name} className={inkOf(series)}>
      <path className={styles.line} d={pathOf(values, plot)} strokeDasharray={dashOf(series)} />
      {values.map(
        (value, index) =>
          value !== null && (
            <circle
              key={x(index)}
              className={styles.dot}
              cx={x(index)}
              cy={y(value)}
              r={isDotted(values, index) ? 3 : 0}
            />
          ),
      )}
    </g>
  ));
}

/** The last point has a dot, and one that no line touches. */
function isDotted(values: readonly (number | null)[], index: number): boolean {
  const isKnown = (at: number) => (values[at] ?? null) !== null;
  return !isKnown(index + 1) || (!isKnown(index - 1) && !isKnown(index + 1));
}

function pathOf(values: readonly (number | null)[], { x, y }: Plot): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || values[index - 1] === null;
      return `${isFirst ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join(' ');
}
