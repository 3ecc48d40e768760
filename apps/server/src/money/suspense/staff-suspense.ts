import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { suspensePieces } from '../../book/suspense/pieces.ts';
import type { PlacementTarget } from '../../book/suspense/placement.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Page } from '../../platform/page.ts';
import { type DatedPiece, findPieces } from './queries.ts';

type Direction = StaffAnswer<'getPiece'>['direction'];

/** The page and the sums are one statement, because each adds up all that ever was in suspense. */
const pageStatement = statement<
  {
    total: number;
    entry_ids: number[];
    came: number;
    gone: number;
    under_way: number;
    wallet_payouts: number;
    ledger: number;
  },
  Page & { direction: Direction }
>(
  'suspense: page of open pieces',
  `with piece as materialized (
     select entry_id, ngwee, left_ngwee, case when ngwee > 0 then 'came' else 'left' end as direction
     from (${suspensePieces()}) piece where left_ngwee > 0
   )
   select count(*) filter (where direction = $direction::text) as total,
     coalesce((select json_agg(listed.entry_id order by listed.entry_id) from (
       select entry_id from piece where direction = $direction::text order by entry_id limit $limit offset $offset
     ) listed), '[]') as entry_ids,
     coalesce(sum(left_ngwee) filter (where direction = 'came'), 0)::bigint as came,
     coalesce(sum(left_ngwee) filter (where direction = 'left'), 0)::bigint as gone,
     (select coalesce(sum(amount_ngwee), 0)::bigint from suspense_placement where state = 'under_way') as under_way,
     (select coalesce(sum(amount_ngwee), 0)::bigint from payment_attempt
       where purpose = 'wallet_payout' and next_step_at is not null
         and state in ('created', 'sent', 'pending', 'unknown')) as wallet_payouts,
     (select coalesce(sum(case when credit_account = 'suspense' then amount_ngwee else -amount_ngwee end), 0)::bigint
       from ledger_transfer where debit_account = 'suspense' or credit_account = 'suspense') as ledger
   from piece`,
);

/** The pieces that have something left to place, and the sums that make up the account. */
export async function listSuspense(
  db: Database,
  direction: Direction,
  page: Page,
): Promise<StaffAnswer<'listSuspense'>> {
  const read = (await db.row(pageStatement, { ...page, direction }))!;
  const { entry_ids: entryIds, came, gone, under_way, wallet_payouts, ledger } = read;
  const pieces = entryIds.length === 0 ? [] : await findPieces(db, entryIds);
  return {
    total: read.total,
    items: pieces.map(pieceShown),
    came: toKwacha(came),
    left: toKwacha(gone),
    underWay: toKwacha(under_way),
    walletPayouts: toKwacha(wallet_payouts),
    ledger: toKwacha(ledger),
  };
}

export function pieceShown(piece: DatedPiece): StaffAnswer<'listSuspense'>['items'][number] {
  return {
    pieceId: piece.entry_id,
    source: piece.source,
    direction: piece.ngwee > 0 ? 'came' : 'left',
    amount: toKwacha(Math.abs(piece.ngwee)),
    left: toKwacha(piece.left_ngwee),
    movedOn: piece.movedOn,
    operator: piece.operator,
    borrowerId: piece.borrower_id === 0 ? null : piece.borrower_id,
    loanId: piece.loan_id,
  };
}

const MOST_COVERS = 20;

const coversStatement = statement<{ entry_id: number }, { ngwee: Ngwee }>(
  'suspense: money that left',
  `select entry_id from (${suspensePieces()}) piece where left_ngwee > 0 and ngwee < 0
   order by abs(left_ngwee - $ngwee), entry_id limit ${MOST_COVERS}`,
);

/** Money that left, which a piece that came may be, the nearest amount first. */
export async function coversOf(db: Database, piece: DatedPiece): Promise<StaffAnswer<'getPiece'>['covers']> {
  if (piece.ngwee < 0 || piece.left_ngwee === 0) return [];
  const near = (await db.rows(coversStatement, { ngwee: piece.left_ngwee })).map((row) => row.entry_id);
  const pieces = near.length === 0 ? [] : await findPieces(db, near);
  return near.flatMap((entryId) => {
    const found = pieces.find((one) => one.entry_id === entryId);
    return found ? [{ pieceId: entryId, left: toKwacha(found.left_ngwee), movedOn: found.movedOn }] : [];
  });
}

const placementsStatement = statement<
  {
    target: PlacementTarget;
    amount_ngwee: Ngwee;
    state: 'under_way' | 'done' | 'failed';
    loan_id: number | null;
    borrower_id: number;
    attempt_id: string | null;
    reason: string;
    actor: Actor;
    approved_by: Actor | null;
    request_id: number | null;
    placed_at: Date;
  },
  { pieceId: number }
>(
  'suspense: placements of a piece',
  `select s.target, part.amount_ngwee, s.state, s.loan_id, s.borrower_id, s.attempt_id, s.reason, s.actor, s.approved_by,
     s.request_id, s.placed_at
   from suspense_placement_part part join suspense_placement s using (placement_id)
   where part.piece_entry_id = $pieceId order by s.placed_at, s.placement_id`,
);

/** Where a piece was placed, the first place first. */
export async function placementsOf(
  db: Database,
  pieceId: number,
): Promise<StaffAnswer<'getPiece'>['placements']> {
  const rows = await db.rows(placementsStatement, { pieceId });
  const nameOf = await readStaffNames(
    db,
    rows.flatMap(({ actor, approved_by }) => [actor, ...(approved_by === null ? [] : [approved_by])]),
  );
  return rows.map((row) => ({
    target: row.target,
    amount: toKwacha(row.amount_ngwee),
    state: row.state,
    loanId: row.loan_id,
    payment: row.attempt_id === null ? null : { payerId: row.borrower_id, paymentId: row.attempt_id },
    reason: row.reason,
    by: nameOf(row.actor),
    approvedBy: row.approved_by && nameOf(row.approved_by),
    requestId: row.request_id,
    at: row.placed_at.toISOString(),
  }));
}
