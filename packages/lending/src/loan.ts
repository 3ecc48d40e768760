import type { Day } from './day.ts';
import type { Transfer } from './ledger.ts';
import type { Ngwee } from './money.ts';
import type { Rate } from './rate.ts';

export type LoanState =
  | 'applied'
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'paying_out'
  | 'payout_failed'
  | 'active'
  | 'overdue'
  | 'settled'
  | 'written_off'
  | 'recovered';

export type InstalmentState = 'scheduled' | 'due' | 'overdue' | 'settled';
export type InterestMethod = 'flat' | 'declining';
export type FeeMode = 'added' | 'deducted';
export type ChargeKind = 'penalty' | 'fee' | 'interest' | 'principal';

/** What was signed. It never changes during a loan's life, whatever happens to the product it came from. */
export type LoanTerms = {
  productId: number;
  productVersion: number;
  productName: string;
  termId: number;
  principalNgwee: Ngwee;
  /** Length of the whole loan; every instalment covers `termDays / instalmentCount` days. */
  termDays: number;
  instalmentCount: number;
  interestMethod: InterestMethod;
  dailyRate: Rate;
  feeMode: FeeMode;
  serviceFeeRate: Rate;
  penaltyDailyRate: Rate;
  penaltyGraceDays: number;
  extension: { days: number; rate: Rate; max: number } | null;
  /** Highest total of interest, fees, penalties and extension fees, as a share of principal. */
  chargeCapRate: Rate;
  minRepayNgwee: Ngwee;
  /** A part payment may not leave more than nothing and less than this. */
  minLeftoverNgwee: Ngwee;
  repaymentOrder: readonly ChargeKind[];
  coolingOffHours: number;
};

/** A run of days on which the same penalty was charged. Kept so that a day can be explained, or waived, exactly. */
export type PenaltyRun = { fromOn: Day; throughOn: Day; baseNgwee: Ngwee; perDayNgwee: Ngwee };

export type Instalment = {
  period: number;
  /** First day of the period that this instalment pays interest for. */
  startsOn: Day;
  dueOn: Day;
  state: InstalmentState;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  /** Penalty charged so far, less what was waived. */
  penaltyNgwee: Ngwee;
  principalPaidNgwee: Ngwee;
  interestPaidNgwee: Ngwee;
  feePaidNgwee: Ngwee;
  penaltyPaidNgwee: Ngwee;
  penaltyRuns: readonly PenaltyRun[];
  /** The most days this instalment was past due before it was cleared. */
  daysLate: number;
};

/** An instruction to an operator that has not ended yet. While one waits, the loan stands still from its day on. */
export type PendingCollection = {
  attemptId: string;
  period: number;
  amountNgwee: Ngwee;
  submittedOn: Day;
};

/** A loan as a value. Everything that happens to it is a pure function from one of these to a `Change`. */
export type Loan = {
  loanId: number;
  borrowerId: number;
  /** How many changes of this loan are in the book. Who writes a change raises it; no rule here does. */
  version: number;
  state: LoanState;
  terms: LoanTerms;
  appliedOn: Day;
  disbursedOn: Day | null;
  closedOn: Day | null;
  receivedNgwee: Ngwee;
  instalments: readonly Instalment[];
  /** Penalties and states are true up to the end of this day. */
  accruedThroughOn: Day | null;
  /** What the ledger has moved from unearned to income so far. */
  interestEarnedNgwee: Ngwee;
  feeEarnedNgwee: Ngwee;
  extensionsUsed: number;
  extensionFeesNgwee: Ngwee;
  /** The most days any instalment was past due, for the limit ladder. */
  worstDaysLate: number;
  pending: PendingCollection | null;
  /** The next day on which something happens to this loan by itself, or null. */
  nextEventOn: Day | null;
};

/** A loan that was paid out and is still to be repaid. */
export function isRunning(loan: Loan): boolean {
  return loan.state === 'active' || loan.state === 'overdue';
}

export type Allocation = {
  penaltyNgwee: Ngwee;
  feeNgwee: Ngwee;
  interestNgwee: Ngwee;
  principalNgwee: Ngwee;
  walletNgwee: Ngwee;
};

export type DeclineReason =
  | 'under_age'
  | 'identity_invalid'
  | 'identity_in_use'
  | 'open_loan'
  | 'blocked'
  | 'income_too_low'
  | 'not_affordable'
  | 'above_limit'
  | 'score_too_low'
  | 'staff_decision';

export type ReferReason = 'income_to_check' | 'face_to_check' | 'device_to_check' | 'score_to_check';

/** Why a penalty was taken back. `paid_on_value_day`: money that came late had been sent before it was charged. */
export type WaiverReason = 'paid_on_value_day';

/** What happened, dated by the business day it counts for. The history a borrower and an auditor read. */
export type LoanEvent =
  | { kind: 'applied'; on: Day; amountNgwee: Ngwee }
  | { kind: 'referred'; on: Day; reasons: readonly ReferReason[] }
  | { kind: 'approved'; on: Day }
  | { kind: 'declined'; on: Day; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day }
  | { kind: 'payout_started'; on: Day; attemptId: string }
  | { kind: 'paid_out'; on: Day; attemptId: string; amountNgwee: Ngwee }
  /** Money left for a loan that was not waiting for it. It stands in suspense until a person has placed it. */
  | { kind: 'paid_out_unexpectedly'; on: Day; attemptId: string; amountNgwee: Ngwee }
  | { kind: 'payout_failed'; on: Day; attemptId: string; reason: string }
  | { kind: 'cancelled'; on: Day; reason: string }
  | { kind: 'repayment_submitted'; on: Day; attemptId: string; period: number; amountNgwee: Ngwee }
  | { kind: 'repayment_failed'; on: Day; attemptId: string; reason: string }
  | {
      kind: 'repaid';
      on: Day;
      source: 'operator' | 'wallet';
      attemptId: string | null;
      period: number;
      amountNgwee: Ngwee;
      allocation: Allocation;
      receiptNo: string;
    }
  | { kind: 'penalty_accrued'; on: Day; period: number; days: number; amountNgwee: Ngwee }
  | { kind: 'penalty_waived'; on: Day; period: number; amountNgwee: Ngwee; reason: WaiverReason }
  | { kind: 'instalment_due'; on: Day; period: number }
  | { kind: 'instalment_overdue'; on: Day; period: number }
  | { kind: 'settled'; on: Day; onTime: boolean };

/** Words for the borrower. The text is made from the kind and these figures when it is sent and when it is read. */
export type LoanMessage =
  | { kind: 'loan_approved'; amountNgwee: Ngwee }
  | { kind: 'loan_referred'; amountNgwee: Ngwee }
  | { kind: 'loan_declined'; mayApplyAgainOn: Day }
  | { kind: 'loan_paid_out'; amountNgwee: Ngwee; firstDueOn: Day; firstDueNgwee: Ngwee }
  | { kind: 'payout_failed'; amountNgwee: Ngwee }
  | {
      kind: 'repayment_received';
      amountNgwee: Ngwee;
      receiptNo: string;
      remainingNgwee: Ngwee;
      walletNgwee: Ngwee;
    }
  | { kind: 'loan_settled'; amountNgwee: Ngwee; receiptNo: string; walletNgwee: Ngwee };

/** A borrower's place on the published limit ladder. */
export type LadderPlace = { step: number; onTimeLoans: number };

/**
 * Everything that one operation does, as data: the loan after it, its balanced ledger rows, wallet credit given
 * (positive) or used (negative), the dated history, the words to send, and the place on the ladder when it moved.
 */
export type Change = {
  loan: Loan;
  transfers: readonly Transfer[];
  walletNgwee: number;
  events: readonly LoanEvent[];
  messages: readonly LoanMessage[];
  ladder: LadderPlace | null;
};
