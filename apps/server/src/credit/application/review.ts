import { approveLoan, declineLoan, type LoanStateRefusal, sendBack } from '@thumba/lending/application';
import { addDays, type Day } from '@thumba/lending/day';
import type { DecisionRules } from '@thumba/lending/decision';
import type { PictureToRetake } from '@thumba/lending/decision-reason';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
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
import { setFaceAside } from '../../people/face/set-aside.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { declineReasonsOfStaff } from './decline-reasons.ts';
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

/** What a person does with an application that waits. A decline has a code of `declineReasonsOfStaff`. */
export type ReviewChoice =
  | { outcome: 'approve' }
  | { outcome: 'decline'; reasonCode: string }
  | { outcome: 'send_back'; picture: PictureToRetake };

type ReviewRefusal =
  | PostingRefusal
  | ReasonRefusal
  | LoanStateRefusal
  | AccountRefusal
  | { kind: 'blocked' }
  | { kind: 'no_such_decline_reason' }
  | { kind: 'money_frozen' };

/**
 * Staff decide an application that waits for a person, or ask for another picture. An approval is for the signed amount
 * and sends the payout as an approval by the rules does, and says that the identity was looked at. The findings of the
 * rules are kept beside the review. `request.reason` is a note for staff: the borrower never reads it.
 */
export async function reviewApplication(
  deps: ReviewDeps,
  request: StaffRequest & ReviewChoice,
): Promise<Outcome<Loan, ReviewRefusal>> {
  const { loanId } = request;
  const note = checkReason(request.reason);
  if (!note.ok) return note;
  if (request.outcome === 'decline' && !Object.hasOwn(declineReasonsOfStaff, request.reasonCode))
    return refuse({ kind: 'no_such_decline_reason' });
  const borrowerId = request.borrowerId ?? (await findBorrowerOfLoan(deps.db, loanId));
  const stored = borrowerId === undefined ? undefined : await findLoan(deps.db, borrowerId, loanId);
  if (borrowerId === undefined || !stored) return refuse({ kind: 'no_such_loan' });
  const facts = await readApplicationFacts(deps, borrowerId);
  const asked: Asked = {
    note: note.value,
    staff: staffActor(request.staffName),
    attemptId: deps.newAttemptId(),
    isBlocked: facts.isBlocked,
    rules: facts.catalogue.rules,
    frontFileId: request.outcome === 'send_back' ? await findFrontFile(deps.db, borrowerId) : null,
  };
  const reviewed = await deps.line.post<Loan, ReviewRefusal>({
    borrowerId,
    loanId,
    accountId: stored.accountId,
    actor: asked.staff,
    decide: (subject) => decideReview(deps, subject, request, asked),
  });
  const now = toDate(deps.clock.nowMs());
  if (reviewed.ok && request.outcome === 'approve') {
    // Where this is not reached, the next application is referred again.
    await markIdentityChecked(deps.db, { borrowerId, checkedBy: asked.staff, now });
  }
  if (reviewed.ok && request.outcome === 'send_back' && request.picture === 'face') {
    // Where this is not reached, the face counts as taken, and staff send the application back again.
    await setFaceAside(deps.db, { borrowerId, now });
  }
  return reviewed;
}

type ReviewVerdict = Verdict<Loan, ReviewRefusal>;

type Asked = {
  note: string;
  staff: Actor;
  attemptId: string;
  isBlocked: boolean;
  rules: DecisionRules;
  frontFileId: string | null;
};

function decideReview(deps: ReviewDeps, subject: Subject, choice: ReviewChoice, asked: Asked): ReviewVerdict {
  switch (choice.outcome) {
    case 'approve':
      return approve(deps, subject, asked);
    case 'decline':
      return decline(deps, subject, choice.reasonCode, asked);
    case 'send_back':
      return sendBackTo(deps, subject, choice.picture, asked);
  }
}

function approve(deps: ReviewDeps, { loan, account }: Subject, asked: Asked): ReviewVerdict {
  const { attemptId } = asked;
  const on = deps.today();
  const approved = approveLoan(loan, { on, attemptId });
  if (!approved.ok) return approved;
  if (asked.isBlocked) return refuse({ kind: 'blocked' });
  const payee = checkPayoutAccount(account, deps.operators);
  if (!payee.ok) return payee;
  if (payee.value.isFrozen) return refuse({ kind: 'money_frozen' });
  return allow({
    change: approved.value,
    on,
    newAttempt: loanPayout(loan, {
      attemptId,
      accountId: payee.value.accountId,
      sharedNumberAllowedBy: account?.isShared ? asked.staff : undefined,
      on,
    }),
    review: { outcome: 'approve', ...sealedNotes(deps.sealing, loan, asked.note) },
    answer: approved.value.loan,
  });
}

function decline(deps: ReviewDeps, { loan }: Subject, reasonCode: string, asked: Asked): ReviewVerdict {
  const on = deps.today();
  const mayApplyAgainOn = addDays(on, asked.rules.declinedForDays);
  const declinedFor = declineReasonsOfStaff[reasonCode]!.told;
  const declined = declineLoan(loan, { on, reasons: [declinedFor], mayApplyAgainOn });
  if (!declined.ok) return declined;
  const notes = sealedNotes(deps.sealing, loan, asked.note);
  return allow({
    change: declined.value,
    on,
    review: { outcome: 'decline', ...notes, reasonCode, declinedFor, mayApplyAgainOn },
    answer: declined.value.loan,
  });
}

function sendBackTo(
  deps: ReviewDeps,
  { loan }: Subject,
  picture: PictureToRetake,
  { note, frontFileId }: Asked,
): ReviewVerdict {
  const on = deps.today();
  const sentBack = sendBack(loan, { on, picture });
  if (!sentBack.ok) return sentBack;
  const { noteSealed } = sealedNotes(deps.sealing, loan, note);
  const fileId = picture === 'identity' ? frontFileId : null;
  return allow({
    change: sentBack.value,
    on,
    review: { outcome: 'send_back', picture, fileId, noteSealed },
    answer: sentBack.value.loan,
  });
}

/** The note, sealed for the review and for the decision that the review ends. */
function sealedNotes(sealing: Sealing, loan: Loan, note: string): { reason: string; noteSealed: Buffer } {
  const place = { borrower_id: loan.borrowerId, loan_id: loan.loanId };
  const ofReview = { ...place, loan_version: loan.version + 1 };
  return {
    reason: sealText(sealing, 'loan_decision.review_reason', place, note),
    noteSealed: sealing.seal('application_review.note_sealed', ofReview, note),
  };
}

const findFrontFileStatement = statement<{ front_file_id: string | null }, { borrowerId: number }>(
  'application: find the picture of the card',
  'select front_file_id from borrower_identity where borrower_id = $borrowerId',
);

async function findFrontFile(db: Database, borrowerId: number): Promise<string | null> {
  return (await db.row(findFrontFileStatement, { borrowerId }))?.front_file_id ?? null;
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
    case 'no_such_decline_reason':
      return `There is no such reason to decline. There are: ${Object.keys(declineReasonsOfStaff).join(', ')}.`;
    case 'money_frozen':
      return 'Money that goes out to this borrower is frozen: see npm run screening. Release it first, or decline.';
    case 'no_such_account':
      return 'The account that the money was to go to is gone.';
    case 'operator_not_connected':
      return 'The operator of the account that the money was to go to is not connected.';
  }
}
