import type { JournalLine } from '@thumba/accounting/journal';
import { day } from '@thumba/lending/day';
import { kwacha, ngwee } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { balancesThrough, movementsBetween } from '../daily-total/balances.ts';
import { type JournalRequest, postJournal } from './post-journal.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const clock = movableClock(Date.parse('2026-12-05T08:00:00Z'));
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const lines: JournalLine[] = [
  { account: 'funding_expense', debitNgwee: kwacha(70) },
  { account: 'bank_charge_expense', debitNgwee: kwacha(30) },
  { account: 'bank', creditNgwee: kwacha(100) },
];
const journal: JournalRequest = {
  kind: 'manual',
  bookedOn: day('2026-12-05'),
  valueOn: day('2026-12-03'),
  lines,
  reason: 'statement of the bank',
  madeBy: 'staff:mary',
  approvedBy: 'staff:john',
};
const post = (change: Partial<JournalRequest> = {}) => postJournal({ db, clock }, { ...journal, ...change });
const count = async () =>
  (await db.pool.query('select (select count(*) from journal) + (select count(*) from ledger_transfer) as n'))
    .rows[0].n;

test('a journal is posted with its rows, its two days and both people', async () => {
  const posted = await post();
  expect(posted).toMatchObject({ ok: true });
  const { rows } = await db.pool.query(
    `select t.borrower_id, t.loan_id, t.debit_account, t.credit_account, t.amount_ngwee, t.business_on, t.value_on,
       t.booking_kind, j.kind, j.made_by, j.approved_by
     from journal j join ledger_transfer t using (entry_id) order by t.line`,
  );
  const row = { borrower_id: 0, loan_id: null, credit_account: 'bank', business_on: '2026-12-05' };
  const shared = { ...row, value_on: '2026-12-03', booking_kind: 'ordinary', kind: 'manual' };
  const people = { made_by: 'staff:mary', approved_by: 'staff:john' };
  expect(rows).toEqual([
    { ...shared, ...people, debit_account: 'funding_expense', amount_ngwee: 7000 },
    { ...shared, ...people, debit_account: 'bank_charge_expense', amount_ngwee: 3000 },
  ]);
});

test('balances and movements are the sums of the rows by their day of booking', async () => {
  await post({ bookedOn: day('2026-12-20'), valueOn: undefined });
  const bank = (totals: { account: string }[]) => totals.find(({ account }) => account === 'bank');
  expect(await balancesThrough(db, day('2026-12-04'))).toEqual([]);
  expect(bank(await balancesThrough(db, day('2026-12-05')))).toEqual({
    account: 'bank',
    debitNgwee: 0,
    creditNgwee: 10_000,
  });
  expect(bank(await balancesThrough(db, day('2026-12-31')))).toMatchObject({ creditNgwee: 20_000 });
  expect(bank(await movementsBetween(db, day('2026-12-06'), day('2026-12-20')))).toMatchObject({
    creditNgwee: 10_000,
  });
  expect(await balancesThrough(db, day('2026-12-31'), { bookingKinds: ['year_end'] })).toEqual([]);
});

test.each([
  ['does_not_balance', { lines: [...lines, { account: 'bank', debitNgwee: ngwee(1) }] }],
  ['empty', { lines: [] }],
  ['account_not_for_journals', { lines: [{ account: 'wallet_credit', debitNgwee: ngwee(1) }] }],
  ['reason_needed', { reason: '' }],
  ['same_person', { approvedBy: 'staff:mary' }],
  ['same_person', { approvedBy: 'unverified:Mary' }],
] as [string, Partial<JournalRequest>][])('%s: nothing is posted', async (kind, change) => {
  const before = await count();
  expect(await post(change)).toMatchObject({ ok: false, refusal: { kind } });
  expect(await count()).toEqual(before);
});

test('a journal into a closed period is refused by name, and its day decides', async () => {
  await database.runAsOwner(`update book_closing set closed_through_on = '2026-11-30'`);
  const before = await count();
  expect(await post({ bookedOn: day('2026-11-30') })).toEqual({
    ok: false,
    refusal: { kind: 'period_closed' },
  });
  expect(await count()).toEqual(before);
  expect(await post({ bookedOn: day('2026-12-01'), valueOn: day('2026-11-30') })).toMatchObject({ ok: true });
});

test('the database refuses a journal without an approval, and a change of one that is posted', async () => {
  await expect(post({ approvedBy: undefined })).rejects.toThrow('journal_is_approved');
  await expect(database.runAsOwner(`update journal set reason = 'another'`)).rejects.toThrow('append-only');
});
