/** One line, or one colour of the bars. `null`: nothing is known there. */
type ChartSeries = { name: string; values: readonly (number | null)[] };

export type ChartKind = 'bars' | 'stacked' | 'lines';

export type ChartData = {
  kind: ChartKind;
  /** What the points are, such as "Week". */
  pointTitle: string;
  /** A point has a short label for the axis, and a full one for the table. */
  points: readonly { label: string; short: string }[];
  series: readonly ChartSeries[];
  /** A value in the table and on hover. */
  format: (value: number) => string;
  /** A value on the axis, where there is little space. */
  formatMark?: (value: number) => string;
};
