import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';

/**
 * One row for each ageing bucket of a day, by the due dates that are valid and beside it by the original ones, because
 * an extension moves a date and pays nothing off. The days are those of `daysPastDue` and `daysPastDueByOriginalDate` in
 * `lending`. The first snapshot of a day is kept, because a second run may already see later payments.
 */
const takeSnapshotStatement = statement<never, { on: Day }>(
  'end of day: take portfolio snapshot',
  `with owed as (
    select l.loan_id,
      greatest(0, least($on::date, coalesce(l.pending_since_on, $on::date)) - min(n.due_on)) as days_late,
      greatest(0, least($on::date, coalesce(l.pending_since_on, $on::date))
        - min(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on))) as days_late_by_original_date,
      sum(n.principal_ngwee - n.principal_paid_ngwee) as principal_ngwee,
      sum(n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee
        + n.fee_ngwee - n.fee_paid_ngwee + n.penalty_ngwee - n.penalty_paid_ngwee) as total_ngwee
    from loan l join instalment n on n.borrower_id = l.borrower_id and n.loan_id = l.loan_id
    where l.state in ('active', 'overdue') and n.state <> 'settled'
    group by l.borrower_id, l.loan_id
  ), by_valid_date as (
    select b.bucket, count(o.loan_id) as loans, coalesce(sum(o.principal_ngwee), 0) as principal_ngwee,
      coalesce(sum(o.total_ngwee), 0) as total_ngwee
    from ageing_bucket b left join owed o on o.days_late between b.from_days_late and b.through_days_late
    group by b.bucket
  ), by_original_date as (
    select b.bucket, count(o.loan_id) as loans, coalesce(sum(o.principal_ngwee), 0) as principal_ngwee,
      coalesce(sum(o.total_ngwee), 0) as total_ngwee
    from ageing_bucket b left join owed o
      on o.days_late_by_original_date between b.from_days_late and b.through_days_late
    group by b.bucket
  )
  insert into portfolio_snapshot (business_on, bucket, loans, principal_ngwee, total_ngwee,
    loans_by_original_date, principal_by_original_date_ngwee, total_by_original_date_ngwee)
  select $on::date, v.bucket, v.loans, v.principal_ngwee, v.total_ngwee, o.loans, o.principal_ngwee, o.total_ngwee
  from by_valid_date v join by_original_date o using (bucket)
  on conflict do nothing`,
);

export async function takePortfolioSnapshot(db: Database, on: Day): Promise<void> {
  await db.rows(takeSnapshotStatement, { on });
}
