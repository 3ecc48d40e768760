/** The topics of a complaint by which a borrower says that a loan, or how it is collected, is wrong. */
const DISPUTE_TOPICS = ['payment', 'cost', 'reminders', 'other'];

/** SQL: whether a loan is disputed. It is while a complaint about it waits for its answer (docs/rules/contact-policy.md). */
export function isDisputed(loan: { borrowerId: string; loanId: string }): string {
  return `exists (select from complaint d where d.borrower_id = ${loan.borrowerId} and d.loan_id = ${loan.loanId}
       and d.state in ('open', 'looked_at') and d.topic in (${DISPUTE_TOPICS.map((topic) => `'${topic}'`).join(', ')}))`;
}
