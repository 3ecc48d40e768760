import { isDay } from '@thumba/lending/day';

/** What the audit is narrowed by, as texts of the address. */
export const NO_FILTER = {
  person: '',
  call: '',
  borrower: '',
  outcome: '',
  from: '',
  until: '',
  before: '',
};
export type AuditFilter = Record<keyof typeof NO_FILTER, string>;

export const OUTCOMES = ['begun', 'done', 'refused', 'failed', 'shown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What is wrong with a filter, by its field. */
export type FilterProblems = Partial<Record<keyof AuditFilter, string>>;

/** The server takes no longer text. */
const MOST_LETTERS = 60;

export const wholeNumber = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
export const isOutcome = (text: string): text is Outcome => (OUTCOMES as readonly string[]).includes(text);

/** A filter that is left out would show entries that do not fit it, so nothing is searched while there is a problem. */
export function problemsOf({ person, call, borrower, outcome, from, until }: AuditFilter): FilterProblems {
  const problems: FilterProblems = {};
  if (person.length > MOST_LETTERS) problems.person = 'No user name is as long as this.';
  if (call.length > MOST_LETTERS) problems.call = 'No call has a name as long as this. Choose another.';
  if (borrower !== '' && wholeNumber(borrower) === undefined)
    problems.borrower = 'Enter the number of a borrower, for example 1204.';
  if (outcome !== '' && !isOutcome(outcome))
    problems.outcome = `There is no outcome “${outcome}”. Choose another.`;
  for (const [field, on] of Object.entries({ from, until }) as ['from' | 'until', string][]) {
    if (on !== '' && !isDay(on)) problems[field] = `“${on}” is not a day. Choose another.`;
  }
  if (isDay(from) && isDay(until) && from > until)
    problems.from = '“From” is after “Until”. Choose an earlier day.';
  return problems;
}
