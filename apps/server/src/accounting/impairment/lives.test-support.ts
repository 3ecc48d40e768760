import { randomUUID } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import type { Change, Loan } from '@thumba/lending/loan';
import { type Step, take, type World } from '@thumba/lending/loan-world.test-support';
import { selectList } from '../../book/column-table.ts';
import {
  instalmentColumns,
  instalmentRecord,
  loanColumns,
  loanRecord,
} from '../../book/loan/loan-columns.ts';
import { eventRecords } from '../../book/posting-line/posting-records.ts';
import { recordType } from '../../book/record-table.ts';
import type { Database } from '../../platform/database.ts';

/** The rows of one loan that the rules of `lending` made in memory, to be written into the tables at once. */
export type LifeRows = { transfers: object[]; events: object[] };

let lastEntryId = 1_000_000;

/** Takes a step and keeps its ledger rows and events as one entry of the day, as the posting line does. */
export function takeAndKeep(world: World, step: Step, rows: LifeRows): void {
  const [transfersBefore, eventsBefore] = [world.book.length, world.events.length];
  take(world, step);
  keepEntry(world, rows, { transfersBefore, eventsBefore });
}

function keepEntry(
  world: World,
  rows: LifeRows,
  { transfersBefore, eventsBefore }: { transfersBefore: number; eventsBefore: number },
): void {
  lastEntryId += 1;
  const { loan, today } = world;
  const entry = { borrower_id: loan.borrowerId, entry_id: lastEntryId, loan_id: loan.loanId };
  rows.transfers.push(
    ...world.book.slice(transfersBefore).map((transfer, index) => ({
      ...entry,
      line: index + 1,
      debit_account: transfer.debitAccount,
      credit_account: transfer.creditAccount,
      amount_ngwee: transfer.amountNgwee,
      business_on: today,
    })),
  );
  const events = world.events.slice(eventsBefore);
  const change = { loan, events } as unknown as Change;
  rows.events.push(...eventRecords(change, 'end_of_day').map((event) => ({ ...event, ...entry })));
}

/** Writes loans with their histories into the tables, as the owner. */
export async function writeLives(
  db: Database,
  lives: readonly { loan: Loan; rows: LifeRows }[],
): Promise<void> {
  const loans = lives.map(({ loan }) => ({
    ...loanRecord(loan),
    // The ids of attempts in memory are no UUIDs.
    pending_attempt_id: loan.pending === null ? null : randomUUID(),
    principal_ngwee: loan.terms.principalNgwee,
  }));
  const instalments = lives.flatMap(({ loan }) =>
    loan.instalments.map((each) => instalmentRecord(loan, each)),
  );
  await db.pool.query(
    `insert into loan (${selectList(loanColumns)}, account_id, principal_ngwee, applied_at)
     select ${selectList(loanColumns, 'r')}, 1, r.principal_ngwee, now()
     from json_to_recordset($1::json) as r(${recordType(loanColumns)}, principal_ngwee bigint)`,
    [JSON.stringify(loans)],
  );
  await db.pool.query(
    `insert into instalment (borrower_id, loan_id, ${selectList(instalmentColumns)})
     select r.borrower_id, r.loan_id, ${selectList(instalmentColumns, 'r')}
     from json_to_recordset($1::json) as r(borrower_id bigint, loan_id bigint, ${recordType(instalmentColumns)})`,
    [JSON.stringify(instalments)],
  );
  await db.pool.query(
    `insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
       business_on, value_on, recorded_at)
     select borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee, business_on, business_on,
       now()
     from json_to_recordset($1::json) as r(borrower_id bigint, entry_id bigint, line integer, loan_id bigint,
       debit_account text, credit_account text, amount_ngwee bigint, business_on date)`,
    [JSON.stringify(lives.flatMap(({ rows }) => rows.transfers))],
  );
  await db.pool.query(
    `insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor,
       recorded_at)
     select borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor, now()
     from json_to_recordset($1::json) as r(borrower_id bigint, entry_id bigint, ordinal integer, loan_id bigint,
       loan_version integer, kind text, on_day date, detail jsonb, actor text)`,
    [JSON.stringify(lives.flatMap(({ rows }) => rows.events))],
  );
}

/** A life up to a day, and the loan as it was at the end of it. */
export type CutLife = { world: World; rows: LifeRows; atCut: Loan };

/** Takes steps; where they pass the cut, the day ends there first, as the accrual of the month does. */
export function liveThroughCut(
  world: World,
  steps: readonly Step[],
  { rows, cutOn, untilOn }: { rows: LifeRows; cutOn: Day; untilOn: Day },
): CutLife {
  let atCut: Loan | undefined;
  const endMonth = () => {
    world.today = cutOn;
    takeAndKeep(world, { does: 'day ends' }, rows);
    atCut = world.loan;
  };
  for (const step of steps) {
    const before = world.today;
    takeAndKeep(world, step, rows);
    if (atCut === undefined && world.today > cutOn) {
      const after = world.today;
      endMonth();
      world.today = after;
    }
    if (world.today > untilOn) world.today = before > cutOn ? before : untilOn;
  }
  if (atCut === undefined) endMonth();
  return { world, rows, atCut: atCut! };
}
