import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { isSure } from '@thumba/identity/card-picture';
import { FACE_RULES } from '@thumba/identity/face-verdict';
import { nameDistance } from '@thumba/identity/name-distance';
import { type Characteristic, type JudgedInputs, pointsOf } from '@thumba/lending/decision';
import { formatKwacha, kwacha, toKwacha } from '@thumba/lending/money';
import { fractionOf } from '@thumba/lending/rate';
import type { NameOf } from '../../book/staff-names.ts';
import { declineReasonsOfStaff, LISTED } from '../../credit/application/decline-reasons.ts';
import type { MadeOffer } from '../../credit/application/read-counter-offer.ts';
import type { AskedEvidence } from '../../credit/application/read-evidence.ts';
import { affordabilityNow } from '../../credit/application/rules-now.ts';
import { SHARED_TITLES } from '../../people/duplicate/find-duplicates.ts';
import { toDate } from '../../platform/clock.ts';
import { maskMobile } from '../../platform/sealing.ts';
import { bureauOf } from './bureau-view.ts';
import { compared } from './compare-card.ts';
import { findingsOf } from './findings.ts';
import type { FaceCheck } from './read-face-checks.ts';
import type { EarlierReview } from './read-history.ts';
import type { OtherBorrower } from './read-others.ts';
import type { PictureName, ReviewedApplication } from './read-review.ts';
import { reviewTitle, stateTitles, titleOfField } from './review-words.ts';
import { tokenOf } from './shown-token.ts';
import { whyNot } from './uncounted-check.ts';

type Shown = StaffAnswer<'getApplication'>;

/** What the decision view takes from the application itself. */
export function viewOf(application: ReviewedApplication, nameOf: NameOf, nowMs: number) {
  const { loan, facts, finding, reviews, appliedAt, pictures, shown } = application;
  const { terms } = loan;
  return {
    loanId: loan.loanId,
    borrowerId: loan.borrowerId,
    appliedAt: appliedAt.toISOString(),
    amount: toKwacha(terms.principalNgwee),
    productName: terms.productName,
    termDays: terms.termDays,
    reasons: findingsOf(finding.reasons),
    isAnotherLook: reviews.at(-1)?.outcome === 'another_look',
    offerTerms: offerTermsOf(application),
    shown: tokenOf(shown),
    rulesSaid: finding.outcome,
    isBlocked: facts.isBlocked,
    isForCompliance: shown.evidence.hits.some((hit) => hit.endsWith(' open')),
    pictures: (Object.keys(pictures) as PictureName[]).filter((name) => pictures[name] !== null),
    identity: identityOf(application),
    duplicates: application.others.map(duplicateOf),
    answers: application.personal.map(({ question, answer }) => ({ question, answer })),
    accountsOnDevice: facts.accountsOnDevice,
    affordability: affordabilityOf(application),
    bureau: bureauOf(application, nowMs),
    score: scoreOf(application),
    earlier: application.earlier.map((earlier) => ({
      loanId: earlier.loan_id,
      appliedAt: earlier.applied_at.toISOString(),
      amount: toKwacha(earlier.principal_ngwee),
      state: stateTitles[earlier.state],
      worstDaysLate: earlier.worst_days_late,
    })),
    reviews: reviews.map((review) => reviewOf(review, nameOf)),
  } satisfies Partial<Shown>;
}

/** The terms of the product of this application, in which staff can offer another amount. */
function offerTermsOf({ facts, loan: { terms } }: ReviewedApplication): Shown['offerTerms'] {
  const product = facts.catalogue.products.find(({ productId }) => productId === terms.productId);
  return (product?.terms ?? []).map(({ termId, days, instalments }) => ({ termId, days, instalments }));
}

/** What the borrower was asked to show, with the names of the pictures that came. */
export function evidenceOf(asked: AskedEvidence): Shown['evidence'][number] {
  const { loanVersion, evidence, state, askedAt, endsAtMs, fileIds } = asked;
  return {
    kind: evidence,
    state,
    askedAt: askedAt.toISOString(),
    endsAt: toDate(endsAtMs).toISOString(),
    pictures: fileIds.map((_, index) => `evidence-${loanVersion}-${index}`),
  };
}

/** What compliance wrote about a hit is read by compliance alone. */
function reviewOf(review: EarlierReview, nameOf: NameOf): Shown['reviews'][number] {
  const { reason_code: reasonCode, actor, note } = review;
  const isOfCompliance = reasonCode === LISTED;
  const why = isOfCompliance ? 'for compliance' : reasonCode && declineReasonsOfStaff[reasonCode]?.title;
  return {
    at: review.reviewed_at.toISOString(),
    by: nameOf(actor),
    title: why ? `${reviewTitle(review)}: ${why}` : reviewTitle(review),
    note: isOfCompliance ? '' : note,
  };
}

/** A counter-offer with its answer, if it has one. */
export function offerOf({
  terms,
  state,
  offeredAt,
  endsAtMs,
  isStanding,
}: MadeOffer): Shown['offers'][number] {
  return {
    amount: toKwacha(terms.principalNgwee),
    termDays: terms.termDays,
    state,
    isStanding,
    offeredAt: offeredAt.toISOString(),
    endsAt: toDate(endsAtMs).toISOString(),
  };
}

function identityOf(application: ReviewedApplication): Shown['identity'] {
  const { facts, faceChecks } = application;
  const { identity } = facts;
  const fields = compared(facts).map(({ title, read, entered, differs }) => ({
    title,
    read: read ? { text: read.text, confidence: read.confidence, isSure: isSure(read) } : null,
    entered: entered ?? null,
    differs,
  }));
  const { counted, others } = faceChecks;
  return {
    name: identity && `${identity.firstName} ${identity.lastName}`,
    fields: fields.toSorted((one, other) => Number(other.differs) - Number(one.differs)),
    unread: unreadOf(application),
    isCheckedByPerson: facts.identityCheck.isChecked,
    face: counted
      ? {
          ...checkOf(counted),
          similarity: similarityIn(counted.measures),
          matchesFrom: FACE_RULES.matchFrom,
          inDoubtFrom: FACE_RULES.doubtFrom,
          isOfOtherCard: counted.is_of_other_card,
        }
      : null,
    otherFaceChecks: others.map((check) => ({ ...checkOf(check), whyNot: whyNot(check, counted) })),
    account: accountOf(application),
  };
}

function unreadOf({ facts: { reading }, pictures }: ReviewedApplication): string | null {
  if (reading?.picture === 'read') return null;
  if (reading) return titleOfField(reading.picture);
  return pictures.front === null ? 'There is no picture' : 'The pictures were not read';
}

function checkOf({ checked_at, outcome, reason, is_still }: FaceCheck) {
  return {
    checkedAt: checked_at.toISOString(),
    outcome,
    reason: reason === null ? null : titleOfField(reason),
    isStill: is_still,
  };
}

/** What was kept of a check, by the rules of its time. */
function similarityIn(measures: unknown): number | null {
  const { similarity } = (measures ?? {}) as { similarity?: unknown };
  return typeof similarity === 'number' ? similarity : null;
}

function accountOf({ facts: { account, identity } }: ReviewedApplication): Shown['identity']['account'] {
  if (!account) return null;
  const { operator, holderName, isHolderAsked, isShared, isFrozen } = account;
  const distance =
    identity && holderName !== null
      ? nameDistance(`${identity.firstName} ${identity.lastName}`, holderName)
      : undefined;
  return {
    mobile: maskMobile(account.mobile),
    operator,
    holderName,
    isHolderAsked,
    verdict: distance?.verdict ?? null,
    distance: distance?.distance ?? null,
    isShared,
    isFrozen,
  };
}

function duplicateOf({
  borrowerId,
  shared,
  faceSimilarity,
  isBlocked,
  orders,
  isNumberTheirs,
}: OtherBorrower) {
  return {
    borrowerId,
    shared: shared.map((kind) => {
      if (kind === 'face' && faceSimilarity !== null)
        return `${SHARED_TITLES.face} (${Math.round(faceSimilarity * 100)} % alike)`;
      const isTheirs = kind === 'id_number' && isNumberTheirs;
      return isTheirs ? `${SHARED_TITLES[kind]} (approved for them by a person)` : SHARED_TITLES[kind];
    }),
    isStrong: shared.some((kind) => kind === 'id_number' || kind === 'face' || kind === 'name_and_birth'),
    isBlocked,
    loans: orders.map(({ loanId, state }) => ({ loanId, state: stateTitles[state] })),
  };
}

function affordabilityOf({ facts, loan }: ReviewedApplication): Shown['affordability'] {
  const { monthlyIncomeNgwee, affordableNgwee, limitNgwee } = affordabilityNow(facts, loan);
  const amounts = loan.instalments.map((one) => one.principalNgwee + one.interestNgwee + one.feeNgwee);
  const largest = Math.max(...amounts);
  const { numerator, denominator } = fractionOf(facts.catalogue.rules.instalmentShareOfIncome);
  return {
    monthlyIncome: monthlyIncomeNgwee === null ? null : toKwacha(monthlyIncomeNgwee),
    largestInstalment: toKwacha(largest),
    share: monthlyIncomeNgwee ? largest / monthlyIncomeNgwee : null,
    mostShare: Number(numerator) / Number(denominator),
    affordable: affordableNgwee === null ? null : toKwacha(affordableNgwee),
    limit: toKwacha(limitNgwee),
    instalments: loan.instalments.map(({ period, dueOn }, index) => ({
      period,
      dueOn,
      amount: toKwacha(amounts[index]!),
    })),
    repays: toKwacha(amounts.reduce((sum, amount) => sum + amount, 0)),
    receives: toKwacha(loan.receivedNgwee),
  };
}

const CHARACTERISTICS: Readonly<Record<Characteristic, { title: string; valueText(value: number): string }>> =
  {
    ageYears: { title: 'Age', valueText: (value) => `${value} years` },
    monthlyIncomeKwacha: { title: 'Monthly income', valueText: (value) => formatKwacha(kwacha(value)) },
    onTimeLoans: { title: 'Loans repaid on time', valueText: String },
    questionnairePoints: { title: 'Answers', valueText: (value) => `${value} points` },
    moneyReceivedKwacha: {
      title: 'Money received, by SMS',
      valueText: (value) => formatKwacha(kwacha(value)),
    },
  };

function scoreOf({ facts, finding }: ReviewedApplication): Shown['score'] {
  const { scorecard } = facts.catalogue;
  const { points, inputs, versions } = finding;
  const isSame = versions.scorecard === scorecard.version && typeof inputs.ageYears === 'number';
  return {
    points,
    basePoints: scorecard.basePoints,
    approveFrom: scorecard.approveFromPoints,
    referFrom: scorecard.referFromPoints,
    version: versions.scorecard,
    parts: isSame
      ? pointsOf(inputs as unknown as JudgedInputs, scorecard).map((part) => {
          const { title, valueText } = CHARACTERISTICS[part.characteristic];
          return {
            title,
            value: part.value === null ? null : valueText(part.value),
            points: part.points,
            mostPoints: part.mostPoints,
          };
        })
      : [],
  };
}
