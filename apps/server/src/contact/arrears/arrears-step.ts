import { ARREARS_BUCKETS } from '@thumba/lending/arrears-bucket';
import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import { judgePromises } from './judge-promises.ts';
import { takeBack } from './take-back.ts';

type Key = { borrower_id: number; loan_id: number };

const BATCH_SIZE = 1000;

const BUCKET_OF_DAYS = `case ${Object.entries(ARREARS_BUCKETS)
  .map(([bucket, { throughDays }]) =>
    throughDays === null ? `else '${bucket}'` : `when days_late <= ${throughDays} then '${bucket}'`,
  )
  .join(' ')} end`;

/** What a bill `n` owes. */
export const OWED = `n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee
         + n.fee_ngwee - n.fee_paid_ngwee + n.penalty_ngwee - n.penalty_paid_ngwee`;

/** The day up to which the days of lateness are counted: a payment under way stops them. */
const COUNTED_THROUGH = 'least($on::date, coalesce(l.pending_since_on, $on::date))';

/** Writes the next loans that are late, and answers the last of them. What a later day has measured stays. */
const measureStatement = statement<Key, { on: Day; afterBorrowerId: number; afterLoanId: number }>(
  'arrears: measure late loans',
  `with next_loan as (
     select borrower_id, loan_id, pending_since_on from loan
     where state = 'overdue' and (borrower_id, loan_id) > ($afterBorrowerId::bigint, $afterLoanId::bigint)
     order by borrower_id, loan_id limit ${BATCH_SIZE}
   ),
   measured as (
     select l.borrower_id, l.loan_id, min(n.due_on) as late_since_on,
       ${COUNTED_THROUGH} - min(n.due_on) as days_late,
       sum(${OWED}) filter (where n.due_on < ${COUNTED_THROUGH}) as late_ngwee, sum(${OWED}) as owed_ngwee
     from next_loan l join instalment n using (borrower_id, loan_id)
     where n.state <> 'settled'
     group by l.borrower_id, l.loan_id, l.pending_since_on
   ),
   written as (
     insert into arrears_work as w (borrower_id, loan_id, opened_on, late_since_on, bucket, late_ngwee, owed_ngwee, measured_on)
     select borrower_id, loan_id, $on, late_since_on, ${BUCKET_OF_DAYS}, late_ngwee, owed_ngwee, $on
     from measured where late_ngwee > 0
     on conflict (borrower_id, loan_id) do update set late_since_on = excluded.late_since_on, bucket = excluded.bucket,
       late_ngwee = excluded.late_ngwee, owed_ngwee = excluded.owed_ngwee, measured_on = excluded.measured_on,
       opened_on = case when w.ended_on is null then w.opened_on else excluded.opened_on end,
       assigned_staff_id = case when w.ended_on is null then w.assigned_staff_id end,
       assigned_at = case when w.ended_on is null then w.assigned_at end, ended_on = null
     where w.measured_on < excluded.measured_on
   )
   select borrower_id, loan_id from next_loan order by borrower_id desc, loan_id desc limit 1`,
);

/** Each day measures all that is late, so what it has not measured is late no more. */
const endStatement = statement<never, { on: Day }>(
  'arrears: end the work on loans that are late no more',
  'update arrears_work set ended_on = $on where ended_on is null and measured_on < $on',
);

/**
 * The step of a day that lists the loans that are late when it begins, and judges the promises of the day that has
 * ended, and takes loans back from agencies. It locks no loan, and the same day twice changes nothing.
 */
export function arrearsStep({ db }: { db: Database }): (on: Day) => Promise<void> {
  return async (on) => {
    let last: Key | undefined = { borrower_id: 0, loan_id: 0 };
    while (last) {
      const { borrower_id: afterBorrowerId, loan_id: afterLoanId }: Key = last;
      last = await db.row(measureStatement, { on, afterBorrowerId, afterLoanId });
    }
    await db.rows(endStatement, { on });
    await takeBack(db, on);
    await judgePromises(db, on);
  };
}
