import { createHash } from 'node:crypto';
import { USER_STATUS, type UserStatus } from '@thumba/contract/codes';
import { agreesWithCard, cardDifferences, countedBirthDate } from '@thumba/identity/card-agreement';
import { openLoan } from '@thumba/lending/application';
import { type Day, wholeYearsBetween } from '@thumba/lending/day';
import { type BureauInputs, type Decision, type DecisionInputs, decide } from '@thumba/lending/decision';
import type { Change, LoanTerms } from '@thumba/lending/loan';
import { ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { StorePolicy } from '@thumba/lending/store-policy';
import type { Catalogue, LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { answerToUsedKey, type IdempotencyKey, type KeyReused } from '../../book/idempotency/idempotency.ts';
import type { Lender } from '../../book/lender.ts';
import type { Opening } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import {
  checkMayReceive,
  checkPayoutAccount,
  loanPayout,
  type PayeeRefusal,
} from '../../money/payment/loan-payout.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import type { AccountRefusal } from '../../money/payment/submit-collection.ts';
import { holderDiffers } from '../../people/borrower/account-holder.ts';
import type { Identity } from '../../people/borrower/applicant.ts';
import { type BureauAnswer, elsewhereOf } from '../../people/borrower/bureau-answer.ts';
import { identityValidity } from '../../people/borrower/identity-check.ts';
import { networkHashes } from '../../people/borrower/network-address.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { CallerSession } from '../../platform/serve.ts';
import { contractVersion } from './contract-text.ts';
import { type ApplicationFacts, isAuthenticated, readApplicationFacts } from './facts.ts';
import { affordable, type MakeOfferRefusal, makeOffer, type Offer, type OfferWish } from './offer.ts';

export type ApplyDeps = {
  db: Database;
  sealing: Sealing;
  line: PostingLine;
  lender: Lender;
  catalogue: LiveCatalogue;
  /** The rules of the store that an app comes from, by its channel or its own word; null where it comes from no store. */
  storeOf(app: { appChannelCode: string; offersLongTermsOnly?: boolean }): StorePolicy | null;
  operators: Operators;
  /** Whether an identity counts before a person looked at it. For a demo. */
  isUncheckedIdentityValid: boolean;
  isDemo: boolean;
  clock: Clock;
  today(): Day;
  newAttemptId(): string;
  /** Compares a borrower with the lists, and asks the operators for the names of the accounts. */
  checkPerson(borrowerId: number): Promise<void>;
  /** When a credit bureau is told of a late loan. Unset where this lender has none. */
  bureauPolicy?: { listFromDaysLate: number; warnDays: number } | undefined;
  /** Asks a credit bureau about an application. Unset where this lender asks none. */
  askBureau?: ((applicant: { borrowerId: number; identity: Identity }) => Promise<BureauReply>) | undefined;
};

type BureauReply =
  | { kind: 'answered'; enquiryId: number; answer: BureauAnswer }
  | { kind: 'none'; enquiryId: number | null };

type AskedOffer = Offer & { bureau: BureauInputs; bureauEnquiryId: number | null };

export type ApplyRequest = OfferWish & {
  borrowerId: number;
  session: CallerSession;
  accountId: number | undefined;
  purpose: string;
  contractVersion: string;
  appVersionCode: string;
  appChannelCode: string;
  offersLongTermsOnly?: boolean;
  /** Where the application comes from. */
  address: string;
  idempotency: IdempotencyKey | undefined;
};

export type Applied = { orderId: number; userStatus: UserStatus };

export type ApplyRefusal =
  | MakeOfferRefusal
  | KeyReused
  | { kind: 'loan_open'; loanId: number }
  | { kind: 'blocked' }
  | { kind: 'lending_stopped' }
  | { kind: 'authentication_unfinished' }
  | { kind: 'face_required' }
  | { kind: 'waiting_after_decline'; mayApplyAgainOn: Day }
  | AccountRefusal
  | PayeeRefusal
  | { kind: 'contract_changed' };

/**
 * Turns a signed application into a loan. The loan, the decision, the acceptance and, where it is approved, the payout
 * are one write. Where another application or identity of the same borrower was written first, this one is judged again.
 */
export async function applyForLoan(
  deps: ApplyDeps,
  request: ApplyRequest,
): Promise<Outcome<Applied, ApplyRefusal>> {
  const network = networkHashes(deps.sealing, request.address);
  // An application that is judged again is not asked for again.
  let bureau: Omit<AskedOffer, keyof Offer> | undefined;
  return retryOnConflict('an application', async () => {
    const facts = await readFacts(deps, { ...request, network });
    const again = answerToUsedKey<Applied>(request.idempotency, facts.usedKey);
    if (again) return again;
    const offer = judge(deps, request, facts);
    if (!offer.ok) return offer;
    bureau ??= await bureauInputs(deps, facts, request.borrowerId);
    const applied = await open(deps, { ...request, network }, facts, { ...offer.value, ...bureau });
    return applied ? allow(applied) : AGAIN;
  });
}

/** The checks of the person were made with the identity. They are made again where a list or an account is newer. */
async function readFacts(
  deps: ApplyDeps,
  request: ApplyRequest & { network: Buffer[] },
): Promise<ApplicationFacts> {
  const read = () =>
    readApplicationFacts(deps, request.borrowerId, {
      accountId: request.accountId,
      keyHashes: request.idempotency?.keyHashes,
      takesLoanId: true,
      userCouponId: request.userCouponId,
      caller: { now: toDate(deps.clock.nowMs()), networkHashes: request.network },
    });
  const facts = await read();
  if (facts.openLoan || (facts.screening.isCurrent && facts.account?.isHolderAsked !== false)) return facts;
  await deps.checkPerson(request.borrowerId);
  return read();
}

function judge(
  deps: ApplyDeps,
  request: ApplyRequest,
  facts: ApplicationFacts,
): Outcome<Offer, ApplyRefusal> {
  const today = deps.today();
  if (facts.openLoan) return refuse({ kind: 'loan_open', loanId: facts.openLoan.loanId });
  if (facts.isBlocked) return refuse({ kind: 'blocked' });
  if (facts.isLendingStopped) return refuse({ kind: 'lending_stopped' });
  if (!isAuthenticated(facts)) return refuse({ kind: 'authentication_unfinished' });
  if (deps.lender.isFaceRequired && facts.face === null) return refuse({ kind: 'face_required' });
  if (facts.mayApplyAgainOn !== null && today < facts.mayApplyAgainOn) {
    return refuse({ kind: 'waiting_after_decline', mayApplyAgainOn: facts.mayApplyAgainOn });
  }
  const payee = checkPayoutAccount(facts.account, deps.operators);
  if (!payee.ok) return payee;
  const received = checkMayReceive(payee.value, { session: request.session, nowMs: deps.clock.nowMs() });
  if (!received.ok) return received;
  const offer = makeOffer(facts, deps.storeOf(request), request, today);
  if (!offer.ok) return offer;
  if (request.contractVersion !== contractVersion(offer.value.terms, facts.catalogue))
    return refuse({ kind: 'contract_changed' });
  return offer;
}

/** Answers undefined when another application of this borrower or of this key, or another identity, was written first. */
async function open(
  deps: ApplyDeps,
  request: ApplyRequest & { network: Buffer[] },
  facts: ApplicationFacts,
  offer: AskedOffer,
): Promise<Applied | undefined> {
  const on = deps.today();
  const loanId = facts.newLoanId!;
  const { catalogue } = facts;
  const inputs = {
    birthOn: countedBirthDate(facts.identity!, facts.card, facts.identityCheck),
    ...identityInputs(deps, facts),
    hasOpenLoan: false,
    isBlocked: false,
    accountsOnDevice: facts.accountsOnDevice,
    monthlyIncomeNgwee: facts.monthlyIncomeNgwee!,
    amountNgwee: request.amountNgwee,
    limitNgwee: offer.limitNgwee,
    affordableNgwee: affordableBeside(facts, offer),
    ...offer.bureau,
    onTimeLoans: facts.onTimeLoans,
    questionnairePoints: facts.questionnairePoints,
    moneyReceivedNgwee:
      facts.moneyReceived && deps.clock.nowMs() <= facts.moneyReceived.until.getTime()
        ? facts.moneyReceived.ngwee
        : null,
    ...sharedInputs(facts),
  };
  const decision = decide(inputs, catalogue.rules, catalogue.scorecard, on);
  const attemptId = deps.newAttemptId();
  const change = openLoan({
    loanId,
    borrowerId: request.borrowerId,
    terms: offer.terms,
    on,
    decision,
    limitNgwee: offer.limitNgwee,
    ...(decision.outcome === 'approve' ? { payoutAttemptId: attemptId } : {}),
    ...(offer.coupon === null ? {} : { coupon: offer.coupon }),
  });
  const place = { borrower_id: request.borrowerId, loan_id: loanId };
  const applied: Applied = { orderId: loanId, userStatus: statusAfterApplying(change) };
  const shown = { ...offer.quote, contractVersion: request.contractVersion };
  const { opened } = await deps.line.open({
    borrowerId: request.borrowerId,
    account: facts.account!,
    identitySealed: facts.identitySealed!,
    change,
    on,
    ...(decision.outcome === 'approve'
      ? {
          newAttempt: loanPayout(change.loan, { attemptId, accountId: facts.account!.accountId, on }),
        }
      : {}),
    ...(request.idempotency ? { idempotency: { ...request.idempotency, answer: applied } } : {}),
    actor: 'borrower',
    acceptance: {
      contract_version: request.contractVersion,
      shown,
      shown_hash: hashOfShown(shown),
      purpose: sealText(deps.sealing, 'loan_acceptance.purpose', place, request.purpose),
      app_version_code: request.appVersionCode,
      app_channel_code: request.appChannelCode,
    },
    decision: decisionRecord(decision, inputs, { ...offer, catalogue, on }),
    traces: tracesOf(deps.sealing, facts.account!.mobile, request.network),
  });
  return opened ? applied : undefined;
}

/** What the bureau says, asked once the application is one that can be judged. Empty where no bureau is asked. */
async function bureauInputs(
  { askBureau }: ApplyDeps,
  facts: ApplicationFacts,
  borrowerId: number,
): Promise<Omit<AskedOffer, keyof Offer>> {
  if (!askBureau) return { bureau: {}, bureauEnquiryId: null };
  const reply = await askBureau({ borrowerId, identity: facts.identity! });
  const { enquiryId: bureauEnquiryId } = reply;
  if (reply.kind === 'none') {
    const bureau = { isBureauAnswered: false, instalmentsElsewhereNgwee: null, daysLateElsewhere: null };
    return { bureau, bureauEnquiryId };
  }
  const { instalmentsNgwee, daysLate } = elsewhereOf(reply.answer);
  const answered = { instalmentsElsewhereNgwee: instalmentsNgwee, daysLateElsewhere: daysLate };
  return { bureau: { isBureauAnswered: true, ...answered }, bureauEnquiryId };
}

/** The largest amount that the income allows beside what is paid to other lenders. */
function affordableBeside(facts: ApplicationFacts, { terms, bureau }: AskedOffer) {
  const product = facts.catalogue.products.find(({ productId }) => productId === terms.productId)!;
  const elsewhereNgwee = bureau.instalmentsElsewhereNgwee ?? ZERO;
  return affordable(facts.catalogue, product, terms.termId, facts.monthlyIncomeNgwee, elsewhereNgwee);
}

/** Hashes the figures in the order of their names, because the database does not keep the order of JSON. */
export function hashOfShown(shown: object): string {
  const inOrder = JSON.stringify(shown, (_name, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash('sha256').update(inOrder).digest('hex');
}

/** What is known of who the borrower is. */
function identityInputs(deps: ApplyDeps, facts: ApplicationFacts) {
  const { identity, identityCheck, card } = facts;
  // A person who looked at the identity saw the other borrower.
  const hasUnseenNamesake = facts.screening.hasNamesake && !identityCheck.isChecked;
  const agrees = identity !== null && card !== null && agreesWithCard(identity, card);
  const differs = identity !== null && card !== null && cardDifferences(identity, card).length > 0;
  return {
    isIdentityValid: identityValidity(
      { ...identityCheck, agreesWithCard: agrees },
      deps.isUncheckedIdentityValid,
    ),
    faceMatches: deps.lender.isFaceRequired ? facts.face === 'pass' : null,
    // A person who looked at the identity has seen the difference.
    cardDiffers: differs && !identityCheck.isChecked,
    // The name was no difference before, or a person allowed it.
    operatorNameDiffers: facts.account!.isHolderCleared
      ? null
      : holderDiffers(identity!, facts.account!.holderName),
    hasScreeningHit: facts.screening.hasHit,
    // A demo has few faces and names, which everybody uses: duplicates are listed there, and not referred.
    hasDuplicates: !deps.isDemo && (facts.hasFaceDuplicate || hasUnseenNamesake),
  };
}

/** What the borrower has in common with others. */
function sharedInputs({ account, shared }: ApplicationFacts) {
  const { payoutNumber, contact, registrations, applications } = shared!;
  return {
    isPayoutNumberShared: account!.isShared,
    borrowersOnPayoutNumber: payoutNumber,
    borrowersOnContact: contact,
    registrationsFromNetwork: registrations,
    applicationsFromNetwork: applications,
  };
}

function tracesOf(sealing: Sealing, mobile: string, network: Buffer[]): Opening['traces'] {
  const subjectHashes = sealing.lookupHashes('mobile', mobile);
  const payoutNumber = { kind: 'payout_number' as const, subjectHashes };
  return network.length === 0
    ? [payoutNumber]
    : [payoutNumber, { kind: 'application_network', subjectHashes: network }];
}

/**
 * The decision is stored with the age. The date of birth stays sealed with the identity. What was applied for is stored
 * too, because the loan may get the terms of a counter-offer.
 */
function decisionRecord(
  decision: Decision,
  { birthOn, ...inputs }: DecisionInputs,
  {
    catalogue: { versions },
    terms,
    bureauEnquiryId,
    on,
  }: { catalogue: Catalogue; terms: LoanTerms; bureauEnquiryId: number | null; on: Day },
) {
  const { productId, productVersion, termId } = terms;
  return {
    outcome: decision.outcome,
    points: decision.points,
    reasons: decision.reasons,
    inputs: {
      ageYears: wholeYearsBetween(birthOn, on),
      ...inputs,
      offered: { productId, productVersion, termId },
      ...(bureauEnquiryId === null ? {} : { bureauEnquiryId }),
    },
    versions: { ...versions, ...decision.versions },
    may_apply_again_on: decision.outcome === 'decline' ? decision.mayApplyAgainOn : null,
  };
}

function statusAfterApplying({ loan }: Change): UserStatus {
  if (loan.state === 'applied') return USER_STATUS.underReview;
  return loan.state === 'declined' ? USER_STATUS.declined : USER_STATUS.payingOut;
}
