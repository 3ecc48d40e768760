/** Whether a borrower was declined and may not apply again by a day. */
export function waitsAfterDecline(borrowerId: string, on: string): string {
  return `exists (select from loan_decision wait
    where wait.borrower_id = ${borrowerId} and wait.may_apply_again_on > ${on})`;
}
