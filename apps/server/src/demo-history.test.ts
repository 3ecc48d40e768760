import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../test/app-server.ts';
import { AGENCY, type LivedHistory, liveHistory, STAFF_PASSWORD } from '../test/lived-history.ts';
import { expectSoundBook } from '../test/sound-book.ts';
import { newStaffClient } from '../test/staff-client.ts';
import { wholeBooksChecks } from './accounting/report/whole-books.test-support.ts';
import { listDemoStaff } from './demo-staff.ts';
import { bookDays, type WholeBook, wholeBookChecks } from './staff/insight/whole-book.test-support.ts';

/*
 * A short and small history, lived as that of a demo is: the numbers of every table are counted here by plain SQL. The
 * whole year is lived by `npm start`.
 */

const TODAY = day('2026-11-29');
const DAYS = 220;
const PEOPLE = 150;
const FLOAT = kwacha(600_000);
const MINUTES_10 = 600_000;

let history: LivedHistory;

async function rowsOf<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  return (await history.db.pool.query<Row>(text)).rows;
}

beforeAll(async () => {
  history = await liveHistory({ today: TODAY, days: DAYS, people: PEOPLE, seed: 3, floatNgwee: FLOAT });
}, MINUTES_10);

afterAll(() => history.drop());

test('every person of the history is a borrower, and more of them register in later months', async () => {
  const months = await rowsOf<{ month: string; people: number }>(
    `select to_char(registered_on, 'YYYY-MM') as month, count(*)::integer as people from borrower group by 1 order by 1`,
  );
  expect(months.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE);
  expect(months.at(-2)!.people).toBeGreaterThan(months[1]!.people);
});

test('loans are paid out in every month of the history', async () => {
  const months = await rowsOf<{ month: string }>(
    `select distinct to_char(submitted_on, 'YYYY-MM') as month from payment_attempt
     where purpose = 'loan_payout' and state = 'succeeded' order by 1`,
  );
  expect(months.map(({ month }) => month)).toEqual([
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ]);
});

test('the history has loans in every state that a chart shows', async () => {
  const states = (await rowsOf<{ state: string }>('select distinct state from loan')).map(
    ({ state }) => state,
  );
  expect(states).toEqual(expect.arrayContaining(['active', 'overdue', 'settled', 'declined', 'written_off']));
});

test('every month that is over has its losses and is closed by two people', async () => {
  const closed = await rowsOf<{ period: string; actor: string; asked_by: string }>(
    `select period, actor, asked_by from period_event where kind = 'closed' order by period`,
  );
  expect(closed.map(({ period }) => period)).toEqual([
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
  ]);
  expect(closed.every(({ actor, asked_by }) => actor !== asked_by)).toBe(true);
});

test('write-offs, new dates and waivers are asked for by one person and approved by another', async () => {
  const [agreed] = await rowsOf<Record<string, number>>(
    `select count(*) filter (where r.kind = 'write_off')::integer as write_offs,
       count(*) filter (where r.kind = 'hardship')::integer as plans,
       count(*) filter (where r.kind = 'waiver')::integer as waivers,
       count(*) filter (where r.state <> 'done' or r.checked_by = r.made_by)::integer as alone
     from staff_request r where r.kind in ('write_off', 'hardship', 'waiver')`,
  );
  const [book] = await rowsOf(
    `select count(*) filter (where kind = 'written_off')::integer as write_offs,
       count(*) filter (where kind = 'hardship_agreed')::integer as plans,
       count(*) filter (where kind like '%\\_waived')::integer as waivers, 0 as alone from loan_event`,
  );
  expect(agreed).toEqual(book);
  expect(agreed!.write_offs).toBeGreaterThan(0);
  expect(agreed!.waivers! + agreed!.plans!).toBeGreaterThan(0);
});

test('finance posts a journal of two people in each quarter', async () => {
  const journals = await rowsOf<{ booked_on: string }>(
    `select to_char(p.booked_on, 'YYYY-MM-DD') as booked_on from journal_proposal p join journal_answer a using (proposal_id)
     where p.kind = 'manual' and a.answer = 'approved' and a.answered_by <> p.proposed_by order by 1`,
  );
  expect(journals.map(({ booked_on: on }) => on)).toEqual(['2026-05-20', '2026-08-20', '2026-11-20']);
});

test('the bank shows what the book has at the end of the last statement', async () => {
  const [sums] = await rowsOf<{ bank: number; book: number }>(
    `select (select closing_ngwee from bank_statement order by covers_through_on desc limit 1) as bank,
       (select sum(case when debit_account = 'bank' then amount_ngwee else -amount_ngwee end)::bigint from ledger_transfer
        where 'bank' in (debit_account, credit_account)
          and business_on <= (select max(covers_through_on) from bank_statement)) as book`,
  );
  expect(sums!.book).toBe(sums!.bank);
});

test('each wallet for payouts has the float of the operators at the end, and the others nothing', async () => {
  const balances = await rowsOf(
    `select account, sum(amount)::bigint as ngwee from ledger_transfer
       cross join lateral (values (debit_account, amount_ngwee), (credit_account, -amount_ngwee)) as side (account, amount)
     where account like 'float_%' group by 1 order by 1`,
  );
  expect(balances).toEqual([
    { account: 'float_airtel_collection', ngwee: 0 },
    { account: 'float_airtel_payout', ngwee: FLOAT },
    { account: 'float_mtn_collection', ngwee: 0 },
    { account: 'float_mtn_payout', ngwee: FLOAT },
  ]);
});

test('borrowers who are late are called, promise, and keep some of the promises', async () => {
  const [of] = await rowsOf<{ calls: number; promises: number; kept: number; broken: number }>(
    `select (select count(*)::integer from arrears_call where outcome is not null) as calls,
       (select count(*)::integer from arrears_promise) as promises,
       (select count(*)::integer from arrears_promise where state = 'kept') as kept,
       (select count(*)::integer from arrears_promise where state = 'broken') as broken`,
  );
  expect(of!.calls).toBeGreaterThan(of!.promises);
  expect(of!.kept).toBeGreaterThan(0);
  expect(of!.broken).toBeGreaterThan(0);
});

test('good payers are given coupons of a campaign of two people, and some have used theirs', async () => {
  const [campaign] = await rowsOf<Record<string, number>>(
    `select count(*)::integer as campaigns, sum(given)::integer as given,
       (select count(*)::integer from borrower_coupon where campaign_id is not null) as coupons,
       (select count(*)::integer from borrower_coupon where campaign_id is not null and state = 'used') as used,
       (select count(*)::integer from staff_request where kind = 'campaign_start' and state = 'done'
          and checked_by <> made_by) as approved from campaign`,
  );
  expect(campaign).toMatchObject({ campaigns: 1, approved: 1, given: campaign!.coupons });
  expect(campaign!.used).toBeGreaterThan(0);
  expect(campaign!.used).toBeLessThan(campaign!.coupons!);
});

test('borrowers who have paid a loan off spin the wheel', async () => {
  const [spins] = await rowsOf<{ draws: number; spent: number; left: number }>(
    `select (select count(*)::integer from wheel_draw) as draws, count(spent_at)::integer as spent,
       count(*) filter (where spent_at is null)::integer as left from wheel_chance`,
  );
  expect(spins!.draws).toBeGreaterThan(PEOPLE / 10);
  expect(spins!.draws).toBe(spins!.spent);
  expect(spins!.left).toBeGreaterThan(0);
});

test('what strangers paid stands in suspense until it goes back to them, and the differences of the last statement wait', async () => {
  const differences = await rowsOf(
    `select state, kind, count(*)::integer as of_them, count(distinct statement_id)::integer as statements
     from reconciliation_difference group by 1, 2 order by 1, 2`,
  );
  expect(differences).toEqual([
    { state: 'open', kind: 'amount_differs', of_them: 1, statements: 1 },
    { state: 'open', kind: 'extra', of_them: 1, statements: 1 },
    { state: 'open', kind: 'missing', of_them: 1, statements: 1 },
    { state: 'resolved', kind: 'extra', of_them: 6, statements: 6 },
  ]);
  const [suspense] = await rowsOf<{ ngwee: number; stated: number; returned: number }>(
    `select (select sum(case when credit_account = 'suspense' then amount_ngwee else -amount_ngwee end)::bigint
        from ledger_transfer where 'suspense' in (debit_account, credit_account) and debit_account <> 'bank') as ngwee,
       (select sum(statement_ngwee)::bigint from reconciliation_difference where state = 'resolved') as stated,
       (select sum(amount_ngwee)::bigint from suspense_placement where target = 'payer' and state = 'done') as returned`,
  );
  expect(suspense!.ngwee).toBeGreaterThan(0);
  expect(suspense!.returned).toBeGreaterThan(0);
  expect(suspense!.ngwee).toBe(suspense!.stated - suspense!.returned);
});

test('late loans were handed to an agency, which has a file of them, and some were taken back', async () => {
  const [placed] = await rowsOf<Record<string, number>>(
    `select count(*)::integer as placed, count(*) filter (where ended_because = 'recalled')::integer as recalled,
       count(*) filter (where approved_by = actor)::integer as alone,
       count(*) filter (where placed_file_id is null)::integer as not_told from agency_placement where agency = '${AGENCY}'`,
  );
  expect(placed).toMatchObject({ alone: 0, not_told: 0 });
  expect(placed!.recalled).toBeGreaterThan(0);
  expect(placed!.placed).toBeGreaterThanOrEqual(placed!.recalled!);
});

test('each SMS has the parts that an operator charges for', async () => {
  const [sent] = await rowsOf<Record<string, number>>(
    `select count(*)::integer as sms, count(parts)::integer as measured, count(*) filter (where parts > 1)::integer as longer,
       count(*) filter (where parts < 1)::integer as without from message where medium = 'sms'`,
  );
  expect(sent).toMatchObject({ measured: sent!.sms, without: 0 });
  expect(sent!.longer).toBeGreaterThan(0);
  expect(sent!.longer).toBeLessThan(sent!.sms!);
});

test('the app was opened through each channel more often than people registered', async () => {
  const channels = await rowsOf<{ channel_code: string; openings: number; registered: number }>(
    `select o.channel_code, sum(o.openings)::integer as openings, (select count(*)::integer from borrower b
       where b.registered_channel = o.channel_code) as registered from app_opening_day o group by 1 order by 1`,
  );
  expect(channels).toHaveLength(4);
  for (const { openings, registered } of channels) expect(openings).toBeGreaterThan(registered);
});

test('nothing waits for an operator or for the network', async () => {
  const [waiting] = await rowsOf(
    `select (select count(*)::integer from payment_attempt where next_step_at is not null) as attempts,
       (select count(*)::integer from message where next_try_at < '${TODAY}T03:00:00Z') as messages`,
  );
  expect(waiting).toEqual({ attempts: 0, messages: 0 });
});

test('the doctor finds the book sound', async () => {
  await expectSoundBook(history);
});

describe('the reports of the history', () => {
  let server: AppServer;
  let book: WholeBook;
  beforeAll(async () => {
    server = await startAppServer({ besides: history, startsAt: `${TODAY}T12:00:00Z` });
    await server.endTheDay();
    const reader = newStaffClient(server);
    const auditor = (await listDemoStaff(server)).find(({ userName }) => userName === 'kasonde')!;
    await reader.call('staffPassword', { body: { userName: 'kasonde', password: STAFF_PASSWORD } });
    expect(await reader.call('staffCode', { body: { code: auditor.code } })).toMatchObject({ code: 200 });
    const { query } = server;
    book = { reader, query, ...(await bookDays(query, server.today())) };
  }, MINUTES_10);
  afterAll(() => server.leave());

  test.each(Object.entries({ ...wholeBookChecks, ...wholeBooksChecks }))('%s', (_title, check) =>
    check(book),
  );
});
