import { approveLoan, declineLoan, type LoanStateRefusal } from '@thumba/lending/application';
import { addDays, type Day } from '@thumba/lending/day';
import type { DecisionRules } from '@thumba/lending/decision';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { findBorrowerOfLoan, findLoan } from '../../book/loan/queries.ts';
import type { PostingRefusal, Subject, Verdict } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import {
  checkReason,
  describeLendingRefusal,
  describeStaffRefusal,
  type ReasonRefusal,
  type StaffRequest,
} from '../../book/staff-action.ts';
import { checkPayoutAccount, loanPayout } from '../../money/payment/loan-payout.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import type { AccountRefusal } from '../../money/payment/submit-collection.ts';
import { markIdentityChecked } from '../../people/borrower/identity-check.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { readApplicationFacts } from './facts.ts';

export type ReviewDeps = {
  db: Database;
  sealing: Sealing;
  line: PostingLine;
  operators: Operators;
  clock: Clock;
  today(): Day;
  newAttemptId(): string;
  catalogue: LiveCatalogue;
};

export type ReviewOutcome = 'approve' | 'decline';

type ReviewRefusal = PostingRefusal | ReasonRefusal | LoanStateRefusal | AccountRefusal | { kind: 'blocked' };

/**
 * Staff approve or decline an application that was referred. An approval is for the signed amount and sends the payout
 * as an approval by the rules does, and says that the identity was looked at. The findings of the rules are kept beside
 * the decision of staff.
 */
export async function reviewApplication(
  deps: ReviewDeps,
  request: StaffRequest & { outcome: ReviewOutcome },
): Promise<Outcome<Loan, ReviewRefusal>> {
  const { loanId, outcome } = request;
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const borrowerId = request.borrowerId ?? (await findBorrowerOfLoan(deps.db, loanId));
  const stored = borrowerId === undefined ? undefined : await findLoan(deps.db, borrowerId, loanId);
  if (borrowerId === undefined || !stored) return refuse({ kind: 'no_such_loan' });
  const facts = await readApplicationFacts(deps, borrowerId);
  const attemptId = deps.newAttemptId();
  const place = { borrower_id: borrowerId, loan_id: loanId };
  const sealedReason = sealText(deps.sealing, 'loan_decision.review_reason', place, reason.value);
  const reviewed = await deps.line.post<Loan, ReviewRefusal>({
    borrowerId,
    loanId,
    accountId: stored.accountId,
    actor: staffActor(request.staffName),
    decide: (subject) =>
      outcome === 'approve'
        ? approve(deps, subject, {
            attemptId,
            isBlocked: facts.isBlocked,
            reason: sealedReason,
            actor: staffActor(request.staffName),
          })
        : decline(deps, subject, {
            rules: facts.catalogue.rules,
            reason: sealedReason,
          }),
  });
  if (reviewed.ok && outcome === 'approve') {
    // Where this is not reached, the next application is referred again.
    const checkedBy = staffActor(request.staffName);
    await markIdentityChecked(deps.db, { borrowerId, checkedBy, now: toDate(deps.clock.nowMs()) });
  }
  return reviewed;
}

type ReviewVerdict = Verdict<Loan, ReviewRefusal>;

function approve(
  deps: ReviewDeps,
  { loan, account }: Subject,
  {
    attemptId,
    isBlocked,
    reason,
    actor,
  }: { attemptId: string; isBlocked: boolean; reason: string; actor: string },
): ReviewVerdict {
  const on = deps.today();
  const approved = approveLoan(loan, { on, attemptId });
  if (!approved.ok) return approved;
  if (isBlocked) return refuse({ kind: 'blocked' });
  const payee = checkPayoutAccount(account, deps.operators);
  if (!payee.ok) return payee;
  return allow({
    change: approved.value,
    on,
    newAttempt: loanPayout(loan, {
      attemptId,
      accountId: payee.value.accountId,
      sharedNumberAllowedBy: account?.isShared ? actor : undefined,
      on,
    }),
    review: { outcome: 'approve', reason, mayApplyAgainOn: null },
    answer: approved.value.loan,
  });
}

function decline(
  deps: ReviewDeps,
  { loan }: Subject,
  { rules, reason }: { rules: DecisionRules; reason: string },
): ReviewVerdict {
  const on = deps.today();
  const mayApplyAgainOn = addDays(on, rules.declinedForDays);
  const declined = declineLoan(loan, { on, reasons: ['staff_decision'], mayApplyAgainOn });
  if (!declined.ok) return declined;
  return allow({
    change: declined.value,
    on,
    review: { outcome: 'decline', reason, mayApplyAgainOn },
    answer: declined.value.loan,
  });
}

/** One sentence for the member of staff. */
export function describeReviewRefusal(refusal: ReviewRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'reason_needed':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'wrong_state':
      return describeLendingRefusal(refusal);
    case 'blocked':
      return 'The borrower is blocked and cannot be paid. Unblock them first, or decline.';
    case 'no_such_account':
      return 'The account that the money was to go to is gone.';
    case 'operator_not_connected':
      return 'The operator of the account that the money was to go to is not connected.';
  }
}
