import { approveLoan, declineLoan, type LoanStateRefusal, sendBack } from '@thumba/lending/application';
import {
  type CounterOfferRefusal,
  counterOfferEndsAtMs,
  makeCounterOffer,
} from '@thumba/lending/counter-offer';
import { addDays, type Day } from '@thumba/lending/day';
import type { DecisionRules } from '@thumba/lending/decision';
import type { DeclineReason, PictureToRetake } from '@thumba/lending/decision-reason';
import { askForEvidence, evidenceEndsAtMs } from '@thumba/lending/evidence';
import type { EvidenceKind } from '@thumba/lending/evidence-kind';
import type { Loan, LoanTerms } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
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
import { loanPayout } from '../../money/payment/loan-payout.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import type { AccountRefusal } from '../../money/payment/submit-collection.ts';
import { allowHolder } from '../../people/borrower/account-holder.ts';
import { markIdentityChecked } from '../../people/borrower/identity-check.ts';
import { setFaceAside } from '../../people/face/set-aside.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { brokenConstraint, type Database } from '../../platform/database.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type ApprovalRefusal, checkApproval } from './approval-checks.ts';
import { declineReasonsOfStaff } from './decline-reasons.ts';
import { readApplicationFacts } from './facts.ts';
import { rulesAgainst } from './rules-now.ts';
import {
  changeSince,
  isHitOpen,
  OF_WHAT_WAS_SHOWN,
  readEvidence,
  readOtherHolder,
  type Shown,
  type ShownEvidence,
  type ShownHolder,
  type ShownRefusal,
} from './shown-to-staff.ts';

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
  | { outcome: 'send_back'; picture: PictureToRetake }
  | { outcome: 'ask_evidence'; evidence: EvidenceKind }
  | { outcome: 'counter_offer'; terms: LoanTerms; contractVersion: string };

export type ReviewRefusal =
  | PostingRefusal
  | ReasonRefusal
  | LoanStateRefusal
  | AccountRefusal
  | ShownRefusal
  | CounterOfferRefusal
  | ApprovalRefusal
  | { kind: 'no_such_decline_reason' };

/**
 * Staff decide an application that waits for a person, ask for another picture or for evidence, or offer other terms. An approval is for the signed amount
 * and sends the payout as an approval by the rules does, and says that the identity was looked at. The findings of the
 * rules are kept beside the review. `request.reason` is a note for staff: the borrower never reads it. What a page
 * showed (`request.shown`) must be what stands when the decision is written. What the rules decline is approved only
 * where a second person agreed (`request.isOverride`).
 */
export async function reviewApplication(
  deps: ReviewDeps,
  request: StaffRequest & ReviewChoice & { shown?: Shown; isOverride?: boolean },
): Promise<Outcome<Loan, ReviewRefusal>> {
  const { loanId } = request;
  const note = checkReason(request.reason);
  if (!note.ok) return note;
  if (request.outcome === 'decline' && !Object.hasOwn(declineReasonsOfStaff, request.reasonCode))
    return refuse({ kind: 'no_such_decline_reason' });
  const borrowerId = request.borrowerId ?? (await findBorrowerOfLoan(deps.db, loanId));
  const stored = borrowerId === undefined ? undefined : await findLoan(deps.db, borrowerId, loanId);
  if (borrowerId === undefined || !stored) return refuse({ kind: 'no_such_loan' });
  const facts = await readApplicationFacts(deps, borrowerId, { accountId: stored.accountId });
  const [against, evidence, otherHolder] = await Promise.all([
    isApproval(request)
      ? rulesAgainst(deps.db, facts, { loan: loanToApprove(request, stored.loan), on: deps.today() })
      : [],
    readEvidence(deps.db, borrowerId),
    request.shown
      ? request.shown.otherHolder
      : readOtherHolder(deps, { borrowerId, accountId: stored.accountId }),
  ]);
  const changed = request.shown && changeSince(request.shown.evidence, evidence);
  if (changed) return refuse(changed);
  const asked: Asked = {
    note: note.value,
    staff: staffActor(request.staffName),
    attemptId: deps.newAttemptId(),
    isBlocked: facts.isBlocked,
    rules: facts.catalogue.rules,
    against,
    frontFileId: evidence.frontFileId,
    identityConfirmedAt: evidence.identityConfirmedAt,
    isHitOpen: isHitOpen(evidence),
    shown: request.shown,
    otherHolder,
  };
  const posted = deps.line.post<Loan, ReviewRefusal>({
    borrowerId,
    loanId,
    accountId: stored.accountId,
    actor: asked.staff,
    decide: (subject) => decideReview(deps, subject, request, asked),
  });
  const reviewed = await posted.catch((error: unknown) => changedMeanwhile(deps, borrowerId, asked, error));
  const now = toDate(deps.clock.nowMs());
  if (reviewed.ok && request.outcome === 'approve')
    await keepWhatWasLookedAt(deps, stored, { borrowerId, asked, now });
  if (reviewed.ok && request.outcome === 'send_back' && request.picture === 'face') {
    // Where this is not reached, the face counts as taken, and staff send the application back again.
    await setFaceAside(deps.db, { borrowerId, now });
  }
  return reviewed;
}

/** What a second person agreed to is approved against the rules. Other terms than were asked for are offered within them. */
function isApproval(request: ReviewChoice & { isOverride?: boolean }): boolean {
  return request.outcome === 'counter_offer' || (request.outcome === 'approve' && !request.isOverride);
}

function loanToApprove(choice: ReviewChoice, loan: Loan): Loan {
  return choice.outcome === 'counter_offer' ? { ...loan, terms: choice.terms } : loan;
}

/** An approval allows the other name that was seen. An account without one is compared by the step that sends. */
export async function keepWhatWasLookedAt(
  deps: Pick<ReviewDeps, 'db' | 'sealing'>,
  { accountId }: { accountId: number },
  { borrowerId, asked, now }: { borrowerId: number; asked: LookedAt; now: Date },
): Promise<void> {
  const { otherHolder, note: reason, staff: checkedBy, frontFileId, identityConfirmedAt } = asked;
  if (otherHolder && otherHolder.accountId === accountId) {
    const askedAt = toDate(otherHolder.askedAtMs);
    // Where this is not reached, the payout to an account in another name waits for `npm run holders`.
    await allowHolder(deps, { borrowerId, accountId, askedAt, reason, clearedBy: checkedBy, now });
  }
  // Where this is not reached, the next application is referred again.
  await markIdentityChecked(deps.db, { borrowerId, frontFileId, identityConfirmedAt, checkedBy, now });
}

type ReviewVerdict = Verdict<Loan, ReviewRefusal>;

/** Who looked at what, and why the application is approved. */
type LookedAt = Pick<Asked, 'note' | 'staff' | 'frontFileId' | 'identityConfirmedAt' | 'otherHolder'>;

type Asked = {
  note: string;
  staff: Actor;
  attemptId: string;
  isBlocked: boolean;
  isHitOpen: boolean;
  rules: DecisionRules;
  /** The rules that decline the application, where no second person agreed. */
  against: readonly DeclineReason[];
  frontFileId: string | null;
  identityConfirmedAt: number | null;
  shown: Shown | undefined;
  otherHolder: ShownHolder | null;
};

/** The refusal where the database refused the decision for a change between the first look at it and the write. */
async function changedMeanwhile(
  { db }: ReviewDeps,
  borrowerId: number,
  { shown }: Asked,
  error: unknown,
): Promise<Outcome<never, ShownRefusal>> {
  if (!shown || brokenConstraint(error) !== OF_WHAT_WAS_SHOWN) throw error;
  return refuse(
    changeSince(shown.evidence, await readEvidence(db, borrowerId)) ?? { kind: 'pictures_changed' },
  );
}

function decideReview(deps: ReviewDeps, subject: Subject, choice: ReviewChoice, asked: Asked): ReviewVerdict {
  const { loan } = subject;
  if (asked.shown && loan.state === 'applied' && loan.version !== asked.shown.loanVersion)
    return refuse({ kind: 'order_changed' });
  switch (choice.outcome) {
    case 'approve':
      return approve(deps, subject, asked);
    case 'decline':
      return decline(deps, subject, choice.reasonCode, asked);
    case 'send_back':
      return sendBackTo(deps, subject, choice.picture, asked);
    case 'ask_evidence':
      return askEvidence(deps, subject, choice.evidence, asked);
    case 'counter_offer':
      return offer(deps, subject, choice, asked);
  }
}

function approve(deps: ReviewDeps, { loan, account }: Subject, asked: Asked): ReviewVerdict {
  const { attemptId } = asked;
  const on = deps.today();
  const approved = approveLoan(loan, { on, attemptId });
  if (!approved.ok) return approved;
  const payee = checkApproval(account, deps.operators, asked);
  if (!payee.ok) return payee;
  if (asked.against.length > 0) return refuse({ kind: 'override_needed', rules: asked.against });
  return allow({
    change: approved.value,
    on,
    newAttempt: loanPayout(loan, {
      attemptId,
      accountId: payee.value.accountId,
      sharedNumberAllowedBy: account?.isShared ? asked.staff : undefined,
      on,
    }),
    review: { outcome: 'approve', shown: evidenceOf(asked), ...sealedNotes(deps.sealing, loan, asked.note) },
    answer: approved.value.loan,
  });
}

function offer(
  deps: ReviewDeps,
  { loan, account }: Subject,
  { terms, contractVersion }: { terms: LoanTerms; contractVersion: string },
  asked: Asked,
): ReviewVerdict {
  const on = deps.today();
  const offered = makeCounterOffer(loan, { on, terms });
  if (!offered.ok) return offered;
  const payee = checkApproval(account, deps.operators, asked);
  if (!payee.ok) return payee;
  if (asked.against.length > 0) return refuse({ kind: 'override_needed', rules: asked.against });
  const { noteSealed } = sealedNotes(deps.sealing, loan, asked.note);
  const { accountId } = payee.value;
  const holder = asked.otherHolder?.accountId === accountId ? asked.otherHolder : null;
  return allow({
    change: offered.value,
    on,
    review: {
      outcome: 'counter_offer',
      shown: evidenceOf(asked),
      noteSealed,
      offer: {
        terms,
        contractVersion,
        accountId,
        holderAskedAt: holder && toDate(holder.askedAtMs),
        endsAt: toDate(counterOfferEndsAtMs(deps.clock.nowMs())),
      },
    },
    answer: offered.value.loan,
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
    review: {
      outcome: 'decline',
      shown: evidenceOf(asked),
      ...notes,
      reasonCode,
      declinedFor,
      mayApplyAgainOn,
    },
    answer: declined.value.loan,
  });
}

function sendBackTo(
  deps: ReviewDeps,
  { loan }: Subject,
  picture: PictureToRetake,
  asked: Asked,
): ReviewVerdict {
  const on = deps.today();
  const sentBack = sendBack(loan, { on, picture });
  if (!sentBack.ok) return sentBack;
  const { noteSealed } = sealedNotes(deps.sealing, loan, asked.note);
  const fileId = picture === 'identity' ? asked.frontFileId : null;
  return allow({
    change: sentBack.value,
    on,
    review: { outcome: 'send_back', shown: evidenceOf(asked), picture, fileId, noteSealed },
    answer: sentBack.value.loan,
  });
}

function askEvidence(
  deps: ReviewDeps,
  { loan }: Subject,
  evidence: EvidenceKind,
  asked: Asked,
): ReviewVerdict {
  const on = deps.today();
  const change = askForEvidence(loan, { on, evidence });
  if (!change.ok) return change;
  const { noteSealed } = sealedNotes(deps.sealing, loan, asked.note);
  const endsAt = toDate(evidenceEndsAtMs(deps.clock.nowMs()));
  return allow({
    change: change.value,
    on,
    review: { outcome: 'ask_evidence', shown: evidenceOf(asked), evidence, endsAt, noteSealed },
    answer: change.value.loan,
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

function evidenceOf({ shown }: Asked): ShownEvidence | null {
  return shown?.evidence ?? null;
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
    case 'pictures_changed':
      return 'The borrower sent new pictures or details: look again.';
    case 'hits_changed':
      return 'What the lists say of the borrower has changed: look again.';
    case 'order_changed':
      return 'The order changed, or the money is to go to another account: look again.';
    case 'hit_open':
      return 'A name on a list is near to the name of the borrower. Decide on it first: see npm run screening.';
    case 'other_product':
      return 'The product has changed since the application. Approve what was asked for, or decline.';
    case 'above_asked':
      return `The borrower asked for ${formatKwacha(refusal.askedNgwee)}: offer no more than that.`;
    case 'same_as_asked':
      return 'This is what the borrower asked for. Approve it, or offer another amount or term.';
    case 'money_frozen':
      return 'Money that goes out to this borrower is frozen: see npm run screening. Release it first, or decline.';
    case 'override_needed':
      return 'The rules decline this application. A second person has to agree in the console, or decline.';
    case 'no_such_account':
      return 'The account that the money was to go to is gone.';
    case 'operator_not_connected':
      return 'The operator of the account that the money was to go to is not connected.';
    case 'operator_stopped':
      return 'The operator of the account that the money was to go to is stopped: see Operators. Approve it once the operator runs.';
  }
}
