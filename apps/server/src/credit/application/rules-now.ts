import { countedBirthDate } from '@thumba/identity/card-agreement';
import type { Day } from '@thumba/lending/day';
import { brokenRules } from '@thumba/lending/decision';
import type { DeclineReason } from '@thumba/lending/decision-reason';
import { limitOf } from '@thumba/lending/ladder';
import type { Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import type { ApplicationFacts } from './facts.ts';
import { affordable, instalmentsElsewhere } from './offer.ts';

export type Affordability = {
  monthlyIncomeNgwee: Ngwee | null;
  /** The largest amount that the income allows; null where the product is not offered any more. */
  affordableNgwee: Ngwee | null;
  limitNgwee: Ngwee;
};

type Known = Pick<
  ApplicationFacts,
  | 'catalogue'
  | 'ladder'
  | 'monthlyIncomeNgwee'
  | 'identity'
  | 'card'
  | 'identityCheck'
  | 'isBlocked'
  | 'bureau'
>;

/** How much the borrower can carry now, by the rules and the ladder of now, beside what is owed to other lenders. */
export function affordabilityNow(
  facts: Pick<Known, 'catalogue' | 'ladder' | 'monthlyIncomeNgwee' | 'bureau'>,
  { terms }: Loan,
): Affordability {
  const { catalogue, monthlyIncomeNgwee, bureau } = facts;
  const elsewhereNgwee = instalmentsElsewhere(bureau);
  const product = catalogue.products.find((one) => one.productId === terms.productId);
  const hasTerm = product?.terms.some((term) => term.termId === terms.termId);
  return {
    monthlyIncomeNgwee,
    affordableNgwee:
      product && hasTerm
        ? affordable(catalogue, product, terms.termId, monthlyIncomeNgwee, elsewhereNgwee)
        : null,
    limitNgwee: limitOf(catalogue.ladder, facts.ladder),
  };
}

/** The rules that an application breaks at the time of the decision. A person decides about the identity itself. */
function brokenNow(facts: Known, loan: Loan, on: Day): DeclineReason[] {
  const { identity, card, identityCheck, catalogue } = facts;
  const { monthlyIncomeNgwee, affordableNgwee, limitNgwee } = affordabilityNow(facts, loan);
  if (!identity || monthlyIncomeNgwee === null) return [];
  const { principalNgwee } = loan.terms;
  return brokenRules(
    {
      birthOn: countedBirthDate(identity, card, identityCheck),
      isBlocked: false,
      isIdentityValid: null,
      hasOpenLoan: false,
      monthlyIncomeNgwee,
      amountNgwee: principalNgwee,
      affordableNgwee: affordableNgwee ?? principalNgwee,
      limitNgwee,
    },
    catalogue.rules,
    on,
  );
}

const readDeclinedStatement = statement<{ reasons: DeclineReason[] }, { borrowerId: number; loanId: number }>(
  'application: why the rules declined',
  `select reasons from loan_decision
   where borrower_id = $borrowerId and loan_id = $loanId and outcome = 'decline'`,
);

/** The rules that decline this application: those that declined it when it was made, and those that it breaks now. */
export async function rulesAgainst(
  db: Database,
  facts: Known,
  { loan, on }: { loan: Loan; on: Day },
): Promise<DeclineReason[]> {
  const { borrowerId, loanId } = loan;
  const declined = await db.row(readDeclinedStatement, { borrowerId, loanId });
  return [...new Set([...(declined?.reasons ?? []), ...brokenNow(facts, loan, on)])];
}
