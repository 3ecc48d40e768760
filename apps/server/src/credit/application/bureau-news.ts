import { addDays, type Day, formatDay, laterOf } from '@thumba/lending/day';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { type Database, statement } from '../../platform/database.ts';
import { applicationWords } from './application-words.ts';

const readListingStatement = statement<
  {
    late_since_on: Day | null;
    list_from_on: Day | null;
    /** A file that was sent has told of it, and the bureau has not rejected the record. */
    is_listed: boolean;
    is_kept_back: boolean;
  },
  { borrowerId: number; loanId: number }
>(
  'application: what a bureau is told of a late loan',
  `select late.since_on as late_since_on, g.list_from_on,
     exists (select from bureau_file_row r join bureau_file f using (file_id)
       where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id and r.kind = 'unpaid' and r.reject_code is null
         and r.file_id >= g.listed_file_id and f.sent_at is not null) as is_listed,
     ${isDisputed({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })}
       or exists (select from bureau_dispute x
         where x.borrower_id = l.borrower_id and x.loan_id = l.loan_id and x.state = 'open')
       or exists (select from bureau_listing w
         where w.borrower_id = l.borrower_id and w.loan_id = l.loan_id and w.ended_because = 'withdrawn'
           and w.ended_on > late.since_on) as is_kept_back
   from loan l
   cross join lateral (select min(n.due_on) as since_on from instalment n
     where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id and n.state <> 'settled') late
   left join bureau_listing g
     on g.borrower_id = l.borrower_id and g.loan_id = l.loan_id and g.ended_on is null
   where l.borrower_id = $borrowerId and l.loan_id = $loanId`,
);

/**
 * What a credit bureau is told of a late loan whose borrower does nothing. Before the warning, the day is the one that the
 * warning will name. Nothing while the loan is disputed, and after a dispute about this lateness that the borrower won.
 */
export async function bureauNews(
  {
    db,
    bureauPolicy,
  }: { db: Database; bureauPolicy?: { listFromDaysLate: number; warnDays: number } | undefined },
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  today: Day,
): Promise<string | undefined> {
  if (!bureauPolicy) return undefined;
  const row = await db.row(readListingStatement, { borrowerId, loanId });
  if (!row?.late_since_on || row.late_since_on >= today || row.is_kept_back) return undefined;
  if (row.is_listed) return applicationWords.toldBureau;
  const { listFromDaysLate, warnDays } = bureauPolicy;
  const earliest = addDays(row.late_since_on, listFromDaysLate);
  // The warning is written at the end of this day at the soonest.
  const warned = addDays(today, warnDays);
  // A plan that was paid since the warning leaves a shorter lateness, of which the bureau is told later.
  return applicationWords.toBureau(formatDay(laterOf(earliest, row.list_from_on ?? warned)));
}
