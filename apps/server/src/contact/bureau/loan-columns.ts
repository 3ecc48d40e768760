const OWED = `n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee
  + n.fee_ngwee - n.fee_paid_ngwee + n.penalty_ngwee - n.penalty_paid_ngwee`;

const UNPAID = `from instalment n
  where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id and n.state <> 'settled'`;

/** The due date of the oldest unpaid plan of a loan `l`. */
export const LATE_SINCE = `(select min(n.due_on) ${UNPAID})`;

/** What a loan `l` owes by its plan, with charges. */
export const OWED_ON_LOAN = `coalesce((select sum(${OWED}) ${UNPAID}), 0)::bigint`;

/** What of it is due before the day `$on`. */
export const OVERDUE_ON_LOAN = `coalesce((select sum(${OWED}) ${UNPAID} and n.due_on < $on::date), 0)::bigint`;

/** Whether staff wrote down that the borrower disputes the listing of a loan. */
export function hasOpenDispute(loan: { borrowerId: string; loanId: string }): string {
  return `exists (select from bureau_dispute x where x.borrower_id = ${loan.borrowerId}
    and x.loan_id = ${loan.loanId} and x.state = 'open')`;
}
