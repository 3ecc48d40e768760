import { addDays, type Day, earlierOf } from '@thumba/lending/day';
import { FIRST_BOOKED_ON } from '../../book/ledger/booking-day.ts';
import { type Database, isLockTimeout, statement, type Transaction } from '../../platform/database.ts';

/** So many days are totalled in one transaction, so that a run that is killed loses little. */
const DAYS_AT_ONCE = 31;

const holdLedgerWritesStatement = statement<never>(
  'daily total: hold ledger writes',
  'select hold_ledger_writes()',
);

const announceStatement = statement<never, { throughOn: Day }>(
  'daily total: announce',
  `update day_total_progress set announced_through_on = greatest(announced_through_on, $throughOn::date)`,
);

const waitForRowsStatement = statement<never>(
  'daily total: wait for rows of announced days',
  `select pg_advisory_xact_lock(hashtext('day totals'))`,
);

type Progress = {
  announcedThroughOn: Day | null;
  totalledThroughOn: Day | null;
  pairedThroughOn: Day | null;
  firstBookedOn: Day | null;
};

const readProgressStatement = statement<Progress>(
  'daily total: read progress',
  `select announced_through_on as "announcedThroughOn", totalled_through_on as "totalledThroughOn",
     paired_through_on as "pairedThroughOn", case when totalled_through_on is null or paired_through_on is null
       then ${FIRST_BOOKED_ON} end as "firstBookedOn"
   from day_total_progress`,
);

type Days = { afterOn: Day; throughOn: Day };

const totalStatement = statement<never, Days>(
  'daily total: total days',
  `with totalled as (
     insert into account_day_total (business_on, account, booking_kind, debit_ngwee, credit_ngwee)
     select t.business_on, side.account, t.booking_kind, sum(side.debit), sum(side.credit)
     from ledger_transfer t cross join lateral (values (t.debit_account, t.amount_ngwee, 0),
       (t.credit_account, 0, t.amount_ngwee)) as side (account, debit, credit)
     where t.business_on > $afterOn::date and t.business_on <= $throughOn::date
     group by t.business_on, side.account, t.booking_kind
   )
   update day_total_progress set totalled_through_on = $throughOn::date`,
);

const pairStatement = statement<never, Days>(
  'daily total: sum pairs of accounts',
  `with paired as (
     insert into pair_day_total (business_on, booking_kind, debit_account, credit_account, amount_ngwee)
     select business_on, booking_kind, debit_account, credit_account, sum(amount_ngwee) from ledger_transfer
     where business_on > $afterOn::date and business_on <= $throughOn::date
     group by 1, 2, 3, 4
   )
   update day_total_progress set paired_through_on = $throughOn::date`,
);

/**
 * Keeps the totals of each account for the days up to `throughOn`, which are over. It may be killed, run twice or run in
 * two processes. Answers false where the ledger was being written without a pause: the next run does it. Rule:
 * docs/rules/periods.md.
 */
export async function totalDays(db: Database, throughOn: Day): Promise<boolean> {
  if (!(await announce(db, throughOn))) return false;
  for (;;) {
    const isComplete = await db.inTransaction((transaction) => totalNextDays(transaction));
    if (isComplete) return true;
  }
}

/**
 * From the announcement on, a row of an announced day waits for the totals or is added to them. A row that was being
 * written before is in the ledger when the totals are made, because the announcement waits for it.
 */
async function announce(db: Database, throughOn: Day): Promise<boolean> {
  const { announcedThroughOn } = (await db.row(readProgressStatement, {}))!;
  if (announcedThroughOn !== null && announcedThroughOn >= throughOn) return true;
  try {
    await db.inTransaction(async (transaction) => {
      await transaction.rows(holdLedgerWritesStatement, {});
      await transaction.rows(announceStatement, { throughOn });
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** Answers whether every announced day has its totals and its sums of pairs now. */
async function totalNextDays(db: Transaction): Promise<boolean> {
  await db.rows(waitForRowsStatement, {});
  const { announcedThroughOn, firstBookedOn, ...done } = (await db.row(readProgressStatement, {}))!;
  if (announcedThroughOn === null) return true;
  const dayBefore = firstBookedOn === null ? announcedThroughOn : addDays(firstBookedOn, -1);
  const sumNext = async (sumStatement: typeof totalStatement, doneThroughOn: Day | null) => {
    const afterOn = doneThroughOn ?? earlierOf(dayBefore, announcedThroughOn);
    const throughOn = earlierOf(addDays(afterOn, DAYS_AT_ONCE), announcedThroughOn);
    if (doneThroughOn !== announcedThroughOn) await db.rows(sumStatement, { afterOn, throughOn });
    return throughOn === announcedThroughOn;
  };
  const isTotalled = await sumNext(totalStatement, done.totalledThroughOn);
  const isPaired = await sumNext(pairStatement, done.pairedThroughOn);
  return isTotalled && isPaired;
}
