import { type Day, daysBetween } from '@thumba/lending/day';
import { statement } from '../../platform/database.ts';
import { accountOf, balanceIn, readBalances } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report } from './report.ts';

type SuspenseRow = { piece: string; loan_id: number | null; first_on: Day; amount_ngwee: number };

/**
 * A piece is what one entry moved to or from suspense, less what staff placed of it since (docs/decisions/0070). The
 * steps of one payout of wallet credit are one piece. A piece that came to nothing is left out.
 */
const readSuspenseStatement = statement<SuspenseRow, { on: Day }>(
  'report: read suspense',
  `with moved as (
     select t.borrower_id, t.entry_id, max(t.loan_id) as loan_id, min(t.business_on) as on_day,
       sum(case when t.credit_account = 'suspense' then t.amount_ngwee else -t.amount_ngwee end) as amount
     from ledger_transfer t
     where t.business_on <= $on::date and (t.credit_account = 'suspense' or t.debit_account = 'suspense')
     group by t.borrower_id, t.entry_id
   ), placed as (
     select m.entry_id, m.on_day, part.piece_entry_id, part.amount_ngwee as amount
     from moved m join suspense_placement p on p.entry_id = m.entry_id
     join suspense_placement_part part on part.placement_id = p.placement_id
   ), covered as (
     select part.piece_entry_id, p.on_day,
       case when m.amount > 0 then part.amount_ngwee else -part.amount_ngwee end as amount
     from suspense_placement p join suspense_placement_part part on part.placement_id = p.placement_id
     join moved m on m.entry_id = part.piece_entry_id
     where p.target = 'covered' and p.on_day <= $on::date
   ), share as (
     select coalesce('wallet payout ' || w.attempt_id, 'entry ' || m.entry_id) as piece, m.loan_id, m.on_day,
       m.amount + coalesce((select sum(placed.amount) from placed where placed.entry_id = m.entry_id), 0) as amount
     from moved m
     left join wallet_payout_event w on w.borrower_id = m.borrower_id and w.entry_id = m.entry_id
     union all select 'entry ' || piece_entry_id, null, on_day, -amount from placed
     union all select 'entry ' || piece_entry_id, null, on_day, -amount from covered
   )
   select piece, max(loan_id) as loan_id, min(on_day) as first_on, sum(amount)::bigint as amount_ngwee
   from share group by piece having sum(amount) <> 0 order by first_on, piece`,
);

/** Money whose place is not known yet, each piece with its age. A negative piece is money that went out unexpectedly. */
export async function suspenseReport(book: BookSnapshot, { throughOn }: Span): Promise<Report> {
  const rows = await book.rows(readSuspenseStatement, { on: throughOn });
  const { accounts, totals } = await readBalances(book, throughOn);
  const account = accountOf(accounts, 'suspense');
  const sumNgwee = rows.reduce((sum, row) => sum + row.amount_ngwee, 0);
  return {
    title: `Suspense as of ${throughOn}`,
    columns: [
      { title: 'piece', kind: 'text' },
      { title: 'loan', kind: 'text' },
      { title: 'since', kind: 'day' },
      { title: 'days', kind: 'count' },
      { title: 'amount', kind: 'money' },
    ],
    lines: linesOf(
      rows.map(
        (row): Cells => [
          row.piece,
          row.loan_id === null ? null : String(row.loan_id),
          row.first_on,
          daysBetween(row.first_on, throughOn),
          row.amount_ngwee,
        ],
      ),
      {
        totals: [[`all (${rows.length})`, null, null, null, sumNgwee]],
        ties: [
          {
            left: 'pieces in suspense',
            leftNgwee: sumNgwee,
            right: `account ${account.code}`,
            rightNgwee: balanceIn(totals, account),
          },
        ],
        notes: [],
      },
    ),
  };
}
