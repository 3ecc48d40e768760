import { day } from './day.ts';
import {
  type Decision,
  type DecisionInputs,
  decide,
  demoRules,
  demoScorecard,
  largestAffordable,
} from './decision.ts';
import { demoLadder, ENTRY_PLACE, limitOf } from './ladder.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { demoCatalogue, type Product } from './product.ts';
import { rate } from './rate.ts';
import { checkRepayment } from './repayment-rules.ts';
import { moneyIn } from './rule-page.test-support.ts';

/** The answer of `checkRepayment` to an amount, as the rule page names it. */
export function answerTo(remaining: string, amount: string, discountNgwee = ngwee(0)): string {
  const checked = checkRepayment({
    amountNgwee: moneyIn(amount),
    remainingNgwee: moneyIn(remaining),
    discountNgwee,
    minRepayNgwee: kwacha(20),
    minLeftoverNgwee: kwacha(50),
  });
  return checked.ok ? 'passes' : checked.refusal.kind;
}

/** A product with this fee on K1,000 and no other charge. */
export function productCharging(feeNgwee: Ngwee, days: number): Product {
  const [quickLoan] = demoCatalogue as readonly [Product, Product];
  return {
    ...quickLoan,
    minNgwee: kwacha(1000),
    maxNgwee: kwacha(1000),
    terms: [{ termId: 1, days, instalments: 1 }],
    dailyRate: rate('0'),
    serviceFeeRate: rate(`0.${String(feeNgwee).padStart(5, '0')}`),
    penalty: { dailyRate: rate('0'), graceDays: 0 },
    extension: null,
  };
}

/** The demo lender's decision on a new borrower's application for its first product and term. */
export function decisionOn(
  birthOn: string,
  on: string,
  monthlyIncomeNgwee: Ngwee,
  amountNgwee: Ngwee,
  different: Partial<DecisionInputs> = {},
  rules = demoRules,
): Decision {
  const [quickLoan] = demoCatalogue as readonly [Product, Product];
  const [term] = quickLoan.terms;
  if (term === undefined) throw new Error('no term');
  const inputs = {
    birthOn: day(birthOn),
    isIdentityValid: true,
    faceMatches: null,
    cardDiffers: false,
    operatorNameDiffers: null,
    hasScreeningHit: false,
    hasDuplicates: false,
    hasOpenLoan: false,
    isBlocked: false,
    accountsOnDevice: null,
    monthlyIncomeNgwee,
    amountNgwee,
    limitNgwee: limitOf(demoLadder, ENTRY_PLACE),
    affordableNgwee: largestAffordable(
      quickLoan,
      term,
      monthlyIncomeNgwee,
      demoRules.instalmentShareOfIncome,
    ),
    onTimeLoans: 0,
    questionnairePoints: 0,
    moneyReceivedNgwee: null,
    isPayoutNumberShared: false,
    borrowersOnPayoutNumber: 1,
    borrowersOnContact: 1,
    registrationsFromNetwork: null,
    applicationsFromNetwork: null,
    ...different,
  };
  return decide(inputs, rules, demoScorecard, day(on));
}

/** The value of an outcome that is allowed. Throws the name of a refusal. */
export function allowed<Value>(
  outcome: { ok: true; value: Value } | { ok: false; refusal: { kind: string } },
): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return outcome.value;
}
