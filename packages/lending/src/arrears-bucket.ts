/** How long a loan is late, by the due dates that are valid. The days are those of `daysPastDue`. */
export const ARREARS_BUCKETS = {
  from_1: { fromDays: 1, throughDays: 30 },
  from_31: { fromDays: 31, throughDays: 60 },
  from_61: { fromDays: 61, throughDays: 90 },
  from_91: { fromDays: 91, throughDays: null },
} as const;

export type ArrearsBucket = keyof typeof ARREARS_BUCKETS;

export const ARREARS_BUCKET_NAMES = Object.keys(ARREARS_BUCKETS) as readonly ArrearsBucket[];
