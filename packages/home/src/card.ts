import type { Answer } from '@thumba/contract/wire';

/** What the first page of a borrower is made from. */
export type LoanInfo = Answer<'getMyLoanInfo'>;
export type OpenLoanSummary = NonNullable<LoanInfo['order']>;

export type BadgeText = { tone: 'good' | 'warn' | 'bad'; text: string };

/** One card of the first page, as text: what it says from the top down, and what its buttons say. */
export type HomeCard = {
  title?: string;
  label?: string;
  badge?: BadgeText;
  /** The large sum. */
  money?: string;
  lines?: readonly string[];
  facts?: readonly (readonly [label: string, value: string])[];
  notices?: readonly string[];
  buttons?: readonly string[];
};
