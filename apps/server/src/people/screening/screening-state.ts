/** SQL: the number of the newest import of a list; 0 where there is none. */
const NEWEST_REVISION = `(select coalesce(max(i.revision), 0) from screening_import i)`;

/** SQL: whether a borrower has a hit on which a person did not decide, or that a person confirmed. */
export function hasScreeningHit(borrowerId: string): string {
  return `exists (select from screening_hit h where h.borrower_id = ${borrowerId} and h.state in ('open', 'confirmed'))`;
}

/**
 * SQL: whether a borrower was compared with the newest lists, with the identity that the row `identity` has, and with what
 * was read on its card.
 */
export function isScreeningCurrent(identity: string): string {
  return `exists (select from borrower_screening sc where sc.borrower_id = ${identity}.borrower_id
    and sc.identity_confirmed_at = ${identity}.confirmed_at and sc.revision >= ${NEWEST_REVISION}
    and not exists (select from card_reading r where r.borrower_id = sc.borrower_id
      and r.front_file_id = ${identity}.front_file_id and r.read_at > sc.screened_at))`;
}
