import { AGEING_BUCKETS } from '@thumba/accounting/portfolio-at-risk';

/** SQL of the number of the bucket in `AGEING_BUCKETS` of a number of days late. */
export const bucketOf = (days: string) =>
  `width_bucket(${days}, array[${AGEING_BUCKETS.slice(1)
    .map(({ fromDays }) => fromDays)
    .join(', ')}])::smallint`;
