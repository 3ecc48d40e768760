import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { suspensePieces } from '../../book/suspense/pieces.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** How the money of a piece came to be in suspense. */
export type PieceSource =
  | 'reversal'
  | 'unexpected_payout'
  | 'late_wallet_payout'
  | 'late_return'
  | 'bank_row'
  | 'other'
  // The kinds of a difference to an operator's statement.
  | 'missing'
  | 'extra'
  | 'amount_differs'
  | 'reversed'
  | 'status_differs'
  | 'duplicate';

export type Piece = {
  entry_id: number;
  /** 0 where the borrower is not known. */
  borrower_id: number;
  loan_id: number | null;
  booked_on: Day;
  /** Above zero for money that came, below zero for money that left. */
  ngwee: number;
  left_ngwee: Ngwee;
  source: PieceSource;
};

type PieceRow = Piece & {
  /** The value day of the posting that was taken back, or of the entry. Entries of earlier versions have none. */
  value_on: Day | null;
  booked_at: Date;
  /** When an operator's statement says that the money moved. */
  happened_at: Date | null;
  payer_attempt_id: string | null;
  /** The pieces that the posting which was taken back had been placed from. */
  placed_from: number[] | null;
  operator: OperatorName | null;
  statement_id: number | null;
  line: number | null;
  mobile_sealed: Buffer | null;
};

const PIECES = `select p.entry_id, p.borrower_id, p.loan_id, p.booked_on, p.booked_at, p.ngwee, p.left_ngwee,
    case when reversed.entry_id is not null then 'reversal'
      when d.difference_id is not null then d.kind
      when exists (select from loan_event e where e.borrower_id = p.borrower_id and e.entry_id = p.entry_id
        and e.kind = 'paid_out_unexpectedly') then 'unexpected_payout'
      when exists (select from wallet_payout_event w where w.borrower_id = p.borrower_id and w.entry_id = p.entry_id)
        then 'late_wallet_payout'
      when exists (select from suspense_placement s where s.entry_id = p.entry_id) then 'late_return'
      when exists (select from bank_row_posting b where b.entry_id = p.entry_id) then 'bank_row'
      else 'other' end as source,
    coalesce(posted.on_day, p.value_on) as value_on, d.happened_at,
    coalesce((posted.detail ->> 'attemptId')::uuid, case when row.mobile_sealed is null then d.attempt_id end)
      as payer_attempt_id,
    (select json_agg(part.piece_entry_id) from suspense_placement s join suspense_placement_part part
      using (placement_id) where s.entry_id = posted.entry_id) as placed_from,
    d.operator, row.statement_id, row.line, row.mobile_sealed
  from (select * from pieces) p
  left join loan_event reversed on reversed.borrower_id = p.borrower_id and reversed.entry_id = p.entry_id
    and reversed.kind = 'reversed'
  left join loan_event posted on posted.borrower_id = p.borrower_id and posted.loan_id = reversed.loan_id
    and posted.detail ->> 'receiptNo' = reversed.detail ->> 'reversedReceiptNo' and posted.detail ? 'posting'
  left join reconciliation_difference d on d.entry_id = p.entry_id
  left join operator_statement_row row on row.operator = d.operator and row.row_hash = d.row_hash`;

const openPiecesStatement = statement<PieceRow, Record<string, never>>(
  'suspense: open pieces',
  `with pieces as (${suspensePieces()})
   ${PIECES} where p.left_ngwee > 0 order by p.entry_id`,
);

const findPiecesStatement = statement<PieceRow, { entryIds: number[] }>(
  'suspense: find pieces',
  `with pieces as (${suspensePieces('= any ($entryIds::bigint[])')})
   ${PIECES} order by p.entry_id`,
);

/** A piece with the day on which its money came or left. */
export type DatedPiece = PieceRow & { movedOn: Day };

/** The pieces that have something left to place, oldest first. */
export async function openPieces(db: Database): Promise<DatedPiece[]> {
  return (await db.rows(openPiecesStatement, {})).map(dated);
}

/** The pieces with these numbers that exist. */
export async function findPieces(db: Database, entryIds: readonly number[]): Promise<DatedPiece[]> {
  const rows = await db.rows(findPiecesStatement, { entryIds: [...entryIds] });
  return rows.map(dated);
}

/** The borrowers whose pieces these are, as far as they are known. */
export async function ownersOf(db: Database, entryIds: readonly number[]): Promise<number[]> {
  const borrowerIds = (await findPieces(db, entryIds)).map((piece) => piece.borrower_id);
  return [...new Set(borrowerIds)].filter((borrowerId) => borrowerId !== 0);
}

/**
 * An earlier version booked a difference to a statement on the day on which staff resolved it. The business date can be
 * ahead of the calendar, so the day of that statement is counted back from the booking.
 */
function dated(piece: PieceRow): DatedPiece {
  const { value_on: valueOn, happened_at: happenedAt, booked_on: bookedOn, booked_at: bookedAt } = piece;
  if (valueOn !== null) return { ...piece, movedOn: valueOn };
  if (happenedAt === null) return { ...piece, movedOn: bookedOn };
  const daysBefore = daysBetween(lusakaDay(happenedAt.getTime()), lusakaDay(bookedAt.getTime()));
  return { ...piece, movedOn: addDays(bookedOn, -daysBefore) };
}

const findWalletStatement = statement<{ borrower_id: number }, { borrowerId: number }>(
  'suspense: find wallet',
  'select borrower_id from borrower_standing where borrower_id = $borrowerId and deleted_at is null',
);

/** True for a borrower whose account is not deleted. */
export async function hasWallet(db: Database, borrowerId: number): Promise<boolean> {
  return (await db.row(findWalletStatement, { borrowerId })) !== undefined;
}

export type Payer = { mobile: string; operator: OperatorName };

const findPayerStatement = statement<
  { borrower_id: number; attempt_id: string; operator: OperatorName; msisdn_sealed: Buffer },
  { attemptId: string }
>(
  'suspense: find payer',
  `select p.borrower_id, p.attempt_id, p.operator, p.msisdn_sealed
   from payment_by_attempt b join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   where b.attempt_id = $attemptId::uuid and length(p.msisdn_sealed) > 0`,
);

/** The number that the money of a piece came from, or undefined where it is not known any more. */
export async function payerOf(
  deps: { db: Database; sealing: Sealing },
  piece: DatedPiece,
): Promise<Payer | undefined> {
  const { sealing, db } = deps;
  const { operator, statement_id, line, mobile_sealed: sealed } = piece;
  if (sealed !== null && operator !== null && statement_id !== null && line !== null) {
    return {
      mobile: sealing.open('operator_statement_row.mobile_sealed', { statement_id, line }, sealed),
      operator,
    };
  }
  if (piece.payer_attempt_id !== null) {
    const attempt = await db.row(findPayerStatement, { attemptId: piece.payer_attempt_id });
    return (
      attempt && {
        mobile: sealing.open('payment_attempt.msisdn_sealed', attempt, attempt.msisdn_sealed),
        operator: attempt.operator,
      }
    );
  }
  const [first] = await findPieces(db, piece.placed_from ?? []);
  return first && payerOf(deps, first);
}
