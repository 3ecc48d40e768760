import type { Instalment, Loan } from '@thumba/lending/loan';
import type { Posting } from './posting.ts';

/*
 * Days alone move few columns of a loan and its instalments. At the end of a day that is all that happens to most of a
 * book, so it is written without the others.
 */

const MOVED_BY_DAYS: ReadonlySet<string> = new Set<keyof Loan>([
  'state',
  'instalments',
  'accruedThroughOn',
  'interestEarnedNgwee',
  'feeEarnedNgwee',
  'worstDaysLate',
  'nextEventOn',
]);

const MOVED_BY_DAYS_IN_INSTALMENTS: ReadonlySet<string> = new Set<keyof Instalment>([
  'state',
  'penaltyNgwee',
  'penaltyRuns',
  'daysLate',
]);

/** Whether a posting moved nothing else. Whatever a rule leaves alone is still the very same value. */
export function isOfDays(before: Loan, { change, newAttempt, attemptEnd }: Posting<unknown>): boolean {
  const { loan, messages, walletNgwee, ladder } = change;
  return (
    newAttempt === undefined &&
    attemptEnd === undefined &&
    messages.length === 0 &&
    walletNgwee === 0 &&
    ladder === null &&
    loan.instalments.length === before.instalments.length &&
    differsOnlyIn(MOVED_BY_DAYS, before, loan) &&
    loan.instalments.every((instalment, index) =>
      differsOnlyIn(MOVED_BY_DAYS_IN_INSTALMENTS, before.instalments[index]!, instalment),
    )
  );
}

function differsOnlyIn<Value extends object>(
  moved: ReadonlySet<string>,
  before: Value,
  after: Value,
): boolean {
  if (before === after) return true;
  for (const key in after) if (after[key] !== before[key] && !moved.has(key)) return false;
  return true;
}

export function dayRecord(loan: Loan) {
  return {
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    version: loan.version,
    state: loan.state,
    accrued_through_on: loan.accruedThroughOn,
    interest_earned_ngwee: loan.interestEarnedNgwee,
    fee_earned_ngwee: loan.feeEarnedNgwee,
    worst_days_late: loan.worstDaysLate,
    next_event_on: loan.nextEventOn,
  };
}

export function dayInstalmentRecord(loan: Loan, instalment: Instalment) {
  return {
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    period: instalment.period,
    state: instalment.state,
    penalty_ngwee: instalment.penaltyNgwee,
    penalty_runs: instalment.penaltyRuns,
    days_late: instalment.daysLate,
  };
}
