import { inColumns, median } from './figures.ts';
import type { Load } from './pay-from-wallets.ts';

/** What repayments must reach as a share of the reference, at so many connections. */
export type Bar = { connections: number; least: number; stretch: number };

/** A run of the reference and the run of repayments right after it; no reference where there is no pgbench. */
export type Pair = { referencePerSecond: number | undefined; load: Load };

export function reportOf(bar: Bar, pairs: readonly Pair[]): string {
  const ratio = median(pairs.map(ratioOf));
  const middle = (figure: (pair: Pair) => number) => median(pairs.map(figure));
  const table = inColumns([
    [`${bar.connections} connections`, 'T a second', 'repayments a second', 'ratio', 'p50 ms', 'p99 ms'],
    ...pairs.map((pair, index) => [
      `pair ${index + 1}`,
      whole(pair.referencePerSecond),
      whole(pair.load.perSecond),
      share(ratioOf(pair)),
      whole(pair.load.p50Ms),
      whole(pair.load.p99Ms),
    ]),
    [
      'median',
      whole(middle((pair) => pair.referencePerSecond ?? Number.NaN)),
      whole(middle(({ load }) => load.perSecond)),
      share(ratio),
      whole(middle(({ load }) => load.p50Ms)),
      whole(middle(({ load }) => load.p99Ms)),
    ],
  ]);
  return `${table}\n${verdictOf(ratio, bar)}`;
}

function verdictOf(ratio: number, { connections, least, stretch }: Bar): string {
  if (Number.isNaN(ratio))
    return `${connections} connections: not judged, as there is nothing to compare with`;
  const reached = ratio >= stretch ? 'REACHED, and the stretch' : ratio >= least ? 'REACHED' : 'MISSED';
  return `${connections} connections: ${share(ratio)} T, bar ${share(least)}, stretch ${share(stretch)}: ${reached}`;
}

function ratioOf({ referencePerSecond, load }: Pair): number {
  return referencePerSecond === undefined ? Number.NaN : load.perSecond / referencePerSecond;
}

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(0);
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}
