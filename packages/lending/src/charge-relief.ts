import { unchanged } from './change.ts';
import { transfer } from './ledger.ts';
import type { Change, Instalment, Loan } from './loan.ts';
import { minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, serviceFeeOf } from './owed.ts';

/**
 * Lowers the interest or fee of each instalment to `keptOf` (ngwee). The part above it is taken back from unearned
 * income first, then from income. What was already paid of that part becomes wallet credit. Rules:
 * docs/rules/early-settlement.md and docs/rules/waiver.md.
 */
export function chargeOnly(
  loan: Loan,
  charge: 'interest' | 'fee',
  keptOf: (instalment: Instalment) => Ngwee,
): Change {
  const refunds: Ngwee[] = [];
  const instalments = loan.instalments.map((instalment) => {
    const charged = minimum(instalment[`${charge}Ngwee`], keptOf(instalment));
    const paid = minimum(instalment[`${charge}PaidNgwee`], charged);
    refunds.push(subtract(instalment[`${charge}PaidNgwee`], paid));
    return { ...instalment, [`${charge}Ngwee`]: charged, [`${charge}PaidNgwee`]: paid };
  });
  const takenBack = subtract(
    instalmentTotal(loan.instalments, `${charge}Ngwee`),
    instalmentTotal(instalments, `${charge}Ngwee`),
  );
  const fromUnearned = minimum(takenBack, unearnedOf(loan, charge));
  const fromIncome = subtract(takenBack, fromUnearned);
  const refundNgwee = sum(refunds);
  return {
    ...unchanged({
      ...loan,
      instalments,
      [`${charge}EarnedNgwee`]: subtract(loan[`${charge}EarnedNgwee`], fromIncome),
    }),
    transfers: [
      ...transfer(`unearned_${charge}`, `${charge}_receivable`, fromUnearned),
      ...transfer(`${charge}_income`, `${charge}_receivable`, fromIncome),
      ...transfer(`${charge}_receivable`, 'wallet_credit', refundNgwee),
    ],
    walletNgwee: refundNgwee,
  };
}

/** The part of a loan's interest or fee in ngwee that the ledger has not moved to income yet. */
export function unearnedOf(loan: Loan, charge: 'interest' | 'fee'): Ngwee {
  const charged =
    charge === 'interest' ? instalmentTotal(loan.instalments, 'interestNgwee') : serviceFeeOf(loan);
  return ngwee(Math.max(ZERO, charged - loan[`${charge}EarnedNgwee`]));
}
