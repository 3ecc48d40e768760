import { inColumns, median, medianOfKnown, microseconds } from './figures.ts';
import type { OperationCost } from './processor-time.ts';
import type { Posted } from './send-callbacks.ts';

export type Cost = OperationCost<'server' | 'database' | 'client'>;

/** A run of callbacks beside the run that it is compared with. */
export type Round = {
  posted: Posted;
  cost: Cost;
  reference: { perSecond: number; cost: Cost };
};

/** The table of the rounds and whether their median ratio is at least the bar. */
export function reportOf(
  title: string,
  referenceTitle: string,
  rounds: readonly Round[],
  least: number,
): string {
  const ratio = median(rounds.map(ratioOf));
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure)).toFixed(0);
  const table = inColumns([
    [
      title,
      referenceTitle,
      'callbacks posted a second',
      'ratio',
      'answered p50 ms',
      'p99 ms',
      'server µs',
      'database µs',
      'client µs',
      'R: server µs',
      'R: database µs',
      'R: client µs',
    ],
    ...rounds.map((round, index) => [
      `pair ${index + 1}`,
      round.reference.perSecond.toFixed(0),
      round.posted.perSecond.toFixed(0),
      ratioOf(round).toFixed(2),
      round.posted.p50Ms.toFixed(0),
      round.posted.p99Ms.toFixed(0),
      ...costsOf([round]),
    ]),
    [
      'median',
      middle(({ reference }) => reference.perSecond),
      middle(({ posted }) => posted.perSecond),
      ratio.toFixed(2),
      middle(({ posted }) => posted.p50Ms),
      middle(({ posted }) => posted.p99Ms),
      ...costsOf(rounds),
    ],
  ]);
  const verdict = ratio >= least ? 'REACHED' : 'MISSED';
  return `${table}\n${title}: ${ratio.toFixed(2)}, bar ${least.toFixed(2)}: ${verdict}`;
}

function costsOf(rounds: readonly Round[]): string[] {
  const middle = (costs: readonly Cost[]) =>
    (['server', 'database', 'client'] as const).map((process) =>
      microseconds(medianOfKnown(costs.map((cost) => cost[process]))),
    );
  return [
    ...middle(rounds.map(({ cost }) => cost)),
    ...middle(rounds.map(({ reference }) => reference.cost)),
  ];
}

function ratioOf({ posted, reference }: Round): number {
  return posted.perSecond / reference.perSecond;
}
