import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { planForManyRowsStatement } from './plan-for-many-rows.ts';

export type VintageRow = {
  payout_month: string;
  months_late: number;
  loans: number;
  lent: number;
  reduced: number;
  last_due_on: Day;
};

/**
 * The principal of the loans of each month of payout, and what was taken off it up to each month after its due date, at
 * the end of the day `$on`. A write-off takes nothing off, because it pays nothing. `months_late` is 0 up to the original
 * due date.
 */
const VINTAGES = `with movement as (
     select t.borrower_id, t.loan_id, t.business_on,
       case when t.debit_account = 'principal_receivable' then t.amount_ngwee else 0 end as added,
       case when t.credit_account = 'principal_receivable' and t.debit_account <> 'write_off_expense'
         then t.amount_ngwee else 0 end as reduced
     from ledger_transfer t
     where t.loan_id is not null and t.business_on <= $on::date
       and (t.debit_account = 'principal_receivable' or t.credit_account = 'principal_receivable')
   ), vintage as (
     select l.borrower_id, l.loan_id, to_char(min(m.business_on), 'YYYY-MM') as payout_month,
       (l.terms ->> 'principalNgwee')::bigint as lent,
       (select max(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on)) from instalment n
        where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) as due_on
     from movement m join loan l on l.borrower_id = m.borrower_id and l.loan_id = m.loan_id
     group by l.borrower_id, l.loan_id
   ), of_month as (
     select payout_month, count(*) as loans, sum(lent)::bigint as lent, max(due_on) as last_due_on
     from vintage group by payout_month
   ), counted as (
     select v.payout_month, v.due_on, m.business_on, m.reduced - m.added as reduced,
       ((extract(year from m.business_on) - extract(year from v.due_on)) * 12
         + extract(month from m.business_on) - extract(month from v.due_on))::integer as months
     from movement m join vintage v on v.borrower_id = m.borrower_id and v.loan_id = m.loan_id
   ), dated as (
     select payout_month, reduced, case when business_on <= due_on then 0
       when business_on > (due_on + make_interval(months => months))::date then months + 1
       else months end as months_late
     from counted
   ), moved as (
     select payout_month, months_late, sum(reduced)::bigint as reduced from dated group by payout_month, months_late
   )
   select o.payout_month, m.months_late, o.loans, o.lent, m.reduced, o.last_due_on
   from of_month o join moved m on m.payout_month = o.payout_month
   order by o.payout_month, m.months_late`;

const measureVintagesStatement = statement<VintageRow, { on: Day }>('report: read vintages', VINTAGES);

export const countVintagesStatement = statement<never, { on: Day }>(
  'vintage day: count',
  `insert into vintage_day (business_on, payout_month, months_late, loans, lent_ngwee, reduced_ngwee, last_due_on)
   select $on::date, payout_month, months_late, loans, lent, reduced, last_due_on from (${VINTAGES}) v`,
);

/** A kept day has rows, because a counted day has a loan from the first payout on. */
const readKeptVintagesStatement = statement<VintageRow, { on: Day }>(
  'vintage day: read',
  `select payout_month, months_late, loans, lent_ngwee as lent, reduced_ngwee as reduced, last_due_on from vintage_day
   where business_on = $on::date and not exists (select from late_booking where booked_on <= $on::date)
   order by payout_month, months_late`,
);

/** The vintages at the end of a day: as counted, or measured where that is not kept. */
export async function readVintageRows(book: Transaction, on: Day): Promise<VintageRow[]> {
  const kept = await book.rows(readKeptVintagesStatement, { on });
  if (kept.length > 0) return kept;
  await book.rows(planForManyRowsStatement, {});
  return book.rows(measureVintagesStatement, { on });
}
