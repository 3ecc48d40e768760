import type { Day } from '@thumba/lending/day';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement } from '../../platform/database.ts';
import { movementsBetween } from '../daily-total/balances.ts';
import { bookingKindsOf } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, type Column, linesOf, type Report } from './report.ts';
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

/** Lusaka has no summer time. */
const LUSAKA = `at time zone interval '2 hours'`;

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

type HourRow = { actor: string; hour: number; entries: number; amount_ngwee: number };

/** Who wrote an entry, in the first of these tables that has it. */
const ACTOR_OF_ENTRY = `coalesce(
  (select min(e.actor) from loan_event e where e.borrower_id = n.borrower_id and e.entry_id = n.entry_id),
  (select j.made_by from journal j where j.entry_id = n.entry_id),
  (select w.actor from wallet_payout_event w where w.borrower_id = n.borrower_id and w.entry_id = n.entry_id),
  (select m.actor from float_movement m where m.entry_id = n.entry_id),
  (select d.actor from reconciliation_difference d where d.entry_id = n.entry_id),
  (select s.actor from suspense_placement s where s.entry_id = n.entry_id),
  (select b.actor from bank_row_posting b where b.entry_id = n.entry_id),
  'not recorded')`;

const readHoursStatement = statement<
  HourRow,
  { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] }
>(
  'report: read entries by user and hour',
  `with entry as (
     select t.borrower_id, t.entry_id, min(t.recorded_at) as recorded_at, sum(t.amount_ngwee) as amount
     from ledger_transfer t
     where t.business_on between $fromOn::date and $throughOn::date and t.booking_kind = any ($bookingKinds::text[])
     group by t.borrower_id, t.entry_id
   ), known as (
     select ${ACTOR_OF_ENTRY} as actor, extract(hour from n.recorded_at ${LUSAKA})::integer as hour, n.amount
     from entry n
   )
   select actor, hour, count(*) as entries, sum(amount)::bigint as amount_ngwee
   from known group by actor, hour order by actor, hour`,
);

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

/** How many entries of the ledger each user wrote in each hour of the day, in Lusaka. */
export async function entriesByHourReport(book: BookSnapshot, span: Span): Promise<Report> {
  const { fromOn, throughOn } = span;
  const bookingKinds = bookingKindsOf(span);
  const rows = await book.rows(readHoursStatement, { fromOn, throughOn, bookingKinds });
  const movement = await movementsBetween(book, fromOn, throughOn, { bookingKinds });
  const lineOf = (title: string, own: readonly HourRow[]): Cells => [
    title,
    own.reduce((sum, { entries }) => sum + entries, 0),
    own.reduce((sum, row) => sum + row.amount_ngwee, 0),
    ...HOURS.map((hour) =>
      own.filter((row) => row.hour === hour).reduce((sum, { entries }) => sum + entries, 0),
    ),
  ];
  const users = [...new Set(rows.map(({ actor }) => actor))];
  return {
    title: `Entries by user and hour, ${spanTitle(span)}`,
    columns: [
      { title: 'user', kind: 'text' },
      { title: 'entries', kind: 'count' },
      { title: 'amount', kind: 'money' },
      ...HOURS.map((hour): Column => ({ title: `${String(hour).padStart(2, '0')}h`, kind: 'count' })),
    ],
    lines: linesOf(
      users.map((user) =>
        lineOf(
          user,
          rows.filter(({ actor }) => actor === user),
        ),
      ),
      {
        totals: [lineOf('all', rows)],
        ties: [
          {
            left: 'amounts of all entries',
            leftNgwee: rows.reduce((sum, row) => sum + row.amount_ngwee, 0),
            right: 'debits of all accounts',
            rightNgwee: movement.reduce((sum, { debitNgwee }) => sum + debitNgwee, 0),
          },
        ],
        notes: [],
      },
    ),
  };
}
