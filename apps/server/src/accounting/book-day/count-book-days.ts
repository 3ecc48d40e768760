import { AGEING_BUCKETS } from '@thumba/accounting/portfolio-at-risk';
import { addDays, addYears, type Day, day, earlierOf, lastOfMonth, laterOf } from '@thumba/lending/day';
import {
  type Database,
  isLockTimeout,
  isTimeOver,
  LONGEST_ANSWER_MS,
  statement,
  type Transaction,
} from '../../platform/database.ts';
import { BOOK_CUT, RECENT_BOOK_CUT } from '../daily-total/book-cut.ts';
import { bucketOf } from '../daily-total/bucket-of.ts';
import { countEntryDay, findEntryDay, forgetChangedEntryDays } from '../daily-total/entry-hours.ts';
import { planningForManyRows } from '../daily-total/plan-for-many-rows.ts';
import {
  countReportDay,
  findReportDay,
  forgetReportDays,
  noteReportDayFailure,
  RECENT_DAYS,
} from '../daily-total/report-days.ts';
import { countFlowDayStatement, forgetFlowDayStatement } from './flow-days.ts';

/** A run begins no other day after this time, so that it ends soon. The next one goes on. */
const RUN_MS = 60_000;
/** PostgreSQL gives the count of a day up before the program does, so that no statement works on for a program that left. */
const DAY_MS = LONGEST_ANSWER_MS - 60_000;
/** So long a run waits for another process that counts. */
const WAIT_MS = 2_000;
/** A book that is older is counted from the first day of a month so many years ago: each earlier day takes longer. */
const YEARS_COUNTED = 1;

/** A day that ended so many days before the last one, or fewer, has little after it. */
const LITTLE_AFTER_DAYS = 3;

/** From this bucket on a loan is more than 30 days late. */
const LATE_BUCKET = AGEING_BUCKETS.findIndex(({ fromDays }) => fromDays > 30);

const limitTimesStatement = statement<never, { dayMs: string; waitMs: string }>(
  'book day: limit times',
  `select set_config('statement_timeout', $dayMs, true), set_config('lock_timeout', $waitMs, true)`,
);

const findDayToCountStatement = statement<{ through_on: Day }>(
  'book day: find day to count',
  `select t.totalled_through_on as through_on from day_total_progress t, book_day_progress p
   where t.totalled_through_on > coalesce(p.counted_through_on, '-infinity')`,
);

type Progress = { counted_from_on: Day | null; counted_through_on: Day | null; first_booked_on: Day | null };

const holdProgressStatement = statement<Progress>(
  'book day: hold progress',
  `select counted_from_on, counted_through_on,
     case when counted_through_on is null then (select min(business_on) from ledger_transfer) end as first_booked_on
   from book_day_progress for update`,
);

const noteStartStatement = statement<never, { fromOn: Day }>(
  'book day: note start',
  'update book_day_progress set counted_from_on = $fromOn::date',
);

const noteCountedStatement = statement<never, { on: Day }>(
  'book day: note counted',
  'update book_day_progress set counted_through_on = $on::date',
);

/** Bookings into counted days. What is not seen yet stays for the next run. */
const takeLateBookingsStatement = statement<{ booked_on: Day; moves_principal: boolean }, { throughOn: Day }>(
  'book day: take late bookings',
  `with taken as (delete from late_booking where booked_on <= $throughOn::date returning booked_on, moves_principal)
   select booked_on, bool_or(moves_principal) as moves_principal from taken group by booked_on order by booked_on`,
);

const rewindStatements = [
  'delete from book_day where business_on >= $fromOn::date',
  'delete from roll_month where month_on >= $fromOn::date',
  'delete from loan_first_late where late_on >= $fromOn::date',
  'delete from loan_state_span where from_on >= $fromOn::date',
  `update loan_state_span set through_on = 'infinity' where through_on >= $fromOn::date - 1 and through_on <> 'infinity'`,
].map((sql, index) => statement<never, { fromOn: Day }>(`book day: rewind ${index}`, sql));

/** A loan counts while it owes anything in the book. `$cureDays` is of no account here. */
const countDay = (bookCut: string) =>
  `with ${bookCut},
   measured as materialized (
     select f.borrower_id, f.loan_id, coalesce((l.terms ->> 'productId')::integer, 0) as product_id,
       ${bucketOf('f.days_past_due_by_valid_date')} as bucket, ${bucketOf('f.days_past_due')} as original_bucket,
       f.principal_ngwee, l.disbursed_on as paid_out_on, l.taken_on is not null as is_taken_on
     from loan_facts f join loan l using (borrower_id, loan_id)
     where f.principal_ngwee + f.interest_ngwee + f.fee_ngwee + f.penalty_ngwee > 0
   ), ended as (
     update loan_state_span s set through_on = $cutOn::date - 1
     where s.through_on = 'infinity' and not exists (select from measured m where m.loan_id = s.loan_id
       and (m.bucket, m.original_bucket, m.principal_ngwee) = (s.bucket, s.original_bucket, s.principal_ngwee))
   ), begun as (
     insert into loan_state_span (borrower_id, loan_id, from_on, product_id, bucket, original_bucket, principal_ngwee)
     select borrower_id, loan_id, $cutOn::date, product_id, bucket, original_bucket, principal_ngwee from measured m
     where not exists (select from loan_state_span s where s.loan_id = m.loan_id and s.through_on = 'infinity'
       and (m.bucket, m.original_bucket, m.principal_ngwee) = (s.bucket, s.original_bucket, s.principal_ngwee))
   ), late as (
     insert into loan_first_late (borrower_id, loan_id, product_id, paid_out_on, late_on)
     select borrower_id, loan_id, product_id, paid_out_on, $cutOn::date from measured
     -- The month of payout of a loan of an earlier system has other loans, which this book does not have.
     where original_bucket >= ${LATE_BUCKET} and not is_taken_on
     on conflict do nothing
   )
   insert into book_day (business_on, product_id, bucket, original_bucket, loans, principal_ngwee)
   select $cutOn::date, product_id, bucket, original_bucket, count(*), sum(principal_ngwee) from measured
   group by product_id, bucket, original_bucket`;

type Cut = { cutOn: Day; cureDays: number };

const countDayStatement = statement<never, Cut>('book day: count', countDay(BOOK_CUT));
const countRecentDayStatement = statement<never, Cut>(
  'book day: count a recent day',
  countDay(RECENT_BOOK_CUT),
);

const spansOn = (on: string) =>
  `select loan_id, borrower_id, product_id, bucket, principal_ngwee from loan_state_span
   where from_on <= ${on} and through_on >= ${on}`;

const countRollStatement = statement<never, { monthOn: Day; beforeOn: Day }>(
  'book day: count rolls',
  `insert into roll_month (month_on, product_id, from_bucket, to_bucket, loans, principal_ngwee)
   select $monthOn::date, coalesce(b.product_id, a.product_id), coalesce(a.bucket, -1),
     coalesce(b.bucket, case when l.state in ('written_off', 'recovered') then 8 else 7 end),
     count(*), sum(coalesce(a.principal_ngwee, b.principal_ngwee))
   from (${spansOn('$beforeOn::date')}) a full join (${spansOn('$monthOn::date')}) b using (loan_id)
   left join loan l on l.borrower_id = a.borrower_id and l.loan_id = a.loan_id and b.loan_id is null
   group by 2, 3, 4`,
);

/**
 * Counts the book at the end of each day whose totals are made and that is not counted yet. It is no part of the end of a
 * day, which waits for nothing that only reports need. Answers whether the book of every day is counted: not where the
 * time of a run is over, or another process counts. What reports of the books keep of a day can be left for the next run:
 * such a day is measured until then.
 */
export async function countTotalledDays(
  db: Database,
  {
    signal,
    runMs = RUN_MS,
    recentDays = RECENT_DAYS,
    dayMs = DAY_MS,
  }: { signal?: AbortSignal | undefined; runMs?: number; recentDays?: number; dayMs?: number } = {},
): Promise<boolean> {
  const endsAt = performance.now() + runMs;
  const next = await db.row(findDayToCountStatement, {});
  const isOver = () => signal?.aborted === true || performance.now() >= endsAt;
  const patient = db.withAnswerLimit(LONGEST_ANSWER_MS);
  try {
    if (next) {
      if (!(await countBookDays(patient, next.through_on, isOver))) return false;
      await forgetChangedEntryDays(patient);
    }
    // Without the first a report takes half a minute on a large book, without the second a second.
    await countReportDays(patient, { recentDays, dayMs, isOver });
    await countEntryDays(patient, isOver);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/**
 * Counts the book at the end of each day up to `throughOn`, one day in one transaction, so that a run may be killed or
 * run twice. A day into which something was booked late is counted again, with all days after it. The days must be
 * closed to bookings in flight: `totalDays` has announced them. Answers whether every day is counted.
 */
export async function countBookDays(db: Database, throughOn: Day, isOver = () => false): Promise<boolean> {
  for (;;) {
    const isComplete = await db.inTransaction((transaction) => countNextDay(transaction, throughOn));
    if (isComplete || isOver()) return isComplete;
  }
}

/** Counts the entries of each day with totals by who wrote them and when. A report measures a day without it. */
async function countEntryDays(db: Database, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await findEntryDay(db)) !== undefined) {
    await db.inTransaction(async (transaction) => {
      await transaction.rows(limitTimesStatement, { dayMs: String(DAY_MS), waitMs: String(WAIT_MS) });
      await transaction.rows(holdProgressStatement, {});
      const on = await findEntryDay(transaction);
      if (on !== undefined) await countEntryDay(transaction, on);
    });
  }
}

/** Counts what the reports of the books say of each counted day that has none of it yet. A report measures a day without it. */
async function countReportDays(
  db: Database,
  { isOver, ...limits }: { recentDays: number; dayMs: number; isOver: () => boolean },
): Promise<void> {
  const { recentDays } = limits;
  while (!isOver() && (await findReportDay(db, recentDays)) !== undefined)
    await countNextReportDay(db, limits);
}

async function countNextReportDay(
  db: Database,
  { recentDays, dayMs }: { recentDays: number; dayMs: number },
): Promise<void> {
  let on: Day | undefined;
  try {
    await db.inTransaction(async (transaction) => {
      await transaction.rows(limitTimesStatement, { dayMs: String(dayMs), waitMs: String(WAIT_MS) });
      await transaction.rows(holdProgressStatement, {});
      // Another process may have counted it meanwhile.
      on = await findReportDay(transaction, recentDays);
      if (on !== undefined) await countReportDay(transaction, on);
    });
  } catch (error) {
    if (on !== undefined && isTimeOver(error)) await noteReportDayFailure(db, on);
    throw error;
  }
}

/** Answers whether every day is counted. */
async function countNextDay(db: Transaction, throughOn: Day): Promise<boolean> {
  await db.rows(limitTimesStatement, { dayMs: String(DAY_MS), waitMs: String(WAIT_MS) });
  const { fromOn, countedOn: before } = await startOf(db, throughOn);
  let countedOn = before;
  const late = await db.rows(takeLateBookingsStatement, { throughOn: countedOn });
  if (late[0] !== undefined) await forgetReportDays(db, late[0].booked_on);
  const isCounted = (on: Day) => fromOn === null || on >= fromOn;
  for (const { booked_on: on } of late) if (isCounted(on)) await countFlows(db, on);
  const moved = late.find(({ moves_principal: movesPrincipal }) => movesPrincipal);
  if (moved !== undefined) countedOn = await rewind(db, laterOf(moved.booked_on, fromOn ?? moved.booked_on));
  const on = addDays(countedOn, 1);
  if (on > throughOn) {
    await db.rows(noteCountedStatement, { on: countedOn });
    return true;
  }
  const count = addDays(on, LITTLE_AFTER_DAYS) >= throughOn ? countRecentDayStatement : countDayStatement;
  await planningForManyRows(db, () => db.rows(count, { cutOn: on, cureDays: 0 }));
  await countFlows(db, on);
  const beforeOn = addDays(firstOfMonth(on), -1);
  if (on === lastOfMonth(on) && isCounted(beforeOn))
    await db.rows(countRollStatement, { monthOn: on, beforeOn });
  await db.rows(noteCountedStatement, { on });
  return on >= throughOn;
}

/** Holds the progress. Answers the last counted day, and the first one of a book that is not counted from its first day on. */
async function startOf(db: Transaction, throughOn: Day): Promise<{ fromOn: Day | null; countedOn: Day }> {
  const progress = (await db.row(holdProgressStatement, {}))!;
  const { first_booked_on: firstBookedOn, counted_through_on: counted } = progress;
  if (counted !== null) return { fromOn: progress.counted_from_on, countedOn: counted };
  if (firstBookedOn === null) return { fromOn: null, countedOn: throughOn };
  const recentOn = firstOfMonth(addYears(throughOn, -YEARS_COUNTED));
  if (firstBookedOn >= recentOn)
    return { fromOn: null, countedOn: earlierOf(addDays(firstBookedOn, -1), throughOn) };
  await db.rows(noteStartStatement, { fromOn: recentOn });
  return { fromOn: recentOn, countedOn: addDays(recentOn, -1) };
}

function firstOfMonth(on: Day): Day {
  return day(`${on.slice(0, 8)}01`);
}

async function countFlows(db: Transaction, on: Day): Promise<void> {
  await db.rows(forgetFlowDayStatement, { on });
  await db.rows(countFlowDayStatement, { on });
}

/** Forgets the counts from a day on. Answers the last day that is still counted. */
export async function rewind(db: Transaction, fromOn: Day): Promise<Day> {
  for (const forget of rewindStatements) await db.rows(forget, { fromOn });
  return addDays(fromOn, -1);
}
