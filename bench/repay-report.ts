import { inColumns, median, medianOfKnown, microseconds } from './figures.ts';
import type { Load } from './pay-from-wallets.ts';
import type { OperationCost } from './processor-time.ts';

/** The share of the reference that repayments must reach, at a number of connections. */
export type Bar = { connections: number; least: number; stretch: number };

/** A run of the reference and the run of repayments right after it; no reference where there is no pgbench. */
export type Pair = {
  reference: { perSecond: number; cost: OperationCost<'database' | 'pgbench'> } | undefined;
  load: Load;
  cost: OperationCost<'server' | 'database' | 'client'>;
};

const SPEED_COLUMNS = ['T a second', 'repayments a second', 'ratio', 'p50 ms', 'p99 ms'];
const COST_COLUMNS = ['server µs', 'database µs', 'client µs', 'T: database µs', 'T: pgbench µs'];

export function reportOf(bar: Bar, pairs: readonly Pair[]): string {
  const ratio = median(pairs.map(ratioOf));
  const middle = (figure: (pair: Pair) => number) => median(pairs.map(figure));
  const table = inColumns([
    [`${bar.connections} connections`, ...SPEED_COLUMNS, ...COST_COLUMNS],
    ...pairs.map((pair, index) => [
      `pair ${index + 1}`,
      whole(pair.reference?.perSecond),
      whole(pair.load.perSecond),
      share(ratioOf(pair)),
      whole(pair.load.p50Ms),
      whole(pair.load.p99Ms),
      ...costsOf([pair]),
    ]),
    [
      'median',
      whole(middle((pair) => pair.reference?.perSecond ?? Number.NaN)),
      whole(middle(({ load }) => load.perSecond)),
      share(ratio),
      whole(middle(({ load }) => load.p50Ms)),
      whole(middle(({ load }) => load.p99Ms)),
      ...costsOf(pairs),
    ],
  ]);
  return `${table}\n${verdictOf(ratio, bar)}`;
}

function costsOf(pairs: readonly Pair[]): string[] {
  const middle = (figure: (pair: Pair) => number | undefined) =>
    microseconds(medianOfKnown(pairs.map(figure)));
  const hasReference = pairs.every(({ reference }) => reference !== undefined);
  return [
    middle(({ cost }) => cost.server),
    middle(({ cost }) => cost.database),
    middle(({ cost }) => cost.client),
    hasReference ? middle(({ reference }) => reference?.cost.database) : '–',
    hasReference ? middle(({ reference }) => reference?.cost.pgbench) : '–',
  ];
}

function verdictOf(ratio: number, { connections, least, stretch }: Bar): string {
  if (Number.isNaN(ratio))
    return `${connections} connections: not judged, as there is nothing to compare with`;
  const reached = ratio >= stretch ? 'REACHED, and the stretch' : ratio >= least ? 'REACHED' : 'MISSED';
  return `${connections} connections: ${share(ratio)} T, bar ${share(least)}, stretch ${share(stretch)}: ${reached}`;
}

function ratioOf({ reference, load }: Pair): number {
  return reference === undefined ? Number.NaN : load.perSecond / reference.perSecond;
}

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(0);
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}
