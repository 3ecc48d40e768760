import { type Account, balanceOf } from '@thumba/accounting/account';
import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement } from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import { accountOf, balanceIn, bookingKindsOf, readSpanTotals } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import type { Cells, Closing, Report } from './report.ts';
import { spanTitle } from './span-title.ts';

export type AccountRefusal = { kind: 'account_needed' } | { kind: 'no_such_account'; account: string };

type AccountRow = {
  business_on: Day;
  value_on: Day;
  booking_kind: BookingKind;
  entry_id: number;
  loan_id: number | null;
  other_account: LedgerAccount;
  is_debit: boolean;
  amount_ngwee: number;
};

const readAccountRowsStatement = statement<
  AccountRow,
  { account: LedgerAccount; fromOn: Day; throughOn: Day; bookingKinds: readonly BookingKind[] }
>(
  'report: read ledger of account',
  `select t.business_on, coalesce(t.value_on, t.business_on) as value_on, t.booking_kind, t.entry_id, t.loan_id,
     case when t.debit_account = $account then t.credit_account else t.debit_account end as other_account,
     t.debit_account = $account as is_debit, t.amount_ngwee
   from ledger_transfer t
   where t.business_on between $fromOn::date and $throughOn::date and t.booking_kind = any ($bookingKinds::text[])
     and (t.debit_account = $account::text or t.credit_account = $account::text)
   order by t.business_on, t.entry_id, t.borrower_id, t.line`,
);

/** The rows of one account with its running balance. */
export async function accountLedgerReport(
  book: BookSnapshot,
  span: Span,
  asked: string | undefined,
): Promise<Outcome<Report, AccountRefusal>> {
  if (asked === undefined) return refuse({ kind: 'account_needed' });
  const accounts = await readAccounts(book);
  const account = accounts.find(({ code, account: name }) => code === asked || name === asked);
  if (account === undefined) return refuse({ kind: 'no_such_account', account: asked });
  const { opening, closing } = await readSpanTotals(book, span);
  const rows = book.stream(readAccountRowsStatement, {
    account: account.account,
    fromOn: span.fromOn,
    throughOn: span.throughOn,
    bookingKinds: bookingKindsOf(span),
  });
  return allow({
    title: `Ledger of ${account.code} ${account.title}, ${spanTitle(span)}`,
    columns: [
      { title: 'booked on', kind: 'day' },
      { title: 'value day', kind: 'day' },
      { title: 'booking', kind: 'text' },
      { title: 'entry', kind: 'text' },
      { title: 'loan', kind: 'text' },
      { title: 'other account', kind: 'text' },
      { title: 'debit', kind: 'money' },
      { title: 'credit', kind: 'money' },
      { title: 'balance', kind: 'money' },
    ],
    lines: ledgerLines(rows, {
      account,
      accounts,
      openingNgwee: balanceIn(opening, account),
      closingNgwee: balanceIn(closing, account),
    }),
  });
}

type Frame = {
  account: Account;
  accounts: readonly Account[];
  openingNgwee: number;
  closingNgwee: number;
};

async function* ledgerLines(rows: AsyncIterable<AccountRow>, frame: Frame): AsyncGenerator<Cells, Closing> {
  const { account, accounts, openingNgwee, closingNgwee } = frame;
  const codes = new Map(accounts.map((one) => [one.account, accountOf(accounts, one.account).code]));
  let balanceNgwee = openingNgwee;
  let debits = 0;
  let credits = 0;
  yield ['opening balance', null, null, null, null, null, null, null, openingNgwee];
  for await (const row of rows) {
    const { amount_ngwee: amountNgwee, is_debit: isDebit } = row;
    const debitNgwee = isDebit ? amountNgwee : 0;
    const creditNgwee = isDebit ? 0 : amountNgwee;
    debits += debitNgwee;
    credits += creditNgwee;
    balanceNgwee += balanceOf(account, { debitNgwee, creditNgwee });
    yield [
      row.business_on,
      row.value_on,
      row.booking_kind.replaceAll('_', ' '),
      String(row.entry_id),
      row.loan_id === null ? null : String(row.loan_id),
      codes.get(row.other_account) ?? row.other_account,
      isDebit ? amountNgwee : null,
      isDebit ? null : amountNgwee,
      balanceNgwee,
    ];
  }
  return {
    totals: [['closing balance', null, null, null, null, null, debits, credits, balanceNgwee]],
    ties: [
      {
        left: 'opening balance and rows',
        leftNgwee: balanceNgwee,
        right: `account ${account.code}`,
        rightNgwee: closingNgwee,
      },
    ],
    notes: [],
  };
}
