/**
 * SQL: whether money that goes out to a borrower is held, because a person confirmed that the borrower is one of a list.
 * Repayments go on. Rule: docs/rules/screening.md.
 */
export function isFrozen(borrowerId: string): string {
  return `exists (select from screening_hit frozen
    where frozen.borrower_id = ${borrowerId} and frozen.state = 'confirmed')`;
}
