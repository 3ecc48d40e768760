import type { Answer } from '@thumba/contract/wire';
import { plannedInstalments } from '@thumba/lending/application';
import { checkCoupon, couponDiscount } from '@thumba/lending/coupon';
import type { Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { type Ngwee, toKwacha, ZERO } from '@thumba/lending/money';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import { replyToPayeeRefusal } from '../../money/payment/loan-payout.ts';
import { payeeWords } from '../../money/payment/payment-words.ts';
import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, named, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type OfferAnswerRefusal, refuseCounterOffer, signCounterOffer } from './answer-offer.ts';
import { applicationWords } from './application-words.ts';
import type { ApplyDeps } from './apply.ts';
import { contractText, receiveAccountOf, wordingOf } from './contract-text.ts';
import { estimateView } from './estimate-view.ts';
import { type GiveEvidenceRefusal, giveEvidence } from './evidence.ts';
import { readApplicationFacts } from './facts.ts';
import { productView } from './product-view.ts';
import { readCounterOffers } from './read-counter-offer.ts';

/** What a borrower does while an application waits for them: gives evidence, signs an offer or says no to it. */
export function registerWaitingRoutes(server: Server, deps: ApplyDeps): void {
  serve(server, 'giveEvidence', async ({ body: { orderId, fileIds } }, { borrowerId }) => {
    const outcome = await giveEvidence(deps, { borrowerId, loanId: orderId, fileIds });
    return outcome.ok ? done(null) : replyToEvidenceRefusal(outcome.refusal);
  });

  serve(server, 'getCounterOffer', async ({ body: { orderId } }, { borrowerId, session }) => {
    const shown = await readOfferView(deps, { borrowerId, loanId: orderId, isMasked: !session.isTrusted });
    return shown ?? refused(409, applicationWords.refusal.offerOver, { reason: 'offer_over' });
  });

  serve(server, 'signCounterOffer', async ({ body }, caller) => {
    const { orderId: loanId, offerId, contractVersion } = body;
    const { borrowerId, session, appVersionCode, appChannelCode, idempotencyKey } = caller;
    const outcome = await signCounterOffer(deps, {
      ...{ borrowerId, loanId, offerId, session, contractVersion, appVersionCode, appChannelCode },
      idempotency: idempotencyOf(deps.sealing, idempotencyKey, 'signCounterOffer', body),
    });
    return outcome.ok ? done(outcome.value) : replyToAnswerRefusal(outcome.refusal);
  });

  serve(server, 'refuseCounterOffer', async ({ body: { orderId, offerId } }, { borrowerId }) => {
    const outcome = await refuseCounterOffer(deps, { borrowerId, loanId: orderId, offerId });
    return outcome.ok ? done(null) : replyToAnswerRefusal(outcome.refusal);
  });
}

/** The offer beside what was asked for, with its whole cost today and its contract. Undefined where none stands. */
async function readOfferView(
  deps: ApplyDeps,
  { borrowerId, loanId, isMasked }: { borrowerId: number; loanId: number; isMasked: boolean },
): Promise<Reply<Answer<'getCounterOffer'>> | undefined> {
  const stored = await findLoan(deps.db, borrowerId, loanId);
  if (!stored) return NOT_FOUND;
  const offer = (await readCounterOffers(deps, { borrowerId, loanId })).at(-1);
  if (!offer?.isStanding || deps.clock.nowMs() >= offer.endsAtMs) return undefined;
  const { terms, contractVersion, offerId, endsAtMs } = offer;
  const facts = await readApplicationFacts(deps, borrowerId, { accountId: stored.accountId });
  const product = facts.catalogue.products.find(({ productId }) => productId === terms.productId);
  const wording = wordingOf(contractVersion);
  if (!product || !wording) return undefined;
  const today = deps.today();
  const quote = priceLoan(terms, today);
  const discountNgwee = discountOf(stored.loan, quote, today);
  const estimate = estimateView({ terms, quote, discountNgwee }, contractVersion, receiveAccountOf(facts));
  const asked = stored.loan.terms;
  return done({
    orderId: loanId,
    offerId,
    until: toDate(endsAtMs).toISOString(),
    asked: {
      amount: toKwacha(asked.principalNgwee),
      days: asked.termDays,
      totalRepay: toKwacha(priceLoan(asked, today).totalRepayNgwee),
    },
    product: productView(facts.catalogue, product, facts.ladder.step),
    termId: terms.termId,
    estimate,
    contract: { contractVersion, ...contractText(wording, deps.lender, { terms, quote }, facts, isMasked) },
  });
}

/** What the coupon of the application takes off the first plan, where it can stay with these terms. */
function discountOf({ coupon }: Loan, quote: Quote, today: Day): Ngwee {
  const [first] = plannedInstalments(quote);
  if (coupon === null || !checkCoupon(coupon, first, 1, today).ok) return ZERO;
  return couponDiscount(first!, coupon).totalNgwee;
}

function replyToAnswerRefusal(refusal: OfferAnswerRefusal): Reply<never> {
  const { refusal: words } = applicationWords;
  switch (refusal.kind) {
    case 'offer_over':
    case 'wrong_state':
      return refused(409, words.offerOver, { reason: 'offer_over' });
    case 'offer_waits':
      return refused(409, words.offerWaits, { reason: 'offer_waits' });
    case 'lending_stopped':
      return refused(409, words.lendingStopped, { reason: 'lending_stopped' });
    case 'operator_stopped':
      return refused(409, payeeWords.operator_stopped, { reason: refusal.kind });
    case 'contract_changed':
      return refused(409, words.contractChanged);
    case 'blocked':
      return refused(403, words.blocked);
    case 'payout_number_shared':
    case 'account_waits':
    case 'account_newer_than_session':
      return replyToPayeeRefusal(refusal);
    default:
      return replyToRefusal(refusal);
  }
}

function replyToEvidenceRefusal(refusal: GiveEvidenceRefusal): Reply<never> {
  const { refusal: words } = applicationWords;
  const { kind: reason } = refusal;
  switch (refusal.kind) {
    case 'evidence_not_asked':
    case 'wrong_state':
      return refused(409, words.evidenceNotAsked, { reason: 'evidence_not_asked' });
    case 'evidence_over':
      return refused(409, words.evidenceOver, { reason });
    case 'evidence_pictures':
      return refused(400, words.evidencePictures, { fields: { fileIds: words.evidencePictures } });
    case 'no_such_file':
      return refused(404, words.noSuchPicture, { reason });
    case 'too_many_files':
      return named('pictures_of_hour', refused(429, words.manyPictures, { retryAfterSeconds: 3600 }));
    default:
      return replyToRefusal(refusal);
  }
}
