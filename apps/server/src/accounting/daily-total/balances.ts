import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** What was debited and credited to an account, in ngwee. Accounts without a row are left out. */
export type AccountTotal = { account: LedgerAccount; debitNgwee: number; creditNgwee: number };

const BOOKING_KINDS: readonly BookingKind[] = ['ordinary', 'adjustment', 'year_end'];

type Period = { fromOn: Day | null; throughOn: Day; bookingKinds: readonly BookingKind[] };

const readTotalledStatement = statement<{ totalled_through_on: string }>(
  'daily total: read the last day with totals',
  `select coalesce(totalled_through_on, '-infinity')::text as totalled_through_on from day_total_progress`,
);

/**
 * Past days come from their totals, and the days after them from the rows. Both are read in one snapshot. The last day
 * with totals is a parameter, so that PostgreSQL plans for the few days after it. Days that get their totals meanwhile
 * are still read from their rows.
 */
const sumAccountsStatement = statement<AccountTotal, Period & { totalledThroughOn: string }>(
  'daily total: sum accounts',
  `with sums as (
     select d.account, d.debit_ngwee as debit, d.credit_ngwee as credit from account_day_total d
     where d.business_on between coalesce($fromOn::date, '-infinity') and $throughOn::date
       and d.business_on <= $totalledThroughOn::date and d.booking_kind = any ($bookingKinds::text[])
     union all
     select side.account, side.debit, side.credit
     from ledger_transfer t cross join lateral (values (t.debit_account, t.amount_ngwee, 0),
       (t.credit_account, 0, t.amount_ngwee)) as side (account, debit, credit)
     where t.business_on between coalesce($fromOn::date, '-infinity') and $throughOn::date
       and t.business_on > $totalledThroughOn::date and t.booking_kind = any ($bookingKinds::text[])
   )
   select account, sum(debit)::bigint as "debitNgwee", sum(credit)::bigint as "creditNgwee" from sums
   group by account order by account`,
);

/** The balance of one account on its debit side. The other accounts are not added up for it. */
const debitBalanceStatement = statement<
  { balance_ngwee: number },
  { account: LedgerAccount; throughOn: Day; totalledThroughOn: string }
>(
  'daily total: balance of an account',
  `select (
     (select coalesce(sum(d.debit_ngwee - d.credit_ngwee), 0) from account_day_total d
      where d.account = $account and d.business_on <= least($throughOn::date, $totalledThroughOn::date))
     + (select coalesce(sum(case when t.debit_account = $account then t.amount_ngwee else 0 end
         - case when t.credit_account = $account then t.amount_ngwee else 0 end), 0)
      from ledger_transfer t
      where t.business_on > $totalledThroughOn::date and t.business_on <= $throughOn::date
        and $account in (t.debit_account, t.credit_account))
   )::bigint as balance_ngwee`,
);

/** What was debited and credited to an account on one day. */
export type AccountDay = AccountTotal & { on: Day };

const sumDaysStatement = statement<AccountDay, Period & { totalledThroughOn: string }>(
  'daily total: sum days of accounts',
  `select d.business_on as "on", d.account, sum(d.debit_ngwee)::bigint as "debitNgwee",
     sum(d.credit_ngwee)::bigint as "creditNgwee"
   from account_day_total d
   where d.business_on between $fromOn::date and $throughOn::date and d.business_on <= $totalledThroughOn::date
     and d.booking_kind = any ($bookingKinds::text[])
   group by d.business_on, d.account
   union all
   select t.business_on, side.account, sum(side.debit)::bigint, sum(side.credit)::bigint
   from ledger_transfer t cross join lateral (values (t.debit_account, t.amount_ngwee, 0),
     (t.credit_account, 0, t.amount_ngwee)) as side (account, debit, credit)
   where t.business_on between $fromOn::date and $throughOn::date and t.business_on > $totalledThroughOn::date
     and t.booking_kind = any ($bookingKinds::text[])
   group by t.business_on, side.account
   order by 1, 2`,
);

/** The last day with totals, as text. Days after it are read from the rows of the ledger. */
export async function readTotalledThrough(db: Transaction): Promise<string> {
  return (await db.row(readTotalledStatement, {}))!.totalled_through_on;
}

async function sumAccounts(db: Transaction, period: Period): Promise<AccountTotal[]> {
  const totalledThroughOn = await readTotalledThrough(db);
  return db.rows(sumAccountsStatement, { ...period, totalledThroughOn });
}

/**
 * The totals of each account from the first row up to a day of booking. `bookingKinds` leaves out, for example, what the
 * closing of a year posted, so that the income of that year is still seen.
 */
export async function balancesThrough(
  db: Transaction,
  throughOn: Day,
  { bookingKinds = BOOKING_KINDS }: { bookingKinds?: readonly BookingKind[] } = {},
): Promise<AccountTotal[]> {
  return sumAccounts(db, { fromOn: null, throughOn, bookingKinds });
}

/** The balance of one account on its debit side, in ngwee, at the end of a day of booking. */
export async function debitBalanceThrough(
  db: Transaction,
  account: LedgerAccount,
  throughOn: Day,
): Promise<number> {
  const totalledThroughOn = await readTotalledThrough(db);
  return (await db.row(debitBalanceStatement, { account, throughOn, totalledThroughOn }))!.balance_ngwee;
}

/** The totals of each account of the rows booked from one day to another, both included. */
export async function movementsBetween(
  db: Transaction,
  fromOn: Day,
  throughOn: Day,
  { bookingKinds = BOOKING_KINDS }: { bookingKinds?: readonly BookingKind[] } = {},
): Promise<AccountTotal[]> {
  return sumAccounts(db, { fromOn, throughOn, bookingKinds });
}

/** The same for each day and account that has rows, the earliest day first. */
export async function movementsByDay(
  db: Transaction,
  fromOn: Day,
  throughOn: Day,
  { bookingKinds = BOOKING_KINDS }: { bookingKinds?: readonly BookingKind[] } = {},
): Promise<AccountDay[]> {
  const totalledThroughOn = await readTotalledThrough(db);
  return db.rows(sumDaysStatement, { fromOn, throughOn, bookingKinds, totalledThroughOn });
}
