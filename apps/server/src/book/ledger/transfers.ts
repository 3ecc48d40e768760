import { bookByMonth, type MonthIncome } from '@thumba/accounting/cut-off';
import type { Day } from '@thumba/lending/day';
import type { Transfer } from '@thumba/lending/ledger';
import { columnsOfRecord, jsonTable, type RecordTable } from '../record-table.ts';

/** The record of a transfer. */
export const TRANSFER_RECORD = columnsOfRecord(
  `loan_id bigint, line integer, debit_account text, credit_account text, amount_ngwee bigint, business_on date,
  cut_off_on date, value_on date, booking_kind text`,
);

/** The borrower number of an entry that belongs to no borrower. */
export const NO_BORROWER = 0;

/** How a row was booked: day by day, as an adjustment of a year after its end, or by closing the year. */
export type BookingKind = 'ordinary' | 'adjustment' | 'year_end';

/**
 * Transfers of one entry as records. `loanId` is null where they belong to no loan. They are booked on the day `on`
 * and count for the day `valueOn`, which is the same day where it is not given. They are ordinary where no booking kind
 * is given. Rows that take money out of a float count for the day `leftFloatOn` where it is given, because that is the day
 * on which the operator's balance changed. Income of `endedMonths` among them is booked on the last day of its month and
 * counts for it. Rule: docs/rules/accrual.md.
 */
export function transferRecords(
  transfers: readonly Transfer[],
  entry: {
    loanId: number | null;
    on: Day;
    valueOn?: Day;
    leftFloatOn?: Day;
    bookingKind?: BookingKind;
    endedMonths?: readonly MonthIncome[];
  },
) {
  const valueDayOf = ({ creditAccount }: Transfer) =>
    (creditAccount.startsWith('float_') ? entry.leftFloatOn : undefined) ?? entry.valueOn ?? entry.on;
  return bookByMonth(transfers, entry.endedMonths ?? []).map((transfer, index) => ({
    loan_id: entry.loanId,
    line: index + 1,
    debit_account: transfer.debitAccount,
    credit_account: transfer.creditAccount,
    amount_ngwee: transfer.amountNgwee,
    business_on: entry.on,
    ...(valueDayOf(transfer) === entry.on ? {} : { value_on: valueDayOf(transfer) }),
    ...(entry.bookingKind === undefined ? {} : { booking_kind: entry.bookingKind }),
    ...(transfer.cutOffOn === undefined
      ? {}
      : { cut_off_on: transfer.cutOffOn, value_on: transfer.cutOffOn }),
  }));
}

/**
 * A closed month takes no row any more. Its loans have all been accrued, so no row should ask for it; if one does, it is
 * booked with its change, because a payment is never refused for the sake of a month.
 */
const BOOKED_ON = `case when t.cut_off_on > coalesce((select closed_through_on from book_closing), '-infinity')
        then t.cut_off_on else t.business_on end`;

/**
 * The insert of the transfers in the parameter `records`, which are JSON if no other `table` is given, each for the entry
 * in `entries` that `joinedBy` names. `entries` has the columns `borrower_id`, `entry_id` and `recorded_at`.
 */
export function insertTransfers(transfers: {
  records: string;
  table?: RecordTable;
  entries: string;
  joinedBy?: string;
}): string {
  const { records, table = jsonTable, entries, joinedBy = 'true' } = transfers;
  return `insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account,
      amount_ngwee, business_on, value_on, booking_kind, recorded_at)
    select a.borrower_id, a.entry_id, t.line, t.loan_id, t.debit_account, t.credit_account, t.amount_ngwee,
      ${BOOKED_ON}, coalesce(t.value_on, t.business_on), coalesce(t.booking_kind, 'ordinary'), a.recorded_at
    from ${table(records, 't', TRANSFER_RECORD)} join ${entries} a on ${joinedBy}`;
}
