/** How an operator's statement and our payments differ. The words are for staff. */
export const differenceKinds = {
  missing: 'Missing at the operator',
  extra: 'Extra at the operator',
  amount_differs: 'Amount differs',
  reversed: 'Reversed by the operator',
  status_differs: 'Status differs',
  duplicate: 'Duplicate at the operator',
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export const DIFFERENCE_KINDS = Object.keys(differenceKinds) as readonly DifferenceKind[];

/** What a difference most likely was, and so what a person most likely does with it. */
export const probableEnds = {
  operator_answers: 'The operator is asked, and its answer is posted by itself',
  loan: 'A borrower paid this loan',
  payout: 'A payout that waits since the database was restored',
  taken_back: 'The operator took the payment back',
  next_statement: 'The next statement shows it',
  suspense: 'The owner is not known: suspense',
  leave: 'It was never in our book: leave it',
} as const;

export type ProbableEnd = keyof typeof probableEnds;

export const PROBABLE_ENDS = Object.keys(probableEnds) as readonly ProbableEnd[];

/** What many differences at once can be resolved as. */
export const ENDS_OF_MANY = ['loan', 'suspense', 'taken_back', 'leave'] as const;

export type EndOfMany = (typeof ENDS_OF_MANY)[number];

/** So many differences are resolved at once, at most. */
export const MOST_AT_ONCE = 200;
