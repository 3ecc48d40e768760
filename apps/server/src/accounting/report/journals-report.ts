import type { Day } from '@thumba/lending/day';
import { type BookingKind, NO_BORROWER } from '../../book/ledger/transfers.ts';
import { statement } from '../../platform/database.ts';
import { LUSAKA } from '../daily-total/entry-hours.ts';
import { bookingKindsOf } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report } from './report.ts';
import { spanTitle } from './span-title.ts';

type JournalRow = {
  journal_id: number;
  kind: string;
  booked_on: Day;
  value_on: Day;
  booking_kind: BookingKind;
  reason: string;
  made_by: string;
  approved_by: string | null;
  posted_at: string;
  amount_ngwee: number;
};

type Wanted = { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] };

/*
 * The rows of a journal belong to no borrower and are found by its entry. An accrual posts to each loan, so its rows are
 * found by the one day on which it is booked. Nothing else of the ledger is read.
 */

const readJournalsStatement = statement<JournalRow, Wanted>(
  'report: read journals',
  `with wanted as materialized (
     select * from journal where booked_on between $fromOn::date and $throughOn::date
       and booking_kind = any ($bookingKinds::text[])
   ), accrued as materialized (
     select t.entry_id, sum(t.amount_ngwee) as amount from ledger_transfer t
     where t.business_on = any (array(select booked_on from wanted where kind = 'accrual'))
       and t.entry_id in (select entry_id from wanted where kind = 'accrual') and t.borrower_id <> ${NO_BORROWER}
     group by t.entry_id
   )
   select j.journal_id, j.kind, j.booked_on, j.value_on, j.booking_kind, j.reason, j.made_by, j.approved_by,
     to_char(j.posted_at ${LUSAKA}, 'YYYY-MM-DD HH24:MI:SS') as posted_at,
     (coalesce(a.amount, 0) + (select coalesce(sum(t.amount_ngwee), 0) from ledger_transfer t
       where t.borrower_id = ${NO_BORROWER} and t.entry_id = j.entry_id))::bigint as amount_ngwee
   from wanted j left join accrued a on a.entry_id = j.entry_id
   order by j.journal_id`,
);

/** The days and the kinds of booking are those of the rows, and not those of the journals, so that the two can differ. */
const sumRowsStatement = statement<{ amount_ngwee: number }, Wanted>(
  'report: sum rows of journals',
  `with row_of_journal as (
     select t.business_on, t.booking_kind, t.amount_ngwee
     from journal j join ledger_transfer t on t.borrower_id = ${NO_BORROWER} and t.entry_id = j.entry_id
     union all
     select t.business_on, t.booking_kind, t.amount_ngwee from ledger_transfer t
     where t.business_on = any (array(
         select through_on from accrual_run where through_on between $fromOn::date and $throughOn::date))
       and t.entry_id in (select entry_id from journal where kind = 'accrual') and t.borrower_id <> ${NO_BORROWER}
   )
   select coalesce(sum(amount_ngwee), 0)::bigint as amount_ngwee from row_of_journal
   where business_on between $fromOn::date and $throughOn::date and booking_kind = any ($bookingKinds::text[])`,
);

/** The journals of the whole lender, with who made and who approved each. */
export async function journalsReport(book: BookSnapshot, span: Span): Promise<Report> {
  const wanted = { ...span, bookingKinds: bookingKindsOf(span) };
  const rows = await book.rows(readJournalsStatement, wanted);
  const entries = await book.rows(sumRowsStatement, wanted);
  const sumNgwee = rows.reduce((sum, row) => sum + row.amount_ngwee, 0);
  return {
    title: `Journals, ${spanTitle(span)}`,
    columns: [
      { title: 'journal', kind: 'text' },
      { title: 'kind', kind: 'text' },
      { title: 'booked on', kind: 'day' },
      { title: 'value day', kind: 'day' },
      { title: 'booking', kind: 'text' },
      { title: 'made by', kind: 'text' },
      { title: 'approved by', kind: 'text' },
      { title: 'posted at (Lusaka)', kind: 'text' },
      { title: 'reason', kind: 'text' },
      { title: 'amount', kind: 'money' },
    ],
    lines: linesOf(
      rows.map(
        (row): Cells => [
          String(row.journal_id),
          row.kind.replaceAll('_', ' '),
          row.booked_on,
          row.value_on,
          row.booking_kind.replaceAll('_', ' '),
          row.made_by,
          row.approved_by,
          row.posted_at,
          row.reason,
          row.amount_ngwee,
        ],
      ),
      {
        totals: [[`all (${rows.length})`, ...Array<null>(8).fill(null), sumNgwee]],
        ties: [
          {
            left: 'amounts of the journals',
            leftNgwee: sumNgwee,
            right: 'rows of the ledger with a journal',
            rightNgwee: entries[0]?.amount_ngwee ?? 0,
          },
        ],
        notes: [],
      },
    ),
  };
}
