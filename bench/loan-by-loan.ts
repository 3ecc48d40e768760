import { incomeOfEndedMonths } from '@thumba/accounting/cut-off';
import { catchUp } from '@thumba/lending/catch-up';
import type { Day } from '@thumba/lending/day';
import type pg from 'pg';
import { transferRecords } from '../apps/server/src/book/ledger/transfers.ts';
import {
  changedInstalments,
  INSTALMENTS_OF_LOAN,
  instalmentRecord,
  LOAN_COLUMNS,
  type LoanRow,
  loanRecord,
  toLoan,
} from '../apps/server/src/book/loan/loan-columns.ts';
import { eventRecords } from '../apps/server/src/book/posting-line/posting-records.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';

export type DueLoan = { borrower_id: number; loan_id: number };

const findLoan = {
  name: 'loan by loan: find',
  text: `select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN} from loan l
    where l.borrower_id = $1 and l.loan_id = $2 for update`,
};

const updateLoan = {
  name: 'loan by loan: update',
  text: `with plans as (
      update instalment n set state = i.state, penalty_ngwee = i.penalty_ngwee, penalty_runs = i.penalty_runs,
        days_late = i.days_late
      from json_to_recordset($9::json) as i(period integer, state text, penalty_ngwee bigint, penalty_runs jsonb,
        days_late integer)
      where n.borrower_id = $1 and n.loan_id = $2 and n.period = i.period
    )
    update loan set version = version + 1, state = $3, accrued_through_on = $4, interest_earned_ngwee = $5,
      fee_earned_ngwee = $6, worst_days_late = $7, next_event_on = $8
    where borrower_id = $1 and loan_id = $2`,
};

const insertRows = {
  name: 'loan by loan: insert',
  text: `with entry as (select nextval('ledger_entry_id') as entry_id),
    history as (
      insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor,
        recorded_at)
      select $1, entry_id, e.ordinal, $2, e.loan_version, e.kind, e.on_day, e.detail, e.actor, now()
      from entry, json_to_recordset($4::json) as e(ordinal integer, loan_version integer, kind text, on_day date,
        detail jsonb, actor text)
    )
    insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
      business_on, value_on, recorded_at)
    select $1, entry_id, t.line, $2, t.debit_account, t.credit_account, t.amount_ngwee,
      coalesce(t.cut_off_on, t.business_on), coalesce(t.value_on, t.business_on), now()
    from entry, json_to_recordset($3::json) as t(line integer, debit_account text, credit_account text,
      amount_ngwee bigint, business_on date, cut_off_on date, value_on date)`,
};

/**
 * The reference is the usual way to write an end of day: for each loan one transaction with a prepared select of the
 * loan and its plans, the same rule, one update and one insert. The book is the same afterwards.
 */
export async function openLoanByLoan(databaseUrl: string, connections: number, on: Day) {
  const db = openDatabase({ url: databaseUrl, maxConnections: connections });
  const clients = await Promise.all(Array.from({ length: connections }, () => db.pool.connect()));

  /** Answers false for a loan that was caught up already. */
  async function catchUpOne(client: pg.PoolClient, { borrower_id, loan_id }: DueLoan): Promise<boolean> {
    const key = [borrower_id, loan_id];
    await client.query('begin');
    const { rows } = await client.query({ ...findLoan, values: key });
    const row = rows[0] as LoanRow & { instalments: string };
    const before = toLoan(row, row.instalments);
    if (before.nextEventOn === null || before.nextEventOn > on) {
      await client.query('rollback');
      return false;
    }
    const change = catchUp(before, on);
    const after = loanRecord(change.loan);
    const plans = changedInstalments(before, change.loan).map((plan) => instalmentRecord(change.loan, plan));
    await client.query({
      ...updateLoan,
      values: [
        ...key,
        after.state,
        after.accrued_through_on,
        after.interest_earned_ngwee,
        after.fee_earned_ngwee,
        after.worst_days_late,
        after.next_event_on,
        JSON.stringify(plans),
      ],
    });
    const records = [
      transferRecords(change.transfers, {
        loanId: change.loan.loanId,
        on,
        endedMonths: incomeOfEndedMonths(before, on),
      }),
      eventRecords(change, 'end_of_day'),
    ];
    await client.query({
      ...insertRows,
      values: [...key, ...records.map((rowsOf) => JSON.stringify(rowsOf))],
    });
    await client.query('commit');
    return true;
  }

  return {
    /** Catches up these loans over all connections and answers the loans a second. */
    async loansPerSecond(loans: readonly DueLoan[]): Promise<number> {
      const beganAt = performance.now();
      let next = 0;
      let caughtUp = 0;
      await Promise.all(
        clients.map(async (client) => {
          for (let loan = loans[next++]; loan; loan = loans[next++])
            if (await catchUpOne(client, loan)) caughtUp += 1;
        }),
      );
      return caughtUp / ((performance.now() - beganAt) / 1000);
    },
    async close() {
      for (const client of clients) client.release();
      await db.close();
    },
  };
}
