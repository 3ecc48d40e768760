import { addDays, addYears, type Day, laterOf, wholeYearsBetween } from './day.ts';
import type { DeclineReason, ReferReason } from './decision-reason.ts';
import { decisionReasonWords } from './decision-words.ts';
import { kwacha, minimum, type Ngwee, ngwee, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import type { Product, ProductTerm } from './product.ts';
import { fractionOf, type Rate, rate, share } from './rate.ts';
import { planSchedule } from './schedule.ts';

/** The inputs of a decision. They are stored with it, so that it can be explained later. */
export type DecisionInputs = {
  birthOn: Day;
  /** `null` until the card was read or a person looked at it. */
  isIdentityValid: boolean | null;
  /** `null` when the lender asks for no face photo. `false` when a person has to compare the faces. */
  faceMatches: boolean | null;
  /** Whether the number, the name or the birth date that was typed differs from what was read on the card. */
  cardDiffers: boolean;
  /** Whether the operator has another name for the account. `null` when no name could be had; that is no difference. */
  operatorNameDiffers: boolean | null;
  /** Whether the name may be one of a list: sanctions, politically exposed persons, the lender's own. */
  hasScreeningHit: boolean;
  /** Whether the borrower may have another account. A demo leaves it false, because its people share few faces. */
  hasDuplicates: boolean;
  hasOpenLoan: boolean;
  isBlocked: boolean;
  /** `null` when the device is unknown; that never lowers a decision. */
  accountsOnDevice: number | null;
  monthlyIncomeNgwee: Ngwee;
  amountNgwee: Ngwee;
  /** The borrower's limit on the ladder. */
  limitNgwee: Ngwee;
  /** The answer of `largestAffordable` for the product and the term of the application. */
  affordableNgwee: Ngwee;
  /** Loans repaid on time before this one that count for the ladder. */
  onTimeLoans: number;
  questionnairePoints: number;
  /** Money received in the last ninety days according to SMS. `null` when no SMS were read; that never costs points. */
  moneyReceivedNgwee: Ngwee | null;
  /** Whether another borrower was paid on the number that the money would go to, or signs in with it. */
  isPayoutNumberShared: boolean;
  /** Borrowers who applied with this payout number, this one included. */
  borrowersOnPayoutNumber: number;
  /** Borrowers who name the same emergency contact, this one included. */
  borrowersOnContact: number;
  /** Borrowers who registered from the same network about the same time. `null` when the network is unknown. */
  registrationsFromNetwork: number | null;
  /** Borrowers who applied from the same network of late. `null` when the network is unknown. */
  applicationsFromNetwork: number | null;
} & BureauInputs;

/** What a credit bureau says. Missing or `null` where the lender asks no bureau. Rule: docs/rules/bureau.md. */
export type BureauInputs = {
  /** `false`: it was not asked, for want of the consent, or did not answer in time. */
  isBureauAnswered?: boolean | null;
  /** What the borrower pays to other lenders in a month. `affordableNgwee` counts it. */
  instalmentsElsewhereNgwee?: Ngwee | null;
  /** The days by which the latest loan of another lender is late. */
  daysLateElsewhere?: number | null;
};

export type DecisionRules = {
  version: number;
  minAgeYears: number;
  /** An income below `approveIncomeNgwee` is referred to staff; one below `referIncomeNgwee` is declined. */
  approveIncomeNgwee: Ngwee;
  referIncomeNgwee: Ngwee;
  /** The largest instalment may be at most this share of the declared monthly income. */
  instalmentShareOfIncome: Rate;
  maxAccountsOnDevice: number;
  declinedForDays: number;
  /** More borrowers than these on one payout number or contact, within `numberWindowDays`, are referred to staff. */
  maxBorrowersOnPayoutNumber: number;
  maxBorrowersOnContact: number;
  numberWindowDays: number;
  /** More borrowers than these from one network, within `networkWindowDays`, are referred to staff. */
  maxRegistrationsFromNetwork: number;
  maxApplicationsFromNetwork: number;
  networkWindowDays: number;
  /** What becomes of an application that the credit bureau gave no answer for. */
  withoutBureau: WithoutBureau;
  /** A loan of another lender that is later than this is referred to staff. */
  maxDaysLateElsewhere: number;
};

export const WITHOUT_BUREAU = ['refer', 'decide'] as const;
export type WithoutBureau = (typeof WITHOUT_BUREAU)[number];

/** What rules say that were saved before these were part of them. */
export const RULES_DEFAULTS = {
  maxBorrowersOnPayoutNumber: 1,
  maxBorrowersOnContact: 3,
  numberWindowDays: 90,
  maxRegistrationsFromNetwork: 20,
  maxApplicationsFromNetwork: 20,
  networkWindowDays: 1,
  withoutBureau: 'refer',
  maxDaysLateElsewhere: 30,
} as const;

type RequiredCharacteristic = 'ageYears' | 'monthlyIncomeKwacha' | 'onTimeLoans' | 'questionnairePoints';
export type Characteristic = RequiredCharacteristic | 'moneyReceivedKwacha';
type Bands = readonly { from: number; points: number }[];

export type Scorecard = {
  version: number;
  basePoints: number;
  /**
   * A borrower gets the points of the highest `from` that they reach, and none below the first. SMS are read only for a
   * scorecard with `moneyReceivedKwacha`.
   */
  bands: Record<RequiredCharacteristic, Bands> & { moneyReceivedKwacha?: Bands | undefined };
  approveFromPoints: number;
  referFromPoints: number;
};

type Decided = {
  points: number;
  /** The most that may be borrowed with this product and term: the lower of the limit and the affordable amount. */
  availableNgwee: Ngwee;
  versions: { rules: number; scorecard: number };
};

export type Decision = Decided &
  (
    | { outcome: 'approve'; reasons: readonly [] }
    | { outcome: 'refer'; reasons: readonly ReferReason[] }
    | { outcome: 'decline'; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day }
  );

export type RulesRefusal =
  | { kind: 'under_age_allowed' }
  | { kind: 'incomes_not_rising' }
  | { kind: 'bad_income_share' };

/** The legal age for a contract. */
const LEAST_AGE_YEARS = 18;

/**
 * Checks decision rules before they are saved. Refuses an age under 18, incomes that do not rise, a bad income share.
 */
export function checkDecisionRules(rules: DecisionRules): Outcome<DecisionRules, RulesRefusal> {
  if (rules.minAgeYears < LEAST_AGE_YEARS) return refuse({ kind: 'under_age_allowed' });
  if (rules.approveIncomeNgwee < rules.referIncomeNgwee) return refuse({ kind: 'incomes_not_rising' });
  const { numerator, denominator } = fractionOf(rules.instalmentShareOfIncome);
  return numerator === 0n || numerator > denominator ? refuse({ kind: 'bad_income_share' }) : allow(rules);
}

export type ScorecardRefusal =
  | { kind: 'points_not_rising' }
  | { kind: 'bands_not_rising'; characteristic: Characteristic }
  | { kind: 'message_points_below_zero' };

/**
 * Checks a scorecard before it is saved. Refuses, in this order: an approval limit below the referral limit; bands that
 * do not rise; negative points for what SMS show.
 */
export function checkScorecard(scorecard: Scorecard): Outcome<Scorecard, ScorecardRefusal> {
  if (scorecard.approveFromPoints < scorecard.referFromPoints) return refuse({ kind: 'points_not_rising' });
  const characteristics = Object.keys(scorecard.bands) as Characteristic[];
  const unordered = characteristics.find((characteristic) => {
    const bands = scorecard.bands[characteristic] ?? [];
    return bands.some(({ from }, index) => from <= (bands[index - 1]?.from ?? Number.NEGATIVE_INFINITY));
  });
  if (unordered !== undefined) return refuse({ kind: 'bands_not_rising', characteristic: unordered });
  return scorecard.bands.moneyReceivedKwacha?.some(({ points }) => points < 0)
    ? refuse({ kind: 'message_points_below_zero' })
    : allow(scorecard);
}

/** The decision rules of the demo lender. */
export const demoRules: DecisionRules = {
  version: 1,
  minAgeYears: 18,
  approveIncomeNgwee: kwacha(2000),
  referIncomeNgwee: kwacha(1000),
  instalmentShareOfIncome: rate('0.40'),
  maxAccountsOnDevice: 3,
  declinedForDays: 7,
  ...RULES_DEFAULTS,
};

/** The scorecard of the demo lender. Without negative points it approves every application that the rules pass. */
export const demoScorecard: Scorecard = {
  version: 1,
  basePoints: 500,
  bands: {
    ageYears: [
      { from: 25, points: 20 },
      { from: 35, points: 30 },
    ],
    monthlyIncomeKwacha: [
      { from: 3000, points: 20 },
      { from: 6000, points: 40 },
    ],
    onTimeLoans: [
      { from: 1, points: 20 },
      { from: 3, points: 50 },
      { from: 6, points: 80 },
    ],
    questionnairePoints: [
      { from: 5, points: 10 },
      { from: 10, points: 20 },
    ],
    moneyReceivedKwacha: [
      { from: 3000, points: 10 },
      { from: 9000, points: 20 },
    ],
  },
  approveFromPoints: 500,
  referFromPoints: 450,
};

/**
 * Decides on an application: rules first, then points. Every broken rule is a reason to decline. Without one, every
 * doubt is a reason to refer to staff. Without either, the points decide. An approval is for the whole amount. Rule:
 * docs/rules/decisions.md.
 */
export function decide(
  inputs: DecisionInputs,
  rules: DecisionRules,
  scorecard: Scorecard,
  on: Day,
): Decision {
  const points = scorePoints(inputs, scorecard, on);
  const decided: Decided = {
    points,
    availableNgwee: minimum(inputs.limitNgwee, inputs.affordableNgwee),
    versions: { rules: rules.version, scorecard: scorecard.version },
  };
  const declineReasons = brokenRules(inputs, rules, on);
  const referReasons = reasonsToRefer(inputs, rules);
  if (declineReasons.length === 0 && referReasons.length === 0) {
    if (points < scorecard.referFromPoints) declineReasons.push('score_too_low');
    else if (points < scorecard.approveFromPoints) referReasons.push('score_to_check');
  }
  if (declineReasons.length > 0) {
    const afterWaiting = addDays(on, rules.declinedForDays);
    const mayApplyAgainOn = declineReasons.includes('under_age')
      ? laterOf(afterWaiting, addYears(inputs.birthOn, rules.minAgeYears))
      : afterWaiting;
    return { ...decided, outcome: 'decline', reasons: declineReasons, mayApplyAgainOn };
  }
  if (referReasons.length > 0) return { ...decided, outcome: 'refer', reasons: referReasons };
  return { ...decided, outcome: 'approve', reasons: [] };
}

/**
 * The largest amount in ngwee on the product's steps whose largest instalment is at most this share of the monthly
 * income, less what is paid to other lenders in a month; zero when even the smallest amount is too large. The borrower's
 * limit does not count here. Rule: docs/rules/decisions.md.
 */
export function largestAffordable(
  product: Product,
  term: ProductTerm,
  monthlyIncomeNgwee: Ngwee,
  shareOfIncome: Rate,
  instalmentsElsewhereNgwee: Ngwee = ZERO,
): Ngwee {
  const most = share(monthlyIncomeNgwee, shareOfIncome) - instalmentsElsewhereNgwee;
  const amountAt = (step: number) => ngwee(product.minNgwee + step * product.stepNgwee);
  if (largestInstalment(product, term, product.minNgwee) > most) return ZERO;
  // Invariant: `low` steps are affordable; more than `high` steps are not affordable or not offered.
  let low = 0;
  let high = Math.floor((product.maxNgwee - product.minNgwee) / product.stepNgwee);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (largestInstalment(product, term, amountAt(middle)) <= most) low = middle;
    else high = middle - 1;
  }
  return amountAt(low);
}

/** The largest amount in ngwee on the product's steps within the limit and the affordable amount; zero for none. */
export function availableOn(product: Product, limitNgwee: Ngwee, affordableNgwee: Ngwee): Ngwee {
  const most = minimum(limitNgwee, affordableNgwee, product.maxNgwee);
  if (most < product.minNgwee) return ZERO;
  return ngwee(most - ((most - product.minNgwee) % product.stepNgwee));
}

export type AvailableRefusal = { kind: 'above_available'; largestNgwee: Ngwee };

/** Refuses an amount above the largest available one, both in ngwee. */
export function checkAvailable(amountNgwee: Ngwee, largestNgwee: Ngwee): Outcome<null, AvailableRefusal> {
  return amountNgwee > largestNgwee ? refuse({ kind: 'above_available', largestNgwee }) : allow(null);
}

/** A reason as one sentence for the borrower. */
export function describeReason(reason: DeclineReason | ReferReason): string {
  return decisionReasonWords[reason];
}

/** What the rules that decline look at. */
export type RuledInputs = Pick<
  DecisionInputs,
  | 'isBlocked'
  | 'birthOn'
  | 'isIdentityValid'
  | 'hasOpenLoan'
  | 'monthlyIncomeNgwee'
  | 'amountNgwee'
  | 'affordableNgwee'
  | 'limitNgwee'
>;

/** Every rule that an application breaks. Each alone is a reason to decline. */
export function brokenRules(inputs: RuledInputs, rules: DecisionRules, on: Day): DeclineReason[] {
  const reasons: DeclineReason[] = [];
  if (inputs.isBlocked) reasons.push('blocked');
  if (wholeYearsBetween(inputs.birthOn, on) < rules.minAgeYears) reasons.push('under_age');
  if (inputs.isIdentityValid === false) reasons.push('identity_invalid');
  if (inputs.hasOpenLoan) reasons.push('open_loan');
  if (inputs.monthlyIncomeNgwee < rules.referIncomeNgwee) reasons.push('income_too_low');
  if (inputs.amountNgwee > inputs.affordableNgwee) reasons.push('not_affordable');
  if (inputs.amountNgwee > inputs.limitNgwee) reasons.push('above_limit');
  return reasons;
}

function reasonsToRefer(inputs: DecisionInputs, rules: DecisionRules): ReferReason[] {
  const reasons: ReferReason[] = [];
  if (inputs.isIdentityValid === null) reasons.push('identity_to_check');
  if (inputs.monthlyIncomeNgwee < rules.approveIncomeNgwee) reasons.push('income_to_check');
  if (inputs.faceMatches === false) reasons.push('face_to_check');
  if (inputs.cardDiffers) reasons.push('card_to_check');
  if (inputs.operatorNameDiffers === true) reasons.push('name_to_check');
  if (inputs.hasScreeningHit) reasons.push('screening_to_check');
  if (inputs.hasDuplicates) reasons.push('duplicate_to_check');
  if (inputs.accountsOnDevice !== null && inputs.accountsOnDevice > rules.maxAccountsOnDevice) {
    reasons.push('device_to_check');
  }
  if (inputs.isPayoutNumberShared || inputs.borrowersOnPayoutNumber > rules.maxBorrowersOnPayoutNumber) {
    reasons.push('payout_number_shared');
  }
  if (inputs.borrowersOnContact > rules.maxBorrowersOnContact) reasons.push('contacts_to_check');
  const registrations = inputs.registrationsFromNetwork ?? 0;
  const applications = inputs.applicationsFromNetwork ?? 0;
  if (registrations > rules.maxRegistrationsFromNetwork || applications > rules.maxApplicationsFromNetwork) {
    reasons.push('network_to_check');
  }
  if (inputs.isBureauAnswered === false && rules.withoutBureau === 'refer') reasons.push('bureau_silent');
  if ((inputs.daysLateElsewhere ?? 0) > rules.maxDaysLateElsewhere) reasons.push('bureau_to_check');
  return reasons;
}

function scorePoints(inputs: DecisionInputs, scorecard: Scorecard, on: Day): number {
  const judged = { ...inputs, ageYears: wholeYearsBetween(inputs.birthOn, on) };
  return pointsOf(judged, scorecard).reduce((sum, { points }) => sum + points, scorecard.basePoints);
}

/** What a scorecard judges. */
export type JudgedInputs = { ageYears: number } & Pick<
  DecisionInputs,
  'monthlyIncomeNgwee' | 'onTimeLoans' | 'questionnairePoints' | 'moneyReceivedNgwee'
>;

export type CharacteristicPoints = {
  characteristic: Characteristic;
  /** Null where it is not known. */
  value: number | null;
  points: number;
  /** The most points that this characteristic can give. */
  mostPoints: number;
};

/** The points of each characteristic that the scorecard has, without the base points. */
export function pointsOf(inputs: JudgedInputs, scorecard: Scorecard): CharacteristicPoints[] {
  const values: Record<Characteristic, number | null> = {
    ageYears: inputs.ageYears,
    monthlyIncomeKwacha: Math.floor(inputs.monthlyIncomeNgwee / 100),
    onTimeLoans: inputs.onTimeLoans,
    questionnairePoints: inputs.questionnairePoints,
    moneyReceivedKwacha:
      inputs.moneyReceivedNgwee === null ? null : Math.floor(inputs.moneyReceivedNgwee / 100),
  };
  return (Object.keys(values) as Characteristic[]).flatMap((characteristic) => {
    const bands = scorecard.bands[characteristic];
    if (!bands) return [];
    const value = values[characteristic];
    const reached = bands.filter(({ from }) => value !== null && value >= from);
    return [
      {
        characteristic,
        value,
        points: reached.at(-1)?.points ?? 0,
        mostPoints: Math.max(0, ...bands.map(({ points }) => points)),
      },
    ];
  });
}

function largestInstalment(product: Product, term: ProductTerm, principalNgwee: Ngwee): number {
  const { instalments } = planSchedule({
    ...product,
    principalNgwee,
    termDays: term.days,
    instalmentCount: term.instalments,
  });
  return Math.max(...instalments.map((instalment) => instalment.totalNgwee));
}
