/** What a person can propose: a journal of the day, or balances that were taken on from another system. */
export const PROPOSABLE_KINDS = ['manual', 'take_on'] as const;
export type ProposableKind = (typeof PROPOSABLE_KINDS)[number];

export const JOURNAL_KIND_TITLES = {
  manual: 'Manual',
  reversal: 'Reversal',
  take_on: 'Opening balances',
  accrual: 'Income of a month',
  effective_interest: 'Effective interest',
  impairment: 'Expected losses',
  credit_risk_reserve: 'Credit risk reserve',
  charge_off: 'Charge-off',
  year_end: 'Closing of a year',
  bank: 'Row of the bank',
} as const;

export type JournalKindName = keyof typeof JOURNAL_KIND_TITLES;
export const JOURNAL_KINDS = Object.keys(JOURNAL_KIND_TITLES) as readonly JournalKindName[];

/** A journal that is typed has at most so many lines. */
export const MOST_JOURNAL_LINES = 200;
