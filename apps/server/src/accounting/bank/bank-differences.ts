import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';
import { debitBalanceThrough } from '../daily-total/balances.ts';
import { ENTRIES_WITHOUT_ROW, MOVEMENTS_ON_THE_WAY, ROWS_ON_THE_WAY } from './match-bank-rows.ts';

/** A row of the bank that the book does not have. */
export type OpenRow = {
  row_id: number;
  statement_id: number;
  line: number;
  booked_on: Day;
  amount_ngwee: number;
  row_sealed: Buffer;
};
/** An entry of the book at the bank, on days that statements cover, that no statement has. */
export type OpenEntry = { entry_id: number; booked_on: Day; amount_ngwee: number };
/** Money that left one side and has not come to the other. The amount is what is missing in a wallet or at the bank. */
export type InTransit = {
  operator: OperatorName;
  direction: PaymentDirection;
  amount_ngwee: number;
  since_on: Day;
  days: number;
  /** `bank`: the bank has it and the wallet has not. `wallet`: the wallet has it and the bank has not. */
  seen_at: 'bank' | 'wallet';
  record_id: number;
};

const openRowsStatement = statement<OpenRow>(
  'bank: open rows',
  `select r.row_id, r.statement_id, r.line, r.booked_on, r.amount_ngwee, r.row_sealed from bank_statement_row r
   where not exists (select from bank_row_posting p where p.row_id = r.row_id) order by r.booked_on, r.row_id`,
);

const openEntriesStatement = statement<OpenEntry>(
  'bank: open entries',
  `select e.entry_id, e.booked_on, e.amount_ngwee from (${ENTRIES_WITHOUT_ROW}) e
   where exists (select from bank_statement s where e.booked_on between s.covers_from_on and s.covers_through_on)
   order by e.booked_on, e.entry_id`,
);

const inTransitStatement = statement<InTransit, { today: Day }>(
  'bank: in transit',
  `select operator, direction, amount_ngwee, since_on, $today::date - since_on as days, seen_at, record_id from (
     select operator, direction, abs(amount_ngwee) as amount_ngwee, booked_on as since_on, 'wallet' as seen_at,
       movement_id as record_id from (${MOVEMENTS_ON_THE_WAY}) m
     union all
     select operator, direction, abs(amount_ngwee), booked_on, 'bank', row_id from (${ROWS_ON_THE_WAY}) r
   ) piece order by since_on, seen_at, record_id`,
);

const lastStatementStatement = statement<{ covers_through_on: Day; closing_ngwee: number | null }>(
  'bank: last statement',
  `select covers_through_on, closing_ngwee from bank_statement
   order by covers_through_on desc, statement_id desc limit 1`,
);

export type BankDifferences = {
  /** The last statement; undefined before the first one. */
  last: { throughOn: Day; closingNgwee: number | null; bookedNgwee: number } | undefined;
  rows: OpenRow[];
  entries: OpenEntry[];
  inTransit: InTransit[];
};

/** How the bank's statements and the book differ, and what is on the way between the bank and the wallets. */
export async function findBankDifferences(db: Database, today: Day): Promise<BankDifferences> {
  const last = await db.row(lastStatementStatement, {});
  return {
    last: last && {
      throughOn: last.covers_through_on,
      closingNgwee: last.closing_ngwee,
      bookedNgwee: await debitBalanceThrough(db, 'bank', last.covers_through_on),
    },
    rows: await db.rows(openRowsStatement, {}),
    entries: await db.rows(openEntriesStatement, {}),
    inTransit: await db.rows(inTransitStatement, { today }),
  };
}
