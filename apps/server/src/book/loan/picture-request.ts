/**
 * SQL: what a borrower was asked to take again for the application that waits; null where nothing is asked for, or it
 * is taken. The card is taken again when its front is another picture than the one that staff saw.
 */
export function pictureAskedAgain(borrowerId: string): string {
  return `(select asked.picture from (
      select r.picture, r.file_id from application_review r join loan l using (borrower_id, loan_id)
      where r.borrower_id = ${borrowerId} and l.state = 'applied' and r.outcome = 'send_back'
      order by r.loan_version desc limit 1) asked
    where asked.picture <> 'identity' or asked.file_id is not distinct from (
      select i.front_file_id from borrower_identity i where i.borrower_id = ${borrowerId}))`;
}
