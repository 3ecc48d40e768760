import { INCOME_NOT_POSTED } from '../../accounting/daily-total/income-not-posted.ts';
import { AGEING, RECENT_DAYS } from '../../accounting/daily-total/report-days.ts';
import { VINTAGES } from '../../accounting/daily-total/vintage-day.ts';
import { type Check, TODAY } from './check.ts';

/** SQL that measures a day, for each day `d` of a statement. */
const onEachDay = (measure: string) =>
  measure.replaceAll(/\$(on|cutOn)::date/g, 'd.business_on').replaceAll('$cureDays::integer', '0');

/**
 * The newest day that is read as it was counted, and another recent one, each day of the calendar another. To measure a
 * recent day of a large book takes seconds, so all of them are looked at in as many examinations as there are days. An
 * old day would take minutes.
 */
const twoDays = (isRead: string) => `kept as (
    select r.* from report_day r
    where r.business_on > (select max(business_on) from report_day) - ${RECENT_DAYS} and ${isRead}
  ), d as (
    (select * from kept order by business_on desc limit 1)
    union
    (select * from kept order by md5(concat(business_on, ${TODAY})) limit 1)
  )`;

/** What the count of a day for the reports of the books says, beside a new measure (docs/decisions/0137-reports-of-a-large-book.md). */
export const reportDayChecks: Check[] = [
  {
    title: 'buckets of ageing of a day = loans',
    gravity: 'fault',
    looksAt: 'loans',
    isOfWholeBook: true,
    query: `with ${twoDays('not exists (select from late_booking l where l.moves_owed and l.booked_on <= r.business_on)')},
      measured as (
        select d.business_on, m.* from d cross join lateral (
          with ${onEachDay(AGEING)} select bucket, original_bucket, loans, principal_ngwee, owed_ngwee from ageing) m
      ), counted as (
        select a.* from ageing_day a join d using (business_on)
      )
      select format('%s in buckets %s and %s', business_on, bucket, original_bucket) as id,
        format('has %s loans with %s of %s, and the loans are %s with %s of %s', coalesce(c.loans, 0),
          coalesce(c.principal_ngwee, 0), coalesce(c.owed_ngwee, 0), coalesce(m.loans, 0),
          coalesce(m.principal_ngwee, 0), coalesce(m.owed_ngwee, 0)) as problem
      from counted c full join measured m using (business_on, bucket, original_bucket)
      where (c.loans, c.principal_ngwee, c.owed_ngwee) is distinct from (m.loans, m.principal_ngwee, m.owed_ngwee)`,
  },
  {
    // Each row of principal is read, so it is the newest day alone.
    title: 'vintages of a day = loans',
    gravity: 'fault',
    looksAt: 'loans',
    isOfWholeBook: true,
    query: `with d as (
        select r.business_on from report_day r
        where not exists (select from late_booking l where l.moves_owed and l.booked_on <= r.business_on)
        order by r.business_on desc limit 1
      ), measured as (
        select d.business_on, m.* from d cross join lateral (${onEachDay(VINTAGES)}) m
      ), counted as (
        select v.* from vintage_day v join d using (business_on)
      )
      select format('%s paid out in %s, %s months after the due date', business_on, payout_month, months_late) as id,
        format('has %s loans with %s lent and %s repaid, and the loans are %s with %s and %s', coalesce(c.loans, 0),
          coalesce(c.lent_ngwee, 0), coalesce(c.reduced_ngwee, 0), coalesce(m.loans, 0), coalesce(m.lent, 0),
          coalesce(m.reduced, 0)) as problem
      from counted c full join measured m using (business_on, payout_month, months_late)
      where (c.loans, c.lent_ngwee, c.reduced_ngwee, c.last_due_on)
        is distinct from (m.loans, m.lent, m.reduced, m.last_due_on)`,
  },
  {
    title: 'accrued income of a day = loans',
    gravity: 'fault',
    looksAt: 'loans',
    isOfWholeBook: true,
    query: `with ${twoDays(`not exists (select from late_booking l where l.booked_on <= r.business_on)
        and r.cancelled_loans = (select count(*) from loan n where n.state = 'cancelled' and n.disbursed_on <= r.business_on)`)}
      select d.business_on as id, format('has %s and %s of %s loans, and the loans have %s and %s of %s',
        d.accrued_interest_ngwee, d.accrued_fee_ngwee, d.accrued_loans, m."interestNgwee", m."feeNgwee", m.loans) as problem
      from d cross join lateral (${onEachDay(INCOME_NOT_POSTED)}) m
      where (d.accrued_interest_ngwee, d.accrued_fee_ngwee, d.accrued_loans)
        is distinct from (m."interestNgwee", m."feeNgwee", m.loans)`,
  },
];
