import { expect, test } from 'vitest';
import { AGEING_BUCKETS, bucketIndexOf, RISK_MEASURES } from './portfolio-at-risk.ts';

test.each([
  [0, 'on time'],
  [1, '1-7'],
  [7, '1-7'],
  [8, '8-30'],
  [30, '8-30'],
  [31, '31-60'],
  [90, '61-90'],
  [91, '91-180'],
  [180, '91-180'],
  [181, '181+'],
  [4_000, '181+'],
])('%i days past due are in the bucket %s', (days, title) => {
  expect(AGEING_BUCKETS[bucketIndexOf(days)]?.title).toBe(title);
});

test('each measure of portfolio at risk begins where a bucket begins, so that the buckets add up to it', () => {
  const starts: number[] = AGEING_BUCKETS.map(({ fromDays }) => fromDays);
  expect(starts.slice(1)).toEqual(RISK_MEASURES.map(({ fromDays }) => fromDays));
});
