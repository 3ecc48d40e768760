/** SQL: a check that ended for the picture of the card that the borrower has now, unless staff set it aside. */
export function endedFaceCheck(borrowerId: string, columns: string): string {
  return `(select ${columns} from face_check c
    join borrower_identity i on i.borrower_id = c.borrower_id and i.front_file_id = c.front_file_id
    where c.borrower_id = ${borrowerId} and c.outcome <> 'again' and c.set_aside_at is null
    order by c.checked_at desc limit 1)`;
}

/** SQL: 'pass' or 'refer', or null where the borrower still has to show the face for this card. */
export function faceOutcome(borrowerId: string): string {
  return endedFaceCheck(borrowerId, 'c.outcome');
}

/** SQL: whether the face is like that of a borrower who came before. */
export function hasFaceDuplicate(borrowerId: string): string {
  return `exists (select from duplicate_find d where d.borrower_id = ${borrowerId} and d.kind = 'face')`;
}
