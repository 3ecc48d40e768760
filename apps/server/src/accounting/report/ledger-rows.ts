import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { BookingKind } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** The place of a row in the order in which the rows of a day are listed. */
export type RowPlace = { entryId: number; borrowerId: number; line: number };

export type AccountRow = RowPlace & {
  bookingKind: BookingKind;
  valueOn: Day;
  loanId: number | null;
  otherAccount: LedgerAccount;
  isDebit: boolean;
  amountNgwee: number;
};

const FIRST_PLACE: RowPlace = { entryId: 0, borrowerId: -1, line: 0 };

/** The rows of one day are found by the days that the index of the table keeps. */
const listRowsStatement = statement<
  AccountRow,
  { account: LedgerAccount; on: Day; limit: number } & RowPlace
>(
  'ledger: list rows of an account',
  `select t.entry_id as "entryId", t.borrower_id as "borrowerId", t.line, t.booking_kind as "bookingKind",
     coalesce(t.value_on, t.business_on) as "valueOn", t.loan_id as "loanId",
     case when t.debit_account = $account then t.credit_account else t.debit_account end as "otherAccount",
     t.debit_account = $account as "isDebit", t.amount_ngwee as "amountNgwee"
   from ledger_transfer t
   where t.business_on = $on::date and (t.debit_account = $account or t.credit_account = $account)
     and (t.entry_id, t.borrower_id, t.line) > ($entryId::bigint, $borrowerId::bigint, $line::integer)
   order by t.entry_id, t.borrower_id, t.line limit $limit`,
);

/** The rows of an account that were booked on a day, from a place on. */
export async function listRowsOfAccount(
  db: Transaction,
  {
    account,
    on,
    after,
    limit,
  }: { account: LedgerAccount; on: Day; after: RowPlace | undefined; limit: number },
): Promise<AccountRow[]> {
  return db.rows(listRowsStatement, { account, on, limit, ...(after ?? FIRST_PLACE) });
}

export type EntryRow = {
  line: number;
  loanId: number | null;
  debitAccount: LedgerAccount;
  creditAccount: LedgerAccount;
  amountNgwee: number;
  bookedOn: Day;
  valueOn: Day;
  bookingKind: BookingKind;
  recordedAt: Date;
};

const readEntryStatement = statement<EntryRow, { borrowerId: number; entryId: number }>(
  'ledger: read an entry',
  `select t.line, t.loan_id as "loanId", t.debit_account as "debitAccount", t.credit_account as "creditAccount",
     t.amount_ngwee as "amountNgwee", t.business_on as "bookedOn", coalesce(t.value_on, t.business_on) as "valueOn",
     t.booking_kind as "bookingKind", t.recorded_at as "recordedAt"
   from ledger_transfer t where t.borrower_id = $borrowerId and t.entry_id = $entryId order by t.line`,
);

/** The rows that were written together for one borrower, or for the whole lender as borrower 0. */
export async function readEntry(
  db: Transaction,
  entry: { borrowerId: number; entryId: number },
): Promise<EntryRow[]> {
  return db.rows(readEntryStatement, entry);
}

const findJournalStatement = statement<
  { journalId: number; kind: string; reason: string },
  { entryId: number }
>(
  'ledger: find the journal of an entry',
  `select journal_id as "journalId", kind, reason from journal where entry_id = $entryId`,
);

/** The journal that wrote an entry, where one did. */
export async function findJournalOfEntry(
  db: Transaction,
  entryId: number,
): Promise<{ journalId: number; kind: string; reason: string } | undefined> {
  return db.row(findJournalStatement, { entryId });
}
