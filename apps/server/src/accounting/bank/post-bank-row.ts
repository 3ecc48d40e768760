import type { BankRowPurpose } from '@thumba/contract/staff/treasury-words';
import type { Day } from '@thumba/lending/day';
import {
  type LedgerAccount,
  type OperatorName,
  type PaymentDirection,
  type Transfer,
  transfer,
} from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { insertTransfers, NO_BORROWER, transferRecords } from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** What a movement at the bank was, and the account on the other side of it. */
export const BANK_PURPOSES = {
  transit: 'in_transit',
  share_capital: 'share_capital',
  borrowings: 'borrowings',
  funding_expense: 'funding_expense',
  bank_charge_expense: 'bank_charge_expense',
  suspense: 'suspense',
  other_income: 'other_income',
  other_expense: 'other_expense',
  // The statement of the other account has the same amount with the other sign.
  other_bank_account: 'in_transit',
} as const satisfies Record<BankRowPurpose, LedgerAccount>;
export type BankPurpose = BankRowPurpose;

export type Wallet = { operator: OperatorName; direction: PaymentDirection };

export type BankPostingRefusal =
  | ReasonRefusal
  | { kind: 'no_such_row' }
  | { kind: 'one_account_only' }
  | { kind: 'already_posted'; postedAs: string };

/** The day on which a row is booked: its own, or today where that day is in a closed period. */
const rowToPostStatement = statement<
  {
    amount_ngwee: number;
    value_on: Day;
    booked_on: Day;
    posted_as: string | null;
    /** The request by which a second person approved the posting. */
    request_id: number | null;
  },
  { rowId: number; today: Day }
>(
  'bank: row to post',
  `select r.amount_ngwee, r.value_on, p.posted_as, p.request_id,
     case when r.booked_on > coalesce(c.closed_through_on, '-infinity'::date) then least(r.booked_on, $today::date)
       else $today::date end as booked_on
   from bank_statement_row r cross join book_closing c left join bank_row_posting p using (row_id)
   where r.row_id = $rowId`,
);

const postRowStatement = statement<
  { entry_id: number },
  {
    rowId: number;
    postedAs: BankPurpose;
    operator: OperatorName | null;
    direction: PaymentDirection | null;
    reason: string;
    actor: Actor;
    requestId: number | null;
    approvedBy: Actor | null;
    now: Date;
    transfers: string;
  }
>(
  'bank: post row',
  `with posted as (
     insert into bank_row_posting (row_id, posted_as, entry_id, operator, direction, reason, actor, request_id, approved_by,
       posted_at)
     values ($rowId, $postedAs, nextval('ledger_entry_id'), $operator, $direction, $reason, $actor, $requestId,
       $approvedBy, $now::timestamptz)
     on conflict (row_id) do nothing returning entry_id, posted_at
   ),
   entries as (
     select ${NO_BORROWER}::bigint as borrower_id, entry_id, posted_at as recorded_at from posted
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )
   select entry_id from posted`,
);

export type RowPosting = {
  rowId: number;
  postedAs: BankPurpose;
  wallet?: Wallet;
  reason: string;
  actor: Actor;
  /** Where a second person approved it. What the program finds by itself needs none. */
  approval?: Approval;
  now: Date;
  today: Day;
};

/** Posts a row in a transaction. Answers false where it is posted already or there is none. */
export async function postRowIn(transaction: Transaction, posting: RowPosting): Promise<boolean> {
  const { rowId, postedAs, wallet, reason, actor, approval, now, today } = posting;
  const row = await transaction.row(rowToPostStatement, { rowId, today });
  if (!row || row.posted_as !== null) return false;
  const posted = await transaction.row(postRowStatement, {
    rowId,
    postedAs,
    operator: wallet?.operator ?? null,
    direction: wallet?.direction ?? null,
    reason,
    actor,
    ...approvalColumns(approval),
    now,
    transfers: JSON.stringify(
      transferRecords(transfersOf(postedAs, row.amount_ngwee), {
        loanId: null,
        on: row.booked_on,
        valueOn: row.value_on,
      }),
    ),
  });
  return posted !== undefined;
}

/** The rows of the ledger that a row of the bank becomes. */
export function transfersOf(purpose: BankPurpose, amountNgwee: number): Transfer[] {
  const account = BANK_PURPOSES[purpose];
  return amountNgwee > 0
    ? transfer('bank', account, ngwee(amountNgwee))
    : transfer(account, 'bank', ngwee(-amountNgwee));
}

export type RowToPost = {
  amountNgwee: number;
  /** The day on which it is booked today. */
  bookedOn: Day;
  postedAs: string | null;
  requestId: number | null;
};

/** The row of the bank, and how it is posted already. */
export async function findRowToPost(
  db: Database,
  place: { rowId: number; today: Day },
): Promise<RowToPost | undefined> {
  const row = await db.row(rowToPostStatement, place);
  return (
    row && {
      amountNgwee: row.amount_ngwee,
      bookedOn: row.booked_on,
      postedAs: row.posted_as,
      requestId: row.request_id,
    }
  );
}

/** Posts a row of the bank as staff say what it was. It is posted once. Rule: docs/rules/bank.md. */
export async function postBankRow(
  { db, clock, today }: { db: Database; clock: Clock; today(): Day },
  posting: Omit<RowPosting, 'now' | 'today'>,
  afterwards: (transaction: Transaction, now: Date) => Promise<void>,
): Promise<Outcome<{ amountNgwee: number }, BankPostingRefusal>> {
  const reason = checkReason(posting.reason);
  if (!reason.ok) return reason;
  const now = toDate(clock.nowMs());
  return db.inTransaction(async (transaction) => {
    const row = await transaction.row(rowToPostStatement, { rowId: posting.rowId, today: today() });
    if (!row) return refuse({ kind: 'no_such_row' });
    if (row.posted_as !== null) return refuse({ kind: 'already_posted', postedAs: row.posted_as });
    const done = await postRowIn(transaction, { ...posting, reason: reason.value, now, today: today() });
    if (!done) return refuse({ kind: 'already_posted', postedAs: posting.postedAs });
    await afterwards(transaction, now);
    return allow({ amountNgwee: row.amount_ngwee });
  });
}
