import { type Day, day, lastOfMonth } from '@thumba/lending/day';
import { roundHalfUp } from '@thumba/lending/money';
import { statement } from '../../platform/database.ts';
import { accountOf, balanceIn, readBalances } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cell, type Cells, type Column, linesOf, type Report } from './report.ts';

/** The last month after the due date that has a column. */
const LAST_MONTH = 12;

type VintageRow = {
  payout_month: string;
  months_late: number;
  loans: number;
  lent: number;
  reduced: number;
  last_due_on: Day;
};

/**
 * The principal of the loans of each month of payout, and what was taken off it up to each month after its due date. A
 * write-off takes nothing off, because it pays nothing. `months_late` is 0 up to the original due date.
 */
const readVintagesStatement = statement<VintageRow, { on: Day }>(
  'report: read vintages',
  `with movement as (
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
   order by o.payout_month, m.months_late`,
);

/** How much of the principal of each month of payout is unpaid so many months after its due date. */
export async function vintageReport(book: BookSnapshot, { throughOn }: Span): Promise<Report> {
  const rows = await book.rows(readVintagesStatement, { on: throughOn });
  const months = [...new Set(rows.map((row) => row.payout_month))];
  const figures = months.map((month) =>
    vintageOf(
      rows.filter((row) => row.payout_month === month),
      throughOn,
    ),
  );
  const { accounts, totals } = await readBalances(book, throughOn);
  const principal = accountOf(accounts, 'principal_receivable');
  const sumOf = (amount: 'loans' | 'lent' | 'unpaidNgwee') =>
    figures.reduce((sum, figure) => sum + figure[amount], 0);
  const writtenOffNgwee = (await book.row(readWrittenOffStatement, { on: throughOn }))?.written_off ?? 0;
  return {
    title: `Vintages as of ${throughOn}`,
    columns: [
      { title: 'payout month', kind: 'text' },
      { title: 'loans', kind: 'count' },
      { title: 'principal', kind: 'money' },
      { title: 'unpaid now', kind: 'money' },
      ...Array.from(
        { length: LAST_MONTH + 1 },
        (_none, month): Column => ({ title: `month ${month}`, kind: 'share' }),
      ),
    ],
    lines: linesOf(
      figures.map(
        ({ month, loans, lent, unpaidNgwee, shares }): Cells => [month, loans, lent, unpaidNgwee, ...shares],
      ),
      {
        totals: [
          [
            'all',
            sumOf('loans'),
            sumOf('lent'),
            sumOf('unpaidNgwee'),
            ...Array<null>(LAST_MONTH + 1).fill(null),
          ],
        ],
        ties: [
          {
            left: 'unpaid principal less what is written off',
            leftNgwee: sumOf('unpaidNgwee') - writtenOffNgwee,
            right: `account ${principal.code}`,
            rightNgwee: balanceIn(totals, principal),
          },
        ],
        notes: [],
      },
    ),
  };
}

const readWrittenOffStatement = statement<{ written_off: number }, { on: Day }>(
  'report: read principal written off',
  `select coalesce(sum(amount_ngwee), 0)::bigint as written_off from ledger_transfer
   where debit_account = 'write_off_expense' and credit_account = 'principal_receivable' and business_on <= $on::date`,
);

function vintageOf(rows: readonly VintageRow[], throughOn: Day) {
  const { payout_month: month, loans, lent, last_due_on: lastDueOn } = rows[0]!;
  const unpaidAfter = (monthsLate: number) =>
    -rows.filter((row) => row.months_late <= monthsLate).reduce((sum, row) => sum + row.reduced, 0);
  const shares = Array.from({ length: LAST_MONTH + 1 }, (_none, monthsLate): Cell => {
    const isReached = monthsAfter(lastDueOn, monthsLate) <= throughOn;
    return isReached && lent > 0
      ? roundHalfUp(BigInt(unpaidAfter(monthsLate)) * 10_000n, BigInt(lent))
      : null;
  });
  return { month, loans, lent, unpaidNgwee: unpaidAfter(Number.POSITIVE_INFINITY), shares };
}

/** The same date some months later, or the last day of a shorter month. */
function monthsAfter(on: Day, months: number): Day {
  const [year, month, date] = on.split('-').map(Number) as [number, number, number];
  const index = year * 12 + month - 1 + months;
  const firstOn = day(
    `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`,
  );
  const lastOn = lastOfMonth(firstOn);
  return date > Number(lastOn.slice(8))
    ? lastOn
    : day(`${firstOn.slice(0, 8)}${String(date).padStart(2, '0')}`);
}
