import { bucketIndexOf } from '@thumba/accounting/portfolio-at-risk';
import { addDays, type Day, day, lastOfMonth } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signUp,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { readEntryHours } from '../daily-total/entry-hours.ts';
import { incomeNotPosted } from '../daily-total/income-not-posted.ts';
import { type AgeingCell, readAgeingCells, readIncomeNotPosted } from '../daily-total/report-days.ts';
import { measureVintages, readVintageRows, type VintageRow } from '../daily-total/vintage-day.ts';
import { type BookSnapshot, readBook } from '../report/book-snapshot.ts';
import { totalOwedOf } from '../report/loan-tape-report.ts';
import { readTape } from '../report/loan-tape-rows.ts';
import { countBookDays, countTotalledDays } from './count-book-days.ts';
import { type FlowDay, readFlowDays } from './flow-days.ts';

/* Loans that are paid on time, late, extended, in part and never, over more than three months. */

const DAYS = 125;

let server: AppServer;
let beganOn: Day;
let late: { borrower: AppBorrower; orderId: number };
beforeAll(async () => {
  server = await startAppServer({ tampers: ['every row of a loan belongs to a loan and to its history'] });
  beganOn = day(server.today());
  const onTime = await signUp(server);
  const onTimeOrder = await borrow(onTime, { amount: 1000 });
  const extending = await signUp(server);
  const extendedOrder = await borrow(extending);
  late = { borrower: extending, orderId: extendedOrder };
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

/** The ageing of the tape: loans, principal and all that is owed by each pair of buckets. */
async function ageingOfTape(on: Day): Promise<AgeingCell[]> {
  const cells = new Map<string, AgeingCell>();
  await readBook(server.db, async (book) => {
    for await (const loan of readTape(book, on)) {
      const owedNgwee = totalOwedOf(loan);
      if (owedNgwee === 0) continue;
      const bucket = bucketIndexOf(loan.daysPastDue);
      const originalBucket = bucketIndexOf(loan.daysPastDueByOriginalDate);
      const key = `${bucket} ${originalBucket}`;
      const cell = cells.get(key) ?? { bucket, originalBucket, loans: 0, principalNgwee: 0, owedNgwee: 0 };
      cell.loans += 1;
      cell.principalNgwee += loan.owed.principalNgwee;
      cell.owedNgwee += owedNgwee;
      cells.set(key, cell);
    }
  });
  return inOrder([...cells.values()]);
}

function inOrder(cells: AgeingCell[]): AgeingCell[] {
  return cells.toSorted((a, b) => a.bucket - b.bucket || a.originalBucket - b.originalBucket);
}

/** Books K1 of a loan between two accounts on a day. */
function rowsInto(on: Day, loan: { borrower_id: number; loan_id: number }) {
  return (debit: string, credit: string, entryId: number) =>
    server.query(
      `insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
         business_on, recorded_at) values ($1, $2, 1, $3, $4, $5, 100, $6, now())`,
      [loan.borrower_id, entryId, loan.loan_id, debit, credit, on],
    );
}

const inBook = <Result>(read: (book: BookSnapshot) => Promise<Result>) => readBook(server.db, read);

async function keptDays(): Promise<Day[]> {
  const rows = await server.query('select business_on::text as on from report_day order by 1');
  return rows.map(({ on }) => on as Day);
}

async function vintagesOf(days: readonly Day[]): Promise<Record<Day, VintageRow[]>> {
  const vintages: Record<Day, VintageRow[]> = {};
  for (const on of days) vintages[on] = await inBook((book) => readVintageRows(book, on));
  return vintages;
}

const dayOfBook = (on: Day) => ({ on, isToday: on === server.today() });

async function expectRightReportDays(): Promise<void> {
  await everyDay(expectRightReportDay);
  await expectRightReportDay(day(server.today()));
}

async function expectRightReportDay(on: Day): Promise<void> {
  expect([on, inOrder(await inBook((book) => readAgeingCells(book, dayOfBook(on))))]).toEqual([
    on,
    await ageingOfTape(on),
  ]);
  expect([on, await inBook((book) => readIncomeNotPosted(book, dayOfBook(on)))]).toEqual([
    on,
    await inBook((book) => incomeNotPosted(book, on)),
  ]);
  expect([on, await inBook((book) => readVintageRows(book, on))]).toEqual([
    on,
    await inBook((book) => measureVintages(book, on)),
  ]);
}

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

test('the ageing and the accrued income of each day are those of the loans, kept or measured', {
  timeout: 120_000,
}, async () => {
  const yesterday = addDays(day(server.today()), -1);
  expect((await keptDays()).at(-1)).toBe(yesterday);
  await expectRightReportDays();
  const [{ waiting }] = await server.query('select sum(accrued_loans)::int as waiting from report_day');
  expect(waiting).toBeGreaterThan(0);
  const vintages = await vintagesOf(await keptDays());
  // As after an upgrade: newest days and ends of months are counted, and the others measured.
  await server.query('delete from report_day');
  expect(await vintagesOf(Object.keys(vintages) as Day[])).toEqual(vintages);
  expect(await countTotalledDays(server.db, { recentDays: 3 })).toBe(true);
  expect((await keptDays()).filter((on) => on !== lastOfMonth(on))).toEqual(
    [-2, -1, 0].map((days) => addDays(yesterday, days)).filter((on) => on !== lastOfMonth(on)),
  );
  expect(await countTotalledDays(server.db)).toBe(true);
  const kept = await keptDays();
  expect(kept.filter((on) => on > addDays(yesterday, -62)).length).toBe(62);
  expect(kept.filter((on) => on <= addDays(yesterday, -62) && on !== lastOfMonth(on))).toEqual([]);
  expect(kept.length).toBeLessThan(DAYS);
  await expectRightReportDays();
});

const ENTRIES = `select actor, hour, count(*)::integer as entries, sum(amount)::bigint as "amountNgwee" from (
    select t.borrower_id, t.entry_id, extract(hour from min(t.recorded_at) at time zone interval '2 hours')::integer as hour,
      sum(t.amount_ngwee) as amount, coalesce((select e.actor from loan_event e where e.borrower_id = t.borrower_id
        and e.entry_id = t.entry_id limit 1), 'not recorded') as actor
    from ledger_transfer t where t.business_on between $1 and $2 group by 1, 2) entry
  group by 1, 2 order by actor collate "C", hour`;

async function expectRightHours(fromOn: Day, throughOn: Day): Promise<void> {
  const bookingKinds = ['ordinary', 'adjustment', 'year_end'] as const;
  const read = await inBook((book) => readEntryHours(book, { fromOn, throughOn, bookingKinds }));
  expect([fromOn, throughOn, read]).toEqual([
    fromOn,
    throughOn,
    await server.query(ENTRIES, [fromOn, throughOn]),
  ]);
}

test('entries by hour are those of the rows, of kept days and of today', async () => {
  const today = day(server.today());
  await borrow(await signUp(server), { amount: 400 });
  const [{ days }] = await server.query('select count(*)::integer as days from entry_day');
  expect(days).toBeGreaterThan(100);
  for (const [from, through] of [
    [beganOn, today],
    [beganOn, addDays(today, -1)],
    [addDays(beganOn, 30), addDays(beganOn, 60)],
    [today, today],
  ] as const)
    await expectRightHours(from, through);
  // A count that no row has shows that the count is read.
  const wrong = `update entry_hour set entries = entries + 1000 where business_on = $1`;
  await server.query(wrong, [beganOn]);
  const counted = await inBook((book) =>
    readEntryHours(book, { fromOn: beganOn, throughOn: beganOn, bookingKinds: ['ordinary'] }),
  );
  expect(counted[0]!.entries).toBeGreaterThan(1000);
  await server.query(wrong.replace('+', '-'), [beganOn]);
});

test('a loan that is cancelled takes what it had earned out of the days before', async () => {
  const borrower = await signUp(server);
  const order = await borrow(borrower, { amount: 700 });
  await server.passDays(2);
  const on = addDays(day(server.today()), -1);
  const before = await inBook((book) => readIncomeNotPosted(book, dayOfBook(on)));
  await server.query(`update loan set state = 'cancelled' where loan_id = $1`, [order]);
  const after = await inBook((book) => readIncomeNotPosted(book, dayOfBook(on)));
  expect(after.loans).toBe(before.loans - 1);
  expect(after).toEqual(await inBook((book) => incomeNotPosted(book, on)));
  await server.query(`update loan set state = 'active' where loan_id = $1`, [order]);
  expect(await inBook((book) => readIncomeNotPosted(book, dayOfBook(on)))).toEqual(before);
});

test('the book is sound', () => expectSoundBook(server));

test('what is booked late into a counted day is seen at once, and the day is counted again', async () => {
  const late = addDays(day(server.today()), -20);
  const [loan] = await server.query(`select borrower_id, loan_id from loan where state = 'overdue' limit 1`);
  const [before] = await server.query(
    'select sum(principal_ngwee)::bigint as ngwee from book_day where business_on = $1',
    [late],
  );
  const book = rowsInto(late, loan);
  await book('penalty_receivable', 'penalty_income', 900_001);
  // The count of the day is not read, before it is made anew.
  await expectRightHours(late, late);
  await expectRightHours(beganOn, addDays(late, 5));
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
  // What is kept of the day and of those after it is not read, before it is counted anew.
  await server.query('update report_day set accrued_loans = 999 where business_on >= $1', [late]);
  await server.query('update ageing_day set owed_ngwee = 1 where business_on >= $1', [late]);
  await expectRightReportDays();
  await server.query('update book_day set principal_ngwee = 1 where business_on = $1', [late]);
  await countBookDays(server.db, addDays(day(server.today()), -1));
  const [after] = await server.query(
    'select sum(principal_ngwee)::bigint as ngwee from book_day where business_on = $1',
    [late],
  );
  expect(after).toEqual(before);
  expect(await server.query('select * from late_booking where moves_principal')).toEqual([]);
  expect((await keptDays()).at(-1)).toBe(addDays(late, -1));
  await expectRightReportDays();
  expect(await countTotalledDays(server.db)).toBe(true);
  expect((await keptDays()).at(-1)).toBe(addDays(day(server.today()), -1));
  await expectRightReportDays();
  await server.passDays(1);
  const counted = await server.query(
    'select sum(entries)::integer as entries from entry_hour where business_on = $1',
    [late],
  );
  const written = await server.query(
    'select count(distinct (borrower_id, entry_id))::integer as entries from ledger_transfer where business_on = $1',
    [late],
  );
  expect(counted).toEqual(written);
  await everyDay(async (on) =>
    expect([on, await countedOn(SPANS, on)]).toEqual([on, await countedOn(TOTALS, on)]),
  );
});

test('income that is booked into a month which is over leaves ageing and vintages as they are counted', async () => {
  const late = addDays(day(server.today()), -20);
  const [loan] = await server.query(`select borrower_id, loan_id from loan where state = 'overdue' limit 1`);
  const book = rowsInto(late, loan);
  await book('unearned_interest', 'interest_income', 900_005);
  // A count that no measure would answer shows that the count is read.
  await server.query('update ageing_day set owed_ngwee = 123 where business_on = $1', [late]);
  await server.query('update vintage_day set lent_ngwee = 123 where business_on = $1', [late]);
  await server.query('update report_day set accrued_loans = 999 where business_on = $1', [late]);
  const cells = await inBook((book) => readAgeingCells(book, dayOfBook(late)));
  expect(new Set(cells.map(({ owedNgwee }) => owedNgwee))).toEqual(new Set([123]));
  const vintages = await inBook((book) => readVintageRows(book, late));
  expect(new Set(vintages.map(({ lent }) => lent))).toEqual(new Set([123]));
  expect(await inBook((book) => readIncomeNotPosted(book, dayOfBook(late)))).toEqual(
    await inBook((book) => incomeNotPosted(book, late)),
  );
  await book('interest_income', 'unearned_interest', 900_006);
  await countBookDays(server.db, addDays(day(server.today()), -1));
  expect(await countTotalledDays(server.db)).toBe(true);
  await expectRightReportDays();
});

test('a day that has just ended comes out as it was, after a late loan was paid on the next day', async () => {
  const yesterday = addDays(day(server.today()), -1);
  const before = await countedOn(TOTALS, yesterday);
  await pay(server, late.borrower, late.orderId);
  const [loan] = await server.query('select * from loan where loan_id = $1', [late.orderId]);
  expect(loan.state).toBe('settled');
  const book = rowsInto(yesterday, loan);
  await book('principal_receivable', 'suspense', 900_007);
  await book('suspense', 'principal_receivable', 900_008);
  await server.query('update book_day set loans = 999 where business_on = $1', [yesterday]);
  await countBookDays(server.db, yesterday);
  expect(await countedOn(TOTALS, yesterday)).toEqual(before);
  expect(await ofTape(yesterday)).toEqual(before);
});
