import { openIdentity } from '../../people/borrower/applicant.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

type Person = { name: string | null; idNumber: string | null; mobile: string | null };

const readPeopleStatement = statement<
  { borrower_id: number; mobile_sealed: Buffer | null; identity_sealed: Buffer | null; is_deleted: boolean },
  { borrowerIds: readonly number[] }
>(
  'list export: read who borrowers are',
  `select b.borrower_id, b.mobile_sealed, i.identity_sealed,
     exists (select from account_deletion d where d.borrower_id = b.borrower_id) as is_deleted
   from borrower b left join borrower_identity i using (borrower_id)
   where b.borrower_id = any ($borrowerIds::bigint[])`,
);

/** Who borrowers are. Of a deleted account a file says neither the name nor the number, as the screens. */
export async function readPeople(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerIds: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await db.rows(readPeopleStatement, { borrowerIds: [...new Set(borrowerIds)] });
  return new Map(
    rows.map((row) => {
      const { borrower_id: borrowerId } = row;
      if (row.is_deleted) return [borrowerId, { name: null, idNumber: null, mobile: null }];
      const { identity_sealed: identitySealed, mobile_sealed: mobileSealed } = row;
      const identity = identitySealed && openIdentity(sealing, borrowerId, identitySealed);
      return [
        borrowerId,
        {
          name: identity ? `${identity.firstName} ${identity.lastName}` : null,
          idNumber: identity ? identity.idNumber : null,
          mobile: mobileSealed && sealing.open('borrower.mobile_sealed', row, mobileSealed),
        },
      ];
    }),
  );
}
