import type { LoanState } from '@thumba/lending/loan';
import { findOthersWithIdentity } from '../../people/borrower/identity-check.ts';
import { findDuplicates, type SharedKind } from '../../people/duplicate/find-duplicates.ts';
import { type Database, statement } from '../../platform/database.ts';

/** Another borrower with something in common, and where to look them up. */
export type OtherBorrower = {
  borrowerId: number;
  shared: SharedKind[];
  /** How alike the faces are, from 0 to 1; null where the faces are not alike. */
  faceSimilarity: number | null;
  /** Whether a person found that the number of the card belongs to them. */
  isNumberTheirs: boolean;
  isBlocked: boolean;
  /** Their newest orders. */
  orders: { loanId: number; state: LoanState }[];
};

const ORDERS_SHOWN = 3;

const readDetailsStatement = statement<
  {
    borrower_id: number;
    face_similarity: number | null;
    is_blocked: boolean;
    orders: { loanId: number; state: LoanState }[];
  },
  { borrowerId: number; otherIds: number[] }
>(
  'review: other borrowers',
  `select other.borrower_id,
     (select max(d.similarity)::double precision from duplicate_find d where d.kind = 'face'
       and (d.borrower_id, d.other_borrower_id) in
         (($borrowerId, other.borrower_id), (other.borrower_id, $borrowerId))) as face_similarity,
     other.blocked_at is not null as is_blocked,
     (select coalesce(json_agg(json_build_object('loanId', l.loan_id, 'state', l.state) order by l.loan_id desc), '[]')
      from (select loan_id, state from loan where borrower_id = other.borrower_id
        order by loan_id desc limit ${ORDERS_SHOWN}) l) as orders
   from borrower other where other.borrower_id = any ($otherIds::bigint[])`,
);

/** The borrowers who may be the same person, those with most in common first. For staff only. */
export async function readOthers(db: Database, borrowerId: number): Promise<OtherBorrower[]> {
  const [found, withNumber] = await Promise.all([
    findDuplicates(db, borrowerId),
    findOthersWithIdentity(db, borrowerId),
  ]);
  const otherIds = found.map(({ otherBorrowerId }) => otherBorrowerId);
  const details = otherIds.length === 0 ? [] : await db.rows(readDetailsStatement, { borrowerId, otherIds });
  return found.map(({ otherBorrowerId, shared }) => {
    const detail = details.find((row) => row.borrower_id === otherBorrowerId);
    return {
      borrowerId: otherBorrowerId,
      shared,
      faceSimilarity: detail?.face_similarity ?? null,
      isNumberTheirs: withNumber.some((one) => one.borrowerId === otherBorrowerId && one.isChecked),
      isBlocked: detail?.is_blocked ?? false,
      orders: detail?.orders ?? [],
    };
  });
}
