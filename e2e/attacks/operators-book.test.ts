import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, checkBooks } from '../support/book-check.ts';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import {
  booksAtRest,
  booksOf,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from '../support/simulated-operators.ts';

const LOANS = 40;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('after six kinds of operator faults on forty loans, the operators’ book and ours are equal', async () => {
  const seed = seedOfRun();
  const beganAt = performance.now();
  const borrowers = await registerBorrowers(program, LOANS);
  const registeredAt = performance.now();
  await letOperatorsMisbehave(program, SIX_FAULTS, seed);
  const lives = await liveLoans(borrowers, seed);
  const livedAt = performance.now();
  const report = await booksAtRest(program);
  const restedAt = performance.now();
  console.log(
    `SEED=${seed}: ${LOANS} borrowers in ${seconds(beganAt, registeredAt)} s, their loans in ` +
      `${seconds(registeredAt, livedAt)} s, at rest after ${seconds(livedAt, restedAt)} s;`,
    JSON.stringify({ failedPayments: lives.reduce((sum, { failed }) => sum + failed, 0), ...report }),
  );
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
  expect(errorsOf(program)).toEqual([]);
});

/** Each of these makes the book wrong in another way, and the check must find it. */
const WRONG_BOOKS: { statement: string; findings: string[] }[] = [
  {
    // The wallet may have credit: interest that went back because the loan was paid off early.
    statement: 'update borrower_standing set wallet_ngwee = 1000001 where borrower_id = $1',
    findings: ['holds 1000001 and the book says'],
  },
  {
    statement: `update instalment set principal_paid_ngwee = principal_paid_ngwee - 100
      where borrower_id = $1 and period = 1`,
    findings: ['is settled and owes 100', 'principal_receivable is 0 in the book and 100 in the loan'],
  },
  {
    statement: `update payment_attempt set amount_ngwee = amount_ngwee + 1
      where borrower_id = $1 and direction = 'payout'`,
    findings: ['another instruction at the operator than with us', 'and was posted 1 times'],
  },
  {
    statement: `insert into loan_event select borrower_id, entry_id + 1000000, ordinal, loan_id, loan_version, kind,
        on_day, detail, actor, recorded_at from loan_event where borrower_id = $1 and kind = 'repaid' limit 1`,
    findings: ['was posted 2 times', 'wrote its version'],
  },
  {
    statement: `insert into ledger_transfer select borrower_id, entry_id + 2000000, line, loan_id, debit_account,
        credit_account, amount_ngwee, business_on, recorded_at from ledger_transfer
      where borrower_id = $1 and debit_account like 'float%' limit 1`,
    findings: ['the operator says'],
  },
  {
    statement: `update payment_attempt set state = 'failed' where borrower_id = $1`,
    findings: ['succeeded at the operator and is failed with us', 'did not succeed and moved'],
  },
  {
    statement: `update payment_attempt set state = 'unknown' where borrower_id = $1 and direction = 'collection'`,
    findings: ['loan waits for a payment exactly while one is open'],
  },
];

test('the check itself sees a book that is wrong', async () => {
  await program.kill();
  const books = await copyOfBooks();
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select min(borrower_id) as borrower_id from loan');
  // Otherwise the constraints of the database would refuse some of these changes.
  await client.query("set session_replication_role = 'replica'");
  for (const { statement, findings } of WRONG_BOOKS) {
    await client.query(statement, [rows[0].borrower_id]);
    const problems = (await checkBooks(books)).problems.join('\n');
    for (const finding of findings) expect(problems).toContain(finding);
  }
  await client.end();
});

/** A copy of the books that the test may damage. */
async function copyOfBooks(): Promise<Books> {
  const books = await booksOf(program);
  const original = new URL(books.databaseUrl);
  const copy = new URL(original);
  copy.pathname = '/spoiled';
  const outside = new URL(original);
  outside.pathname = '/postgres';
  const client = new pg.Client({ connectionString: outside.href });
  await client.connect();
  await client.query(`create database spoiled template ${original.pathname.slice(1)}`);
  await client.end();
  return { ...books, databaseUrl: copy.href };
}

function seconds(from: number, to: number): string {
  return ((to - from) / 1000).toFixed(1);
}
