import type { Allocation, ChargeKind, Instalment } from './loan.ts';
import { add, minimum, type Ngwee, subtract, ZERO } from './money.ts';
import { owedOnInstalment } from './owed.ts';

/** What of a payment went to a loan, by kind. */
export type AllocatedParts = Omit<Allocation, 'walletNgwee'>;

export type AllocatedPayment = {
  instalments: readonly Instalment[];
  parts: AllocatedParts;
  /** What no instalment could take. */
  remainderNgwee: Ngwee;
};

/**
 * Lays an amount on instalments in due order, one cleared before the next, and inside each by the product's repayment
 * order. Only the paid amounts change: states follow from the day, not from the money.
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

/** The same where there is nothing to lay it on. */
export function nothingAllocated(instalments: readonly Instalment[], amountNgwee: Ngwee): AllocatedPayment {
  return {
    instalments,
    parts: { penaltyNgwee: ZERO, feeNgwee: ZERO, interestNgwee: ZERO, principalNgwee: ZERO },
    remainderNgwee: amountNgwee,
  };
}
