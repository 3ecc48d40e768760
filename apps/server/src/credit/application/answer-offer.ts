import { USER_STATUS } from '@thumba/contract/codes';
import {
  type AnswerRefusal,
  lapseCounterOffer as lapseCounterOfferOf,
  refuseCounterOffer as refuseCounterOfferOf,
  signCounterOffer as signCounterOfferOf,
} from '@thumba/lending/counter-offer';
import type { DeclineReason } from '@thumba/lending/decision-reason';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type AgreedQuote, priceLoan } from '@thumba/lending/pricing';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { findLoan, type StoredLoan } from '../../book/loan/queries.ts';
import type { Acceptance, PostingRefusal, Subject, Verdict } from '../../book/posting-line/posting.ts';
import { checkMayReceive, loanPayout, type PayeeRefusal } from '../../money/payment/loan-payout.ts';
import { toDate } from '../../platform/clock.ts';
import { brokenConstraint } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { CallerSession } from '../../platform/serve.ts';
import { type Applied, type ApplyDeps, hashOfShown } from './apply.ts';
import { checkApproval } from './approval-checks.ts';
import { type ApplicationFacts, readApplicationFacts } from './facts.ts';
import { findOverdueOffers, type MadeOffer, readCounterOffers } from './read-counter-offer.ts';
import { keepWhatWasLookedAt } from './review.ts';
import { rulesAgainst } from './rules-now.ts';
import {
  changeSince,
  isHitOpen,
  OF_WHAT_WAS_SHOWN,
  readEvidence,
  type ShownEvidence,
} from './shown-to-staff.ts';

/** The answer of a borrower to one counter-offer. */
type AnswerRequest = { borrowerId: number; loanId: number; offerId: number };

export type SignRequest = AnswerRequest & {
  session: CallerSession;
  contractVersion: string;
  appVersionCode: string;
  appChannelCode: string;
  idempotency: IdempotencyKey | undefined;
};

export type OfferAnswerRefusal =
  | PostingRefusal
  | AnswerRefusal
  | PayeeRefusal
  | { kind: 'blocked' }
  | { kind: 'lending_stopped' }
  | { kind: 'operator_stopped' }
  | { kind: 'contract_changed' }
  /** A person has to look first. The borrower is not told at what. */
  | { kind: 'offer_waits' };

/** What a signature is decided on, beside the loan. */
type Signing = {
  offer: MadeOffer;
  stored: StoredLoan;
  facts: ApplicationFacts;
  evidence: ShownEvidence;
  /** The rules that decline the terms of the offer now. */
  against: readonly DeclineReason[];
  attemptId: string;
};

/** The offer that the borrower answers. It is read before the loan that is decided on, so a newer one is found there. */
async function readStanding(
  deps: Pick<ApplyDeps, 'db' | 'clock'>,
  { borrowerId, loanId, offerId }: AnswerRequest,
): Promise<Outcome<{ stored: StoredLoan; offer: MadeOffer }, OfferAnswerRefusal>> {
  const stored = await findLoan(deps.db, borrowerId, loanId);
  if (!stored) return refuse({ kind: 'no_such_loan' });
  const offer = (await readCounterOffers(deps, { borrowerId, loanId })).at(-1);
  return offer?.isStanding && offer.offerId === offerId
    ? allow({ stored, offer })
    : refuse({ kind: 'offer_over' });
}

/**
 * The borrower signs a counter-offer. The loan has its terms from now on, is approved by the person of staff who made it,
 * and its payout starts: one write, with what was signed. All that holds at an approval holds here.
 */
export async function signCounterOffer(
  deps: ApplyDeps,
  request: SignRequest,
): Promise<Outcome<Applied, OfferAnswerRefusal>> {
  const { borrowerId } = request;
  return retryOnConflict('a signature on a counter-offer', async () => {
    const standing = await readStanding(deps, request);
    // The answer to a repeated request is kept with its key, also where the offer is over by now.
    if (!standing.ok) return answerAgain(deps, request, standing.refusal);
    const { stored } = standing.value;
    const [facts, evidence] = await Promise.all([
      readApplicationFacts(deps, borrowerId, { accountId: stored.accountId }),
      readEvidence(deps.db, borrowerId),
    ]);
    const { terms } = standing.value.offer;
    const against = await rulesAgainst(deps.db, facts, {
      loan: { ...stored.loan, terms },
      on: deps.today(),
    });
    const signing = { ...standing.value, facts, evidence, against, attemptId: deps.newAttemptId() };
    const posted = await post(deps, request, signing);
    if (!posted.ok) return posted;
    if (posted.value === AGAIN) return AGAIN;
    await keepWhatStaffLookedAt(deps, borrowerId, signing);
    return allow(posted.value);
  });
}

/** Posts nothing: answers what the key of the request was answered before, or refuses. */
function answerAgain(
  deps: ApplyDeps,
  { borrowerId, loanId, idempotency }: SignRequest,
  refusal: OfferAnswerRefusal,
): Promise<Outcome<Applied, OfferAnswerRefusal>> {
  return deps.line.post<Applied, OfferAnswerRefusal>({
    borrowerId,
    loanId,
    ...(idempotency ? { idempotency } : {}),
    actor: 'borrower',
    decide: () => refuse(refusal),
  });
}

async function post(
  deps: ApplyDeps,
  request: SignRequest,
  signing: Signing,
): Promise<Outcome<Applied | typeof AGAIN, OfferAnswerRefusal>> {
  const { borrowerId, loanId, idempotency } = request;
  const posted = deps.line.post<Applied | typeof AGAIN, OfferAnswerRefusal>({
    borrowerId,
    loanId,
    accountId: signing.stored.accountId,
    ...(idempotency ? { idempotency } : {}),
    actor: 'borrower',
    decide: (subject) => decideSignature(deps, request, signing, subject),
  });
  return posted.catch((error: unknown) => {
    const broken = brokenConstraint(error);
    if (broken === 'lending_is_stopped') return refuse({ kind: 'lending_stopped' });
    if (broken !== OF_WHAT_WAS_SHOWN) throw error;
    return refuse({ kind: 'offer_waits' });
  });
}

function decideSignature(
  deps: ApplyDeps,
  request: SignRequest,
  { offer, stored, facts, evidence, against, attemptId }: Signing,
  { loan, account }: Subject,
): Verdict<Applied | typeof AGAIN, OfferAnswerRefusal> {
  if (loan.version !== stored.loan.version) return { ok: true, unchanged: true, answer: AGAIN };
  const on = deps.today();
  const nowMs = deps.clock.nowMs();
  const signed = signCounterOfferOf(loan, offer, { on, nowMs, attemptId });
  if (!signed.ok) return signed;
  if (request.contractVersion !== offer.contractVersion) return refuse({ kind: 'contract_changed' });
  if (facts.isLendingStopped) return refuse({ kind: 'lending_stopped' });
  if (against.length > 0) return refuse({ kind: 'offer_waits' });
  if (offer.shown && changeSince(offer.shown, evidence)) return refuse({ kind: 'offer_waits' });
  const findings = { isBlocked: facts.isBlocked, isHitOpen: isHitOpen(evidence) };
  const payee = checkApproval(account, deps.operators, findings);
  if (!payee.ok) {
    const { kind } = payee.refusal;
    return refuse({ kind: kind === 'blocked' || kind === 'operator_stopped' ? kind : 'offer_waits' });
  }
  const received = checkMayReceive(payee.value, { session: request.session, nowMs });
  if (!received.ok) return received;
  return allow({
    change: signed.value,
    on,
    newAttempt: loanPayout(signed.value.loan, {
      attemptId,
      accountId: payee.value.accountId,
      sharedNumberAllowedBy: payee.value.isShared ? offer.offeredBy : undefined,
      on,
    }),
    review: {
      outcome: 'counter_offer_signed',
      reason: noteForDecision(deps, loan, offer),
      approvedBy: offer.offeredBy,
      noteSealed: null,
      shown: offer.shown,
    },
    acceptance: acceptanceOf(request, priceLoan(offer.terms, on)),
    answer: { orderId: loan.loanId, userStatus: USER_STATUS.payingOut },
  });
}

/** The note of the offer, sealed for the decision that it makes. */
function noteForDecision({ sealing }: ApplyDeps, loan: Loan, offer: MadeOffer): string {
  const place = { borrower_id: loan.borrowerId, loan_id: loan.loanId };
  const ofReview = { ...place, loan_version: offer.offerId };
  const note = sealing.open('application_review.note_sealed', ofReview, offer.noteSealed);
  return sealText(sealing, 'loan_decision.review_reason', place, note);
}

/** What the borrower said that the loan is for stands with what they signed first. */
function acceptanceOf(
  { contractVersion, appVersionCode, appChannelCode }: SignRequest,
  quote: AgreedQuote,
): Acceptance {
  const shown = { ...quote, contractVersion };
  return {
    contract_version: contractVersion,
    shown,
    shown_hash: hashOfShown(shown),
    purpose: '',
    app_version_code: appVersionCode,
    app_channel_code: appChannelCode,
  };
}

/** What an approval keeps: that the identity was looked at, and the other name of the account that was seen. */
async function keepWhatStaffLookedAt(
  deps: ApplyDeps,
  borrowerId: number,
  { offer, stored, evidence }: Signing,
): Promise<void> {
  const { accountId, holderAskedAt, offeredBy: staff } = offer;
  const place = { borrower_id: borrowerId, loan_id: stored.loan.loanId, loan_version: offer.offerId };
  const { frontFileId, identityConfirmedAt } = offer.shown ?? evidence;
  const asked = {
    note: deps.sealing.open('application_review.note_sealed', place, offer.noteSealed),
    staff,
    frontFileId,
    identityConfirmedAt,
    otherHolder: holderAskedAt && { accountId, askedAtMs: holderAskedAt.getTime() },
  };
  await keepWhatWasLookedAt(deps, stored, { borrowerId, asked, now: toDate(deps.clock.nowMs()) });
}

type EndingDeps = Pick<ApplyDeps, 'db' | 'line' | 'clock' | 'today'>;

/** The borrower says no: the application ends, and the next one need not wait. Said again, it is said already. */
export async function refuseCounterOffer(
  deps: EndingDeps,
  request: AnswerRequest,
): Promise<Outcome<null, OfferAnswerRefusal>> {
  const { borrowerId, loanId, offerId } = request;
  return retryOnConflict('a no to a counter-offer', async () => {
    const standing = await readStanding(deps, request);
    if (!standing.ok) {
      const last = (await readCounterOffers(deps, { borrowerId, loanId })).at(-1);
      return last?.state === 'refused' && last.offerId === offerId ? allow(null) : standing;
    }
    const { stored, offer } = standing.value;
    const on = deps.today();
    const refused = refuseCounterOfferOf(stored.loan, offer, { on, nowMs: deps.clock.nowMs() });
    if (!refused.ok) return refused;
    const posted = await deps.line.post<null | typeof AGAIN, never>({
      borrowerId,
      loanId,
      actor: 'borrower',
      decide: ({ loan }) =>
        loan.version === stored.loan.version
          ? allow({
              change: refused.value,
              on,
              review: { outcome: 'counter_offer_refused', noteSealed: null, shown: null },
              answer: null,
            })
          : { ok: true, unchanged: true, answer: AGAIN },
    });
    if (!posted.ok) return posted;
    return posted.value === AGAIN ? AGAIN : allow(null);
  });
}

/** Ends applications whose borrowers did not answer an offer in time, and tells these borrowers. */
export async function lapseCounterOffers(deps: EndingDeps): Promise<number> {
  const overdue = await findOverdueOffers(deps.db, toDate(deps.clock.nowMs()));
  let lapsed = 0;
  for (const one of overdue) if (await lapse(deps, one)) lapsed += 1;
  return lapsed;
}

async function lapse(
  deps: EndingDeps,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<boolean> {
  const stored = await findLoan(deps.db, borrowerId, loanId);
  const offer = (await readCounterOffers(deps, { borrowerId, loanId })).at(-1);
  if (!stored || !offer?.isStanding) return false;
  const on = deps.today();
  const change = lapseCounterOfferOf(stored.loan, offer, { on, nowMs: deps.clock.nowMs() });
  if (!change) return false;
  const posted = await deps.line.post<boolean, never>({
    borrowerId,
    loanId,
    actor: 'deadline',
    decide: ({ loan }) =>
      loan.version === stored.loan.version
        ? allow({
            change,
            on,
            review: { outcome: 'counter_offer_lapsed', noteSealed: null, shown: null },
            answer: true,
          })
        : { ok: true, unchanged: true, answer: false },
  });
  return posted.ok && posted.value;
}
