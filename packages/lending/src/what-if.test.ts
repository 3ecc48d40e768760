import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day, wholeYearsBetween } from './day.ts';
import {
  type DecisionInputs,
  type DecisionRules,
  decide,
  demoRules,
  demoScorecard,
  largestAffordable,
  type Scorecard,
} from './decision.ts';
import { kwacha, ngwee } from './money.ts';
import { demoCatalogue } from './product.ts';
import { rate } from './rate.ts';
import {
  bandOf,
  type DecisionDraft,
  endingOf,
  KEPT_INPUTS,
  type PastApplication,
  tryDraft,
} from './what-if.ts';

const running: DecisionDraft = { rules: demoRules, scorecard: demoScorecard };
const [quickLoan] = demoCatalogue;
const product = quickLoan!;
const term = product.terms[0]!;

const amount = (most: number) => fc.integer({ min: 0, max: most }).map((whole) => ngwee(whole * 100));
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const count = fc.integer({ min: 0, max: 30 });

const facts: fc.Arbitrary<Omit<DecisionInputs, 'affordableNgwee'>> = fc.record({
  birthOn: fc.integer({ min: 0, max: 25_000 }).map((days) => addDays(day('1945-01-01'), days)),
  isIdentityValid: orNull(fc.boolean()),
  faceMatches: orNull(fc.boolean()),
  cardDiffers: fc.boolean(),
  operatorNameDiffers: orNull(fc.boolean()),
  hasScreeningHit: fc.boolean(),
  hasDuplicates: fc.boolean(),
  hasOpenLoan: fc.boolean(),
  isBlocked: fc.boolean(),
  accountsOnDevice: orNull(count),
  monthlyIncomeNgwee: amount(10_000),
  amountNgwee: amount(4_000),
  limitNgwee: amount(4_000),
  onTimeLoans: count,
  questionnairePoints: count,
  moneyReceivedNgwee: orNull(amount(20_000)),
  isPayoutNumberShared: fc.boolean(),
  borrowersOnPayoutNumber: count,
  borrowersOnContact: count,
  registrationsFromNetwork: orNull(count),
  applicationsFromNetwork: orNull(count),
});

const bands = fc.array(fc.record({ from: count, points: fc.integer({ min: -60, max: 60 }) }), {
  maxLength: 4,
});
const drafts: fc.Arbitrary<DecisionDraft> = fc.record({
  rules: fc
    .record({
      share: fc.constantFrom('0.10', '0.25', '0.40', '1'),
      minAgeYears: fc.integer({ min: 18, max: 30 }),
      referIncomeNgwee: amount(2_000),
      approveIncomeNgwee: amount(4_000),
      most: fc.integer({ min: 1, max: 20 }),
    })
    .map(
      ({ share, most, ...same }): DecisionRules => ({
        ...demoRules,
        ...same,
        instalmentShareOfIncome: rate(share),
        maxAccountsOnDevice: most,
        maxBorrowersOnPayoutNumber: most,
        maxBorrowersOnContact: most,
      }),
    ),
  scorecard: fc
    .record({ ageYears: bands, onTimeLoans: bands, approveFromPoints: fc.integer({ min: 350, max: 600 }) })
    .map(
      ({ approveFromPoints, ...of }): Scorecard => ({
        ...demoScorecard,
        bands: { ...demoScorecard.bands, ...of },
        approveFromPoints,
        referFromPoints: approveFromPoints - 50,
      }),
    ),
});
const days = fc.oneof(
  fc.integer({ min: 0, max: 3000 }).map((passed) => addDays(day('2024-02-29'), passed)),
  fc.constantFrom(day('2024-02-29'), day('2028-02-29'), day('2026-02-28'), day('2026-01-01')),
);

/** An application as it is kept once it was decided. */
function decidedOn(
  on: PastApplication['on'],
  ownVersion: DecisionDraft,
  given: Omit<DecisionInputs, 'affordableNgwee'>,
): { past: PastApplication; inputs: DecisionInputs } {
  const { instalmentShareOfIncome } = ownVersion.rules;
  const affordableNgwee = largestAffordable(product, term, given.monthlyIncomeNgwee, instalmentShareOfIncome);
  const inputs = { ...given, affordableNgwee };
  const { outcome, points, reasons } = decide(inputs, ownVersion.rules, ownVersion.scorecard, on);
  const { birthOn, ...others } = inputs;
  const kept = { ageYears: wholeYearsBetween(birthOn, on), ...others };
  const past = { on, kept, ownVersion, recorded: { outcome, points, reasons }, offered: { product, term } };
  return { past, inputs };
}

describe('a past application', () => {
  test('is decided again under its own version as it was decided then', () => {
    fc.assert(
      fc.property(days, drafts, facts, (on, ownVersion, given) => {
        const { past } = decidedOn(on, ownVersion, given);
        const { outcome, points } = past.recorded;
        expect(tryDraft(past, ownVersion)).toEqual({
          ...{ kind: 'decided', outcome, points },
          ...{ differs: false, hasOtherWindows: false },
        });
      }),
      { numRuns: 2000 },
    );
  });

  test('is decided by a draft as a borrower with the same facts would be', () => {
    fc.assert(
      fc.property(days, drafts, drafts, facts, (on, ownVersion, draft, given) => {
        const { past } = decidedOn(on, ownVersion, given);
        const asNew = decidedOn(on, draft, given).past.recorded;
        expect(tryDraft(past, draft)).toMatchObject({ outcome: asNew.outcome, points: asNew.points });
      }),
      { numRuns: 2000 },
    );
  });

  const { past } = decidedOn(day('2026-11-21'), running, {
    ...{ birthOn: day('1996-05-01'), isIdentityValid: true, faceMatches: null, cardDiffers: false },
    ...{ operatorNameDiffers: false, hasScreeningHit: false, hasDuplicates: false, hasOpenLoan: false },
    ...{ isBlocked: false, accountsOnDevice: null, monthlyIncomeNgwee: kwacha(5000), onTimeLoans: 0 },
    ...{
      amountNgwee: kwacha(1000),
      limitNgwee: kwacha(2000),
      questionnairePoints: 0,
      moneyReceivedNgwee: null,
    },
    ...{ isPayoutNumberShared: false, borrowersOnPayoutNumber: 1, borrowersOnContact: 1 },
    ...{ registrationsFromNetwork: null, applicationsFromNetwork: null },
  });

  test('whose record says another outcome, points or reasons differs', () => {
    const { recorded } = past;
    for (const other of [
      { outcome: 'decline' },
      { points: recorded.points + 1 },
      { reasons: ['open_loan'] },
    ]) {
      expect(tryDraft({ ...past, recorded: { ...recorded, ...other } as never }, running)).toMatchObject({
        kind: 'decided',
        differs: true,
      });
    }
    expect(tryDraft(past, running)).toMatchObject({ differs: false });
  });

  test('without one of its inputs is incomplete, and the input is named', () => {
    for (const name of KEPT_INPUTS) {
      const { [name]: _left, ...kept } = past.kept as Record<string, unknown>;
      expect(tryDraft({ ...past, kept }, running)).toEqual({ kind: 'incomplete', missing: [name] });
    }
    const kept = { ...past.kept, monthlyIncomeNgwee: null };
    expect(tryDraft({ ...past, kept }, running)).toMatchObject({ missing: ['monthlyIncomeNgwee'] });
    expect(tryDraft({ ...past, ownVersion: null }, running)).toMatchObject({ missing: ['version'] });
  });

  test('needs what was applied for only where the share of income is another', () => {
    const unknown = { ...past, offered: null };
    const otherShare = {
      ...running,
      rules: { ...demoRules, instalmentShareOfIncome: rate('0.10') },
    };
    expect(tryDraft(unknown, running)).toMatchObject({ kind: 'decided', outcome: 'approve' });
    expect(tryDraft(unknown, otherShare)).toEqual({ kind: 'incomplete', missing: ['product'] });
    expect(tryDraft(past, otherShare)).toMatchObject({ kind: 'decided', outcome: 'decline' });
  });

  test('says that its counts are those of other windows', () => {
    const { rules } = running;
    for (const other of [{ numberWindowDays: 30 }, { networkWindowDays: 2 }]) {
      expect(tryDraft(past, { ...running, rules: { ...rules, ...other } })).toMatchObject({
        hasOtherWindows: true,
      });
    }
  });
});

test('points are counted in bands from their lowest points', () => {
  expect([0, 19, 20, 539, 540, -1, -20, -21].map(bandOf)).toEqual([0, 0, 20, 520, 540, -20, -20, -40]);
});

test('a loan that was never paid out has no known end', () => {
  for (const state of [
    'applied',
    'approved',
    'declined',
    'cancelled',
    'paying_out',
    'payout_failed',
  ] as const)
    expect(endingOf(state, 0)).toBe('not_paid_out');
});
