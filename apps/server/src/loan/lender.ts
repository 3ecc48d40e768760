import { type DecisionRules, demoRules, demoScorecard, type Scorecard } from '@thumba/lending/decision';
import { demoLadder, type LadderRule } from '@thumba/lending/ladder';
import { demoCatalogue, microfinancePolicy, type Policy, type Product } from '@thumba/lending/product';

/** What this lender offers and decides by: data, each part with its version. */
export type Lender = {
  name: string;
  licence: string;
  phone: string;
  hours: string;
  products: readonly Product[];
  policy: Policy;
  ladder: LadderRule;
  rules: DecisionRules;
  scorecard: Scorecard;
  isFaceRequired: boolean;
};

export const demoLender: Lender = {
  name: 'Thumba Demo Lender',
  licence: 'Demonstration only: no licence, no real money',
  phone: '0211 000 000',
  hours: 'Monday to Friday 08:00–17:00, Saturday 08:00–12:00',
  products: demoCatalogue,
  policy: microfinancePolicy,
  ladder: demoLadder,
  rules: demoRules,
  scorecard: demoScorecard,
  isFaceRequired: false,
};
