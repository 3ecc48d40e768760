import { bucketIndexOf } from '@thumba/accounting/portfolio-at-risk';
import { addDays, type Day, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPrompt, borrow, pay, signUp, waitForPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { readBook } from '../report/book-snapshot.ts';
import { readTape } from '../report/loan-tape-rows.ts';
import { countBookDays } from './count-book-days.ts';
import { type FlowDay, readFlowDays } from './flow-days.ts';

/* Loans that are paid on time, late, extended, in part and never, over more than three months. */

const DAYS = 125;

let server: AppServer;
let beganOn: Day;
beforeAll(async () => {
  server = await startAppServer({ tampers: ['every row of a loan belongs to a loan and to its history'] });
  beganOn = day(server.today());
  const onTime = await signUp(server);
  const onTimeOrder = await borrow(onTime, { amount: 1000 });
  const extending = await signUp(server);
  const extendedOrder = await borrow(extending);
  await borrow(await signUp(server), { amount: 500, termId: 2 });
  await server.passDays(10);
  await pay(server, onTime, onTimeOrder, { amount: 150 });
  await server.passDays(25);
  const planId = planIdOf(extendedOrder, 1);
  const { extensionFee } = await extending.ask('extensionDetail', { body: { planId } });
  const body = { bizType: 2 as const, planId, payAmount: extensionFee };
  const { paymentId } = await extending.ask('submitRepayApplyV2', { body });
  await answerPrompt(server, extending);
  await waitForPayment(extending, paymentId);
  await server.passDays(DAYS - 35);
});
afterAll(() => server.stop());

type Counted = Record<string, [loans: number, ngwee: number]>;

/** The book of a day as the loan tape has it, which is made from the ledger and the events. */
async function ofTape(on: Day): Promise<Counted> {
  const counted: Counted = {};
  await readBook(server.db, async (book) => {
    for await (const loan of readTape(book, on)) {
      const { principalNgwee, interestNgwee, feeNgwee, penaltyNgwee } = loan.owed;
      if (principalNgwee + interestNgwee + feeNgwee + penaltyNgwee === 0) continue;
      const key = `${bucketIndexOf(loan.daysPastDue)} ${bucketIndexOf(loan.daysPastDueByOriginalDate)}`;
      const [loans, ngwee] = counted[key] ?? [0, 0];
      counted[key] = [loans + 1, ngwee + principalNgwee];
    }
  });
  return counted;
}

async function countedOn(table: string, on: Day): Promise<Counted> {
  const rows = await server.query(
    `select bucket || ' ' || original_bucket as key, loans::integer, ngwee::bigint from (${table}) counted`,
    [on],
  );
  return Object.fromEntries(rows.map(({ key, loans, ngwee }) => [key, [loans, Number(ngwee)]]));
}

const TOTALS = `select bucket, original_bucket, sum(loans) as loans, sum(principal_ngwee) as ngwee from book_day
  where business_on = $1 group by 1, 2`;
const SPANS = `select bucket, original_bucket, count(*) as loans, sum(principal_ngwee) as ngwee from loan_state_span
  where $1::date between from_on and through_on group by 1, 2`;

async function everyDay(check: (on: Day) => Promise<void>): Promise<void> {
  for (let passed = 0; passed < DAYS; passed += 1) await check(addDays(beganOn, passed));
}

test('the book of each day is that of the loan tape, and its loans add up to it', {
  timeout: 120_000,
}, async () => {
  const keys = new Set<string>();
  await everyDay(async (on) => {
    const tape = await ofTape(on);
    expect([on, await countedOn(TOTALS, on)]).toEqual([on, tape]);
    expect([on, await countedOn(SPANS, on)]).toEqual([on, tape]);
    for (const key of Object.keys(tape)) keys.add(key);
  });
  // On time, late by both dates, and late by the original date alone.
  expect([...keys]).toEqual(expect.arrayContaining(['0 0', '1 1', '3 3', '0 2']));
});

test('its principal is the balance of the account in the ledger', async () => {
  await everyDay(async (on) => {
    const [{ ledger, counted }] = await server.query(
      `select (select sum(case 'principal_receivable' when debit_account then amount_ngwee when credit_account
           then -amount_ngwee else 0 end) from ledger_transfer where business_on <= $1)::bigint as ledger,
         (select sum(principal_ngwee) from book_day where business_on = $1)::bigint as counted`,
      [on],
    );
    expect([on, counted]).toEqual([on, ledger]);
  });
});

const LENT = `select coalesce(sum(amount_ngwee), 0)::bigint as ngwee from ledger_transfer
  where debit_account = 'principal_receivable' and (credit_account like 'float%payout' or credit_account = 'unearned_fee')
    and business_on between $1 and $2`;

const flowsOf = (from: Day, through: Day): Promise<FlowDay[]> =>
  server.db.inTransaction((book) => readFlowDays(book, from, through));
const sumOf = (flows: FlowDay[], of: 'lentNgwee' | 'earnedNgwee') =>
  flows.reduce((sum, flow) => sum + flow[of], 0);

test('the flows of each day are those of the ledger, from totals and from the rows of today', async () => {
  await borrow(await signUp(server), { amount: 300 });
  const today = day(server.today());
  for (const [from, through] of [
    [beganOn, addDays(today, -1)],
    [today, today],
    [beganOn, today],
  ] as const) {
    const [lent] = await server.query(LENT, [from, through]);
    const flows = await flowsOf(from, through);
    expect(sumOf(flows, 'lentNgwee')).toBe(Number(lent.ngwee));
    const [earned] = await server.query(
      `select sum(case when credit_account ~ '^(interest|fee|penalty|extension)_income$' then amount_ngwee
         when debit_account ~ '^(interest|fee|penalty|extension)_income$' then -amount_ngwee end)::bigint as ngwee
       from ledger_transfer where loan_id is not null and business_on between $1 and $2`,
      [from, through],
    );
    expect(sumOf(flows, 'earnedNgwee')).toBe(Number(earned.ngwee ?? 0));
  }
});

test('the book is sound', () => expectSoundBook(server));

test('what is booked late into a counted day is seen at once, and the day is counted again', async () => {
  const late = addDays(day(server.today()), -20);
  const [loan] = await server.query(`select borrower_id, loan_id from loan where state = 'overdue' limit 1`);
  const [before] = await server.query(
    'select sum(principal_ngwee)::bigint as ngwee from book_day where business_on = $1',
    [late],
  );
  const book = (debit: string, credit: string, entryId: number) =>
    server.query(
      `insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
         business_on, recorded_at) values ($1, $2, 1, $3, $4, $5, 100, $6, now())`,
      [loan.borrower_id, entryId, loan.loan_id, debit, credit, late],
    );
  await book('penalty_receivable', 'penalty_income', 900_001);
  const flows = await flowsOf(late, late);
  const [earned] = await server.query(
    `select sum(amount_ngwee)::bigint as ngwee from ledger_transfer where business_on = $1 and credit_account like '%_income'`,
    [late],
  );
  expect(sumOf(flows, 'earnedNgwee')).toBe(Number(earned.ngwee));
  // A row and the one that takes it back leave the book as it was.
  await book('principal_receivable', 'suspense', 900_002);
  await book('suspense', 'principal_receivable', 900_003);
  await book('penalty_income', 'penalty_receivable', 900_004);
  await server.query('update book_day set principal_ngwee = 1 where business_on = $1', [late]);
  await countBookDays(server.db, addDays(day(server.today()), -1));
  const [after] = await server.query(
    'select sum(principal_ngwee)::bigint as ngwee from book_day where business_on = $1',
    [late],
  );
  expect(after).toEqual(before);
  expect(await server.query('select * from late_booking where moves_principal')).toEqual([]);
  await everyDay(async (on) =>
    expect([on, await countedOn(SPANS, on)]).toEqual([on, await countedOn(TOTALS, on)]),
  );
});
