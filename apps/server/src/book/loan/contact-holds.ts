/*
 * SQL of what keeps the lender from reaching a borrower about a loan, and of how often it reached them
 * (docs/rules/contact-policy.md, docs/rules/arrears.md).
 */

/** Whether contact with a borrower is stopped. */
export function isContactStopped(borrowerId: string): string {
  return `exists (select from contact_stop s where s.borrower_id = ${borrowerId} and s.ended_at is null)`;
}

/** Whether an agency collects the loan. */
export function isWithAgency(loan: { borrowerId: string; loanId: string }): string {
  return `exists (select from agency_placement g where g.borrower_id = ${loan.borrowerId} and g.loan_id = ${loan.loanId}
       and g.ended_on is null)`;
}

/** Whether the borrower has promised to pay, and the promise waits for its day. */
export function hasOpenPromise(loan: { borrowerId: string; loanId: string }): string {
  return `exists (select from arrears_promise p where p.borrower_id = ${loan.borrowerId} and p.loan_id = ${loan.loanId}
       and p.state = 'open')`;
}

/**
 * The days of the contacts of a borrower in the days up to one day: reminders by SMS and notification that were not
 * dropped, and calls in which a person answered. A call that has not ended counts.
 */
export function contactDays({
  borrowerId,
  on,
  inDays,
}: {
  borrowerId: string;
  on: string;
  inDays: number;
}): string {
  const firstOn = `${on} - ${inDays - 1}`;
  return `select r.on_day from reminder r
       where r.borrower_id = ${borrowerId} and r.on_day between ${firstOn} and ${on} and r.dropped_because is null
       union all
       select c.on_day from arrears_call c
       where c.borrower_id = ${borrowerId} and c.on_day between ${firstOn} and ${on}
         and c.outcome is distinct from 'not_answered'`;
}
