/**
 * SQL: what a borrower was asked to take again for the application that waits; null where nothing is asked for, or it
 * is taken. The card is taken again when its front is another picture than the one that staff saw. A face that was
 * checked against the earlier picture is then asked for too. It is there when a check ended that staff did not set
 * aside: a pass for this picture of the card, or a referral that came after the request. A request ends with what is done
 * next, such as a decline.
 */
export function pictureAskedAgain(borrowerId: string): string {
  return `(select case
      when asked.picture = 'identity' and asked.file_id is not distinct from i.front_file_id then 'identity'
      when (asked.picture = 'face' or exists (select from face_check c where c.borrower_id = ${borrowerId}))
        and not exists (select from face_check c where c.borrower_id = ${borrowerId} and c.set_aside_at is null
          and (c.outcome = 'pass' and c.front_file_id = i.front_file_id and c.consent is not null
            or c.outcome = 'refer' and c.checked_at > asked.reviewed_at)) then 'face' end
    from (
      select r.outcome, r.picture, r.file_id, r.reviewed_at from application_review r join loan waiting using (borrower_id, loan_id)
      where r.borrower_id = ${borrowerId} and waiting.state = 'applied'
      order by r.loan_version desc limit 1) asked
    left join borrower_identity i on i.borrower_id = ${borrowerId}
    where asked.outcome = 'send_back')`;
}
