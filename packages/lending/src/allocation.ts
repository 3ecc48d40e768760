import type { Allocation, ChargeKind, Instalment } from './loan.ts';
import { add, minimum, type Ngwee, subtract, ZERO } from './money.ts';
import { owedOnInstalment } from './owed.ts';

/** The parts of a payment that paid a loan, by charge, in ngwee. */
export type AllocatedParts = Omit<Allocation, 'walletNgwee'>;

export type AllocatedPayment = {
  instalments: readonly Instalment[];
  parts: AllocatedParts;
  /** The part that no instalment owes. */
  remainderNgwee: Ngwee;
};

/**
 * Pays instalments with an amount in ngwee: in due order, one cleared before the next, and inside each in the repayment
 * order. It changes only the paid amounts; `catchUp` changes the states. Rule: docs/rules/repayment.md.
 */
export function allocate(
  instalments: readonly Instalment[],
  amountNgwee: Ngwee,
  repaymentOrder: readonly ChargeKind[],
): AllocatedPayment {
  let left = amountNgwee;
  const parts: AllocatedParts = {
    penaltyNgwee: ZERO,
    feeNgwee: ZERO,
    interestNgwee: ZERO,
    principalNgwee: ZERO,
  };
  const after = instalments.map((instalment) => {
    if (left === 0) return instalment;
    const owed = owedOnInstalment(instalment);
    if (owed.totalNgwee === 0) return instalment;
    const paid = { ...instalment };
    for (const kind of repaymentOrder) {
      const taken = minimum(left, owed[`${kind}Ngwee`]);
      paid[`${kind}PaidNgwee`] = add(paid[`${kind}PaidNgwee`], taken);
      parts[`${kind}Ngwee`] = add(parts[`${kind}Ngwee`], taken);
      left = subtract(left, taken);
    }
    return paid;
  });
  return { instalments: after, parts, remainderNgwee: left };
}

/**
 * Pays the penalty that one instalment owes, in ngwee: money for an extension pays it before anything else that is owed.
 * `remainderNgwee` is what is left. Rule: docs/rules/extension.md.
 */
export function allocateToPenalty(
  instalments: readonly Instalment[],
  period: number,
  amountNgwee: Ngwee,
): Pick<AllocatedPayment, 'instalments' | 'remainderNgwee'> {
  let remainderNgwee = amountNgwee;
  const after = instalments.map((instalment) => {
    if (instalment.period !== period) return instalment;
    const paidNgwee = minimum(amountNgwee, owedOnInstalment(instalment).penaltyNgwee);
    remainderNgwee = subtract(amountNgwee, paidNgwee);
    return { ...instalment, penaltyPaidNgwee: add(instalment.penaltyPaidNgwee, paidNgwee) };
  });
  return { instalments: after, remainderNgwee };
}

/** The result of `allocate` for a loan that takes no payment: the whole amount remains. */
export function nothingAllocated(instalments: readonly Instalment[], amountNgwee: Ngwee): AllocatedPayment {
  return {
    instalments,
    parts: { penaltyNgwee: ZERO, feeNgwee: ZERO, interestNgwee: ZERO, principalNgwee: ZERO },
    remainderNgwee: amountNgwee,
  };
}
