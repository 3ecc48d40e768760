import { maskMobile, maskName, type Sealing } from '../../platform/sealing.ts';
import { openIdentity } from './applicant.ts';

type SealedBorrower = {
  borrower_id: number;
  mobile_sealed: Buffer;
  identity_sealed: Buffer | null;
  is_deleted: boolean;
};

/** Name and number of a borrower as lists show them. There are none of a deleted account, and no name before an identity. */
export function maskedBorrower(
  sealing: Sealing,
  {
    borrower_id: borrowerId,
    mobile_sealed: mobile,
    identity_sealed: identity,
    is_deleted: isDeleted,
  }: SealedBorrower,
): { maskedName: string | null; maskedMobile: string | null } {
  if (isDeleted) return { maskedName: null, maskedMobile: null };
  const person = identity === null ? undefined : openIdentity(sealing, borrowerId, identity);
  return {
    maskedName: person ? maskName(`${person.firstName} ${person.lastName}`) : null,
    maskedMobile: maskMobile(sealing.open('borrower.mobile_sealed', { borrower_id: borrowerId }, mobile)),
  };
}
