import type { Day } from '@thumba/lending/day';
import type { BookingKind } from '../../book/ledger/transfers.ts';
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

const readJournalsStatement = statement<
  JournalRow,
  { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] }
>(
  'report: read journals',
  `select j.journal_id, j.kind, j.booked_on, j.value_on, j.booking_kind, j.reason, j.made_by, j.approved_by,
     to_char(j.posted_at ${LUSAKA}, 'YYYY-MM-DD HH24:MI:SS') as posted_at, coalesce(r.amount, 0)::bigint as amount_ngwee
   from journal j left join (
     select t.entry_id, sum(t.amount_ngwee) as amount from ledger_transfer t
     where t.business_on between $fromOn::date and $throughOn::date and t.entry_id in (select entry_id from journal)
     group by t.entry_id
   ) r on r.entry_id = j.entry_id
   where j.booked_on between $fromOn::date and $throughOn::date and j.booking_kind = any ($bookingKinds::text[])
   order by j.journal_id`,
);

/** The journals of the whole lender, with who made and who approved each. */
export async function journalsReport(book: BookSnapshot, span: Span): Promise<Report> {
  const { fromOn, throughOn } = span;
  const rows = await book.rows(readJournalsStatement, {
    fromOn,
    throughOn,
    bookingKinds: bookingKindsOf(span),
  });
  const entries = await book.rows(readJournalRowsStatement, {
    fromOn,
    throughOn,
    bookingKinds: bookingKindsOf(span),
  });
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

const readJournalRowsStatement = statement<
  { amount_ngwee: number },
  { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] }
>(
  'report: sum rows of journals',
  `select coalesce(sum(t.amount_ngwee), 0)::bigint as amount_ngwee from ledger_transfer t
   where t.business_on between $fromOn::date and $throughOn::date and t.booking_kind = any ($bookingKinds::text[])
     and t.entry_id in (select entry_id from journal)`,
);
