import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';
import { suspensePieces } from './pieces.ts';

/** An amount in ngwee of one piece, which is named by its entry. */
export type PlacedPart = { entryId: number; amountNgwee: Ngwee };

export type PlacementTarget = 'loan' | 'wallet' | 'payer' | 'covered';

/** Money of suspense that gets its place, with the reason, the two people and the request that was approved. */
export type SuspensePlacement = {
  parts: readonly PlacedPart[];
  reason: string;
  actor: Actor;
  approvedBy: Actor;
  requestId: number;
};

const PLACEMENT_RECORD = `target text, loan_id bigint, attempt_id uuid, amount_ngwee bigint, reason text, actor text,
  approved_by text, request_id bigint, on_day date, parts jsonb`;

/** A placement as a JSON record. */
export function placementRecord(
  { parts, reason, actor, approvedBy, requestId }: SuspensePlacement,
  place: { target: PlacementTarget; loanId?: number; attemptId?: string; amountNgwee: number; on: Day },
) {
  return {
    target: place.target,
    loan_id: place.loanId ?? null,
    attempt_id: place.attemptId ?? null,
    amount_ngwee: place.amountNgwee,
    reason,
    actor,
    approved_by: approvedBy,
    request_id: requestId,
    on_day: place.on,
    parts: parts.map(({ entryId, amountNgwee }) => ({ entry_id: entryId, amount_ngwee: amountNgwee })),
  };
}

/**
 * The CTEs that keep the placements in `records` (a parameter that holds JSON records), each for the entry in `entries`
 * that `joinedBy` names. The statement fails where a piece does not exist, where no more of it is left, and where money
 * that left is named as money that came.
 */
export function insertPlacements({
  records,
  entries,
  joinedBy = 'true',
}: {
  records: string;
  entries: string;
  joinedBy?: string;
}): string {
  const parts = 'jsonb_to_recordset(r.parts) as part(entry_id bigint, amount_ngwee bigint)';
  return `wanted_placements as materialized (
    select nextval('suspense_placement_id') as placement_id, a.borrower_id,
      a.entry_id, a.recorded_at, r.*
    from json_to_recordset(${records}::json) as r(${PLACEMENT_RECORD}) join ${entries} a on ${joinedBy}
  ),
  taken_pieces as (
    insert into suspense_piece as piece (entry_id, amount_ngwee, placed_ngwee)
    select wanted.entry_id, (select case when wanted.covers then abs(known.ngwee) else known.ngwee end
        from (${suspensePieces('= wanted.entry_id')}) known), wanted.ngwee
    from (
      select part.entry_id, bool_or(r.target = 'covered') as covers, sum(part.amount_ngwee) as ngwee
      from wanted_placements r, ${parts} group by part.entry_id order by part.entry_id
    ) wanted
    on conflict (entry_id) do update set placed_ngwee = piece.placed_ngwee + excluded.placed_ngwee
  ),
  inserted_placements as (
    insert into suspense_placement (placement_id, target, borrower_id, loan_id, attempt_id, amount_ngwee, state,
      entry_id, reason, actor, approved_by, request_id, on_day, placed_at)
    select placement_id, target, borrower_id, loan_id, attempt_id, amount_ngwee,
      case target when 'payer' then 'under_way' else 'done' end,
      case when target in ('loan', 'wallet') then entry_id end, reason, actor,
      approved_by, request_id, on_day, recorded_at
    from wanted_placements
  ),
  inserted_placement_parts as (
    insert into suspense_placement_part (placement_id, piece_entry_id, amount_ngwee)
    select r.placement_id, part.entry_id, part.amount_ngwee from wanted_placements r, ${parts}
  )`;
}

/** Keeps that money which came covers money that had left. It moves nothing in the ledger. */
export const coverStatement = statement<
  { placement_id: number },
  { borrowerId: number; at: Date; placements: string }
>(
  'suspense: cover',
  `with entries as materialized (
     select $borrowerId::bigint as borrower_id, null::bigint as entry_id, $at::timestamptz as recorded_at
   ),
   ${insertPlacements({ records: '$placements', entries: 'entries' })}
   select placement_id from wanted_placements`,
);

const placedForStatement = statement<{ piece_entry_id: number }, { requestId: number }>(
  'suspense: pieces placed for a request',
  `select part.piece_entry_id from suspense_placement placement
   join suspense_placement_part part using (placement_id) where placement.request_id = $requestId`,
);

/** The pieces that were placed when an approved request was executed before. */
export async function piecesPlacedFor(db: Database, requestId: number): Promise<number[]> {
  const rows = await db.rows(placedForStatement, { requestId });
  return rows.map((row) => row.piece_entry_id);
}
