import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { LoanState } from '@thumba/lending/loan';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { openIdentity } from '../../people/borrower/applicant.ts';
import { SHARED_TITLES, type WalkedPair, walkDuplicates } from '../../people/duplicate/find-duplicates.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskName, type Sealing } from '../../platform/sealing.ts';

type Deps = { db: Database; sealing: Sealing };

type Page = StaffAnswer<'listDuplicates'>;
type OneOfPair = Page['items'][number]['newer'];

type ShownRow = {
  borrower_id: number;
  registered_at: Date;
  identity_sealed: Buffer | null;
  is_deleted: boolean;
  is_blocked: boolean;
  open_loan: { loanId: number; state: LoanState } | null;
};

/** Without the person who looks and the relatives whom they declared. */
const readShownStatement = statement<ShownRow, { borrowerIds: number[]; staffId: number }>(
  'duplicates: borrowers of pairs',
  `select b.borrower_id, b.registered_at, b.blocked_at is not null as is_blocked,
     (select i.identity_sealed from borrower_identity i where i.borrower_id = b.borrower_id) as identity_sealed,
     exists (select from account_deletion d where d.borrower_id = b.borrower_id) as is_deleted,
     (select json_build_object('loanId', l.loan_id, 'state', l.state) from loan l
      where l.borrower_id = b.borrower_id and l.state in ${OPEN_STATES}) as open_loan
   from borrower b
   where b.borrower_id = any ($borrowerIds::bigint[]) and not is_related_staff($staffId, b.borrower_id)`,
);

/** A page of pairs of borrowers who may be one person, those of the newest borrowers first. */
export async function listDuplicates(
  { db, sealing }: Deps,
  { before, staffId }: { before: number | null; staffId: number },
): Promise<Page> {
  const { pairs, lookedAt, lookedBackTo, next } = await walkDuplicates(db, before);
  const borrowerIds = [...new Set(pairs.flatMap((pair) => [pair.borrowerId, pair.otherBorrowerId]))];
  const rows = borrowerIds.length === 0 ? [] : await db.rows(readShownStatement, { borrowerIds, staffId });
  const shown = new Map(rows.map((row) => [row.borrower_id, oneOfPair(sealing, row)]));
  return {
    items: pairs.flatMap((pair) => pairShown(pair, shown)),
    lookedAt,
    lookedBackTo: lookedBackTo?.toISOString() ?? null,
    next,
  };
}

function pairShown(
  { borrowerId, otherBorrowerId, shared, isMore }: WalkedPair,
  shown: ReadonlyMap<number, OneOfPair>,
): Page['items'] {
  const newer = shown.get(borrowerId);
  const older = shown.get(otherBorrowerId);
  if (!newer || !older) return [];
  return [{ newer, older, shared: shared.map((kind) => SHARED_TITLES[kind]), isMore }];
}

function oneOfPair(sealing: Sealing, row: ShownRow): OneOfPair {
  const { borrower_id: borrowerId, identity_sealed: sealed, is_deleted: isDeleted } = row;
  const identity = isDeleted || sealed === null ? undefined : openIdentity(sealing, borrowerId, sealed);
  return {
    borrowerId,
    maskedName: identity ? maskName(`${identity.firstName} ${identity.lastName}`) : null,
    registeredAt: row.registered_at.toISOString(),
    isDeleted,
    isBlocked: row.is_blocked,
    openLoan: row.open_loan,
  };
}
