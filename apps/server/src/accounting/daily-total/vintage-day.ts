import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { planningForManyRows } from './plan-for-many-rows.ts';

export type VintageRow = {
  payout_month: string;
  months_late: number;
  loans: number;
  lent: number;
  reduced: number;
  last_due_on: Day;
};

/** Rows of the ledger that move principal. A write-off takes nothing off, because it pays nothing. */
const MOVEMENT = `select t.borrower_id, t.loan_id, t.business_on,
       case when t.debit_account = 'principal_receivable' then t.amount_ngwee else 0 end as added,
       case when t.credit_account = 'principal_receivable' and t.debit_account <> 'write_off_expense'
         then t.amount_ngwee else 0 end as reduced
     from ledger_transfer t
     where t.loan_id is not null and t.business_on <= $on::date
       and (t.debit_account = 'principal_receivable' or t.credit_account = 'principal_receivable')`;

/** What was lent to a loan `l`, and its last due date before any change. */
const TERMS = `(l.terms ->> 'principalNgwee')::bigint as lent,
       (select max(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on)) from instalment n
        where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) as due_on`;

/** From `movement` and `vintage`: how many months after the due date each movement was. 0 is up to that date. */
const DATED = `counted as (
     select v.payout_month, v.due_on, m.business_on, m.reduced - m.added as reduced,
       ((extract(year from m.business_on) - extract(year from v.due_on)) * 12
         + extract(month from m.business_on) - extract(month from v.due_on))::integer as months
     from movement m join vintage v on v.borrower_id = m.borrower_id and v.loan_id = m.loan_id
   ), dated as (
     select payout_month, reduced, case when business_on <= due_on then 0
       when business_on > (due_on + make_interval(months => months))::date then months + 1
       else months end as months_late
     from counted
   )`;

/** From `of_month` and `moved`: the rows of a day. */
const VINTAGE_ROWS = `select o.payout_month, m.months_late, o.loans, o.lent, m.reduced, o.last_due_on
   from of_month o join moved m on m.payout_month = o.payout_month
   order by o.payout_month, m.months_late`;

/**
 * The principal of the loans of each month of payout, and what was taken off it up to each month after its due date, at
 * the end of the day `$on`.
 */
export const VINTAGES = `with movement as (${MOVEMENT}), vintage as (
     select l.borrower_id, l.loan_id, to_char(min(m.business_on), 'YYYY-MM') as payout_month, ${TERMS}
     from movement m join loan l on l.borrower_id = m.borrower_id and l.loan_id = m.loan_id
     group by l.borrower_id, l.loan_id
   ), of_month as (
     select payout_month, count(*) as loans, sum(lent)::bigint as lent, max(due_on) as last_due_on
     from vintage group by payout_month
   ), ${DATED}, moved as (
     select payout_month, months_late, sum(reduced)::bigint as reduced from dated group by payout_month, months_late
   ) ${VINTAGE_ROWS}`;

/** The same from the kept day `$keptOn` and from what moved after it, which is little. */
const VINTAGES_SINCE = `with kept as (select * from vintage_day where business_on = $keptOn::date),
   movement as (${MOVEMENT} and t.business_on > $keptOn::date),
   vintage as (
     select l.borrower_id, l.loan_id, to_char(f.first_on, 'YYYY-MM') as payout_month, f.first_on > $keptOn::date as is_new,
       ${TERMS}
     from (select distinct borrower_id, loan_id from movement) n
     join loan l on l.borrower_id = n.borrower_id and l.loan_id = n.loan_id
     cross join lateral (
       select min(t.business_on) as first_on from ledger_transfer t
       where t.borrower_id = l.borrower_id and t.loan_id = l.loan_id
         and (t.debit_account = 'principal_receivable' or t.credit_account = 'principal_receivable')
     ) f
   ), of_month as (
     select payout_month, sum(loans)::bigint as loans, sum(lent)::bigint as lent, max(last_due_on) as last_due_on
     from (
       select distinct payout_month, loans, lent_ngwee as lent, last_due_on from kept
       union all
       select payout_month, count(*), sum(lent), max(due_on) from vintage where is_new group by payout_month
     ) part group by payout_month
   ), ${DATED}, moved as (
     select payout_month, months_late, sum(reduced)::bigint as reduced from (
       select payout_month, months_late, reduced_ngwee as reduced from kept
       union all
       select payout_month, months_late, reduced from dated
     ) part group by payout_month, months_late
   ) ${VINTAGE_ROWS}`;

const measureVintagesStatement = statement<VintageRow, { on: Day }>('report: read vintages', VINTAGES);

const count = (vintages: string) =>
  `insert into vintage_day (business_on, payout_month, months_late, loans, lent_ngwee, reduced_ngwee, last_due_on)
   select $on::date, payout_month, months_late, loans, lent, reduced, last_due_on from (${vintages}) v`;

const countVintagesStatement = statement<never, { on: Day }>('vintage day: count', count(VINTAGES));
const countVintagesSinceStatement = statement<never, { on: Day; keptOn: Day }>(
  'vintage day: count since a kept day',
  count(VINTAGES_SINCE),
);

/** A kept day has rows, because a counted day has a loan from the first payout on. */
const readKeptVintagesStatement = statement<VintageRow, { on: Day }>(
  'vintage day: read',
  `select payout_month, months_late, loans, lent_ngwee as lent, reduced_ngwee as reduced, last_due_on from vintage_day
   where business_on = $on::date and not exists (select from late_booking where moves_owed and booked_on <= $on::date)
   order by payout_month, months_late`,
);

/** Days between are few: an older book keeps the ends of months. What is booked late into a kept day changes it. */
const findKeptDayBeforeStatement = statement<{ keptOn: Day }, { on: Day }>(
  'vintage day: find the last kept day before',
  `select r.business_on as "keptOn" from report_day r
   where r.business_on between $on::date - 31 and $on::date - 1
     and not exists (select from late_booking where moves_owed and booked_on <= r.business_on)
     and exists (select from vintage_day v where v.business_on = r.business_on)
   order by r.business_on desc limit 1`,
);

const readVintagesSinceStatement = statement<VintageRow, { on: Day; keptOn: Day }>(
  'report: read vintages since a kept day',
  VINTAGES_SINCE,
);

/** Counts the vintages of a day: from the last counted day before it, or from each row of principal without one. */
export async function countVintages(book: Transaction, on: Day): Promise<void> {
  const before = await book.row(findKeptDayBeforeStatement, { on });
  if (before) await book.rows(countVintagesSinceStatement, { on, keptOn: before.keptOn });
  else await book.rows(countVintagesStatement, { on });
}

/** The vintages at the end of a day: as counted, from the last counted day before it, or measured without one. */
export async function readVintageRows(book: Transaction, on: Day): Promise<VintageRow[]> {
  const kept = await book.rows(readKeptVintagesStatement, { on });
  if (kept.length > 0) return kept;
  const before = await book.row(findKeptDayBeforeStatement, { on });
  return before
    ? book.rows(readVintagesSinceStatement, { on, keptOn: before.keptOn })
    : measureVintages(book, on);
}

/** The vintages at the end of a day from each row of principal. */
export function measureVintages(book: Transaction, on: Day): Promise<VintageRow[]> {
  return planningForManyRows(book, () => book.rows(measureVintagesStatement, { on }));
}
