import type { Day } from './day.ts';
import type { Ngwee } from './money.ts';

/** What a plan had charged and what was paid on it when its loan was taken on, in ngwee. */
export type TakenOnPlan = {
  interestNgwee: Ngwee;
  principalPaidNgwee: Ngwee;
  interestPaidNgwee: Ngwee;
  feePaidNgwee: Ngwee;
  penaltyPaidNgwee: Ngwee;
};

/**
 * The state in which a running loan came from an earlier system. What was earned and charged until then is income of the
 * earlier book. Rule: docs/rules/take-on.md.
 */
export type TakenOn = {
  /** The day at whose end the earlier system had these figures. */
  on: Day;
  earlierLoanNo: string;
  interestEarnedNgwee: Ngwee;
  feeEarnedNgwee: Ngwee;
  penaltyNgwee: Ngwee;
  plans: readonly TakenOnPlan[];
};

export type TakenOnEvent = {
  kind: 'taken_on';
  on: Day;
  earlierLoanNo: string;
  paidNgwee: Ngwee;
  owedNgwee: Ngwee;
};
