import type { Stage } from './expected-loss.ts';

/** How loans left the assessed book. `none`: they are still in it. */
export type FlowEnd = 'none' | 'repaid' | 'written_off' | 'charged_off';

/** A place in the assessed book: the stage, and the bucket by its first day past due. */
export type FlowPlace = { stage: Stage; bucketFromDays: number };

/**
 * Loans that went the same way between two runs. `from` is null for new loans, `to` for loans that left. The amounts are
 * in ngwee: gross carrying amounts and expected losses before and after.
 */
export type LoanFlow = {
  from: FlowPlace | null;
  to: FlowPlace | null;
  end: FlowEnd;
  loans: number;
  grossBeforeNgwee: number;
  grossAfterNgwee: number;
  lossBeforeNgwee: number;
  lossAfterNgwee: number;
};

/** The shares of one bucket, by loans: how many are in each bucket a month later, or left the book. */
export type RollRate = {
  fromBucketDays: number;
  loans: number;
  toBuckets: ReadonlyMap<number, number>;
  repaid: number;
  lost: number;
};

/**
 * The roll rates between two runs: a share between 0 and 1 for each bucket that had loans. Written off and charged off
 * are lost. Rule: docs/rules/impairment.md.
 */
export function rollRatesOf(flows: readonly LoanFlow[]): RollRate[] {
  const known = flows.filter(({ from }) => from !== null);
  const buckets = [...new Set(known.map(({ from }) => from?.bucketFromDays ?? 0))].sort((a, b) => a - b);
  return buckets.map((fromBucketDays) => {
    const leaving = known.filter(({ from }) => from?.bucketFromDays === fromBucketDays);
    const loans = countOf(leaving);
    const shareOf = (some: readonly LoanFlow[]) => countOf(some) / loans;
    const reached = [...new Set(leaving.flatMap(({ to }) => (to === null ? [] : [to.bucketFromDays])))];
    const inBucket = (days: number) =>
      leaving.filter(({ to, end }) => end === 'none' && to?.bucketFromDays === days);
    return {
      fromBucketDays,
      loans,
      toBuckets: new Map(reached.sort((a, b) => a - b).map((days) => [days, shareOf(inBucket(days))])),
      repaid: shareOf(leaving.filter(({ end }) => end === 'repaid')),
      lost: shareOf(leaving.filter(({ end }) => end === 'written_off' || end === 'charged_off')),
    };
  });
}

const MONTHS_OF_A_YEAR = 12;

/**
 * The probability of default within twelve months that the roll rates of one month imply: how many loans of a bucket
 * reach a bucket of stage 3, or are lost, if every month rolls as this one did. It stands beside the entered rates and
 * posts nothing. A bucket without loans is left out. Rule: docs/rules/impairment.md.
 */
export function impliedDefaultRates(
  rolls: readonly RollRate[],
  stage3FromDaysPastDue: number,
): Map<number, number> {
  let reached = new Map(rolls.map(({ fromBucketDays }) => [fromBucketDays, 0]));
  const chanceOf = (days: number) => (days >= stage3FromDaysPastDue ? 1 : (reached.get(days) ?? 0));
  for (let month = 0; month < MONTHS_OF_A_YEAR; month += 1) {
    reached = new Map(
      rolls.map(({ fromBucketDays, toBuckets, lost }) => {
        const rolled = [...toBuckets].reduce((sum, [days, share]) => sum + share * chanceOf(days), lost);
        return [fromBucketDays, fromBucketDays >= stage3FromDaysPastDue ? 1 : rolled];
      }),
    );
  }
  return reached;
}

function countOf(flows: readonly LoanFlow[]): number {
  return flows.reduce((sum, { loans }) => sum + loans, 0);
}
