import { OPEN_STATES } from '../../book/loan/queries.ts';

/**
 * SQL: the check that counts, if one does. A pass counts for the picture of the card that the borrower has now, and under
 * the consent that it was made with. A referral counts for every picture, until a person sent the application back or
 * declined it, or the loan that they approved has ended. Staff can set both aside.
 */
export function endedFaceCheck(borrowerId: string, columns: string): string {
  return `(select ${columns} from face_check c join borrower_identity i using (borrower_id)
    where c.borrower_id = ${borrowerId} and c.set_aside_at is null
      and (c.outcome = 'pass' and c.front_file_id = i.front_file_id and c.consent is not null
        or c.outcome = 'refer' and not ${isDecidedByPerson('c')})
    order by c.outcome = 'refer' desc, c.checked_at desc limit 1)`;
}

/** SQL: whether a person sent the application back or declined it after a check, or the loan that they approved has ended. */
export function isDecidedByPerson(check: string): string {
  return `exists (select from application_review r join loan l using (borrower_id, loan_id)
    where r.borrower_id = ${check}.borrower_id and r.reviewed_at > ${check}.checked_at
      and (r.outcome = 'send_back' or r.outcome in ('approve', 'decline') and l.state not in ${OPEN_STATES}))`;
}

/** SQL: 'pass' or 'refer', or null where the borrower still has to show the face. */
export function faceOutcome(borrowerId: string): string {
  return endedFaceCheck(borrowerId, 'c.outcome');
}

/** SQL: whether the face is like that of a borrower who came before, found after the last approval by a person. */
export function hasFaceDuplicate(borrowerId: string): string {
  return `exists (select from duplicate_find d where d.borrower_id = ${borrowerId} and d.kind = 'face'
    and not exists (select from application_review r
      where r.borrower_id = d.borrower_id and r.outcome = 'approve' and r.reviewed_at >= d.found_at))`;
}
