import { percentile } from '../figures.ts';
import { atMost, milliseconds } from '../judged.ts';

/** A list or a search of the back office, as it is measured. */
export type MeasuredCall = {
  name: string;
  /** The most that 95 of 100 calls may take at the server. */
  mostMs: number;
  /** Makes the call number so many, each with another text or page. Answers how many rows came, for the report. */
  call(number: number): Promise<number>;
};

/** Calls that a plan is made for and that fill the caches. They are not measured. */
const UNMEASURED = 5;

/** One row of the report: the name, the median, the 95th percentile, the bar and whether it was reached. */
export async function measureCall(
  { name, mostMs, call }: MeasuredCall,
  times: number,
): Promise<{ cells: string[]; isReached: boolean }> {
  const tookMs: number[] = [];
  let rows = 0;
  for (let number = -UNMEASURED; number < times; number += 1) {
    const beganAt = performance.now();
    const count = await call(number + UNMEASURED);
    if (number < 0) continue;
    tookMs.push(performance.now() - beganAt);
    rows += count;
  }
  const { measured, bar, isReached } = atMost(name, percentile(tookMs, 0.95), mostMs, milliseconds);
  const cells = [
    name,
    (rows / times).toFixed(1),
    milliseconds(percentile(tookMs, 0.5)),
    measured,
    bar,
    isReached ? 'REACHED' : 'MISSED',
  ];
  return { cells, isReached };
}
