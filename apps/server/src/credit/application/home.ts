import { USER_STATUS, type UserStatus } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import { type LadderRule, ladderView, limitOf } from '@thumba/lending/ladder';
import type { LadderPlace, Loan } from '@thumba/lending/loan';
import { toKwacha } from '@thumba/lending/money';
import type { StorePolicy } from '@thumba/lending/store-policy';
import { loanToday, orderSummary } from '../../book/loan/loan-view.ts';
import { type Overview, readOverview } from '../../book/loan/queries.ts';
import { describeHold, findHeldPayout } from '../../money/payment/held-payout.ts';
import { toDate } from '../../platform/clock.ts';
import { otherLook } from './another-look.ts';
import type { ApplyDeps } from './apply.ts';
import { findArrivedMoney } from './arrived-money.ts';
import { bureauNews } from './bureau-news.ts';
import { isAuthenticated, readApplicationFacts } from './facts.ts';
import { availableLimit, offeredProducts } from './offer.ts';
import { paidOffNews } from './paid-off.ts';
import { productView } from './product-view.ts';
import { readCounterOffers } from './read-counter-offer.ts';
import { readAskedEvidence } from './read-evidence.ts';
import { userStatus } from './user-status.ts';

type Home = Answer<'getMyLoanInfo'>;

/** The first page of a borrower: their open loan, the loans on offer, and the messages that concern them now. */
export async function readHome(
  deps: ApplyDeps,
  borrowerId: number,
  store: StorePolicy | null,
): Promise<Home> {
  const { db } = deps;
  const today = deps.today();
  const now = { today, nowMs: deps.clock.nowMs() };
  const [overview, facts] = await Promise.all([
    readOverview(db, borrowerId),
    readApplicationFacts(deps, borrowerId),
  ]);
  const latest = overview?.latest ? loanToday(overview.latest.loan, today) : undefined;
  const held =
    latest?.state === 'paying_out' ? await findHeldPayout(db, borrowerId, latest.loanId) : undefined;
  const moneyArrived = overview?.latest && (await findArrivedMoney(deps, borrowerId, overview.latest, now));
  const paidOff = overview?.latest && paidOffNews(overview.latest, today);
  const decision = overview?.latestDecision;
  const mayApplyAgainOn = decision?.mayApplyAgainOn ?? null;
  const status = userStatus({
    latestState: latest?.state,
    mayApplyAgainOn,
    isBlocked: facts.isBlocked,
    isAuthenticated: isAuthenticated(facts),
    today,
  });
  const { catalogue, ladder } = facts;
  const hasOpenLoan = facts.openLoan !== null;
  const toBureau = latest?.state === 'overdue' && (await bureauNews(deps, latest, today));
  const waitsForPerson = status === USER_STATUS.underReview || held?.reason === 'under_review';
  return {
    userStatus: status,
    loanType: (latest?.terms.instalmentCount ?? 1) > 1 ? 2 : 1,
    productIndex: 0,
    creditLimit: toKwacha(limitOf(catalogue.ladder, ladder)),
    availableLimit: toKwacha(availableLimit(facts, store)),
    marketList: offeredProducts(catalogue, store).map((product) =>
      productView(catalogue, product, ladder.step),
    ),
    ...(overview?.latest && hasOpenLoan ? { order: orderSummary(overview.latest, now) } : {}),
    ...(toBureau ? { toBureau } : {}),
    ...(moneyArrived ? { moneyArrived } : {}),
    ...(paidOff ? { paidOff } : {}),
    ...(status === USER_STATUS.declined && mayApplyAgainOn
      ? { rejectedUntil: mayApplyAgainOn, rejectedReasons: decision!.reasons.map(describeReason) }
      : {}),
    ...reviewView(overview, status, today),
    ...(status === USER_STATUS.underReview && latest ? await waitingView(deps, latest) : {}),
    ladder: wireLadder(catalogue.ladder, ladder),
    messages: held ? [describeHold(held)] : [],
    ...(waitsForPerson ? { waitsForPerson } : {}),
    ...(waitsForPerson || held?.reason === 'operator_stopped' ? { mayNameAccount: true } : {}),
    businessDate: today,
  };
}

/** What the borrower can do about an application that a person looks at, or has declined. */
function reviewView(
  overview: Overview | undefined,
  status: UserStatus,
  today: Day,
): Pick<Home, 'anotherLookOrderId' | 'pictureAgain'> {
  if (!overview) return {};
  if (status === USER_STATUS.underReview) {
    return overview.pictureAskedAgain ? { pictureAgain: overview.pictureAskedAgain } : {};
  }
  const look = status === USER_STATUS.declined ? otherLook(overview, today) : undefined;
  return look?.ok ? { anotherLookOrderId: look.value.loanId } : {};
}

/** What the application waits for: evidence, or the answer to an offer. What is over is ended soon. */
async function waitingView(
  { db, clock }: ApplyDeps,
  { borrowerId, loanId, terms: asked }: Loan,
): Promise<Pick<Home, 'evidence' | 'counterOffer'>> {
  const [requests, offers] = await Promise.all([
    readAskedEvidence(db, { borrowerId, loanId }),
    readCounterOffers({ db, clock }, { borrowerId, loanId }),
  ]);
  const [request, offer] = [requests.at(-1), offers.at(-1)];
  const isOver = ({ endsAtMs }: { endsAtMs: number }) => clock.nowMs() >= endsAtMs;
  if (request?.state === 'asked' && !isOver(request)) {
    const until = toDate(request.endsAtMs).toISOString();
    return { evidence: { orderId: loanId, kind: request.evidence, until } };
  }
  if (!offer?.isStanding || isOver(offer)) return {};
  return {
    counterOffer: {
      orderId: loanId,
      until: toDate(offer.endsAtMs).toISOString(),
      amount: toKwacha(offer.terms.principalNgwee),
      days: offer.terms.termDays,
      askedAmount: toKwacha(asked.principalNgwee),
      askedDays: asked.termDays,
    },
  };
}

function wireLadder(rule: LadderRule, place: LadderPlace): Home['ladder'] {
  const view = ladderView(rule, place);
  return {
    step: view.step,
    steps: rule.steps.length,
    limits: rule.steps.map((limit) => toKwacha(limit)),
    maxDaysLate: rule.maxDaysLateToStay,
    onTime: view.onTimeLoans,
    needed: view.neededLoans,
    minDaysHeld: view.minDaysHeld,
    minAmount: toKwacha(view.leastCountingNgwee),
    ...(view.nextLimitNgwee === null ? {} : { nextLimit: toKwacha(view.nextLimitNgwee) }),
  };
}
