import { type Day, day } from './day.ts';
import {
  type BureauInputs,
  type Decision,
  type DecisionInputs,
  type DecisionRules,
  decide,
  largestAffordable,
  type Scorecard,
} from './decision.ts';
import type { LoanState } from './loan.ts';
import { type Ngwee, ZERO } from './money.ts';
import type { Product, ProductTerm } from './product.ts';
import type { Rate } from './rate.ts';
import { BAD_FROM_DAYS_LATE, BAND_POINTS } from './scorecard-measures.ts';

/** The inputs as they are kept with a decision. The age stands there, and no date of birth. */
export type KeptInputs = Omit<DecisionInputs, 'birthOn'> & { ageYears: number };

type Kind = 'number' | 'boolean' | 'number or null' | 'boolean or null';

/** What a bureau says is not among them: no decision is without it, because it may be missing. */
const KINDS: Record<keyof Omit<KeptInputs, keyof BureauInputs>, Kind> = {
  ageYears: 'number',
  isIdentityValid: 'boolean or null',
  faceMatches: 'boolean or null',
  cardDiffers: 'boolean',
  operatorNameDiffers: 'boolean or null',
  hasScreeningHit: 'boolean',
  hasDuplicates: 'boolean',
  hasOpenLoan: 'boolean',
  isBlocked: 'boolean',
  accountsOnDevice: 'number or null',
  monthlyIncomeNgwee: 'number',
  amountNgwee: 'number',
  limitNgwee: 'number',
  affordableNgwee: 'number',
  onTimeLoans: 'number',
  questionnairePoints: 'number',
  moneyReceivedNgwee: 'number or null',
  isPayoutNumberShared: 'boolean',
  borrowersOnPayoutNumber: 'number',
  borrowersOnContact: 'number',
  registrationsFromNetwork: 'number or null',
  applicationsFromNetwork: 'number or null',
};

export const KEPT_INPUTS = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

/** The inputs that a decision was kept without. An earlier version of the program knew fewer of them. */
export function missingInputs(kept: Readonly<Record<string, unknown>>): (keyof typeof KINDS)[] {
  return KEPT_INPUTS.filter((name) => {
    const value = kept[name];
    return value === null ? !KINDS[name].endsWith('or null') : !KINDS[name].startsWith(typeof value);
  });
}

/**
 * Decides again from kept inputs. Outcome, points and reasons are those of `decide`. The day on which a borrower under
 * age may apply again is not right, because the date of birth is not kept.
 */
function decideAgain(kept: KeptInputs, rules: DecisionRules, scorecard: Scorecard, on: Day): Decision {
  // Born on the first of January of that year, a person has this age on each day, also on a 29 February.
  const birthOn = day(`${String(Number(on.slice(0, 4)) - kept.ageYears).padStart(4, '0')}-01-01`);
  return decide({ ...kept, birthOn }, rules, scorecard, on);
}

/** What a past application is decided by: the rules and the scorecard of then, or a draft. */
export type DecisionDraft = { rules: DecisionRules; scorecard: Scorecard };

export type PastApplication = {
  on: Day;
  kept: Readonly<Record<string, unknown>>;
  /** What decided it then; null where that version is not known any more. */
  ownVersion: DecisionDraft | null;
  recorded: { outcome: Decision['outcome']; points: number; reasons: readonly string[] };
  /** What was applied for; null where that is not known any more. */
  offered: { product: Product; term: ProductTerm } | null;
};

export type TriedDraft =
  | { kind: 'incomplete'; missing: string[] }
  | {
      kind: 'decided';
      outcome: Decision['outcome'];
      points: number;
      /** Whether the version of then decides otherwise today than it did. It must not. */
      differs: boolean;
      /** Whether the counts of numbers and networks are those of another window than the draft's. */
      hasOtherWindows: boolean;
    };

/** `largestAffordable`, or one that remembers its answers. */
export type AffordableOf = (
  product: Product,
  term: ProductTerm,
  monthlyIncomeNgwee: Ngwee,
  share: Rate,
  instalmentsElsewhereNgwee?: Ngwee,
) => Ngwee;

/**
 * What a draft would have decided of a past application. First the version of then decides it again, which must equal
 * what was recorded. Rule: docs/rules/what-if.md.
 */
export function tryDraft(
  past: PastApplication,
  draft: DecisionDraft,
  affordableOf: AffordableOf = largestAffordable,
): TriedDraft {
  const { on, recorded, ownVersion, offered } = past;
  const missing: string[] = missingInputs(past.kept);
  if (!ownVersion) missing.push('version');
  const hasOtherShare = ownVersion?.rules.instalmentShareOfIncome !== draft.rules.instalmentShareOfIncome;
  if (ownVersion && hasOtherShare && !offered) missing.push('product');
  if (missing.length > 0 || !ownVersion) return { kind: 'incomplete', missing };
  const kept = past.kept as unknown as KeptInputs;
  const again = decideAgain(kept, ownVersion.rules, ownVersion.scorecard, on);
  const affordableNgwee =
    hasOtherShare && offered
      ? affordableOf(
          offered.product,
          offered.term,
          kept.monthlyIncomeNgwee,
          draft.rules.instalmentShareOfIncome,
          kept.instalmentsElsewhereNgwee ?? ZERO,
        )
      : kept.affordableNgwee;
  const { outcome, points } = decideAgain({ ...kept, affordableNgwee }, draft.rules, draft.scorecard, on);
  return {
    kind: 'decided',
    outcome,
    points,
    differs:
      again.outcome !== recorded.outcome ||
      again.points !== recorded.points ||
      again.reasons.join() !== recorded.reasons.join(),
    hasOtherWindows:
      ownVersion.rules.numberWindowDays !== draft.rules.numberWindowDays ||
      ownVersion.rules.networkWindowDays !== draft.rules.networkWindowDays,
  };
}

export const LOAN_ENDINGS = ['not_paid_out', 'running', 'good', 'bad', 'written_off'] as const;
/** What became of the loan of an application. */
export type LoanEnding = (typeof LOAN_ENDINGS)[number];

/** What became of a loan until now. Rule: docs/rules/what-if.md. */
export function endingOf(state: LoanState, worstDaysLate: number): LoanEnding {
  switch (state) {
    case 'written_off':
    case 'recovered':
      return 'written_off';
    case 'active':
    case 'overdue':
      return worstDaysLate >= BAD_FROM_DAYS_LATE ? 'bad' : 'running';
    case 'settled':
      return worstDaysLate >= BAD_FROM_DAYS_LATE ? 'bad' : 'good';
    default:
      return 'not_paid_out';
  }
}

/** The lowest points of the band that these points are in. */
export function bandOf(points: number): number {
  return Math.floor(points / BAND_POINTS) * BAND_POINTS;
}
