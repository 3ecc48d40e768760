import { USER_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { formatDay } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import { ladderView, limitOf } from '@thumba/lending/ladder';
import type { DeclineReason } from '@thumba/lending/loan';
import { formatKwacha, parseKwacha, toKwacha } from '@thumba/lending/money';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import { loanTerms, type Product } from '@thumba/lending/product';
import { accountTitle } from '../borrower/accounts.ts';
import type { Lender } from '../loan/lender.ts';
import { loanToday, orderSummary } from '../loan/loan-view.ts';
import type { PostingRefusal } from '../loan/posting.ts';
import { findLoan, readOverview } from '../loan/queries.ts';
import { replyToRefusal } from '../loan/refusal-reply.ts';
import { idempotencyOf } from '../platform/idempotency.ts';
import { done, NOT_FOUND, type Reply, refused } from '../platform/reply.ts';
import { type Server, serve } from '../platform/serve.ts';
import { type ApplyDeps, type ApplyRefusal, applyForLoan } from './apply.ts';
import { contractClauses, contractVersion } from './contract-text.ts';
import { type ApplicationFacts, isAuthenticated, readApplicationFacts } from './facts.ts';
import { availableLimit, lockedReason, type MakeOfferRefusal, makeOffer } from './offer.ts';
import { findAcceptance } from './queries.ts';
import { type RetryRefusal, retryFailedPayout } from './retry-payout.ts';
import { userStatus } from './user-status.ts';

const CONTRACT_TITLE = 'Loan Contract';

/** No coupons are given out yet, so whoever names one names somebody else's or none. */
const NO_SUCH_COUPON = refused(404, 'We could not find this coupon');

export function registerApplicationRoutes(server: Server, deps: ApplyDeps): void {
  const { db, lender, sealing } = deps;

  serve(server, 'productPublic', () =>
    done({
      marketList: lender.products.map((product) => productView(lender, product, 1)),
      policy: policyView(deps),
    }),
  );

  serve(server, 'getMyLoanInfo', async (_input, { borrowerId }) => {
    const today = deps.today();
    const [overview, facts] = await Promise.all([
      readOverview(db, borrowerId),
      readApplicationFacts(deps, borrowerId),
    ]);
    const latest = overview?.latest ? loanToday(overview.latest.loan, today) : undefined;
    const decision = overview?.latestDecision;
    const mayApplyAgainOn = decision?.mayApplyAgainOn ?? null;
    const status = userStatus({
      latestState: latest?.state,
      mayApplyAgainOn,
      isBlocked: facts.isBlocked,
      isAuthenticated: isAuthenticated(facts),
      today,
    });
    const view = ladderView(lender.ladder, facts.ladder);
    const hasOpenLoan = facts.openLoan !== null;
    return done({
      userStatus: status,
      loanType: (latest?.terms.instalmentCount ?? 1) > 1 ? 2 : 1,
      productIndex: 0,
      creditLimit: toKwacha(limitOf(lender.ladder, facts.ladder)),
      availableLimit: toKwacha(availableLimit(lender, facts)),
      marketList: lender.products.map((product) => productView(lender, product, facts.ladder.step)),
      ...(latest && hasOpenLoan ? { order: orderSummary(latest, today) } : {}),
      ...(status === USER_STATUS.declined && mayApplyAgainOn
        ? {
            rejectedUntil: mayApplyAgainOn,
            rejectedReasons: decision!.reasons.map((reason) => describeReason(reason as DeclineReason)),
          }
        : {}),
      ladder: {
        step: view.step,
        steps: lender.ladder.steps.length,
        onTime: view.onTimeLoans,
        needed: view.neededLoans,
        ...(view.nextLimitNgwee === null ? {} : { nextLimit: toKwacha(view.nextLimitNgwee) }),
      },
      messages: [],
      businessDate: today,
    });
  });

  serve(server, 'productTrial', async ({ body }, { borrowerId }) => {
    if (body.userCouponId) return NO_SUCH_COUPON;
    const facts = await readApplicationFacts(deps, borrowerId);
    const offer = makeOffer(lender, facts, { ...body, amountNgwee: parseKwacha(body.amount)! }, deps.today());
    if (!offer.ok) return replyToOfferRefusal(offer.refusal);
    return done(estimateView(offer.value.quote, contractVersion(offer.value.terms), receiveAccountOf(facts)));
  });

  serve(server, 'getContractText', async ({ body }, { borrowerId }) => {
    if (body.userCouponId) return NO_SUCH_COUPON;
    const facts = await readApplicationFacts(deps, borrowerId, { accountId: body.repayAccountId });
    const offer = makeOffer(lender, facts, { ...body, amountNgwee: parseKwacha(body.amount)! }, deps.today());
    if (!offer.ok) return replyToOfferRefusal(offer.refusal);
    const { terms, quote } = offer.value;
    return done({
      contractVersion: contractVersion(terms),
      title: CONTRACT_TITLE,
      clauses: contractClauses(lender, terms, quote, partiesOf(facts)),
    });
  });

  serve(server, 'getLoanContract', async ({ params }, { borrowerId }) => {
    const [stored, acceptance] = await Promise.all([
      findLoan(db, borrowerId, params.id),
      findAcceptance(db, borrowerId, params.id),
    ]);
    if (!stored || !acceptance) return NOT_FOUND;
    const facts = await readApplicationFacts(deps, borrowerId, { accountId: stored.accountId });
    const { loan } = stored;
    // As it was signed: priced from the day of the application, whatever the payout's day was.
    const quote = priceLoan(loan.terms, loan.appliedOn);
    return done({
      contractVersion: acceptance.contractVersion,
      title: CONTRACT_TITLE,
      clauses: contractClauses(lender, loan.terms, quote, partiesOf(facts)),
      agreedAt: acceptance.agreedAt.toISOString(),
    });
  });

  serve(server, 'appManualGetLoan', async ({ body }, caller) => {
    if (body.userCouponId) return NO_SUCH_COUPON;
    const outcome = await applyForLoan(deps, {
      borrowerId: caller.borrowerId,
      productId: body.productId,
      termId: body.termId,
      amountNgwee: parseKwacha(body.amount)!,
      accountId: body.repayAccountId,
      purpose: body.purpose ?? '',
      contractVersion: body.contractVersion,
      appVersionCode: caller.appVersionCode,
      appChannelCode: caller.appChannelCode,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'appManualGetLoan', body),
    });
    return outcome.ok ? done(outcome.value) : replyToApplyRefusal(outcome.refusal);
  });

  serve(server, 'retryPayout', async ({ body }, caller) => {
    const outcome = await retryFailedPayout(deps, {
      borrowerId: caller.borrowerId,
      loanId: body.orderId,
      accountId: body.repayAccountId,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'retryPayout', body),
    });
    return outcome.ok ? done(outcome.value) : replyToApplyRefusal(outcome.refusal);
  });
}

function replyToApplyRefusal(refusal: ApplyRefusal | RetryRefusal | PostingRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'loan_open':
      return refused(409, 'You already have an open loan', { orderId: refusal.loanId });
    case 'blocked':
      return refused(403, 'Your account cannot borrow at the moment. Please contact us');
    case 'authentication_unfinished':
      return refused(409, 'Please finish your details first');
    case 'face_required':
      return refused(501, 'Please confirm your face first', { reason: 'face_required' });
    case 'waiting_after_decline':
      return refused(409, `You can apply again on ${formatDay(refusal.mayApplyAgainOn)}`, {
        rejectedUntil: refusal.mayApplyAgainOn,
      });
    case 'no_such_account':
      return refused(404, 'We could not find that account');
    case 'operator_not_connected':
      return refused(400, 'We cannot pay out to this operator yet. Please add an MTN or Airtel account');
    case 'contract_changed':
      return refused(409, 'The loan contract has changed. Please read it again before you agree');
    case 'key_reused':
    case 'no_such_loan':
    case 'wrong_state':
      return replyToRefusal(refusal);
    default:
      return replyToOfferRefusal(refusal);
  }
}

function replyToOfferRefusal(refusal: MakeOfferRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'no_such_product':
      return refused(400, 'Please choose one of the loans offered');
    case 'product_locked':
      return refused(400, refusal.sentence);
    default:
      return replyToRefusal(refusal);
  }
}

function partiesOf(facts: ApplicationFacts) {
  return {
    borrowerName: facts.identity ? `${facts.identity.firstName} ${facts.identity.lastName}` : 'the borrower',
    nationalId: facts.identity?.idNumber ?? 'as on the card',
    receiveAccount: receiveAccountOf(facts),
  };
}

function receiveAccountOf({ account }: ApplicationFacts): string {
  return account ? accountTitle(account) : 'your mobile-money account';
}

function estimateView(quote: Quote, version: string, receiveAccount: string): Answer<'productTrial'> {
  return {
    principal: toKwacha(quote.principalNgwee),
    receivedAmount: toKwacha(quote.receivedNgwee),
    interest: toKwacha(quote.interestNgwee),
    serviceFee: toKwacha(quote.feeNgwee),
    couponDiscount: 0,
    totalRepay: toKwacha(quote.totalRepayNgwee),
    totalCost: toKwacha(quote.totalCostNgwee),
    costPercent: quote.costPercent,
    apr: quote.apr,
    plans: quote.instalments.map((instalment) => ({
      loanPeriod: instalment.period,
      dueDate: instalment.dueOn,
      principal: toKwacha(instalment.principalNgwee),
      interest: toKwacha(instalment.interestNgwee),
      serviceFee: toKwacha(instalment.feeNgwee),
      total: toKwacha(instalment.totalNgwee),
    })),
    receiveAccount,
    contractVersion: version,
  };
}

function productView(
  lender: Lender,
  product: Product,
  ladderStep: number,
): Answer<'productPublic'>['marketList'][number] {
  const locked = lockedReason(lender, product, ladderStep);
  return {
    productId: product.productId,
    name: product.name,
    minAmount: toKwacha(product.minNgwee),
    maxAmount: toKwacha(product.maxNgwee),
    amountStep: toKwacha(product.stepNgwee),
    terms: product.terms.map((term) => ({ ...term })),
    dailyRate: product.dailyRate,
    serviceFeeRate: product.serviceFeeRate,
    interestMethod: product.interestMethod,
    feeMode: product.feeMode,
    ...(product.extension ? { extension: { ...product.extension } } : {}),
    penalty: { ...product.penalty },
    ...(locked ? { locked: true, lockedReason: locked } : {}),
  };
}

function policyView({ lender, today }: ApplyDeps): Answer<'productPublic'>['policy'] {
  const quotes = lender.products.flatMap((product) =>
    product.terms.flatMap((term) => {
      const terms = loanTerms(product, lender.policy, term.termId, product.minNgwee);
      return terms.ok ? [{ term, quote: priceLoan(terms.value, today()) }] : [];
    }),
  );
  const days = quotes.map(({ term }) => term.days);
  const { quote, term } = quotes[0]!;
  return {
    minTermDays: Math.min(...days),
    maxTermDays: Math.max(...days),
    maxApr: Math.max(...quotes.map((priced) => priced.quote.apr)),
    example: `You borrow ${formatKwacha(quote.principalNgwee)} for ${term.days} days and repay ${formatKwacha(quote.totalRepayNgwee)}: it costs ${formatKwacha(quote.totalCostNgwee)}, an APR of ${quote.apr}%.`,
  };
}
