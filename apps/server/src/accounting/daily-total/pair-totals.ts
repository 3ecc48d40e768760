import type { Day } from '@thumba/lending/day';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** The days of a statement that reads `PAIRS_OF_DAYS`. */
export type PairDays = {
  fromOn: Day;
  throughOn: Day;
  pairedThroughOn: string;
  bookingKinds: readonly BookingKind[];
};

/**
 * Rows `t` with what moved between two accounts on a day: of past days one for each two accounts, and of the days after
 * them each row of the ledger. The last day with sums is a parameter, so that PostgreSQL plans for the few days after it.
 */
export const PAIRS_OF_DAYS = `(
     select p.business_on, p.debit_account, p.credit_account, p.amount_ngwee from pair_day_total p
     where p.business_on between $fromOn::date and $throughOn::date and p.business_on <= $pairedThroughOn::date
       and p.booking_kind = any ($bookingKinds::text[])
     union all
     select r.business_on, r.debit_account, r.credit_account, r.amount_ngwee from ledger_transfer r
     where r.business_on between $fromOn::date and $throughOn::date and r.business_on > $pairedThroughOn::date
       and r.booking_kind = any ($bookingKinds::text[])
   ) t`;

const readPairedStatement = statement<{ paired_through_on: string }>(
  'pair total: read the last day with sums',
  `select coalesce(paired_through_on, '-infinity')::text as paired_through_on from day_total_progress`,
);

/** The last day with sums of pairs, as text. Days after it are read from the rows of the ledger. */
export async function readPairedThrough(db: Transaction): Promise<string> {
  return (await db.row(readPairedStatement, {}))!.paired_through_on;
}
