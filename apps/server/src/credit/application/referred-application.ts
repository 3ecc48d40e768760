import type { ReferReason } from '@thumba/lending/decision-reason';
import { findOthersWithIdentity, isIdentityChecked } from '../../people/borrower/identity-check.ts';
import { type Database, statement } from '../../platform/database.ts';

/** An application that waits for a person, for staff. */
export type ReferredApplication = {
  borrowerId: number;
  reasons: readonly ReferReason[];
  isIdentityChecked: boolean;
  /** The other borrowers who entered the same identity number. */
  othersWithIdentity: { borrowerId: number; isChecked: boolean }[];
};

const readReferredStatement = statement<
  { borrower_id: number; reasons: ReferReason[]; is_checked: boolean },
  { loanId: number }
>(
  'application: read referred application',
  `select l.borrower_id, d.reasons, ${isIdentityChecked('l.borrower_id')} as is_checked
   from loan l join loan_decision d using (borrower_id, loan_id)
   where l.loan_id = $loanId and l.state = 'applied'`,
);

export async function readReferredApplication(
  db: Database,
  loanId: number,
): Promise<ReferredApplication | undefined> {
  const row = await db.row(readReferredStatement, { loanId });
  return (
    row && {
      borrowerId: row.borrower_id,
      reasons: row.reasons,
      isIdentityChecked: row.is_checked,
      othersWithIdentity: await findOthersWithIdentity(db, row.borrower_id),
    }
  );
}
