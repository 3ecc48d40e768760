/** The days past due at which an ageing bucket begins. The last bucket has no end. */
export const AGEING_BUCKETS = [
  { title: 'on time', fromDays: 0, throughDays: 0 },
  { title: '1-7', fromDays: 1, throughDays: 7 },
  { title: '8-30', fromDays: 8, throughDays: 30 },
  { title: '31-60', fromDays: 31, throughDays: 60 },
  { title: '61-90', fromDays: 61, throughDays: 90 },
  { title: '91-180', fromDays: 91, throughDays: 180 },
  { title: '181+', fromDays: 181, throughDays: Number.POSITIVE_INFINITY },
] as const;

/** The measures of portfolio at risk. The number is the name that lenders know; the days are where it begins. */
export const RISK_MEASURES = [
  { title: 'PAR1', fromDays: 1 },
  { title: 'PAR7', fromDays: 8 },
  { title: 'PAR30', fromDays: 31 },
  { title: 'PAR60', fromDays: 61 },
  { title: 'PAR90', fromDays: 91 },
  { title: 'PAR180', fromDays: 181 },
] as const;

/** The index in `AGEING_BUCKETS` of a number of days past due, which is never negative. */
export function bucketIndexOf(daysPastDue: number): number {
  return AGEING_BUCKETS.findIndex(
    ({ fromDays, throughDays }) => daysPastDue >= fromDays && daysPastDue <= throughDays,
  );
}
