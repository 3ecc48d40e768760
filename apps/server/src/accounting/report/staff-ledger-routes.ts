import { type Account, balanceOf } from '@thumba/accounting/account';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { readAccounts } from '../chart/accounts.ts';
import { movementsByDay } from '../daily-total/balances.ts';
import { accountOf, balanceIn, bookingKindsOf, readSpanTotals } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import { openSpan } from './asked-report.ts';
import { type BookSnapshot, readBook } from './book-snapshot.ts';
import { findJournalOfEntry, listRowsOfAccount, type RowPlace, readEntry } from './ledger-rows.ts';
import { shownTie } from './staff-report-routes.ts';
import { refusedReport } from './staff-words.ts';

type DaysShown = StaffAnswer<'readAccountDays'>;

const MOST_DAYS = 366;
const TOO_MANY_DAYS = refused(409, 'The screen shows the days of one year at most. The file has more.', {
  reason: 'too_many_days',
});

/** The way from the balance of an account to its days, the rows of a day, an entry and its loan. */
export function registerLedgerRoutes(
  server: StaffServer,
  { db, today }: { db: Database; today(): Day },
): void {
  serveStaff(server, 'readAccountDays', ({ params: { code }, query }) =>
    readBook(db, async (book): Promise<Reply<DaysShown>> => {
      const account = (await readAccounts(book)).find((one) => one.code === code);
      if (!account) return NOT_FOUND;
      const span = await openSpan(book, query, today());
      if (!span.ok) return refusedReport(span.refusal);
      if (addDays(span.value.fromOn, MOST_DAYS) <= span.value.throughOn) return TOO_MANY_DAYS;
      return done(await daysShown(book, account, span.value));
    }),
  );

  serveStaff(server, 'listAccountRows', async ({ params: { code, on }, query: { after, pageSize } }) => {
    const accounts = await readAccounts(db);
    const account = accounts.find((one) => one.code === code);
    if (!account) return NOT_FOUND;
    const found = await listRowsOfAccount(db, {
      ...{ account: account.account, on: on as Day },
      after: after === undefined ? undefined : placeOf(after),
      limit: pageSize + 1,
    });
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    return done({
      account: named(account),
      items: rows.map((row) => ({
        ...{ entryId: row.entryId, payerId: row.borrowerId, line: row.line },
        ...{ booking: row.bookingKind, valueOn: row.valueOn, loanId: row.loanId },
        other: named(accountOf(accounts, row.otherAccount)),
        debit: row.isDebit ? toKwacha(row.amountNgwee) : null,
        credit: row.isDebit ? null : toKwacha(row.amountNgwee),
      })),
      next: found.length > pageSize && last ? `${last.entryId}-${last.borrowerId}-${last.line}` : null,
    });
  });

  serveStaff(server, 'readEntry', async ({ params: { payerId, entryId } }) => {
    const rows = await readEntry(db, { borrowerId: payerId, entryId });
    const [first] = rows;
    if (!first) return NOT_FOUND;
    const accounts = await readAccounts(db);
    const nameOf = (account: LedgerAccount) => named(accountOf(accounts, account));
    return done({
      entryId,
      ...{ bookedOn: first.bookedOn, valueOn: first.valueOn, booking: first.bookingKind },
      writtenAt: first.recordedAt.toISOString(),
      borrowerId: payerId === 0 ? null : payerId,
      journal: (await findJournalOfEntry(db, entryId)) ?? null,
      rows: rows.map((row) => ({
        ...{ line: row.line, loanId: row.loanId },
        ...{ debit: nameOf(row.debitAccount), credit: nameOf(row.creditAccount) },
        amount: toKwacha(row.amountNgwee),
      })),
    });
  });
}

async function daysShown(book: BookSnapshot, account: Account, span: Span): Promise<DaysShown> {
  const { fromOn, throughOn } = span;
  const { opening, movement, closing } = await readSpanTotals(book, span);
  const bookingKinds = bookingKindsOf(span);
  const moved = await movementsByDay(book, fromOn, throughOn, { bookingKinds });
  const days = moved.filter((day) => day.account === account.account);
  let balanceNgwee = balanceIn(opening, account);
  const shown = days.map(({ on, debitNgwee, creditNgwee }) => {
    balanceNgwee += balanceOf(account, { debitNgwee, creditNgwee });
    return {
      on,
      debit: toKwacha(debitNgwee),
      credit: toKwacha(creditNgwee),
      balance: toKwacha(balanceNgwee),
    };
  });
  const inSpan = movement.get(account.account);
  return {
    account: named(account),
    ...{ from: fromOn, to: throughOn, side: account.normalSide },
    opening: toKwacha(balanceIn(opening, account)),
    debits: toKwacha(inSpan?.debitNgwee ?? 0),
    credits: toKwacha(inSpan?.creditNgwee ?? 0),
    closing: toKwacha(balanceIn(closing, account)),
    days: shown,
    ties: [
      shownTie({
        ...{ left: 'opening balance and days', leftNgwee: balanceNgwee },
        ...{ right: `account ${account.code}`, rightNgwee: balanceIn(closing, account) },
      }),
    ],
  };
}

function named({ code, title }: Account): { code: string; title: string } {
  return { code, title };
}

function placeOf(after: string): RowPlace {
  const [entryId, borrowerId, line] = after.split('-').map(Number) as [number, number, number];
  return { entryId, borrowerId, line };
}
