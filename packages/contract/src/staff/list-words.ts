/**
 * What the long lists of the console are sorted by and narrowed to. Each sort has an index that is in its order, and each
 * page continues after the last row of the page before, so that a page costs the same wherever it is.
 */
export const DIRECTIONS = ['desc', 'asc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const LOAN_SORTS = ['number', 'disbursed', 'amount'] as const;
export type LoanSort = (typeof LOAN_SORTS)[number];

/** The states of loans, put together as a person asks for them. */
export const LOAN_GROUPS = {
  waiting: ['applied'],
  on_the_way: ['approved', 'paying_out', 'payout_failed'],
  running: ['active'],
  late: ['overdue'],
  repaid: ['settled', 'recovered'],
  written_off: ['written_off'],
  not_paid_out: ['declined', 'cancelled'],
} as const;
export type LoanGroup = keyof typeof LOAN_GROUPS;

export const BORROWER_SORTS = ['number', 'step'] as const;
export type BorrowerSort = (typeof BORROWER_SORTS)[number];

export const BORROWER_GROUPS = ['all', 'open_loan', 'late', 'blocked'] as const;
export type BorrowerGroup = (typeof BORROWER_GROUPS)[number];

export const PAYMENT_SORTS = ['made'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

export const PAYMENT_GROUPS = {
  under_way: ['created', 'sent', 'pending', 'unknown'],
  succeeded: ['succeeded'],
  failed: ['failed', 'expired'],
} as const;
export type PaymentGroup = keyof typeof PAYMENT_GROUPS;

export const DECIDED_SORTS = ['decided', 'points'] as const;
export type DecidedSort = (typeof DECIDED_SORTS)[number];

/** How an application was decided, and by what. */
export const DECIDED_GROUPS = [
  'approved_by_rules',
  'declined_by_rules',
  'approved_by_person',
  'declined_by_person',
] as const;
export type DecidedGroup = (typeof DECIDED_GROUPS)[number];

/** What the text of a place holds of the value by which a list is sorted. */
export type PlaceValue = 'number' | 'day' | 'instant';
