import type { Account } from '@thumba/accounting/account';
import { type Day, day, lastOfMonth } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement } from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import { movementsBetween } from '../daily-total/balances.ts';
import { bookingKindsOf } from '../report/account-balances.ts';
import type { Span } from '../report/asked-for.ts';
import type { BookSnapshot } from '../report/book-snapshot.ts';
import type { Tie } from '../report/report.ts';

/** One side of one account in a journal. Exactly one of the amounts is above zero. */
export type GeneralLedgerLine = { account: Account; debitNgwee: number; creditNgwee: number };

/** Everything that was booked on a day or in a month, as one journal of a general ledger. */
export type GeneralLedgerJournal = {
  /** The same day or month always gets the same number, so that it is not imported twice unnoticed. */
  number: string;
  postedOn: Day;
  narration: string;
  lines: readonly GeneralLedgerLine[];
};

type StretchRow = {
  stretch: string;
  booking_kind: BookingKind;
  account: LedgerAccount;
  debit: number;
  credit: number;
};

const readStretchesStatement = statement<
  StretchRow,
  { fromOn: Day; throughOn: Day; format: string; bookingKinds: readonly BookingKind[] }
>(
  'export: read journals',
  `select to_char(t.business_on, $format::text) as stretch, t.booking_kind, side.account,
     sum(side.debit)::bigint as debit, sum(side.credit)::bigint as credit
   from ledger_transfer t cross join lateral (values (t.debit_account, t.amount_ngwee, 0),
     (t.credit_account, 0, t.amount_ngwee)) as side (account, debit, credit)
   where t.business_on between $fromOn::date and $throughOn::date and t.booking_kind = any ($bookingKinds::text[])
   group by stretch, t.booking_kind, side.account
   order by stretch, t.booking_kind, side.account`,
);

const NUMBER_ENDS: Readonly<Record<BookingKind, string>> = {
  ordinary: '',
  adjustment: '-ADJUSTMENTS',
  year_end: '-CLOSING',
};
const NARRATIONS: Readonly<Record<BookingKind, string>> = {
  ordinary: 'Loans and wallets',
  adjustment: 'Adjustments of the year',
  year_end: 'Closing of the year',
};

/** The journals of a span, one for each day or month and kind of booking, and the checks of their totals. */
export async function readJournals(
  book: BookSnapshot,
  span: Span,
  by: 'day' | 'month',
): Promise<{ journals: GeneralLedgerJournal[]; ties: Tie[] }> {
  const { fromOn, throughOn } = span;
  const bookingKinds = bookingKindsOf(span);
  const accounts = await readAccounts(book);
  const rows = await book.rows(readStretchesStatement, {
    fromOn,
    throughOn,
    format: by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM',
    bookingKinds,
  });
  const journals = Map.groupBy(rows, (row) => `${row.stretch}${NUMBER_ENDS[row.booking_kind]}`);
  const read = [...journals].map(([number, sides]) => journalOf(number, sides, accounts, throughOn));
  const movement = await movementsBetween(book, fromOn, throughOn, { bookingKinds });
  const movementNgwee = movement.reduce((sum, { debitNgwee }) => sum + debitNgwee, 0);
  return { journals: read, ties: [...read.map(balanceTie), totalTie(read, movementNgwee)] };
}

function journalOf(
  number: string,
  sides: readonly StretchRow[],
  accounts: readonly Account[],
  throughOn: Day,
): GeneralLedgerJournal {
  const { stretch, booking_kind: kind } = sides[0]!;
  const lastOn = stretch.length === 7 ? lastOfMonth(day(`${stretch}-01`)) : day(stretch);
  const byAccount = new Map(sides.map((side) => [side.account, side]));
  return {
    number: `THUMBA-${number}`,
    postedOn: lastOn < throughOn ? lastOn : throughOn,
    narration: `${NARRATIONS[kind]}, ${stretch}`,
    lines: accounts.flatMap((account) => {
      const side = byAccount.get(account.account);
      if (side === undefined) return [];
      return [
        { account, debitNgwee: side.debit, creditNgwee: 0 },
        { account, debitNgwee: 0, creditNgwee: side.credit },
      ].filter(({ debitNgwee, creditNgwee }) => debitNgwee + creditNgwee > 0);
    }),
  };
}

function balanceTie({ number, lines }: GeneralLedgerJournal): Tie {
  return {
    left: `debits of ${number}`,
    leftNgwee: lines.reduce((sum, { debitNgwee }) => sum + debitNgwee, 0),
    right: 'its credits',
    rightNgwee: lines.reduce((sum, { creditNgwee }) => sum + creditNgwee, 0),
  };
}

function totalTie(journals: readonly GeneralLedgerJournal[], movementNgwee: number): Tie {
  const debits = journals.flatMap(({ lines }) => lines).reduce((sum, { debitNgwee }) => sum + debitNgwee, 0);
  return {
    left: 'debits of all journals',
    leftNgwee: debits,
    right: 'debits of all accounts',
    rightNgwee: movementNgwee,
  };
}
