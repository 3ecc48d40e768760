import { type Account, balanceOf } from '@thumba/accounting/account';
import { addDays, type Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { readAccounts } from '../chart/accounts.ts';
import { type AccountTotal, balancesThrough, movementsBetween } from '../daily-total/balances.ts';
import { firstOfYear, type Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';

/** The totals of each account by its name. An account without a row has none. */
export type Totals = ReadonlyMap<LedgerAccount, AccountTotal>;

const BOOKING_KINDS: Readonly<Record<Span['bookings'], readonly BookingKind[]>> = {
  all: ['ordinary', 'adjustment', 'year_end'],
  ordinary: ['ordinary'],
  adjustments: ['adjustment'],
};

export function bookingKindsOf({ bookings }: Span): readonly BookingKind[] {
  return BOOKING_KINDS[bookings];
}

/** Adds the debits and credits of each account. */
export function addTotals(...lists: readonly (readonly AccountTotal[])[]): Totals {
  const totals = new Map<LedgerAccount, AccountTotal>();
  for (const { account, debitNgwee, creditNgwee } of lists.flat()) {
    const before = totals.get(account);
    totals.set(account, {
      account,
      debitNgwee: debitNgwee + (before?.debitNgwee ?? 0),
      creditNgwee: creditNgwee + (before?.creditNgwee ?? 0),
    });
  }
  return totals;
}

/** The balance in ngwee on the normal side of an account. */
export function balanceIn(totals: Totals, account: Account): number {
  const total = totals.get(account.account);
  return total === undefined ? 0 : balanceOf(account, total);
}

/** Debits less credits of an account in ngwee. */
export function netDebitIn(totals: Totals, account: LedgerAccount): number {
  const total = totals.get(account);
  return total === undefined ? 0 : total.debitNgwee - total.creditNgwee;
}

export function accountOf(accounts: readonly Account[], name: LedgerAccount): Account {
  const account = accounts.find((candidate) => candidate.account === name);
  if (account === undefined) throw new Error(`the chart has no account ${name}`);
  return account;
}

/** The chart and the balances of all accounts at the end of a day, with everything that is booked by then. */
export async function readBalances(
  book: BookSnapshot,
  on: Day,
): Promise<{ accounts: readonly Account[]; totals: Totals }> {
  return { accounts: await readAccounts(book), totals: addTotals(await balancesThrough(book, on)) };
}

/** The balances before a span, what was booked in it, and the balances after it. */
export async function readSpanTotals(
  book: BookSnapshot,
  span: Span,
): Promise<{ opening: Totals; movement: Totals; closing: Totals }> {
  const { fromOn, throughOn, bookings } = span;
  const beforeYear = addDays(firstOfYear(throughOn), -1);
  const inYear = async (bookingKinds: readonly BookingKind[]) =>
    addTotals(
      await balancesThrough(book, beforeYear),
      await movementsBetween(book, firstOfYear(throughOn), throughOn, { bookingKinds }),
    );
  const movement = addTotals(
    await movementsBetween(book, fromOn, throughOn, { bookingKinds: bookingKindsOf(span) }),
  );
  switch (bookings) {
    case 'all':
      return {
        opening: addTotals(await balancesThrough(book, addDays(fromOn, -1))),
        movement,
        closing: addTotals(await balancesThrough(book, throughOn)),
      };
    case 'ordinary':
      return {
        opening: addTotals(await balancesThrough(book, addDays(fromOn, -1))),
        movement,
        closing: await inYear(['ordinary']),
      };
    case 'adjustments':
      return {
        opening: await inYear(['ordinary']),
        movement,
        closing: await inYear(['ordinary', 'adjustment']),
      };
  }
}
