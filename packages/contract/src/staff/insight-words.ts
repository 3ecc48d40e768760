/** The days of a report. They have no schemas, so that the console downloads only names. `days`: from one day to another. */
export const INSIGHT_PERIODS = ['month', 'last_month', 'quarter', 'year', 'days'] as const;
export type InsightPeriodName = (typeof INSIGHT_PERIODS)[number];

/** What the days of a report are compared with: none, as many days before them, or the same days a year before. */
export const INSIGHT_COMPARISONS = ['none', 'before', 'year_before'] as const;
export type InsightComparison = (typeof INSIGHT_COMPARISONS)[number];

/** How long one point of a chart is. */
export const INSIGHT_STEPS = ['day', 'week', 'month'] as const;
export type InsightStep = (typeof INSIGHT_STEPS)[number];

/** What was lent, paid back, written off and earned. */
export const INSIGHT_FLOWS = [
  'lent',
  'principal',
  'interest',
  'fee',
  'penalty',
  'extension',
  'recovery',
  'writtenOff',
  'earned',
] as const;
export type InsightFlow = (typeof INSIGHT_FLOWS)[number];

/** By which due dates a loan is late: those that are valid, or those of the contract, which no extension moves. */
export const DUE_DATES = ['valid', 'original'] as const;
export type DueDates = (typeof DUE_DATES)[number];

/** The numbers of loans whose loans can be listed. */
export const LOAN_FIGURES = [
  'out',
  'rolled',
  'ever_late',
  'called',
  'reached',
  'promised',
  'kept',
  'broken',
  'in_stage',
] as const;
export type LoanFigure = (typeof LOAN_FIGURES)[number];
