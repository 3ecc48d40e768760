/**
 * Whether money to the account `account` would go to a number of another borrower: one that they were paid on, or sign
 * in with. False where this borrower was paid on it first, or staff allowed it.
 */
export function isNumberShared(account: string): string {
  return `(not exists (select from payout_number own
      where own.mobile_hash = ${account}.mobile_hash and own.borrower_id = ${account}.borrower_id)
    and (exists (select from payout_number other where other.mobile_hash = ${account}.mobile_hash)
      or exists (select from borrower_by_mobile m
        where m.mobile_hash = ${account}.mobile_hash and m.borrower_id <> ${account}.borrower_id)))`;
}
