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
export const CHARGE_KINDS = ['penalty', 'fee', 'interest', 'principal'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
/** Whether settling early gives back the interest of the unused days. Interest on a declining balance always is. */
export type SettlementInterest = 'daily' | 'fixed';

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
  settlementInterest: SettlementInterest;
};

/** A run of days on which the same penalty was charged. Kept so that a day can be explained, or waived, exactly. */
export type PenaltyRun = { fromOn: Day; throughOn: Day; baseNgwee: Ngwee; perDayNgwee: Ngwee };

/** A due date that an extension has moved away, with the last day on which it held. */
export type EarlierDueDate = { dueOn: Day; throughOn: Day };

export type Instalment = {
  period: number;
  /** First day of the period that this instalment pays interest for. */
  startsOn: Day;
  dueOn: Day;
  earlierDueDates: readonly EarlierDueDate[];
  state: InstalmentState;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  /** Charged so far, less what was waived: the sum of `penaltyRuns` less `penaltyWaivedNgwee`. */
  penaltyNgwee: Ngwee;
  principalPaidNgwee: Ngwee;
  interestPaidNgwee: Ngwee;
  feePaidNgwee: Ngwee;
  penaltyPaidNgwee: Ngwee;
  /** The part of what is paid that a coupon paid. */
  discountNgwee: Ngwee;
  penaltyRuns: readonly PenaltyRun[];
  /** What staff took back of the days in `penaltyRuns`. */
  penaltyWaivedNgwee: Ngwee;
  /** The most days this instalment was past due before it was cleared. */
  daysLate: number;
};

/** What a coupon takes off: so much, a share of the charges owed, or the whole fee. */
export type CouponWorth =
  | { kind: 'fixed'; amountNgwee: Ngwee }
  | { kind: 'percent'; rate: Rate }
  | { kind: 'fee_free' };

/** A coupon of one borrower. It counts from `validFrom` up to and with `validTo`. */
export type Coupon = {
  userCouponId: number;
  name: string;
  worth: CouponWorth;
  /** The least that an instalment must have been scheduled to pay for the coupon to be applied to it. */
  minPlanNgwee: Ngwee | null;
  validFrom: Day;
  validTo: Day;
};

/** A coupon that the borrower holds ready for one instalment of the loan. */
export type AppliedCoupon = Coupon & { period: number };

/** The coupon that a submission froze, and what it takes off when the payment clears the instalment. */
export type CouponUse = { userCouponId: number; discountNgwee: Ngwee };

export type ExtensionQuote = {
  period: number;
  beforeDueOn: Day;
  afterDueOn: Day;
  feeNgwee: Ngwee;
  /** The instalment's penalty to date, which is paid together with the fee. */
  penaltyNgwee: Ngwee;
  amountNgwee: Ngwee;
  feesPaidSoFarNgwee: Ngwee;
  timesLeft: number;
};

/** The interest of one instalment that is still charged when the loan is settled early. */
export type KeptInterest = { period: number; interestNgwee: Ngwee };

export type SettlementQuote = {
  amountNgwee: Ngwee;
  savingNgwee: Ngwee;
  keptInterest: readonly KeptInterest[];
};

export type CancellationQuote = {
  amountNgwee: Ngwee;
  /** What was paid beyond the money received: it becomes wallet credit. */
  surplusNgwee: Ngwee;
};

/** What a collection is for, with what was quoted for it. */
export type QuotedPurpose =
  | { purpose: 'repayment'; quoted: CouponUse | null }
  | { purpose: 'extension'; quoted: ExtensionQuote }
  | { purpose: 'settlement'; quoted: SettlementQuote }
  | { purpose: 'cooling_off'; quoted: CancellationQuote };

export type CollectionPurpose = QuotedPurpose['purpose'];

/** An instruction to an operator that has not ended yet. While one waits, the loan stands still from its day on. */
export type PendingCollection = {
  attemptId: string;
  period: number;
  amountNgwee: Ngwee;
  submittedOn: Day;
} & QuotedPurpose;

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
  coupon: AppliedCoupon | null;
  /** Where settling this loan moved its borrower, so that a reversal can take it back. */
  ladderMove: { before: LadderPlace; after: LadderPlace } | null;
  /** The numbers of the postings that were reversed: none is reversed twice. */
  reversedPostings: readonly string[];
  /** The next day on which something happens to this loan by itself, or null. */
  nextEventOn: Day | null;
};

/** A loan that was paid out and is still to be repaid. */
export function isRunning(loan: Loan): boolean {
  return loan.state === 'active' || loan.state === 'overdue';
}

/** The instalment of a period, or `undefined` for a period that the loan does not have. */
export function instalmentOf(loan: Loan, period: number): Instalment | undefined {
  return loan.instalments.find((instalment) => instalment.period === period);
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

/** Why a penalty was taken back: money that came late had been sent, for the bill or for its dates, before it was charged. */
export type WaiverReason = 'paid_on_value_day' | 'extended_on_value_day';

export type WaivableCharge = Exclude<ChargeKind, 'principal'>;

export type CouponReleaseReason = 'removed' | 'replaced' | 'plan_paid' | 'loan_closed' | 'reversed';

/** What one posting did to one instalment, as differences. */
export type InstalmentMove = { period: number } & Partial<
  Record<
    | 'interestNgwee'
    | 'feeNgwee'
    | 'penaltyNgwee'
    | 'penaltyWaivedNgwee'
    | 'principalPaidNgwee'
    | 'interestPaidNgwee'
    | 'feePaidNgwee'
    | 'penaltyPaidNgwee'
    | 'discountNgwee',
    number
  >
>;

/** Everything that one posting moved, kept with its event so that it can be reversed exactly. */
export type Posting = {
  transfers: readonly Transfer[];
  instalments: readonly InstalmentMove[];
  walletNgwee: number;
  interestEarnedNgwee: number;
  feeEarnedNgwee: number;
};

/** What happened, dated by the business day it counts for. The history a borrower and an auditor read. */
export type LoanEvent =
  | { kind: 'applied'; on: Day; amountNgwee: Ngwee }
  | { kind: 'referred'; on: Day; reasons: readonly ReferReason[] }
  | { kind: 'approved'; on: Day }
  | { kind: 'declined'; on: Day; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day }
  | { kind: 'payout_started'; on: Day; attemptId: string; insteadOf?: string }
  | { kind: 'paid_out'; on: Day; attemptId: string; amountNgwee: Ngwee }
  /** Money left for a loan that was not waiting for it. It stands in suspense until a person has placed it. */
  | { kind: 'paid_out_unexpectedly'; on: Day; attemptId: string; amountNgwee: Ngwee }
  | { kind: 'payout_failed'; on: Day; attemptId: string; reason: string }
  | { kind: 'cancelled'; on: Day; reason: string }
  | {
      kind: 'repayment_submitted';
      on: Day;
      purpose: CollectionPurpose;
      attemptId: string;
      period: number;
      amountNgwee: Ngwee;
    }
  | { kind: 'repayment_failed'; on: Day; purpose: CollectionPurpose; attemptId: string; reason: string }
  | {
      kind: 'repaid';
      on: Day;
      purpose: 'repayment' | 'settlement';
      source: 'operator' | 'wallet';
      attemptId: string | null;
      period: number;
      amountNgwee: Ngwee;
      allocation: Allocation;
      /** What a coupon paid beside the money, and the interest given back for settling early. */
      discountNgwee: Ngwee;
      savingNgwee: Ngwee;
      /** Money for a loan that was written off before. */
      isRecovery: boolean;
      userCouponId: number | null;
      receiptNo: string;
      posting: Posting;
    }
  | {
      kind: 'extended';
      on: Day;
      /** `null` when it cost nothing, and so took no payment. */
      attemptId: string | null;
      period: number;
      beforeDueOn: Day;
      afterDueOn: Day;
      feeNgwee: Ngwee;
      amountNgwee: Ngwee;
      allocation: Allocation;
      receiptNo: string;
      posting: Posting;
    }
  | {
      kind: 'money_returned';
      on: Day;
      attemptId: string | null;
      amountNgwee: Ngwee;
      walletNgwee: Ngwee;
      receiptNo: string;
    }
  | { kind: 'penalty_accrued'; on: Day; period: number; days: number; amountNgwee: Ngwee }
  | { kind: 'penalty_waived'; on: Day; period: number; amountNgwee: Ngwee; reason: WaiverReason }
  | {
      kind: 'charge_waived';
      on: Day;
      period: number;
      charge: WaivableCharge;
      amountNgwee: Ngwee;
      reason: string;
      receiptNo: string;
      posting: Posting;
    }
  | { kind: 'reversed'; on: Day; reversedReceiptNo: string; reason: string; receiptNo: string }
  | { kind: 'written_off'; on: Day; amountNgwee: Ngwee; reason: string }
  | { kind: 'recovered'; on: Day }
  | { kind: 'coupon_applied'; on: Day; userCouponId: number; period: number }
  | { kind: 'coupon_used'; on: Day; userCouponId: number; period: number; discountNgwee: Ngwee }
  | { kind: 'coupon_released'; on: Day; userCouponId: number; reason: CouponReleaseReason }
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
  | { kind: 'loan_settled'; amountNgwee: Ngwee; receiptNo: string; walletNgwee: Ngwee }
  | { kind: 'loan_extended'; amountNgwee: Ngwee; dueOn: Day; receiptNo: string }
  | { kind: 'loan_cancelled'; amountNgwee: Ngwee; receiptNo: string; walletNgwee: Ngwee }
  | { kind: 'charge_waived'; amountNgwee: Ngwee; remainingNgwee: Ngwee }
  | { kind: 'payment_reversed'; amountNgwee: Ngwee; remainingNgwee: Ngwee }
  | { kind: 'waiver_reversed'; amountNgwee: Ngwee; remainingNgwee: Ngwee };

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
