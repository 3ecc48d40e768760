import { DEDUCTED_FEE, earnedOnPlans } from '../../book/posting-line/accrue-income.ts';
import { bucketOf } from './bucket-of.ts';
import { BOOKED_SINCE } from './running-loans.ts';

/*
 * The business day has nothing after it that would have to be taken back. So its ends are measured from the running loans
 * and their plans alone.
 */

/** One row: the columns of `IncomeNotPosted` for the business day `$on`. */
export const INCOME_NOT_POSTED_TODAY = `with earned as (
    select l.interest_earned_ngwee, l.fee_earned_ngwee,
      ${earnedOnPlans('least($on::date, l.pending_since_on)')}
    from loan l join instalment n using (borrower_id, loan_id) ${DEDUCTED_FEE}
    where l.state in ('active', 'overdue') and ${BOOKED_SINCE} <= $on::date
    group by l.borrower_id, l.loan_id
  ), not_posted as (
    select greatest(0, interest_ngwee - interest_earned_ngwee) as interest_ngwee,
      greatest(0, fee_ngwee - fee_earned_ngwee) as fee_ngwee
    from earned
  )
  select count(*) filter (where interest_ngwee > 0 or fee_ngwee > 0) as loans,
    coalesce(sum(interest_ngwee), 0)::bigint as "interestNgwee", coalesce(sum(fee_ngwee), 0)::bigint as "feeNgwee"
  from not_posted`;

/** A common table expression `ageing` of the business day `$cutOn`. */
export const AGEING_TODAY = `owing as (
     select sum(n.principal_ngwee - n.principal_paid_ngwee)::bigint as principal_ngwee, sum(p.ngwee)::bigint as owed_ngwee,
       min(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on)) filter (where p.ngwee > 0) as original_due_on,
       min(n.due_on) filter (where p.ngwee > 0) as due_on
     from loan l join instalment n using (borrower_id, loan_id)
     cross join lateral (select n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee
       + n.fee_ngwee - n.fee_paid_ngwee + n.penalty_ngwee - n.penalty_paid_ngwee as ngwee) p
     where l.state in ('active', 'overdue') and ${BOOKED_SINCE} <= $cutOn::date
     group by l.borrower_id, l.loan_id
   ), ageing as (
     select ${bucketOf('greatest(0, coalesce($cutOn::date - due_on, 0))')} as bucket,
       ${bucketOf('greatest(0, coalesce($cutOn::date - original_due_on, 0))')} as original_bucket,
       count(*) as loans, sum(principal_ngwee)::bigint as principal_ngwee, sum(owed_ngwee)::bigint as owed_ngwee
     from owing where owed_ngwee <> 0 group by 1, 2
   )`;
