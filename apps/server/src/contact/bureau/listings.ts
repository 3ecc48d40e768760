import type { BureauListingState } from '@thumba/contract/staff/bureau';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { OWED_ON_LOAN } from './loan-columns.ts';

type ListingRow = {
  borrower_id: number;
  listing_id: number;
  loan_id: number;
  warned_on: Day;
  list_from_on: Day;
  listed_in: string | null;
  owed_ngwee: Ngwee;
  is_complaint_open: boolean;
  dispute_id: number | null;
  reason_sealed: Buffer | null;
  opened_by: Actor | null;
  opened_at: Date | null;
};

export type Listing = Omit<ListingRow, 'reason_sealed'> & { reason: string | null };

const DISPUTED = `(x.dispute_id is not null or ${isDisputed({ borrowerId: 'g.borrower_id', loanId: 'g.loan_id' })})`;

const CONDITIONS: Readonly<Record<BureauListingState, string>> = {
  warned: `g.listed_file_id is null and not ${DISPUTED}`,
  listed: `g.listed_file_id is not null and not ${DISPUTED}`,
  disputed: DISPUTED,
};

function listStatementOf(state: BureauListingState) {
  return statement<ListingRow, { afterId: number; limit: number }>(
    `bureau: list ${state} loans`,
    `select g.borrower_id, g.listing_id, g.loan_id, g.warned_on, g.list_from_on, f.month as listed_in,
       ${OWED_ON_LOAN} as owed_ngwee,
       ${isDisputed({ borrowerId: 'g.borrower_id', loanId: 'g.loan_id' })} as is_complaint_open,
       x.dispute_id, x.reason_sealed, x.opened_by, x.opened_at
     from bureau_listing g join loan l using (borrower_id, loan_id)
       left join bureau_file f on f.file_id = g.listed_file_id
       left join bureau_dispute x on x.borrower_id = g.borrower_id and x.loan_id = g.loan_id and x.state = 'open'
     where g.ended_on is null and g.listing_id > $afterId and ${CONDITIONS[state]}
     order by g.listing_id limit $limit`,
  );
}

const listStatements = {
  warned: listStatementOf('warned'),
  listed: listStatementOf('listed'),
  disputed: listStatementOf('disputed'),
};

/** Loans whose borrowers were warned, whose listing a file told of, or whose listing is frozen by a dispute. */
export async function listListings(
  { db, sealing }: { db: Database; sealing: Sealing },
  { state, ...place }: { state: BureauListingState; afterId: number; limit: number },
): Promise<Listing[]> {
  const rows = await db.rows(listStatements[state], place);
  return rows.map(({ reason_sealed: sealed, ...row }) => ({
    ...row,
    reason: sealed && sealing.open('bureau_dispute.reason_sealed', row, sealed),
  }));
}

const countStatement = statement<{ warned: number; listed: number; disputed: number }>(
  'bureau: count listings',
  `select count(*) filter (where ${CONDITIONS.warned})::integer as warned,
     count(*) filter (where ${CONDITIONS.listed})::integer as listed,
     count(*) filter (where ${CONDITIONS.disputed})::integer as disputed
   from bureau_listing g
     left join bureau_dispute x on x.borrower_id = g.borrower_id and x.loan_id = g.loan_id and x.state = 'open'
   where g.ended_on is null`,
);

export async function countListings(db: Database): Promise<Record<BureauListingState, number>> {
  return (await db.row(countStatement, {}))!;
}
