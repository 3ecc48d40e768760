import type { Day } from '@thumba/lending/day';
import { DEDUCTED_FEE, earnedOnPlans } from '../../book/posting-line/accrue-income.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import { RUNNING_LOANS } from './running-loans.ts';

/** Income in ngwee that loans have earned by the end of a day and that the book does not have by then. */
export type IncomeNotPosted = { loans: number; interestNgwee: number; feeNgwee: number };

/**
 * What the later history changed in the plans is taken back: interest and fee by the moves that each posting and each
 * write-off keep, the first days of later plans by the days of an extension. A reversal does the opposite of the posting
 * that it names, and of what an earlier reversal led to on it.
 */
const PLANS_OF_THE_DAY = `taken_back as (
    select borrower_id, loan_id, kind, detail, coalesce(detail -> 'posting' -> 'instalments', detail -> 'moves') as moves,
      1 as times
    from later_events where detail ? 'posting' or detail ? 'moves'
    union all
    select o.borrower_id, o.loan_id, o.kind, o.detail, o.detail -> 'posting' -> 'instalments', -1
    from later_events r join loan_event o using (borrower_id, loan_id)
    where o.detail ? 'posting' and r.detail ->> 'reversedReceiptNo' in (o.detail ->> 'receiptNo', o.detail ->> 'ofReceiptNo')
  ),
  moves as (
    select b.borrower_id, b.loan_id, (m ->> 'period')::integer as period,
      sum(b.times * coalesce((m ->> 'interestNgwee')::bigint, 0)) as interest_ngwee,
      sum(b.times * coalesce((m ->> 'feeNgwee')::bigint, 0)) as fee_ngwee
    from taken_back b cross join lateral jsonb_array_elements(b.moves) as m
    group by b.borrower_id, b.loan_id, m ->> 'period'
  ),
  moved_starts as (
    select b.borrower_id, b.loan_id, n.period,
      sum(b.times * ((b.detail ->> 'afterDueOn')::date - (b.detail ->> 'beforeDueOn')::date))::integer as days
    from taken_back b join instalment n using (borrower_id, loan_id)
    where b.kind = 'extended' and n.period > (b.detail ->> 'period')::integer
    group by b.borrower_id, b.loan_id, n.period
  ),
  plans_of_the_day as (
    select n.borrower_id, n.loan_id, n.period, n.interest_ngwee - coalesce(m.interest_ngwee, 0)::bigint as interest_ngwee,
      n.fee_ngwee - coalesce(m.fee_ngwee, 0)::bigint as fee_ngwee, n.starts_on - coalesce(s.days, 0) as starts_on
    from instalment n left join moves m using (borrower_id, loan_id, period)
    left join moved_starts s using (borrower_id, loan_id, period)
  )`;

/** Loans that waited for a payment at the end of the day that has ended since. */
const PENDING_OF_THE_DAY = `ended_waits as (
    select s.borrower_id, s.loan_id, min(s.on_day) as since_on
    from later_events e join loan_event s using (borrower_id, loan_id)
    where s.kind = 'repayment_submitted' and s.on_day <= $on::date and e.kind <> 'repayment_submitted'
      and e.detail ->> 'attemptId' = s.detail ->> 'attemptId'
      and not exists (select from loan_event f where f.borrower_id = s.borrower_id and f.loan_id = s.loan_id
        and f.kind = 'repayment_failed' and f.on_day <= $on::date
        and f.detail ->> 'attemptId' = s.detail ->> 'attemptId')
    group by s.borrower_id, s.loan_id
  ),
  loans_of_the_day as (
    select l.*, least($on::date, w.since_on, case when l.pending_since_on <= $on::date then l.pending_since_on end)
      as earning_on
    from running_loans l left join ended_waits w using (borrower_id, loan_id)
  )`;

/** One row: the columns of `IncomeNotPosted` for the end of the day `$on`. */
export const INCOME_NOT_POSTED = `with ${RUNNING_LOANS},
  ${PLANS_OF_THE_DAY},
  ${PENDING_OF_THE_DAY},
  earned as (
    select l.borrower_id, l.loan_id, ${earnedOnPlans('l.earning_on')}
    from loans_of_the_day l join plans_of_the_day n using (borrower_id, loan_id) ${DEDUCTED_FEE}
    group by l.borrower_id, l.loan_id
  ),
  later_income as (
    select borrower_id, loan_id, sum(interest_ngwee) as interest_ngwee, sum(fee_ngwee) as fee_ngwee
    from later_entries group by borrower_id, loan_id
  ),
  not_posted as (
    select greatest(0, e.interest_ngwee - l.interest_earned_ngwee + coalesce(i.interest_ngwee, 0)) as interest_ngwee,
      greatest(0, e.fee_ngwee - l.fee_earned_ngwee + coalesce(i.fee_ngwee, 0)) as fee_ngwee
    from running_loans l join earned e using (borrower_id, loan_id)
    left join later_income i using (borrower_id, loan_id)
  )
  select count(*) filter (where interest_ngwee > 0 or fee_ngwee > 0) as loans,
    coalesce(sum(interest_ngwee), 0)::bigint as "interestNgwee", coalesce(sum(fee_ngwee), 0)::bigint as "feeNgwee"
  from not_posted`;

const incomeNotPostedStatement = statement<IncomeNotPosted, { on: Day }>(
  'accrual: income not posted',
  INCOME_NOT_POSTED,
);

/**
 * The income that loans have earned by the end of a day and that no row has brought to the book by then, also for a past
 * day: the day of booking decides which rows and which changes it had. At the end of a month that was run it is what
 * became known later. Rule: docs/rules/accrual.md.
 */
export async function incomeNotPosted(db: Transaction, on: Day): Promise<IncomeNotPosted> {
  return (await db.row(incomeNotPostedStatement, { on }))!;
}
