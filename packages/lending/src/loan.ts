import type { Day } from './day.ts';
import type { DatedTerms } from './due-day.ts';
import type { HardshipEvent, HardshipPlan } from './hardship.ts';
import type { EarlierDueDate, ExcusedDays } from './instalment-dates.ts';
import type { Transfer } from './ledger.ts';
import type { LoanMessage } from './loan-message.ts';
import type { Ngwee } from './money.ts';
import type { PenaltyWaiver } from './penalty-waiver.ts';
import type { CancellationQuote, ExtensionQuote, SettlementQuote } from './quote.ts';
import type { Rate } from './rate.ts';
import type { ReversalConsequence } from './reversal-consequence.ts';
import type { ReviewEvent } from './review-event.ts';
import type { TakenOn, TakenOnEvent } from './taken-on.ts';

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
/** `daily`: settling early gives back the interest of the unused days. A declining balance always does. */
export type SettlementInterest = 'daily' | 'fixed';

/** The terms that the borrower signed. They never change, also when the product changes. */
export type LoanTerms = DatedTerms & {
  productId: number;
  productVersion: number;
  productName: string;
  termId: number;
  principalNgwee: Ngwee;
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
  /** A part payment must leave at least this much. */
  minLeftoverNgwee: Ngwee;
  repaymentOrder: readonly ChargeKind[];
  coolingOffHours: number;
  settlementInterest: SettlementInterest;
};

/** Consecutive days with the same penalty. They are kept so that each day can be explained or taken back. */
export type PenaltyRun = { fromOn: Day; throughOn: Day; baseNgwee: Ngwee; perDayNgwee: Ngwee };

export type Instalment = {
  period: number;
  /** The first day of the period whose interest this instalment pays. */
  startsOn: Day;
  dueOn: Day;
  earlierDueDates: readonly EarlierDueDate[];
  excusedDays: readonly ExcusedDays[];
  state: InstalmentState;
  principalNgwee: Ngwee;
  interestNgwee: Ngwee;
  feeNgwee: Ngwee;
  /** The penalty charged so far: the sum of `penaltyRuns` less `penaltyWaivedNgwee`. */
  penaltyNgwee: Ngwee;
  principalPaidNgwee: Ngwee;
  interestPaidNgwee: Ngwee;
  feePaidNgwee: Ngwee;
  penaltyPaidNgwee: Ngwee;
  /** The part of the paid amounts that a coupon paid. */
  discountNgwee: Ngwee;
  /** The interest given back because this instalment was paid early. It left the interest of this one or another. */
  rebateNgwee: Ngwee;
  /** The part of this instalment's interest that was paid, given back and is wallet credit. A bill shows it as paid. */
  creditedInterestNgwee: Ngwee;
  penaltyRuns: readonly PenaltyRun[];
  /** The part of `penaltyRuns` that staff waived. */
  penaltyWaivedNgwee: Ngwee;
  /** The days of `penaltyWaivedNgwee`, in their order. Waivers from before the days were kept are not among them. */
  penaltyWaivers: readonly PenaltyWaiver[];
  /** What staff waived of the interest and of the fee. It is no part of the amounts above and still counts for the charge cap. */
  interestWaivedNgwee: Ngwee;
  feeWaivedNgwee: Ngwee;
  /** The most days this instalment was past due before it was cleared, without excused days. */
  daysLate: number;
};

/** The discount of a coupon: an amount, a share of the charges, or the whole fee. */
export type CouponWorth =
  | { kind: 'fixed'; amountNgwee: Ngwee }
  | { kind: 'percent'; rate: Rate }
  | { kind: 'fee_free' };

/** A coupon of one borrower. It is valid from `validFrom` up to and including `validTo`. */
export type Coupon = {
  userCouponId: number;
  name: string;
  worth: CouponWorth;
  /** The least scheduled amount of an instalment to which the coupon can be applied. */
  minPlanNgwee: Ngwee | null;
  validFrom: Day;
  validTo: Day;
};

/** A coupon that the borrower has applied to one instalment of the loan. */
export type AppliedCoupon = Coupon & { period: number };

/** The coupon fixed at the submission of a payment, and its discount when the payment clears the instalment. */
export type CouponUse = { userCouponId: number; discountNgwee: Ngwee };

/** The purpose of a collection, with its quote. */
export type QuotedPurpose =
  | { purpose: 'repayment'; quoted: CouponUse | null }
  | { purpose: 'extension'; quoted: ExtensionQuote }
  | { purpose: 'settlement'; quoted: SettlementQuote }
  | { purpose: 'cooling_off'; quoted: CancellationQuote };

export type CollectionPurpose = QuotedPurpose['purpose'];

/** A collection that has not ended yet. Until it ends, the loan is not moved past the day of its submission. */
export type PendingCollection = {
  attemptId: string;
  period: number;
  amountNgwee: Ngwee;
  submittedOn: Day;
} & QuotedPurpose;

/**
 * Money that pays a loan, and the day from which it counts. What became wallet credit of it is no part of it, except
 * interest that it paid and that was given back since.
 */
export type CountedPayment = {
  /** `null` for money that was paid before the payments of a loan were kept. */
  receiptNo: string | null;
  valueOn: Day;
  amountNgwee: Ngwee;
  /**
   * The extension that the payment bought, with the fee that is part of the amount and the days by which it moved the
   * dates. Extensions from before the days were kept have none.
   */
  extension: { period: number; feeNgwee: Ngwee; movedDays?: number } | null;
  /** True for an early settlement at its quoted price. */
  isSettlement?: true;
};

/** A loan as a value. Every operation on it is a pure function from a `Loan` to a `Change`. */
export type Loan = {
  loanId: number;
  borrowerId: number;
  /** The number of changes of this loan in the book. The writer of the book raises it; no function here does. */
  version: number;
  state: LoanState;
  terms: LoanTerms;
  appliedOn: Day;
  disbursedOn: Day | null;
  closedOn: Day | null;
  receivedNgwee: Ngwee;
  instalments: readonly Instalment[];
  /** Penalties and states are up to date at the end of this day. */
  accruedThroughOn: Day | null;
  /** Interest and fee that the ledger has moved from unearned to income so far. */
  interestEarnedNgwee: Ngwee;
  feeEarnedNgwee: Ngwee;
  extensionsUsed: number;
  extensionFeesNgwee: Ngwee;
  /** The most days any instalment was past due, for the limit ladder. */
  worstDaysLate: number;
  pending: PendingCollection | null;
  coupon: AppliedCoupon | null;
  /** The borrower's move on the ladder when this loan was settled. A reversal takes it back. */
  ladderMove: LadderMove | null;
  /** The borrower's limit when the loan was taken; `null` for a loan from before it was kept. */
  limitNgwee: Ngwee | null;
  /** The receipt numbers of the reversed postings. None is reversed twice. */
  reversedPostings: readonly string[];
  /** The payments that pay this loan, in the order of their value days. A late one is placed among them. */
  countedPayments: readonly CountedPayment[];
  /** The last hardship plan, also after it has ended. */
  hardship: HardshipPlan | null;
  /** What a loan of an earlier system brought with it; `null` for a loan of this book. */
  takenOn: TakenOn | null;
  /** The next day that changes this loan, or `null` when no day does. */
  nextEventOn: Day | null;
};

/** True for a loan that was paid out and is not closed: `active` or `overdue`. */
export function isRunning(loan: Loan): boolean {
  return loan.state === 'active' || loan.state === 'overdue';
}

/** The instalment with a period number (from 1), or `undefined`. */
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

/** Why a penalty was taken back: a late payment counts from its value day, for the bill or for an extension. */
export type WaiverReason = 'paid_on_value_day' | 'extended_on_value_day';

export type WaivableCharge = Exclude<ChargeKind, 'principal'>;

/** Why a posting is taken back: a mistake of ours, or something that the payer or the operator did. */
export const REVERSAL_CAUSES = ['our_mistake', 'payer_or_operator'] as const;
export type ReversalCause = (typeof REVERSAL_CAUSES)[number];

export type CouponReleaseReason = 'removed' | 'replaced' | 'plan_paid' | 'loan_closed' | 'reversed';

/** The changes of one posting to one instalment, as differences in ngwee. */
export type InstalmentMove = { period: number } & Partial<
  Record<
    | 'interestNgwee'
    | 'feeNgwee'
    | 'penaltyNgwee'
    | 'penaltyWaivedNgwee'
    | 'interestWaivedNgwee'
    | 'feeWaivedNgwee'
    | 'principalPaidNgwee'
    | 'interestPaidNgwee'
    | 'feePaidNgwee'
    | 'penaltyPaidNgwee'
    | 'discountNgwee'
    | 'rebateNgwee'
    | 'creditedInterestNgwee',
    number
  >
>;

/** All changes of one posting. They are kept with its event, so that it can be reversed exactly. */
export type Posting = {
  transfers: readonly Transfer[];
  instalments: readonly InstalmentMove[];
  walletNgwee: number;
  interestEarnedNgwee: number;
  feeEarnedNgwee: number;
};

/** An event in the loan's history, dated by the business day for which it counts. Borrowers and auditors read it. */
export type LoanEvent =
  | { kind: 'applied'; on: Day; amountNgwee: Ngwee }
  | ReviewEvent
  /** `insteadOf`: the payout whose place it takes. `reason`: why staff send it again to the same number. */
  | { kind: 'payout_started'; on: Day; attemptId: string; insteadOf?: string; reason?: string }
  | { kind: 'paid_out'; on: Day; attemptId: string; amountNgwee: Ngwee }
  /** A payout succeeded on a loan that did not wait for it. The money is in suspense until staff resolve it. */
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
      /** The discount of a coupon, and the interest given back for paying early. */
      discountNgwee: Ngwee;
      savingNgwee: Ngwee;
      /** True for a payment on a loan that was written off. */
      isRecovery: boolean;
      userCouponId: number | null;
      receiptNo: string;
      posting: Posting;
    }
  | {
      kind: 'extended';
      on: Day;
      /** `null` for an extension at no cost, which takes no payment. */
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
  /** An instalment was cleared early. The rebate paid the rest of the loan; `walletNgwee` of it is wallet credit. */
  | { kind: 'rebate_given'; on: Day; period: number; days: number; amountNgwee: Ngwee; walletNgwee: Ngwee }
  | { kind: 'penalty_accrued'; on: Day; period: number; days: number; amountNgwee: Ngwee }
  | { kind: 'penalty_waived'; on: Day; period: number; amountNgwee: Ngwee; reason: WaiverReason }
  /** An extension fee that would have been lower, had a late payment come on its value day. */
  | {
      kind: 'extension_fee_returned';
      on: Day;
      period: number;
      amountNgwee: Ngwee;
      /** The receipt of the extension. */
      ofReceiptNo: string;
    }
  /** Money that had paid a penalty or an extension fee that was taken back. It pays the same loan. */
  | { kind: 'freed_money_allocated'; on: Day; amountNgwee: Ngwee; allocation: Allocation }
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
  | {
      kind: 'reversed';
      on: Day;
      reversedReceiptNo: string;
      /** A reversal from before the cause was kept has none. */
      cause?: ReversalCause;
      reason: string;
      /** What it moved between the instalments so that they are paid in due order. */
      moves?: readonly InstalmentMove[];
      receiptNo: string;
    }
  /** An operator took a collection back after it had succeeded. The success stays in the history. */
  | {
      kind: 'collection_taken_back';
      on: Day;
      reversedReceiptNo: string;
      amountNgwee: Ngwee;
      reason: string;
      moves?: readonly InstalmentMove[];
      receiptNo: string;
    }
  | ReversalConsequence<Posting, Allocation>
  | HardshipEvent
  | TakenOnEvent
  /** `amountNgwee` is still owed. `savingNgwee` was given back before; `moves` is what this changed on the plans. */
  | {
      kind: 'written_off';
      on: Day;
      amountNgwee: Ngwee;
      savingNgwee?: Ngwee;
      moves?: readonly InstalmentMove[];
      reason: string;
    }
  | { kind: 'recovered'; on: Day }
  | { kind: 'coupon_applied'; on: Day; userCouponId: number; period: number }
  | { kind: 'coupon_used'; on: Day; userCouponId: number; period: number; discountNgwee: Ngwee }
  | { kind: 'coupon_released'; on: Day; userCouponId: number; reason: CouponReleaseReason }
  | { kind: 'instalment_due'; on: Day; period: number }
  | { kind: 'instalment_overdue'; on: Day; period: number }
  | { kind: 'settled'; on: Day; onTime: boolean }
  /** A late payment has shown that a closed loan was cleared before the day on which another payment closed it. */
  | { kind: 'closed_earlier'; on: Day; onTime: boolean; wasOnTime: boolean };

/** A borrower's place on the limit ladder: the step (from 1) and the loans on time on this step. */
export type LadderPlace = { step: number; onTimeLoans: number };

/** `isCounted` is false for a loan that moves nothing up. A move from before this was kept has no such word. */
export type LadderMove = { before: LadderPlace; after: LadderPlace; isCounted?: boolean };

/**
 * The result of one operation: the loan after it, its ledger transfers, the wallet credit given (positive) or used
 * (negative) in ngwee, the events, the messages, and the borrower's new place on the ladder or `null`.
 */
export type Change = {
  loan: Loan;
  transfers: readonly Transfer[];
  walletNgwee: number;
  events: readonly LoanEvent[];
  messages: readonly LoanMessage[];
  ladder: LadderPlace | null;
};
