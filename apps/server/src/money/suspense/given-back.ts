import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';

type GivenBack = {
  piece_id: number;
  difference_id: number;
  amount_ngwee: Ngwee;
  happened_at: Date;
  /** It waits for a person, or for the piece to cover what left. */
  is_waiting: boolean;
};

/**
 * A reversal has the reference of its payment, or one of its own with the same number and amount. Of these the ones that
 * name another payment of ours are left out.
 */
const givenBackStatement = statement<GivenBack, { entryIds: number[] }>(
  'suspense: money that was given back',
  `with piece as (
     select d.entry_id, r.operator, r.row_hash, r.reference_hash, r.mobile_hash, r.amount_ngwee, r.happened_at
     from reconciliation_difference d
     join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
     where d.entry_id = any ($entryIds::bigint[]) and d.kind in ('extra', 'duplicate')
   ),
   back as (
     select p.entry_id, b.operator, b.row_hash, b.happened_at, true as is_same from piece p
     join operator_statement_row b on b.operator = p.operator and b.reference_hash = p.reference_hash
       and b.outcome = 'reversed'
     union all
     select p.entry_id, b.operator, b.row_hash, b.happened_at, false from piece p
     join operator_statement_row b on b.operator = p.operator and b.mobile_hash = p.mobile_hash
       and b.amount_ngwee = p.amount_ngwee and b.reference_hash <> p.reference_hash and b.outcome = 'reversed'
       and b.happened_at >= p.happened_at
   )
   select back.entry_id as piece_id, d.difference_id, d.statement_ngwee as amount_ngwee, back.happened_at,
     d.state <> 'resolved' or (d.resolution = 'put_into_suspense'
       and coalesce(gone.placed_ngwee, 0) < d.statement_ngwee) as is_waiting
   from back
   join reconciliation_difference d on d.operator = back.operator and d.row_hash = back.row_hash
   left join suspense_piece gone on gone.entry_id = d.entry_id
   where back.is_same or (d.attempt_id is null and d.resolution is distinct from 'ignored')
   order by d.difference_id`,
);

/** What the operator gave back of pieces that came. */
function givenBackOf(db: Database, entryIds: readonly number[]): Promise<GivenBack[]> {
  return db.rows(givenBackStatement, { entryIds: [...entryIds] });
}

/** The first of some pieces of which the operator gave money back that no piece covers yet. */
export async function findUncovered(
  db: Database,
  entryIds: readonly number[],
): Promise<{ entryId: number; differenceId: number; amountNgwee: Ngwee } | undefined> {
  const found = (await givenBackOf(db, entryIds)).find((one) => one.is_waiting);
  return (
    found && {
      entryId: found.piece_id,
      differenceId: found.difference_id,
      amountNgwee: found.amount_ngwee,
    }
  );
}

export async function givenBackShown(
  db: Database,
  entryId: number,
): Promise<StaffAnswer<'getPiece'>['givenBack']> {
  return (await givenBackOf(db, [entryId])).map((one) => ({
    differenceId: one.difference_id,
    amount: toKwacha(one.amount_ngwee),
    at: one.happened_at.toISOString(),
    isWaiting: one.is_waiting,
  }));
}
