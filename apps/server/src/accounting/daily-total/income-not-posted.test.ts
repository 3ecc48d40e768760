import { incomeOfEndedMonths } from '@thumba/accounting/cut-off';
import { addDays, type Day, day, earlierOf } from '@thumba/lending/day';
import { incomeOfDays } from '@thumba/lending/earning';
import { isRunning, type Loan } from '@thumba/lending/loan';
import { take, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { announceRuns, propertySeed } from '@thumba/lending/property-runs.test-support';
import { rate } from '@thumba/lending/rate';
import { payingOutLoan, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertLoanEvents } from '../../book/ledger/events.ts';
import { insertTransfers, transferRecords } from '../../book/ledger/transfers.ts';
import { eventRecords } from '../../book/posting-line/posting-records.ts';
import { type Database, openDatabase, statement } from '../../platform/database.ts';
import { randomLife, storeLoans } from '../month-end/random-loans.test-support.ts';
import { incomeNotPosted } from './income-not-posted.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({ url: database.url });
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const throughOn = day('2026-12-31');

const insertEntry = statement<
  never,
  { transfers: string; events: string; borrowerId: number; loanId: number }
>(
  'test: entry',
  `with entries as materialized (
     select $borrowerId::bigint as borrower_id, $loanId::bigint as loan_id, nextval('ledger_entry_id') as entry_id,
       now() as recorded_at
   ),
   inserted_transfers as (${insertTransfers({ records: 'transfers', entries: 'entries' })})
   ${insertLoanEvents({ records: 'events', entries: 'entries' })}`,
);

type Row = ReturnType<typeof transferRecords>[number];

/** Every state of a loan with the day on which it came to it, the last one first, and the rows of the book. */
type Past = { states: { on: Day; loan: Loan }[]; rows: Row[] };

/** Lives a random life, writes its history by the day of booking, and answers its states. */
async function liveAndWrite(number: number, life: ReturnType<typeof randomLife>): Promise<Past> {
  const { terms, paidOutDaysAgo, steps } = life;
  const paidOutOn = addDays(throughOn, -paidOutDaysAgo);
  const opened = { ...payingOutLoan(terms, paidOutOn), loanId: number, borrowerId: number };
  const world = worldOf(
    { loan: opened, transfers: [], walletNgwee: 0, events: [], messages: [], ladder: null },
    paidOutOn,
  );
  const past: Past = { states: [], rows: [] };
  for (const step of [{ does: 'payout succeeds' } as const, ...steps]) {
    if (world.today > throughOn) break;
    const { loan: before, book, events } = world;
    const [rows, happened] = [book.length, events.length];
    take(world, step);
    if (world.loan !== before)
      past.rows.push(...(await write(world, before, book.slice(rows), events.slice(happened))));
    past.states.unshift({ on: world.today, loan: world.loan });
  }
  await storeLoans(owner, [withUuid(world.loan)]);
  return past;
}

async function write(
  { loan, today }: World,
  before: Loan,
  transfers: World['book'],
  events: World['events'],
): Promise<Row[]> {
  const change = { loan: before, transfers, events, walletNgwee: 0, messages: [], ladder: null };
  const { loanId, borrowerId } = loan;
  const records = transferRecords(transfers, {
    loanId,
    on: today,
    endedMonths: incomeOfEndedMonths(before, today),
  });
  await owner.rows(insertEntry, {
    borrowerId,
    loanId,
    transfers: JSON.stringify(records),
    events: JSON.stringify(eventRecords(change, 'borrower')),
  });
  return records;
}

function withUuid(loan: Loan): Loan {
  return loan.pending === null
    ? loan
    : { ...loan, pending: { ...loan.pending, attemptId: '00000000-0000-4000-8000-000000000001' } };
}

/** What lending says of one loan at the end of a day, less the rows that were booked by then. */
function expectedOn({ states, rows }: Past, on: Day): { interestNgwee: number; feeNgwee: number } {
  const loan = states.find((state) => state.on <= on)?.loan;
  if (loan === undefined || !isRunning(loan)) return { interestNgwee: 0, feeNgwee: 0 };
  const earned = incomeOfDays(loan, earlierOf(on, loan.pending?.submittedOn ?? on));
  const posted = (account: string) =>
    rows
      .filter((row) => (row.cut_off_on ?? row.business_on) <= on)
      .reduce((total, row) => {
        if (row.credit_account === account) return total + row.amount_ngwee;
        return row.debit_account === account ? total - row.amount_ngwee : total;
      }, 0);
  return {
    interestNgwee: Math.max(0, earned.interestNgwee - posted('interest_income')),
    feeNgwee: Math.max(0, earned.feeNgwee - posted('fee_income')),
  };
}

async function expectIncomeOfEachDay(past: Past): Promise<void> {
  for (let on = throughOn; on > addDays(throughOn, -60); on = addDays(on, -1)) {
    const { interestNgwee, feeNgwee } = await incomeNotPosted(owner, on);
    expect({ on, interestNgwee, feeNgwee }).toEqual({ on, ...expectedOn(past, on) });
  }
  await owner.pool.query('truncate loan, instalment cascade');
}

test('a day before an extension has the income of the dates that were valid then', async () => {
  await liveAndWrite(1, {
    terms: threeInstalments({ extension: { days: 7, rate: rate('0.05'), max: 3 } }),
    paidOutDaysAgo: 40,
    steps: [
      { does: 'days pass', days: 35 },
      { does: 'borrower submits extension' },
      { does: 'operator pays', which: 0 },
    ],
  });
  // 34 days of K120 and K10 for each 30 days, less the 9 days of November that the change booked there.
  expect(await incomeNotPosted(owner, day('2026-12-25'))).toEqual({
    loans: 1,
    interestNgwee: 13_600 - 3600,
    feeNgwee: 1133 - 300,
  });
  // The second plan begins on 2 January now.
  expect(await incomeNotPosted(owner, day('2026-12-31'))).toEqual({
    loans: 0,
    interestNgwee: 0,
    feeNgwee: 0,
  });
  await owner.pool.query('truncate loan, instalment cascade');
});

test('a day before a write-off has the income of the interest that the write-off gave back', async () => {
  await liveAndWrite(2, {
    terms: threeInstalments({ settlementInterest: 'daily' }),
    paidOutDaysAgo: 50,
    steps: [{ does: 'days pass', days: 45 }, { does: 'staff write off' }],
  });
  // 44 days of K120 and K10 for each 30 days, less the 19 days of November that the write-off booked there.
  expect(await incomeNotPosted(owner, day('2026-12-25'))).toEqual({
    loans: 1,
    interestNgwee: 17_600 - 7600,
    feeNgwee: 1467 - 633,
  });
  await owner.pool.query('truncate loan, instalment cascade');
});

const PART_PAID_EARLY = [
  { does: 'days pass', days: 1 },
  { does: 'borrower submits', percent: 80 },
  { does: 'operator pays', which: 0 },
] as const;

test('a rebate that one reversal took back, and another one with its payment, has the interest of each day', async () => {
  const past = await liveAndWrite(3, {
    terms: threeInstalments(),
    paidOutDaysAgo: 60,
    steps: [
      ...PART_PAID_EARLY,
      { does: 'borrower submits', percent: 100 },
      { does: 'operator pays', which: 0 },
      { does: 'days pass', days: 40 },
      { does: 'staff reverse', which: 0, hasOtherOpenLoan: false },
      { does: 'days pass', days: 10 },
      { does: 'staff reverse', which: 1, hasOtherOpenLoan: false },
    ],
  });
  const { reversedPostings, instalments } = past.states[0]!.loan;
  expect(reversedPostings).toHaveLength(2);
  expect(instalments.map(({ interestNgwee }) => interestNgwee)).toEqual([12_000, 12_000, 12_000]);
  await expectIncomeOfEachDay(past);
});

test('a settled loan that was opened again, and had another reversal later, has the income of each day between', async () => {
  const past = await liveAndWrite(4, {
    terms: threeInstalments(),
    paidOutDaysAgo: 60,
    steps: [
      ...PART_PAID_EARLY,
      { does: 'borrower submits settlement' },
      { does: 'operator pays', which: 0 },
      { does: 'days pass', days: 20 },
      { does: 'staff reverse', which: 1, hasOtherOpenLoan: false },
      { does: 'days pass', days: 20 },
      { does: 'staff reverse', which: 0, hasOtherOpenLoan: false },
    ],
  });
  expect(past.states.map(({ loan }) => loan.state)).toContain('settled');
  expect(past.states[0]!.loan).toMatchObject({
    state: 'overdue',
    reversedPostings: [expect.any(String), expect.any(String)],
  });
  await expectIncomeOfEachDay(past);
});

test('income that is not posted as of any day is what lending says of the loans of that day', async () => {
  announceRuns('income not posted', 150);
  const lives = fc.sample(randomLifeArbitrary(), { numRuns: 150, seed: propertySeed });
  const pasts: Past[] = [];
  for (const [index, life] of lives.entries()) pasts.push(await liveAndWrite(index + 1000, life));
  let seen = 0;
  for (let on = throughOn; on > addDays(throughOn, -120); on = addDays(on, -3)) {
    const expected = { interestNgwee: 0, feeNgwee: 0 };
    for (const past of pasts) {
      const of = expectedOn(past, on);
      expected.interestNgwee += of.interestNgwee;
      expected.feeNgwee += of.feeNgwee;
    }
    seen += expected.interestNgwee;
    expect({ on, ...(await incomeNotPosted(owner, on)) }).toEqual({
      on,
      loans: expect.any(Number),
      ...expected,
    });
  }
  expect(seen).toBeGreaterThan(0);
});

function randomLifeArbitrary() {
  return fc.nat().map((seed) => randomLife(seed));
}
