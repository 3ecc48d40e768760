import { ENDED_STATES } from '@thumba/lending/attempt';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

/** SQL: whether a payment is under way. It may end a loan, which moves the borrower on the ladder. */
export function paymentUnderWay(borrowerId: string): string {
  return `exists (select from payment_attempt p
    where p.borrower_id = ${borrowerId} and p.state not in ${sqlList(ENDED_STATES)})`;
}

const setStepStatement = statement<
  { is_done: boolean; is_payment_under_way: boolean },
  { borrowerId: number; requestId: number; step: number; stepBefore: number }
>(
  'book: set the step of the ladder',
  `with before as materialized (
     select s.borrower_id, s.ladder_request_id, ${paymentUnderWay('s.borrower_id')} as is_payment_under_way
     from borrower_standing s where s.borrower_id = $borrowerId for update
   ),
   changed as (
     update borrower_standing s set ladder_step = $step::integer, on_time_loans = 0, ladder_request_id = $requestId::bigint
     from before b where s.borrower_id = b.borrower_id and s.deleted_at is null and s.ladder_step = $stepBefore::integer
       and not b.is_payment_under_way and b.ladder_request_id is distinct from $requestId::bigint
     returning s.borrower_id
   )
   select exists (select from changed) or b.ladder_request_id is not distinct from $requestId::bigint as is_done,
     b.is_payment_under_way
   from before b`,
);

export type LadderStepOutcome = 'done' | 'payment_under_way' | 'moved_on';

/** Sets the step that two people gave a borrower, once for a request. A second time it finds that it is done. */
export async function setLadderStep(
  db: Database,
  change: { borrowerId: number; requestId: number; step: number; stepBefore: number },
): Promise<LadderStepOutcome> {
  const row = (await db.row(setStepStatement, change))!;
  if (row.is_done) return 'done';
  return row.is_payment_under_way ? 'payment_under_way' : 'moved_on';
}
