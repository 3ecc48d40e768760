import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@thumba/contract/staff/roles';
import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { wholeBooksChecks } from '../../apps/server/src/accounting/report/whole-books.test-support.ts';
import { openSealing } from '../../apps/server/src/book/keys/key-registry.ts';
import { keysOf, newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { lusakaDay, systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import {
  bookDays,
  type WholeBook,
  wholeBookChecks,
} from '../../apps/server/src/staff/insight/whole-book.test-support.ts';
import { expectSumsOfLoan } from '../../apps/server/src/staff/loan/loan-sums.test-support.ts';
import { listLedger } from '../../apps/server/src/staff/loan/read-ledger.ts';
import { readLoan } from '../../apps/server/src/staff/loan/read-loan.ts';
import { findBorrowers } from '../../apps/server/src/staff/search/find-borrowers.ts';
import { examine, faultsIn } from '../../apps/server/src/upkeep/doctor/examination.ts';
import { examineSealedValues } from '../../apps/server/src/upkeep/keys/reseal.ts';
import { PATIENCE } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { createTestDatabase } from '../../apps/server/test/database.ts';
import {
  expectSumsOfArrears,
  expectSumsOfPayments,
  expectSumsOfTreasury,
} from '../../apps/server/test/list-sums.ts';
import { hire, openOffice, type StaffMember } from '../../apps/server/test/staff-client.ts';
import { makeBook } from '../../bench/made-book/make-book.ts';
import { planOriginals } from '../../bench/made-book/original-plans.ts';
import { madePerson } from '../../bench/made-book/people.ts';

const BORROWERS = 200;
const LOANS = 1000;
const SEED = 7;
const STATES = [
  'active',
  'applied',
  'cancelled',
  'declined',
  'overdue',
  'paying_out',
  'payout_failed',
  'recovered',
  'settled',
  'written_off',
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let sealing: Sealing;
const keys = newKeys();
let made: { borrowers: number; loans: number };
const wanted = () => ({
  url: database.url,
  sealing,
  borrowers: BORROWERS,
  loans: LOANS,
  seed: SEED,
  today: lusakaDay(systemClock.nowMs()),
  tell: () => undefined,
});

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  sealing = await openSealing(db, keysOf(keys), systemClock.nowMs());
  made = await makeBook(wanted());
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const rowsOf = async <Row>(sql: string) => (await db.pool.query(sql)).rows as Row[];

test('has as many borrowers and loans as were asked for, in every state that waits or ends', async () => {
  expect(made).toEqual({ borrowers: BORROWERS, loans: LOANS });
  const states = await rowsOf<{ state: string }>('select distinct state from loan order by state');
  expect(states.map(({ state }) => state)).toEqual(STATES);
});

test('is sound, and each sealed value opens in its row', async () => {
  const examination = await examine(db, { sealedValues: await examineSealedValues(db, sealing) });
  expect(faultsIn(examination.checks)).toEqual([]);
  expect(examination.census['sealed values']).toBeGreaterThan(BORROWERS * 10);
});

test('has receipts with the numbers of their own loans, and work that waits for staff', async () => {
  const [counts] = await rowsOf(
    `select (select count(*)::int from loan_event where detail ->> 'receiptNo' not like loan_id || '-%') as foreign_receipts,
       (select count(*)::int from loan where state = 'applied') as waiting,
       (select count(*)::int from complaint where state = 'open') as complaints,
       (select count(*)::int from borrower where blocked_at is not null) as blocked,
       (select count(*)::int from payment_attempt where state = 'unknown') as unknown_payments,
       (select count(*)::int from claim_ticket where state <> 'settled') as claims,
       (select count(*)::int from arrears_work where ended_on is null) as late_loans`,
  );
  expect(counts).toEqual({
    foreign_receipts: 0,
    waiting: 10,
    complaints: 3,
    blocked: 1,
    unknown_payments: 20,
    claims: 6,
    late_loans: 25,
  });
});

test('has money in suspense, differences of several kinds, and money at the bank and on its way', async () => {
  const [money] = await rowsOf<Record<string, unknown>>(
    `select (select count(*)::int from ledger_transfer where 'suspense' in (debit_account, credit_account)) as suspense,
       (select json_object_agg(kind, count) from (select kind, count(*) from reconciliation_difference
         where state = 'open' group by kind) k) as open,
       (select count(*)::int from difference_batch where ended_at is not null) as batches,
       (select count(*)::int from float_movement) as movements,
       (select count(*)::int from bank_statement_row r
         where not exists (select from bank_row_posting p where p.row_id = r.row_id)) as bank_rows`,
  );
  expect(money).toEqual({
    suspense: 22,
    open: { extra: 15, missing: 1, amount_differs: 1 },
    batches: 2,
    movements: 8,
    bank_rows: 8,
  });
});

test('its ledger stands in the order of its days', async () => {
  const [{ days, turns }] = (await rowsOf<{ days: number; turns: number }>(
    `select count(distinct business_on)::int as days, (count(*) filter (where business_on < before))::int as turns
     from (select business_on, lag(business_on) over (order by ctid) as before from ledger_transfer
       where entry_id not in (select entry_id from reconciliation_difference where entry_id is not null)
         and borrower_id <> 0) l`,
  )) as [{ days: number; turns: number }];
  expect(days).toBeGreaterThan(100);
  expect(turns).toBe(0);
});

test('its borrowers are found by name, number and card', async () => {
  const [{ operator }] = (await rowsOf<{ operator: 'mtn' | 'airtel' }>(
    'select operator from repay_account where borrower_id = 123',
  )) as [{ operator: 'mtn' | 'airtel' }];
  const { identity, mobile } = madePerson(123, operator, SEED);
  for (const text of [mobile, identity.idNumber, `${identity.lastName} ${identity.firstName}`]) {
    const found = await findBorrowers({ db, sealing }, { text, limit: 50, offset: 0 });
    if (!found.ok) throw new Error(found.refusal.kind);
    expect(
      found.value.borrowers.map(({ borrowerId }) => borrowerId),
      text,
    ).toContain(123);
  }
});

/** The sums are the same for each role. */
const READER = {
  ...{ staffId: 1, userName: 'reader', name: 'Reader', sessionId: '' },
  ...{ roles: [], permissions: [] },
};

test('the page of each loan shows what its tables have', async () => {
  const loans = await rowsOf<{ loan_id: number; borrower_id: number; shown_on: string }>(
    `select loan_id, borrower_id, coalesce(accrued_through_on, applied_on)::text as shown_on from loan`,
  );
  const query = async (sql: string, values: unknown[]) => (await db.pool.query(sql, values)).rows;
  for (const { loan_id: loanId, borrower_id: borrowerId, shown_on: shownOn } of loans) {
    const source = { db, sealing, today: () => day(shownOn) };
    const loan = await readLoan(source, { borrowerId, loanId }, READER);
    const { items } = await listLedger(db, { borrowerId, loanId }, { limit: 1000, offset: 0 });
    await expectSumsOfLoan(query, loanId, { loan: loan!, entries: items });
  }
});

test('the same seed plans the same people and loans, and another seed others', () => {
  const plans = (seed: number) =>
    planOriginals({ originals: 40, loansPerBorrower: 5, today: day('2026-11-27'), seed });
  expect(plans(SEED)).toEqual(plans(SEED));
  expect(plans(SEED)).not.toEqual(plans(SEED + 1));
  expect(madePerson(5, 'mtn', SEED)).toEqual(madePerson(5, 'mtn', SEED));
  expect(madePerson(5, 'mtn', SEED)).not.toEqual(madePerson(5, 'mtn', SEED + 1));
});

test('a database that has borrowers is refused and left as it is', async () => {
  await expect(makeBook(wanted())).rejects.toThrow('has borrowers already');
  expect(await rowsOf('select count(*)::int as count from borrower')).toEqual([{ count: BORROWERS }]);
});

describe('a server on it', () => {
  let server: AppServer;
  let dataDir: string;
  let collector: StaffMember;
  let mary: StaffMember;
  let book: WholeBook;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-made-'));
    server = await startAppServer({
      besides: { databaseUrl: database.url, programUrl: database.programUrl, dataDir },
      settings: keys,
      startsAt: `${wanted().today}T08:00:00Z`,
    });
    const { first: maker, second: checker } = await openOffice(server);
    const hireAs = (userName: string, role: Role) =>
      hire(server, { maker, checker }, { userName, roles: [role] });
    collector = await hireAs('kelvin', 'collector');
    mary = await hireAs('mary', 'head_of_finance');
    const { client: reader } = await hireAs('kasonde', 'auditor');
    // The server ends the day that the book has begun, and credit that was not used goes back.
    await server.endTheDay();
    await vi.waitFor(async () => {
      const [{ open }] = await server.query(
        `select count(*)::integer as open from payment_attempt where next_step_at is not null and state <> 'unknown'`,
      );
      expect(open).toBe(0);
    }, PATIENCE);
    const { query } = server;
    book = { reader, query, ...(await bookDays(query, server.today())) };
  });
  afterAll(async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('the lists of finance and of collectors show what its tables have', async () => {
    const reader = {
      query: (sql: string, values?: unknown[]) => server.query(sql, values),
      ...{ finance: mary.client, collector: collector.client, today: server.today() },
    };
    await expectSumsOfArrears(reader);
    await expectSumsOfPayments(reader);
    await expectSumsOfTreasury(reader);
  });

  test.each(Object.entries({ ...wholeBookChecks, ...wholeBooksChecks }))('%s', (_title, check) =>
    check(book),
  );
});
