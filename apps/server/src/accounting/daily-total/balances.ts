import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** What was debited and credited to an account, in ngwee. Accounts without a row are left out. */
export type AccountTotal = { account: LedgerAccount; debitNgwee: number; creditNgwee: number };

const BOOKING_KINDS: readonly BookingKind[] = ['ordinary', 'adjustment', 'year_end'];

type Period = { fromOn: Day | null; throughOn: Day; bookingKinds: readonly BookingKind[] };

const sumAccountsStatement = statement<AccountTotal, Period>(
  'daily total: sum accounts',
  `select side.account, sum(side.debit)::bigint as "debitNgwee", sum(side.credit)::bigint as "creditNgwee"
   from ledger_transfer t cross join lateral (values (t.debit_account, t.amount_ngwee, 0),
     (t.credit_account, 0, t.amount_ngwee)) as side (account, debit, credit)
   where t.business_on <= $throughOn::date and ($fromOn::date is null or t.business_on >= $fromOn::date)
     and t.booking_kind = any ($bookingKinds::text[])
   group by side.account order by side.account`,
);

/**
 * The totals of each account from the first row up to a day of booking. `bookingKinds` leaves out, for example, what the
 * closing of a year posted, so that the income of that year is still seen.
 */
export async function balancesThrough(
  db: Transaction,
  throughOn: Day,
  { bookingKinds = BOOKING_KINDS }: { bookingKinds?: readonly BookingKind[] } = {},
): Promise<AccountTotal[]> {
  return db.rows(sumAccountsStatement, { fromOn: null, throughOn, bookingKinds });
}

/** The totals of each account of the rows booked from one day to another, both included. */
export async function movementsBetween(
  db: Transaction,
  fromOn: Day,
  throughOn: Day,
  { bookingKinds = BOOKING_KINDS }: { bookingKinds?: readonly BookingKind[] } = {},
): Promise<AccountTotal[]> {
  return db.rows(sumAccountsStatement, { fromOn, throughOn, bookingKinds });
}
