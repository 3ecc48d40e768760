import type { Day } from './day.ts';

/** The kinds of records that a monthly file for a credit bureau has. */
export type BureauRecordKind =
  /** The loan runs, and is not told as unpaid. */
  | 'open'
  /** A negative listing: the loan is late by the days of the policy, and the borrower was warned. */
  | 'unpaid'
  /** A negative listing that is frozen: the borrower disputes it. */
  | 'disputed'
  /** A negative listing that a dispute took back. */
  | 'withdrawn'
  | 'closed'
  /** The same of a deleted account, with the number of the loan and without the person. */
  | 'closed_without_identity';

/** Why a loan is not in a file. A held one comes into a later file. */
type BureauHold = 'warning_runs' | 'not_warned' | 'disputed';

export type BureauVerdict =
  | { kind: BureauRecordKind }
  | { held: BureauHold }
  | { leftOut: 'deleted' | 'told_before' | 'withdrawn' | 'closed_before' };

export type BureauQuestion = {
  on: Day;
  isOpen: boolean;
  /** Whether it was closed in the month of the file. */
  isClosedInMonth: boolean;
  daysLate: number;
  listFromDaysLate: number;
  /** From which day on the borrower was told that the loan may be listed; null without a warning that stands. */
  listFromOn: Day | null;
  isDisputed: boolean;
  /** A dispute of this lateness was decided for the borrower. */
  isWithdrawn: boolean;
  isAccountDeleted: boolean;
  /** The newest record that the bureau took of this loan. */
  told: BureauRecordKind | null;
};

const ENDED: readonly (BureauRecordKind | null)[] = ['closed', 'closed_without_identity'];

/** What a monthly file says of a loan. Rule: docs/rules/bureau.md. */
export function bureauVerdictOf(question: BureauQuestion): BureauVerdict {
  const { told } = question;
  if (ENDED.includes(told)) return { leftOut: 'told_before' };
  if (question.isAccountDeleted)
    return told === null ? { leftOut: 'deleted' } : { kind: 'closed_without_identity' };
  if (!question.isOpen)
    return told !== null || question.isClosedInMonth ? { kind: 'closed' } : { leftOut: 'closed_before' };
  if (question.daysLate < question.listFromDaysLate) return { kind: 'open' };
  return verdictOfLate(question);
}

function verdictOfLate({ told, on, listFromOn, isDisputed, isWithdrawn }: BureauQuestion): BureauVerdict {
  const isListed = told === 'unpaid' || told === 'disputed';
  if (isWithdrawn) return isListed ? { kind: 'withdrawn' } : { leftOut: 'withdrawn' };
  if (isDisputed) return isListed ? { kind: 'disputed' } : { held: 'disputed' };
  if (listFromOn === null) return { held: 'not_warned' };
  return on < listFromOn ? { held: 'warning_runs' } : { kind: 'unpaid' };
}
