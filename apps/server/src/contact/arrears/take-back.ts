import type { Day } from '@thumba/lending/day';
import { isContactStopped } from '../../book/loan/contact-holds.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

const takeBackStatement = statement<never, { on: Day }>(
  'agency: take loans back',
  `update agency_placement p set ended_on = $on, ended_because = q.because
   from (
     select p.borrower_id, p.placement_id, case
       when l.state <> 'overdue' then 'not_late'
       when ${isContactStopped('p.borrower_id')} then 'stopped'
       when ${isDisputed({ borrowerId: 'p.borrower_id', loanId: 'p.loan_id' })} then 'disputed' end as because
     from agency_placement p join loan l using (borrower_id, loan_id) where p.ended_on is null
   ) q
   where q.because is not null and p.borrower_id = q.borrower_id and p.placement_id = q.placement_id and p.ended_on is null`,
);

/** An agency collects no loan that is late no more, is disputed, or whose borrower is not to be contacted. */
export async function takeBack(db: Database | Transaction, on: Day): Promise<void> {
  await db.rows(takeBackStatement, { on });
}
