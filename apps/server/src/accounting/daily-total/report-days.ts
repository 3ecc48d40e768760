import type { Day } from '@thumba/lending/day';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { BOOK_CUT } from './book-cut.ts';
import { bucketOf } from './bucket-of.ts';
import { AGEING_TODAY, INCOME_NOT_POSTED_TODAY } from './current-day.ts';
import { INCOME_NOT_POSTED, type IncomeNotPosted, incomeNotPosted } from './income-not-posted.ts';
import { planningForManyRows } from './plan-for-many-rows.ts';
import { countVintages } from './vintage-day.ts';

/** Older days of a book that began to keep these counts late are counted at the ends of months only. */
export const RECENT_DAYS = 62;

/** The loans in one pair of buckets at the end of a day: by the due date that is valid, and by the original one. */
export type AgeingCell = {
  bucket: number;
  originalBucket: number;
  loans: number;
  principalNgwee: number;
  owedNgwee: number;
};

/** What was booked late into a day changes the income of the ends of all days from it on. They are counted again. */
const IS_CHANGED = (on: string) => `exists (select from late_booking where booked_on <= ${on})`;
/** Whether it also changes what loans owe. Income that is booked into a month which is over does not. */
const IS_OWED_CHANGED = (on: string) =>
  `exists (select from late_booking where moves_owed and booked_on <= ${on})`;

const CANCELLED_LOANS = (on: string) =>
  `(select count(*) from loan where state = 'cancelled' and disbursed_on <= ${on})`;

/** A day that takes too long so many times is not counted. Others are, and a report measures it. */
const MOST_TRIES = 2;
const IS_GIVEN_UP = `f.tries >= ${MOST_TRIES}`;

const findDayStatement = statement<{ on: Day }, { recentDays: number }>(
  'report day: find day to count',
  `select d::date as "on" from book_day_progress p cross join lateral generate_series(
     coalesce(p.counted_from_on, (select min(business_on) from account_day_total))::timestamp,
     p.counted_through_on::timestamp, interval '1 day') as d
   where not exists (select from report_day r where r.business_on = d::date) and not ${IS_OWED_CHANGED('d::date')}
     and not exists (select from report_day_failure f where ${IS_GIVEN_UP} and f.business_on = d::date)
     and (d::date > p.counted_through_on - $recentDays::integer or extract(day from d + interval '1 day') = 1)
   order by 1 desc limit 1`,
);

/** The newest counted day that has no count for the reports of the books. */
export async function findReportDay(
  db: Pick<Database, 'row'>,
  recentDays = RECENT_DAYS,
): Promise<Day | undefined> {
  return (await db.row(findDayStatement, { recentDays }))?.on;
}

const noteFailureStatement = statement<never, { on: Day }>(
  'report day: note failure',
  `insert into report_day_failure as f (business_on, tries) values ($on::date, 1)
   on conflict (business_on) do update set tries = f.tries + 1`,
);

/** Notes that the count of a day was given up in the middle. */
export async function noteReportDayFailure(db: Pick<Database, 'rows'>, on: Day): Promise<void> {
  await db.rows(noteFailureStatement, { on });
}

const isGivenUpStatement = statement<{ isGivenUp: boolean }, { on: Day }>(
  'report day: is it given up',
  `select exists (select from report_day_failure f where ${IS_GIVEN_UP} and f.business_on = $on::date) as "isGivenUp"`,
);

/** Whether the end of a day took too long to be counted, so that each report measures it. */
export async function isReportDayGivenUp(book: Transaction, on: Day): Promise<boolean> {
  return (await book.row(isGivenUpStatement, { on }))!.isGivenUp;
}

/** To measure the end of a day takes seconds for each hundred thousand loans. */
const LARGE_BOOK_LOANS = 200_000;

const isAwaitedStatement = statement<
  { isAwaited: boolean },
  { on: Day; recentDays: number; largeBookLoans: number }
>(
  'report day: is its count awaited',
  `select coalesce((select c.reltuples from pg_class c where c.oid = 'loan'::regclass) >= $largeBookLoans::real
       and $on::date >= coalesce(p.counted_from_on, (select min(business_on) from account_day_total))
       and ($on::date > coalesce(p.counted_through_on, '-infinity') - $recentDays::integer
         or extract(day from $on::date + interval '1 day') = 1)
       and not exists (select from report_day r where r.business_on = $on::date) and not ${IS_OWED_CHANGED('$on::date')}
       and not exists (select from report_day_failure f where ${IS_GIVEN_UP} and f.business_on = $on::date), false)
     as "isAwaited"
   from book_day_progress p`,
);

/** Whether the end of a past day will be counted and is not yet, on a book so large that a person would wait for long. */
export async function isReportDayAwaited(
  db: Pick<Database, 'row'>,
  on: Day,
  { recentDays = RECENT_DAYS, largeBookLoans = LARGE_BOOK_LOANS } = {},
): Promise<boolean> {
  return (await db.row(isAwaitedStatement, { on, recentDays, largeBookLoans }))!.isAwaited;
}

const forgetStatements = ['report_day', 'report_day_failure'].map((table) =>
  statement<never, { fromOn: Day }>(
    `report day: forget ${table}`,
    `delete from ${table} where business_on >= $fromOn::date`,
  ),
);

/** Forgets the counts from a day on. A day that was given up is tried again. */
export async function forgetReportDays(db: Transaction, fromOn: Day): Promise<void> {
  for (const forget of forgetStatements) await db.rows(forget, { fromOn });
}

const countAccruedStatement = statement<never, { on: Day }>(
  'report day: count accrued income',
  `insert into report_day (business_on, accrued_loans, accrued_interest_ngwee, accrued_fee_ngwee, cancelled_loans)
   select $on::date, n.loans, n."interestNgwee", n."feeNgwee", ${CANCELLED_LOANS('$on::date')}
   from (${INCOME_NOT_POSTED}) n`,
);

/** Common table expressions that end in `ageing`. `$cureDays` is of no account here. */
export const AGEING = `${BOOK_CUT},
   ageing as (
     select ${bucketOf('days_late_on_cut_by_valid_date')} as bucket, ${bucketOf('days_late_on_cut')} as original_bucket,
       count(*) as loans, sum(principal_ngwee)::bigint as principal_ngwee, sum(owed_ngwee)::bigint as owed_ngwee
     from loan_facts where owed_ngwee <> 0 group by 1, 2
   )`;

type Cut = { cutOn: Day; cureDays: number };

const countAgeingStatement = statement<never, Cut>(
  'report day: count ageing',
  `with ${AGEING}
   insert into ageing_day (business_on, bucket, original_bucket, loans, principal_ngwee, owed_ngwee)
   select $cutOn::date, bucket, original_bucket, loans, principal_ngwee, owed_ngwee from ageing`,
);

/** Counts a day that is over and has none. */
export async function countReportDay(db: Transaction, on: Day): Promise<void> {
  await planningForManyRows(db, async () => {
    await db.rows(countAccruedStatement, { on });
    await db.rows(countAgeingStatement, { cutOn: on, cureDays: 0 });
    await countVintages(db, on);
  });
}

const CELL = `bucket, original_bucket as "originalBucket", loans::integer, principal_ngwee as "principalNgwee",
     owed_ngwee as "owedNgwee"`;

const isKeptStatement = statement<{ isKept: boolean }, { on: Day }>(
  'report day: is it kept',
  `select exists (select from report_day where business_on = $on::date) and not ${IS_OWED_CHANGED('$on::date')} as "isKept"`,
);

const readKeptAgeingStatement = statement<AgeingCell, { on: Day }>(
  'report day: read ageing',
  `select ${CELL} from ageing_day where business_on = $on::date`,
);

const measureAgeingStatement = statement<AgeingCell, Cut>(
  'report day: measure ageing',
  `with ${AGEING} select ${CELL} from ageing`,
);

/** The end of a day. On the business day of the moment that is read it is now, as nothing is booked for a day after it. */
export type DayOfBook = { on: Day; isToday: boolean };

const measureAgeingTodayStatement = statement<AgeingCell, { cutOn: Day }>(
  'report day: measure ageing of today',
  `with ${AGEING_TODAY} select ${CELL} from ageing`,
);

/** The loans that owe anything at the end of a day by how late they are: as counted, or measured where that is not kept. */
export async function readAgeingCells(book: Transaction, { on, isToday }: DayOfBook): Promise<AgeingCell[]> {
  const kept = await book.row(isKeptStatement, { on });
  if (kept?.isKept) return book.rows(readKeptAgeingStatement, { on });
  if (isToday) return book.rows(measureAgeingTodayStatement, { cutOn: on });
  return planningForManyRows(book, () => book.rows(measureAgeingStatement, { cutOn: on, cureDays: 0 }));
}

const readKeptAccruedStatement = statement<IncomeNotPosted, { on: Day }>(
  'report day: read accrued income',
  `select accrued_loans as loans, accrued_interest_ngwee as "interestNgwee", accrued_fee_ngwee as "feeNgwee"
   from report_day where business_on = $on::date and not ${IS_CHANGED('$on::date')}
     and cancelled_loans = ${CANCELLED_LOANS('$on::date')}`,
);

const measureAccruedTodayStatement = statement<IncomeNotPosted, { on: Day }>(
  'report day: measure accrued income of today',
  INCOME_NOT_POSTED_TODAY,
);

/** Income that loans have earned by the end of a day and that is not posted: as counted, or measured where that is not kept. */
export async function readIncomeNotPosted(
  book: Transaction,
  { on, isToday }: DayOfBook,
): Promise<IncomeNotPosted> {
  const kept = await book.row(readKeptAccruedStatement, { on });
  if (kept) return kept;
  if (isToday) return (await book.row(measureAccruedTodayStatement, { on }))!;
  return planningForManyRows(book, () => incomeNotPosted(book, on));
}
