import { isDeepStrictEqual } from 'node:util';
import type { Day } from '@thumba/lending/day';
import type {
  AppliedCoupon,
  CollectionPurpose,
  EarlierDueDate,
  Instalment,
  InstalmentState,
  Loan,
  LoanState,
  LoanTerms,
  PenaltyRun,
  PendingCollection,
  QuotedPurpose,
} from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';

/** The columns of a loan as the database returns them. */
export type LoanRow = {
  borrower_id: number;
  loan_id: number;
  version: number;
  state: LoanState;
  terms: LoanTerms;
  account_id: number;
  received_ngwee: Ngwee;
  applied_at: Date;
  applied_on: Day;
  disbursed_at: Date | null;
  disbursed_on: Day | null;
  closed_on: Day | null;
  accrued_through_on: Day | null;
  interest_earned_ngwee: Ngwee;
  fee_earned_ngwee: Ngwee;
  extensions_used: number;
  extension_fees_ngwee: Ngwee;
  worst_days_late: number;
  pending_attempt_id: string | null;
  pending_period: number | null;
  pending_amount_ngwee: Ngwee | null;
  pending_since_on: Day | null;
  pending_purpose: CollectionPurpose | null;
  pending_quoted: unknown;
  coupon: AppliedCoupon | null;
  ladder_move: Loan['ladderMove'];
  reversed_postings: string[];
  next_event_on: Day | null;
};

/** An instalment as one JSON array, so that a loan and its instalments come back in one row. */
export type InstalmentTuple = [
  period: number,
  startsOn: Day,
  dueOn: Day,
  state: InstalmentState,
  principalNgwee: Ngwee,
  interestNgwee: Ngwee,
  feeNgwee: Ngwee,
  penaltyNgwee: Ngwee,
  principalPaidNgwee: Ngwee,
  interestPaidNgwee: Ngwee,
  feePaidNgwee: Ngwee,
  penaltyPaidNgwee: Ngwee,
  penaltyRuns: PenaltyRun[],
  daysLate: number,
  discountNgwee: Ngwee,
  penaltyWaivedNgwee: Ngwee,
  earlierDueDates: EarlierDueDate[],
];

export const LOAN_COLUMNS = `l.borrower_id, l.loan_id, l.version, l.state, l.terms, l.account_id, l.received_ngwee,
  l.applied_at, l.applied_on, l.disbursed_at, l.disbursed_on, l.closed_on, l.accrued_through_on,
  l.interest_earned_ngwee, l.fee_earned_ngwee, l.extensions_used, l.extension_fees_ngwee, l.worst_days_late,
  l.pending_attempt_id, l.pending_period, l.pending_amount_ngwee, l.pending_since_on,
  l.pending_purpose, l.pending_quoted, l.coupon, l.ladder_move, l.reversed_postings, l.next_event_on`;

export const INSTALMENTS_OF_LOAN = `(select json_agg(json_build_array(n.period, n.starts_on, n.due_on, n.state,
    n.principal_ngwee, n.interest_ngwee, n.fee_ngwee, n.penalty_ngwee, n.principal_paid_ngwee,
    n.interest_paid_ngwee, n.fee_paid_ngwee, n.penalty_paid_ngwee, n.penalty_runs, n.days_late,
    n.discount_ngwee, n.penalty_waived_ngwee, n.earlier_due_dates) order by n.period)
  from instalment n where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) as instalments`;

export function toLoan(row: LoanRow, instalments: readonly InstalmentTuple[]): Loan {
  return {
    loanId: row.loan_id,
    borrowerId: row.borrower_id,
    version: row.version,
    state: row.state,
    terms: row.terms,
    appliedOn: row.applied_on,
    disbursedOn: row.disbursed_on,
    closedOn: row.closed_on,
    receivedNgwee: row.received_ngwee,
    instalments: instalments.map(toInstalment),
    accruedThroughOn: row.accrued_through_on,
    interestEarnedNgwee: row.interest_earned_ngwee,
    feeEarnedNgwee: row.fee_earned_ngwee,
    extensionsUsed: row.extensions_used,
    extensionFeesNgwee: row.extension_fees_ngwee,
    worstDaysLate: row.worst_days_late,
    pending: pendingOf(row),
    coupon: row.coupon,
    ladderMove: row.ladder_move,
    reversedPostings: row.reversed_postings,
    nextEventOn: row.next_event_on,
  };
}

function pendingOf(row: LoanRow): PendingCollection | null {
  if (row.pending_attempt_id === null) return null;
  // Purpose and quote were written together from one value, so they belong together.
  return {
    attemptId: row.pending_attempt_id,
    period: row.pending_period!,
    amountNgwee: row.pending_amount_ngwee!,
    submittedOn: row.pending_since_on!,
    ...({ purpose: row.pending_purpose, quoted: row.pending_quoted } as QuotedPurpose),
  };
}

function toInstalment(tuple: InstalmentTuple): Instalment {
  return {
    period: tuple[0],
    startsOn: tuple[1],
    dueOn: tuple[2],
    state: tuple[3],
    principalNgwee: tuple[4],
    interestNgwee: tuple[5],
    feeNgwee: tuple[6],
    penaltyNgwee: tuple[7],
    principalPaidNgwee: tuple[8],
    interestPaidNgwee: tuple[9],
    feePaidNgwee: tuple[10],
    penaltyPaidNgwee: tuple[11],
    penaltyRuns: tuple[12],
    daysLate: tuple[13],
    discountNgwee: tuple[14],
    penaltyWaivedNgwee: tuple[15],
    earlierDueDates: tuple[16],
  };
}

/** A loan as one JSON record for the writing statement. Its names are the columns'. */
export function loanRecord(loan: Loan) {
  return {
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    version: loan.version,
    state: loan.state,
    received_ngwee: loan.receivedNgwee,
    disbursed_on: loan.disbursedOn,
    closed_on: loan.closedOn,
    accrued_through_on: loan.accruedThroughOn,
    interest_earned_ngwee: loan.interestEarnedNgwee,
    fee_earned_ngwee: loan.feeEarnedNgwee,
    extensions_used: loan.extensionsUsed,
    extension_fees_ngwee: loan.extensionFeesNgwee,
    worst_days_late: loan.worstDaysLate,
    pending_attempt_id: loan.pending?.attemptId ?? null,
    pending_period: loan.pending?.period ?? null,
    pending_amount_ngwee: loan.pending?.amountNgwee ?? null,
    pending_since_on: loan.pending?.submittedOn ?? null,
    pending_purpose: loan.pending?.purpose ?? null,
    pending_quoted: loan.pending?.quoted ?? null,
    coupon: loan.coupon,
    ladder_move: loan.ladderMove,
    reversed_postings: loan.reversedPostings,
    next_event_on: loan.nextEventOn,
  };
}

export function instalmentRecord(loan: Loan, instalment: Instalment) {
  return {
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    period: instalment.period,
    starts_on: instalment.startsOn,
    due_on: instalment.dueOn,
    state: instalment.state,
    principal_ngwee: instalment.principalNgwee,
    interest_ngwee: instalment.interestNgwee,
    fee_ngwee: instalment.feeNgwee,
    penalty_ngwee: instalment.penaltyNgwee,
    principal_paid_ngwee: instalment.principalPaidNgwee,
    interest_paid_ngwee: instalment.interestPaidNgwee,
    fee_paid_ngwee: instalment.feePaidNgwee,
    penalty_paid_ngwee: instalment.penaltyPaidNgwee,
    penalty_runs: instalment.penaltyRuns,
    days_late: instalment.daysLate,
    discount_ngwee: instalment.discountNgwee,
    penalty_waived_ngwee: instalment.penaltyWaivedNgwee,
    earlier_due_dates: instalment.earlierDueDates,
  };
}

/** What a change moved: an instalment that stays as it was read is not written again. */
export function changedInstalments(before: Loan, after: Loan): Instalment[] {
  return after.instalments.filter(
    (instalment, index) =>
      instalment !== before.instalments[index] && !isDeepStrictEqual(instalment, before.instalments[index]),
  );
}

const PERIODS_PER_LOAN = 100;

/** The wire's `planId`: the loan and the period in one number, so that it needs no table to be understood. */
export function planIdOf(loanId: number, period: number): number {
  return loanId * PERIODS_PER_LOAN + period;
}

export function loanOfPlan(planId: number): { loanId: number; period: number } {
  return { loanId: Math.floor(planId / PERIODS_PER_LOAN), period: planId % PERIODS_PER_LOAN };
}
