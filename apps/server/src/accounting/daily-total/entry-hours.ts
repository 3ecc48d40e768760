import { addDays, type Day } from '@thumba/lending/day';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** Entries of the ledger by who wrote them and in which hour of the day in Lusaka. */
export type EntryHour = { actor: string; hour: number; entries: number; amountNgwee: number };

/** Lusaka has no summer time. */
export const LUSAKA = `at time zone interval '2 hours'`;

/** Who wrote an entry, in the first of these tables that has it. */
const ACTOR_OF_ENTRY = `coalesce(
  (select min(e.actor) from loan_event e where e.borrower_id = n.borrower_id and e.entry_id = n.entry_id),
  (select j.made_by from journal j where j.entry_id = n.entry_id),
  -- Its journal is written after its last row.
  (select a.actor from accrual_run a where a.entry_id = n.entry_id),
  (select w.actor from wallet_payout_event w where w.borrower_id = n.borrower_id and w.entry_id = n.entry_id),
  (select m.actor from float_movement m where m.entry_id = n.entry_id),
  (select d.actor from reconciliation_difference d where d.entry_id = n.entry_id),
  (select s.actor from suspense_placement s where s.entry_id = n.entry_id),
  (select b.actor from bank_row_posting b where b.entry_id = n.entry_id),
  'not recorded')`;

/** The entries with rows on some days. One with rows on several days, or of several kinds, counts with the last of them. */
const hoursOfRows = (condition: string) =>
  `with entry as (
     select t.business_on, t.booking_kind, t.borrower_id, t.entry_id, min(t.recorded_at) as recorded_at,
       sum(t.amount_ngwee) as amount
     from ledger_transfer t where ${condition} group by 1, 2, 3, 4
   ), known as (
     select n.business_on, n.booking_kind, ${ACTOR_OF_ENTRY} as actor, n.amount,
       extract(hour from n.recorded_at ${LUSAKA})::smallint as hour,
       not exists (select from ledger_transfer l where l.borrower_id = n.borrower_id and l.entry_id = n.entry_id
         and (l.business_on, l.booking_kind) > (n.business_on, n.booking_kind)) as is_last
     from entry n
   )
   select business_on, booking_kind, actor, hour, count(*) filter (where is_last) as entries,
     sum(amount)::bigint as amount_ngwee
   from known group by 1, 2, 3, 4`;

const findDayStatement = statement<{ on: Day }>(
  'entry hours: find day to count',
  `select t.business_on as "on" from account_day_total t
   where not exists (select from entry_day d where d.business_on = t.business_on)
   order by 1 desc limit 1`,
);

/** The newest day with totals whose entries are not counted. */
export async function findEntryDay(db: Pick<Database, 'row'>): Promise<Day | undefined> {
  return (await db.row(findDayStatement, {}))?.on;
}

const countStatement = statement<never, { on: Day }>(
  'entry hours: count',
  `with counted as (${hoursOfRows('t.business_on = $on::date')}), day as (
     insert into entry_day (business_on, amount_ngwee) select $on::date, coalesce(sum(amount_ngwee), 0) from counted
   )
   insert into entry_hour (business_on, booking_kind, actor, hour, entries, amount_ngwee) select * from counted`,
);

/** Counts the entries of a day that has none counted. */
export async function countEntryDay(db: Transaction, on: Day): Promise<void> {
  await db.rows(countStatement, { on });
}

const DAY_DEBITS = `(select sum(t.debit_ngwee) from account_day_total t where t.business_on = d.business_on)`;

const forgetChangedStatement = statement<never>(
  'entry hours: forget changed days',
  `delete from entry_day d where d.amount_ngwee <> ${DAY_DEBITS}`,
);

/** Forgets the days into which something was booked after they were counted. */
export async function forgetChangedEntryDays(db: Pick<Database, 'rows'>): Promise<void> {
  await db.rows(forgetChangedStatement, {});
}

type Wanted = { fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] };

/** A row only adds to the totals of its day, so a day that has the same sum has the same rows. */
const listKeptDaysStatement = statement<{ on: Day }, { fromOn: Day; throughOn: Day }>(
  'entry hours: list kept days',
  `select d.business_on as "on" from entry_day d
   where d.business_on between $fromOn::date and $throughOn::date and d.amount_ngwee = ${DAY_DEBITS}`,
);

const SUMS = `actor, hour, sum(entries)::integer as entries, sum(amount_ngwee)::bigint as "amountNgwee"`;

const readKeptStatement = statement<EntryHour, { kept: Day[]; bookingKinds: readonly BookingKind[] }>(
  'entry hours: read',
  `select ${SUMS} from entry_hour
   where business_on = any ($kept::date[]) and booking_kind = any ($bookingKinds::text[]) group by 1, 2`,
);

const measureStatement = statement<EntryHour, Wanted & { days: Day[] }>(
  'report: read entries by user and hour',
  `select ${SUMS} from (${hoursOfRows(`t.business_on between $fromOn::date and $throughOn::date
     and t.business_on = any ($days::date[]) and t.booking_kind = any ($bookingKinds::text[])`)}) h group by 1, 2`,
);

/** The entries of some days: as counted, and measured for the days where that is not kept. */
export async function readEntryHours(book: Transaction, wanted: Wanted): Promise<EntryHour[]> {
  const kept = (await book.rows(listKeptDaysStatement, wanted)).map(({ on }) => on);
  const rows = await book.rows(readKeptStatement, { kept, bookingKinds: wanted.bookingKinds });
  const days = daysBeside(new Set(kept), wanted);
  const [fromOn, throughOn] = [days[0], days.at(-1)];
  if (fromOn === undefined || throughOn === undefined) return merged(rows);
  return merged([...rows, ...(await book.rows(measureStatement, { ...wanted, fromOn, throughOn, days }))]);
}

function daysBeside(kept: ReadonlySet<Day>, { fromOn, throughOn }: Wanted): Day[] {
  const days: Day[] = [];
  for (let on = fromOn; on <= throughOn; on = addDays(on, 1)) if (!kept.has(on)) days.push(on);
  return days;
}

function merged(rows: readonly EntryHour[]): EntryHour[] {
  const sums = new Map<string, EntryHour>();
  for (const row of rows) {
    const key = `${row.actor} ${row.hour}`;
    const { entries, amountNgwee } = sums.get(key) ?? { entries: 0, amountNgwee: 0 };
    sums.set(key, { ...row, entries: entries + row.entries, amountNgwee: amountNgwee + row.amountNgwee });
  }
  const byName = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...sums.values()].toSorted((a, b) => byName(a.actor, b.actor) || a.hour - b.hour);
}
