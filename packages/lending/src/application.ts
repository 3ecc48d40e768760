import { followedBy, unchanged } from './change.ts';
import { holdCoupon, releaseCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import type { Decision } from './decision.ts';
import type { DeclineReason, PictureToRetake } from './decision-reason.ts';
import type { Change, Coupon, Instalment, Loan, LoanEvent, LoanState, LoanTerms } from './loan.ts';
import type { LoanMessage } from './loan-message.ts';
import { type Ngwee, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { priceLoan, type Quote } from './pricing.ts';

/** The loan's state does not have this transition. */
export type LoanStateRefusal = { kind: 'wrong_state'; state: LoanState };

export type Application = {
  loanId: number;
  borrowerId: number;
  terms: LoanTerms;
  on: Day;
  decision: Decision;
  /** With it, an approved loan is paid out at once. */
  payoutAttemptId?: string;
  /** A coupon that `checkCoupon` allows for instalment 1. */
  coupon?: Coupon;
  /** The borrower's limit on the ladder. */
  limitNgwee?: Ngwee;
};

/**
 * Makes a loan of a signed application and its decision. A referred application is `applied`, the others are
 * `declined`, `approved` or, with a payout attempt, `paying_out`. The dates are those of a payout on `on`; the payout
 * itself sets them anew. It is never refused.
 */
export function openLoan({
  loanId,
  borrowerId,
  terms,
  on,
  decision,
  payoutAttemptId,
  coupon,
  limitNgwee,
}: Application): Change {
  const quote = priceLoan(terms, on);
  const loan: Loan = {
    loanId,
    borrowerId,
    version: 0,
    state: 'applied',
    terms,
    appliedOn: on,
    disbursedOn: null,
    closedOn: null,
    receivedNgwee: quote.receivedNgwee,
    instalments: plannedInstalments(quote),
    accruedThroughOn: null,
    interestEarnedNgwee: ZERO,
    feeEarnedNgwee: ZERO,
    extensionsUsed: 0,
    extensionFeesNgwee: ZERO,
    worstDaysLate: 0,
    pending: null,
    coupon: null,
    ladderMove: null,
    limitNgwee: limitNgwee ?? null,
    reversedPostings: [],
    countedPayments: [],
    hardship: null,
    takenOn: null,
    nextEventOn: null,
  };
  const applied: LoanEvent = { kind: 'applied', on, amountNgwee: terms.principalNgwee };
  const opened: Change = { ...unchanged(loan), events: [applied] };
  const withCoupon =
    coupon === undefined ? opened : followedBy(opened, (before) => holdCoupon(before, coupon, 1, on));
  return followedBy(withCoupon, (before) => followDecision(before, on, decision, payoutAttemptId));
}

/** Staff approve a referred application. An attempt id starts the payout at once. Refuses any state but `applied`. */
export function approveLoan(
  loan: Loan,
  { on, attemptId }: { on: Day; attemptId?: string },
): Outcome<Change, LoanStateRefusal> {
  return loan.state === 'applied' ? allow(approve(loan, on, attemptId)) : refuse(wrongState(loan));
}

/** Staff decline a referred application. Refuses any state but `applied`. */
export function declineLoan(
  loan: Loan,
  { on, reasons, mayApplyAgainOn }: { on: Day; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day },
): Outcome<Change, LoanStateRefusal> {
  return loan.state === 'applied'
    ? allow(decline(loan, on, reasons, mayApplyAgainOn))
    : refuse(wrongState(loan));
}

/** Staff ask for another picture. The application goes on waiting for a person. Refuses any state but `applied`. */
export function sendBack(
  loan: Loan,
  { on, picture }: { on: Day; picture: PictureToRetake },
): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'applied') return refuse(wrongState(loan));
  const { principalNgwee: amountNgwee } = loan.terms;
  return allow({
    ...unchanged(loan),
    events: [{ kind: 'sent_back', on, picture }],
    messages: [{ kind: picture === 'face' ? 'face_asked_again' : 'identity_asked_again', amountNgwee }],
  });
}

/**
 * A declined application waits for a person again. Its coupon was freed and stays free. Refuses any state but
 * `declined`.
 */
export function reopenApplication(loan: Loan, { on }: { on: Day }): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'declined') return refuse(wrongState(loan));
  return allow({
    ...unchanged({ ...loan, state: 'applied', closedOn: null }),
    events: [{ kind: 'reopened', on }],
    messages: [{ kind: 'loan_referred', amountNgwee: loan.terms.principalNgwee }],
  });
}

/** Cancels a loan before its payout. Refuses any state but `applied`, `approved` and `payout_failed`. */
export function cancelLoan(
  loan: Loan,
  { on, reason }: { on: Day; reason: string },
): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'applied' && loan.state !== 'approved' && loan.state !== 'payout_failed') {
    return refuse(wrongState(loan));
  }
  const cancelled: Change = {
    ...unchanged({ ...loan, state: 'cancelled', closedOn: on }),
    events: [{ kind: 'cancelled', on, reason }],
  };
  return allow(followedBy(cancelled, (before) => releaseCoupon(before, on, 'loan_closed')));
}

/** The refusal of a transition that the loan's state does not have. */
export function wrongState(loan: Loan): LoanStateRefusal {
  return { kind: 'wrong_state', state: loan.state };
}

/** The instalments of a quote as instalments of a loan: no penalty yet, nothing paid. */
export function plannedInstalments(quote: Quote): Instalment[] {
  return quote.instalments.map(
    ({ period, startsOn, dueOn, principalNgwee, interestNgwee, feeNgwee }): Instalment => ({
      period,
      startsOn,
      dueOn,
      earlierDueDates: [],
      excusedDays: [],
      state: 'scheduled',
      principalNgwee,
      interestNgwee,
      feeNgwee,
      penaltyNgwee: ZERO,
      principalPaidNgwee: ZERO,
      interestPaidNgwee: ZERO,
      feePaidNgwee: ZERO,
      penaltyPaidNgwee: ZERO,
      discountNgwee: ZERO,
      penaltyRuns: [],
      penaltyWaivedNgwee: ZERO,
      penaltyWaivers: [],
      interestWaivedNgwee: ZERO,
      feeWaivedNgwee: ZERO,
      rebateNgwee: ZERO,
      creditedInterestNgwee: ZERO,
      daysLate: 0,
    }),
  );
}

function followDecision(
  loan: Loan,
  on: Day,
  decision: Decision,
  payoutAttemptId: string | undefined,
): Change {
  switch (decision.outcome) {
    case 'approve':
      return approve(loan, on, payoutAttemptId);
    case 'decline':
      return decline(loan, on, decision.reasons, decision.mayApplyAgainOn);
    case 'refer':
      return {
        ...unchanged(loan),
        events: [{ kind: 'referred', on, reasons: decision.reasons }],
        messages: [{ kind: 'loan_referred', amountNgwee: loan.terms.principalNgwee }],
      };
  }
}

function approve(loan: Loan, on: Day, attemptId: string | undefined): Change {
  const approved: LoanEvent = { kind: 'approved', on };
  const messages: LoanMessage[] = [{ kind: 'loan_approved', amountNgwee: loan.terms.principalNgwee }];
  if (attemptId === undefined) {
    return { ...unchanged({ ...loan, state: 'approved' }), events: [approved], messages };
  }
  return {
    ...unchanged({ ...loan, state: 'paying_out' }),
    events: [approved, { kind: 'payout_started', on, attemptId }],
    messages,
  };
}

function decline(loan: Loan, on: Day, reasons: readonly DeclineReason[], mayApplyAgainOn: Day): Change {
  const declined: Change = {
    ...unchanged({ ...loan, state: 'declined', closedOn: on }),
    events: [{ kind: 'declined', on, reasons, mayApplyAgainOn }],
    messages: [{ kind: 'loan_declined', mayApplyAgainOn }],
  };
  return followedBy(declined, (before) => releaseCoupon(before, on, 'loan_closed'));
}
