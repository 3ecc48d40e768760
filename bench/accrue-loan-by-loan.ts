import type { Day } from '@thumba/lending/day';
import { earnThrough } from '@thumba/lending/earning';
import { transferRecords } from '../apps/server/src/book/ledger/transfers.ts';
import {
  INSTALMENTS_OF_LOAN,
  LOAN_COLUMNS,
  type LoanRow,
  toLoan,
} from '../apps/server/src/book/loan/loan-columns.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import type { DueLoan } from './loan-by-loan.ts';

const findLoan = {
  name: 'accrue loan by loan: find',
  text: `select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN} from loan l
    where l.borrower_id = $1 and l.loan_id = $2 for update`,
};

const updateLoan = {
  name: 'accrue loan by loan: update',
  text: `update loan set version = version + 1, interest_earned_ngwee = $3, fee_earned_ngwee = $4
    where borrower_id = $1 and loan_id = $2`,
};

const insertRows = {
  name: 'accrue loan by loan: insert',
  text: `with entry as (select nextval('ledger_entry_id') as entry_id)
    insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
      business_on, value_on, recorded_at)
    select $1, entry_id, t.line, $2, t.debit_account, t.credit_account, t.amount_ngwee, t.business_on, t.business_on,
      now()
    from entry, json_to_recordset($3::json) as t(line integer, debit_account text, credit_account text,
      amount_ngwee bigint, business_on date)`,
};

/**
 * The reference is the usual way to write an accrual: for each loan one transaction with a prepared select of the loan
 * and its plans, lending's rule, one update and one insert. The book is the same afterwards. Answers loans a second.
 */
export async function accrueLoanByLoan(
  databaseUrl: string,
  loans: readonly DueLoan[],
  throughOn: Day,
): Promise<number> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  const client = await db.pool.connect();
  const beganAt = performance.now();
  for (const { borrower_id, loan_id } of loans) {
    const key = [borrower_id, loan_id];
    await client.query('begin');
    const { rows } = await client.query({ ...findLoan, values: key });
    const row = rows[0] as LoanRow & { instalments: string };
    const { loan, transfers } = earnThrough(toLoan(row, row.instalments), throughOn);
    if (transfers.length > 0) {
      await client.query({
        ...updateLoan,
        values: [...key, loan.interestEarnedNgwee, loan.feeEarnedNgwee],
      });
      const records = JSON.stringify(transferRecords(transfers, { loanId: loan.loanId, on: throughOn }));
      await client.query({ ...insertRows, values: [...key, records] });
    }
    await client.query('commit');
  }
  const seconds = (performance.now() - beganAt) / 1000;
  client.release();
  await db.close();
  return loans.length / seconds;
}
