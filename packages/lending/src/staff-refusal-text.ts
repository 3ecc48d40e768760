import { formatDay } from './day.ts';
import type { HardshipRefusal } from './hardship-plan.ts';
import { formatKwacha } from './money.ts';
import type { ReversalRefusal } from './reversal.ts';
import type { WaiverRefusal } from './waiver.ts';

export type SentenceFor<Refusal extends { kind: string }> = {
  [Kind in Refusal['kind']]: (refusal: Extract<Refusal, { kind: Kind }>) => string;
};

type StaffKind =
  | 'hardship_without_reason'
  | 'hardship_date_count'
  | 'hardship_date_too_early'
  | 'hardship_date_too_late'
  | 'waiver_without_reason'
  | 'reversal_without_reason'
  | 'nothing_to_waive'
  | 'waiver_above_owed'
  | 'reversal_of_reversal'
  | 'not_reversible'
  | 'already_reversed'
  | 'posted_upon'
  | 'credit_used'
  | 'other_loan_open';

/** Refusals that only the lender's staff meet. They are not in a catalogue, because the terminal is in English. */
export const STAFF_SENTENCE_FOR: SentenceFor<
  Extract<HardshipRefusal | WaiverRefusal | ReversalRefusal, { kind: StaffKind }>
> = {
  hardship_without_reason: () => 'Please give a reason',
  hardship_date_count: ({ unpaidPlans }) =>
    `${unpaidPlans === 1 ? '1 instalment is' : `${unpaidPlans} instalments are`} not paid. Please give a date for each.`,
  hardship_date_too_early: ({ period, earliestOn }) =>
    `The date of instalment ${period} can be ${formatDay(earliestOn)} or later`,
  hardship_date_too_late: ({ latestOn }) => `The last date can be ${formatDay(latestOn)} at the latest`,
  waiver_without_reason: () => 'Please give a reason',
  reversal_without_reason: () => 'Please give a reason',
  nothing_to_waive: () => 'Please enter an amount to waive',
  waiver_above_owed: ({ owedNgwee }) =>
    owedNgwee === 0 ? 'Nothing of this is owed' : `Only ${formatKwacha(owedNgwee)} of this is owed`,
  reversal_of_reversal: () => 'A reversal cannot be reversed. Please post the payment again.',
  not_reversible: () => 'There is nothing to reverse in this entry',
  already_reversed: ({ receiptNo }) => `Receipt ${receiptNo} was reversed before`,
  posted_upon: ({ receiptNo }) => `Later entries depend on receipt ${receiptNo}. Please reverse them first.`,
  credit_used: ({ walletNgwee }) =>
    `The borrower's wallet holds only ${formatKwacha(walletNgwee)} of the credit that this gave`,
  other_loan_open: () => 'The borrower has another open loan, so this one cannot be opened again',
};
