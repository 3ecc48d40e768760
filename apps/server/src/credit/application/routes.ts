import type { Body } from '@thumba/contract/wire';
import { formatDay } from '@thumba/lending/day';
import { parseKwacha } from '@thumba/lending/money';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import { replyToPayeeRefusal } from '../../money/payment/loan-payout.ts';
import { payeeWords } from '../../money/payment/payment-words.ts';
import { titlesOf } from '../../people/borrower/accounts.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type AnotherLookRefusal, askAnotherLook } from './another-look.ts';
import { applicationWords } from './application-words.ts';
import { type ApplyDeps, type ApplyRefusal, applyForLoan } from './apply.ts';
import { contractText, contractVersion, receiveAccountOf } from './contract-text.ts';
import { estimateView } from './estimate-view.ts';
import { readApplicationFacts } from './facts.ts';
import { readHome } from './home.ts';
import { NEWEST_WORDING } from './newest-wording.ts';
import { type MakeOfferRefusal, makeOffer, type OfferWish, offeredProducts } from './offer.ts';
import { offerSummaries, offerView, productView } from './product-view.ts';
import { type RetryRefusal, retryPayout } from './retry-payout.ts';
import { readSignedContract } from './signed-contract.ts';

export function registerApplicationRoutes(server: Server, deps: ApplyDeps): void {
  registerProductRoutes(server, deps);
  registerOfferRoutes(server, deps);
  registerLoanRoutes(server, deps);
}

function registerProductRoutes(server: Server, deps: ApplyDeps): void {
  const { storeOf } = deps;
  const summaries = offerSummaries();

  serve(server, 'productPublic', (_input, caller) => {
    const catalogue = deps.catalogue.current();
    const store = storeOf(caller);
    return done({
      marketList: offeredProducts(catalogue, store).map((product) => productView(catalogue, product, 1)),
      policy: offerView(summaries.of(catalogue, store, deps.today())),
      operators: titlesOf(deps.operators),
    });
  });

  serve(server, 'getMyLoanInfo', async (_input, caller) =>
    done(await readHome(deps, caller.borrowerId, storeOf(caller))),
  );
}

function registerOfferRoutes(server: Server, deps: ApplyDeps): void {
  const { lender, storeOf } = deps;

  serve(server, 'productTrial', async ({ body }, caller) => {
    const wish = wishIn(body);
    const facts = await readApplicationFacts(deps, caller.borrowerId, { userCouponId: wish.userCouponId });
    const offer = makeOffer(facts, storeOf(caller), wish, deps.today());
    if (!offer.ok) return replyToOfferRefusal(offer.refusal);
    return done(
      estimateView(offer.value, contractVersion(offer.value.terms, facts.catalogue), receiveAccountOf(facts)),
    );
  });

  serve(server, 'getContractText', async ({ body }, caller) => {
    const facts = await readApplicationFacts(deps, caller.borrowerId, { accountId: body.repayAccountId });
    const offer = makeOffer(facts, storeOf(caller), wishIn(body), deps.today());
    if (!offer.ok) return replyToOfferRefusal(offer.refusal);
    return done({
      contractVersion: contractVersion(offer.value.terms, facts.catalogue),
      ...contractText(NEWEST_WORDING, lender, offer.value, facts, !caller.session.isTrusted),
    });
  });
}

function registerLoanRoutes(server: Server, deps: ApplyDeps): void {
  const { sealing } = deps;

  serve(server, 'getLoanContract', async ({ params }, { borrowerId, session }) => {
    const signed = await readSignedContract(deps, borrowerId, params.id, !session.isTrusted);
    if (!signed) return NOT_FOUND;
    const { quote: _quote, shownHash: _shownHash, agreedAt, ...contract } = signed;
    return done({ ...contract, agreedAt: agreedAt.toISOString() });
  });

  serve(server, 'appManualGetLoan', async ({ body }, caller) => {
    const outcome = await applyForLoan(deps, {
      borrowerId: caller.borrowerId,
      session: caller.session,
      ...wishIn(body),
      accountId: body.repayAccountId,
      purpose: body.purpose ?? '',
      contractVersion: body.contractVersion,
      appVersionCode: caller.appVersionCode,
      appChannelCode: caller.appChannelCode,
      offersLongTermsOnly: caller.offersLongTermsOnly,
      address: caller.address,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'appManualGetLoan', body),
    });
    return outcome.ok ? done(outcome.value) : replyToApplyRefusal(outcome.refusal);
  });

  serve(server, 'retryPayout', async ({ body }, caller) => {
    const outcome = await retryPayout(deps, {
      borrowerId: caller.borrowerId,
      session: caller.session,
      loanId: body.orderId,
      accountId: body.repayAccountId,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'retryPayout', body),
    });
    return outcome.ok ? done(outcome.value) : replyToApplyRefusal(outcome.refusal);
  });

  serve(server, 'anotherLook', async ({ body }, { borrowerId }) => {
    const outcome = await askAnotherLook(deps, { borrowerId, loanId: body.orderId });
    return outcome.ok ? done(null) : replyToLookRefusal(outcome.refusal);
  });
}

function replyToLookRefusal(refusal: AnotherLookRefusal): Reply<never> {
  const { refusal: words } = applicationWords;
  const { kind: reason } = refusal;
  switch (refusal.kind) {
    case 'blocked':
      return refused(403, words.blocked);
    case 'not_declined':
    case 'wrong_state':
      return refused(409, words.notDeclined, { reason: 'not_declined' });
    case 'looked_at_again':
      return refused(409, words.lookedAtAgain, { reason });
    case 'may_apply_again':
      return refused(409, words.mayApplyAgain, { reason });
    default:
      return replyToRefusal(refusal);
  }
}

function replyToApplyRefusal(refusal: ApplyRefusal | RetryRefusal | PostingRefusal): Reply<never> {
  const { refusal: words } = applicationWords;
  switch (refusal.kind) {
    case 'loan_open':
      return refused(409, words.loanOpen, { orderId: refusal.loanId });
    case 'blocked':
      return refused(403, words.blocked);
    case 'lending_stopped':
      return refused(409, words.lendingStopped, { reason: 'lending_stopped' });
    case 'authentication_unfinished':
      return refused(409, words.detailsUnfinished);
    case 'face_required':
      return refused(501, words.faceRequired, { reason: 'face_required' });
    case 'waiting_after_decline':
      return refused(409, words.waitingAfterDecline(formatDay(refusal.mayApplyAgainOn)), {
        rejectedUntil: refusal.mayApplyAgainOn,
      });
    case 'no_such_account':
      return refused(404, words.noSuchAccount);
    case 'operator_not_connected':
      return refused(400, words.operatorNotConnected);
    case 'operator_stopped':
      return refused(409, payeeWords.operator_stopped, { reason: refusal.kind });
    case 'payout_number_shared':
    case 'account_waits':
    case 'account_newer_than_session':
      return replyToPayeeRefusal(refusal);
    case 'contract_changed':
      return refused(409, words.contractChanged);
    case 'key_reused':
    case 'no_such_loan':
    case 'wrong_state':
      return replyToRefusal(refusal);
    default:
      return replyToOfferRefusal(refusal);
  }
}

function replyToOfferRefusal(refusal: MakeOfferRefusal): Reply<never> {
  const { refusal: words } = applicationWords;
  switch (refusal.kind) {
    case 'no_such_product':
      return refused(400, words.noSuchProduct);
    case 'product_locked':
      return refused(400, refusal.sentence);
    case 'term_too_short_for_store':
      return refused(400, words.termTooShortForStore(refusal.minTermDays));
    default:
      return replyToRefusal(refusal);
  }
}

/** An app may send coupon 0 for no coupon. */
function wishIn({
  productId,
  termId,
  amount,
  userCouponId,
}: Pick<Body<'productTrial'>, 'productId' | 'termId' | 'amount' | 'userCouponId'>): OfferWish {
  return { productId, termId, amountNgwee: parseKwacha(amount)!, userCouponId: userCouponId || undefined };
}
