import type { JournalLine } from '@thumba/accounting/journal';
import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { postJournal } from '../../../accounting/journal/post-journal.ts';
import { reopenPeriodAsApproved } from '../../../accounting/period/staff-reopening.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import type { StaffCommand } from '../staff-desk.ts';
import { command as monthEnd } from './month-end.ts';
import { command } from './period.ts';
import { command as wallets } from './wallets.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function runAs(
  staffName: string,
  words: string[],
  of: StaffCommand = command,
): Promise<{ done: boolean; text: string }> {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await of.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}
const mary = (...words: string[]) => runAs('mary', words);
const john = (...words: string[]) => runAs('john', words);

const interest = (amount: number): JournalLine[] => [
  { account: 'bank', debitNgwee: kwacha(amount) },
  { account: 'interest_income', creditNgwee: kwacha(amount) },
];

async function book(bookedOn: string, lines: JournalLine[], bookingKind?: 'adjustment'): Promise<number> {
  const desk = await deskBeside(server);
  const people = { madeBy: 'staff:mary', approvedBy: 'staff:john' } as const;
  const reason = 'a journal of the test';
  const posted = await postJournal(desk, {
    kind: 'manual',
    bookedOn: day(bookedOn),
    bookingKind,
    lines,
    reason,
    ...people,
  });
  if (!posted.ok) throw new Error(posted.refusal.kind);
  return posted.value.journalId;
}

async function closeByBoth(period: string): Promise<string> {
  const asked = await mary('close', period);
  if (!asked.done) throw new Error(asked.text);
  const closed = await john('close', period);
  if (!closed.done) throw new Error(closed.text);
  return closed.text;
}

async function runMonthEnd(month: string): Promise<void> {
  const { done, text } = await runAs('mary', [month], monthEnd);
  if (!done) throw new Error(text);
}

const closing = async () =>
  (await server.query('select closed_through_on::text, open_adjustment_year from book_closing'))[0];
const everything = () =>
  server.query(
    `select closed_through_on, open_adjustment_year, (select count(*)::int from period_event) as events,
       (select count(*)::int from ledger_transfer) as rows from book_closing`,
  );
/** What is on an account at the end of a day of booking, a debit positive. */
const balance = async (account: string, through = '2099-12-31') =>
  Number(
    (
      await server.query(
        `select coalesce(sum(case when debit_account = $1 then amount_ngwee else -amount_ngwee end), 0) as ngwee
         from ledger_transfer where $1 in (debit_account, credit_account) and business_on <= $2`,
        [account, through],
      )
    )[0].ngwee,
  );

test('a month is closed by two people, when it is over and nothing holds it up', async () => {
  await book('2026-11-21', interest(40));
  expect((await mary('close', '2026-11')).text).toBe(
    'Nothing was changed. This month is not over before the end of 30 November.',
  );
  await server.passDays(10);
  expect((await mary('close', '2026-11')).text.split('\n')).toEqual([
    'Nothing was changed. This has to be done before the period can be closed:',
    '  The income of the month is not in the book: no month-end run was made yet: npm run month-end -- 2026-11, or a later month if this version was started later. The months before the first run need none.',
  ]);
  await runMonthEnd('2026-11');
  expect(await mary('close', '2026-11')).toEqual({
    done: true,
    text: 'You asked for 2026-11 to be closed. Another person does it: npm run period -- close 2026-11',
  });
  expect(await closing()).toEqual({ closed_through_on: null, open_adjustment_year: null });
  expect((await mary('close', '2026-11')).text).toBe(
    'Nothing was changed. You asked for this: another person has to confirm it.',
  );
  expect((await john('close', '2026-11', '--by', 'Mary')).text).toContain('another person has to confirm it');
  expect(await john('close', '2026-11')).toEqual({ done: true, text: '2026-11 is closed.' });
  expect(await closing()).toEqual({ closed_through_on: '2026-11-30', open_adjustment_year: null });
  expect((await mary()).text).toContain('2026-11 closed by mary and john at 2026-11-21 10:00');
});

test('a period closed twice is refused by name, and nothing is changed', async () => {
  const before = await everything();
  for (const person of [mary, john])
    expect(await person('close', '2026-11')).toEqual({
      done: false,
      text: 'Nothing was changed. This period is closed already.',
    });
  expect(await everything()).toEqual(before);
});

test('nothing is posted into a closed period, by the program or by a person', async () => {
  const before = await everything();
  await expect(book('2026-11-30', interest(1))).rejects.toThrow('period_closed');
  await expect(book('2026-11-30', interest(1), 'adjustment')).rejects.toThrow();
  await expect(
    server.db.pool.query(
      `insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee,
         business_on, recorded_at) values (0, 999999, 1, 'bank', 'suspense', 1, '2026-11-15', now())`,
    ),
  ).rejects.toThrow('the period of 2026-11-15 is closed');
  expect(await everything()).toEqual(before);
});

test.each([
  ['close', '2027-01', 'Periods close in their order: 2026-12 is the next one.'],
  ['close', '2026-13', 'Periods close in their order: 2026-12 is the next one.'],
  ['close', '2026-10', 'This period is closed already.'],
  ['reopen', '2026-12', 'This period is not closed.'],
  ['reopen', '2026-10', 'This period is not closed.'],
  ['decline', '2026-12', 'No request to close this period waits.'],
])('%s %s is refused by name, and nothing is changed', async (verb, period, sentence) => {
  const before = await everything();
  expect((await mary(verb, period, 'a reason')).text).toBe(`Nothing was changed. ${sentence}`);
  expect(await everything()).toEqual(before);
});

test('words that are none get the usage, and change nothing', async () => {
  const before = await everything();
  for (const words of [
    ['close'],
    ['close', '2026-14'],
    ['close', 'november'],
    ['end', '2026-12'],
    ['--in', 'x'],
  ])
    expect((await mary(...words)).text).toContain('npm run period -- close 2026-12');
  expect(await everything()).toEqual(before);
});

test('the last closed month is opened again by two people, for a reason', async () => {
  expect((await mary('reopen', '2026-11')).text).toContain('Please give a reason of 3 to 200 characters.');
  expect((await mary('reopen', '2026-11', 'a late invoice', '--by', 'John')).text).toBe(
    'Nothing was changed. Only the user of this machine asks for a period to be opened again.',
  );
  expect((await mary('reopen', '2026-11', 'a late invoice')).text).toMatch(
    /^Request \d+ is filed: Open 2026-11 again\. A person with checkBooks approves it in the console\.$/,
  );
  expect((await john('reopen', '2026-11', 'a late invoice')).text).toBe('A request for this waits already.');
  const request = await waitingRequest(server);
  const { effect } = request;
  expect(effect).toEqual([
    { title: 'Period 2026-11', before: 'closed', after: 'open' },
    { title: 'Closed in the book', before: 'through 30 November', after: 'nothing' },
    { title: 'Requests for a closing that wait', before: null, after: 'declined: to be asked for anew' },
  ]);
  expect(await closing()).toEqual({ closed_through_on: '2026-11-30', open_adjustment_year: null });
  expect(await approveRequest(server)).toMatchObject({ state: 'done', sentence: '2026-11 is open again.' });
  const before = await everything();
  const desk = await deskBeside(server);
  expect(await reopenPeriodAsApproved(desk, request, 'staff:grace')).toEqual({
    isDone: true,
    sentence: '2026-11 is open again.',
  });
  expect(await everything()).toEqual(before);
  expect(await closing()).toEqual({ closed_through_on: null, open_adjustment_year: null });
  expect((await john()).text).toMatch(/2026-11 opened again by mary and grace at .*: a late invoice/);
  await book('2026-11-30', interest(5));
  await closeByBoth('2026-11');
});

test('a request that is declined cannot be confirmed any more', async () => {
  await mary('reopen', '2026-11', 'a late invoice');
  await approveRequest(server);
  await mary('close', '2026-11');
  expect(await mary('decline', '2026-11', 'it was a mistake')).toEqual({
    done: true,
    text: 'The request for 2026-11 is declined. Nothing was changed.',
  });
  expect((await john('close', '2026-11')).text).toContain('You asked for 2026-11 to be closed.');
  expect(await closing()).toEqual({ closed_through_on: null, open_adjustment_year: null });
  expect((await mary('close', '2026-11')).text).toBe('2026-11 is closed.');
});

test('what holds up a month is listed: days, wallets, income, proposals, opening balances', async () => {
  await server.passDays(31);
  await server.query(`update business_calendar set day_ended_through = '2026-12-30'`);
  await server.query(
    `insert into journal_proposal (kind, booked_on, value_on, booking_kind, lines, reason, proposed_by, proposed_at)
     values ('manual', '2026-12-31', '2026-12-31', 'ordinary', '[]', 'a proposal', 'staff:mary', now()),
       ('manual', '2026-12-31', '2026-12-31', 'adjustment', '[]', 'an adjustment', 'staff:mary', now())`,
  );
  const desk = await deskBeside(server);
  const opening = (sides: ['debitNgwee', 'creditNgwee'] | ['creditNgwee', 'debitNgwee']) =>
    postJournal(desk, {
      kind: 'take_on',
      bookedOn: day('2026-12-15'),
      lines: [
        { account: 'float_mtn_payout', [sides[0]]: kwacha(7) },
        { account: 'opening_balance', [sides[1]]: kwacha(7) },
      ],
      reason: 'opening balances',
      madeBy: 'staff:mary',
      approvedBy: 'staff:john',
    });
  await opening(['debitNgwee', 'creditNgwee']);
  expect((await mary('close', '2026-12')).text.split('\n')).toEqual([
    'Nothing was changed. This has to be done before the period can be closed:',
    '  The end of day was run through 2026-12-30: npm run day runs the days that are missing.',
    '  Days of wallets are not signed off (npm run wallets): mtn payout 2026-12-15.',
    '  The income of the month is not in the book: the month-end run of 2026-12 was not made: npm run month-end -- 2026-12.',
    '  The losses of the month were not run: npm run month-end -- 2026-12 runs them.',
    '  Journal proposal 1, booked on 2026-12-31, waits for a second person: npm run journal -- approve 1, or decline.',
    '  opening_balance stands at K7.00: npm run journal -- take-on takes on the rest.',
  ]);
  expect((await mary()).text).toContain('Before 2026-12 can be closed:\n  The end of day was run through');
  await server.query(`update business_calendar set day_ended_through = '2027-01-01'`);
  await opening(['creditNgwee', 'debitNgwee']);
  await server.query(
    `insert into journal_answer (proposal_id, proposed_by, answer, reason, answered_by, answered_at)
     values (1, 'staff:mary', 'declined', 'not needed', 'staff:mary', now())`,
  );
  const signed = await runAs('mary', ['sign', 'mtn', 'payout', '2026-12-15', '0'], wallets);
  expect(signed).toMatchObject({ done: true });
  await runMonthEnd('2026-12');
});

test('a row that is being written while its month is closed is in the month or refused', async () => {
  const insert = (entry: number) =>
    `insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
       recorded_at) values (0, ${entry}, 1, 'bank', 'suspense', 1, '2026-12-31', now())`;
  await mary('close', '2026-12');
  const writer = new pg.Client({ connectionString: server.programUrl });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query(insert(900_001));
    const busy = await john('close', '2026-12');
    expect(busy.text).toBe(
      'Nothing was changed. The ledger is being written without a pause: please try again in a moment.',
    );
    const closed = john('close', '2026-12');
    await writer.query('commit');
    expect((await closed).text).toBe('2026-12 is closed.');
    await expect(writer.query(insert(900_002))).rejects.toThrow('the period of 2026-12-31 is closed');
  } finally {
    await writer.end();
  }
  expect(await closing()).toEqual({ closed_through_on: '2026-12-31', open_adjustment_year: 2026 });
});

test('adjustments of the year are booked in month 13, and its close takes the profit to retained earnings', async () => {
  await book('2026-12-31', interest(10), 'adjustment');
  await book(
    '2026-12-31',
    [
      { account: 'funding_expense', debitNgwee: kwacha(15) },
      { account: 'bank', creditNgwee: kwacha(15) },
    ],
    'adjustment',
  );
  await expect(book('2026-12-31', interest(1))).rejects.toThrow('period_closed');
  expect((await mary('close', '2026-13')).text).toContain('Journal proposal 2, booked on 2026-12-31');
  await server.query(
    `insert into journal_answer (proposal_id, proposed_by, answer, reason, answered_by, answered_at)
     values (2, 'staff:mary', 'declined', 'not needed', 'staff:mary', now())`,
  );
  expect(await balance('interest_income')).toBe(-5500);
  expect(await closeByBoth('2026-13')).toMatch(/^2026-13 is closed\. Journal \d+ is posted\.$/);
  expect(await closing()).toEqual({ closed_through_on: '2026-12-31', open_adjustment_year: null });
  expect(await balance('interest_income')).toBe(0);
  expect(await balance('funding_expense')).toBe(0);
  expect(await balance('retained_earnings', '2026-12-31')).toBe(-4000);
  const rows = await server.query(
    `select distinct t.business_on::text, t.booking_kind, j.kind, j.made_by, j.approved_by from ledger_transfer t
     join journal j using (entry_id) where j.kind = 'year_end'`,
  );
  expect(rows).toEqual([
    {
      business_on: '2026-12-31',
      booking_kind: 'year_end',
      kind: 'year_end',
      made_by: 'staff:mary',
      approved_by: 'staff:john',
    },
  ]);
  await expect(book('2026-12-31', interest(1), 'adjustment')).rejects.toThrow('period_closed');
  const before = await everything();
  expect((await mary('close', '2026-13')).text).toBe('Nothing was changed. This period is closed already.');
  expect(await everything()).toEqual(before);
});

test('opening the adjustments again takes the end of the year back, and closing them posts it anew', async () => {
  expect((await mary('reopen', '2026-12', 'too late')).text).toBe(
    'Nothing was changed. Only the last closed period is opened again: 2026-13.',
  );
  await mary('reopen', '2026-13', 'the auditor found a fee');
  expect(await approveRequest(server)).toMatchObject({
    state: 'done',
    sentence: expect.stringMatching(/^2026-13 is open again\. Journal \d+ is posted\.$/),
  });
  expect(await closing()).toEqual({ closed_through_on: '2026-12-31', open_adjustment_year: 2026 });
  expect([await balance('interest_income'), await balance('retained_earnings')]).toEqual([-5500, 0]);
  await book('2026-12-31', interest(2), 'adjustment');
  await closeByBoth('2026-13');
  expect([await balance('interest_income'), await balance('retained_earnings')]).toEqual([0, -4200]);
});

test('two people who confirm at the same moment close it once', async () => {
  await server.passDays(31);
  await runMonthEnd('2027-01');
  await mary('close', '2027-01');
  const both = await Promise.all([john('close', '2027-01'), runAs('ruth', ['close', '2027-01'])]);
  expect(both.map(({ done }) => done).sort()).toEqual([false, true]);
  expect(await server.query(`select kind from period_event where period = '2027-01' order by 1`)).toEqual([
    { kind: 'close_asked' },
    { kind: 'closed' },
  ]);
});

test('the database by itself refuses one person for both, a second answer, and a change of the history', async () => {
  const ask = `insert into period_event (period, kind, reason, actor, recorded_at)
    values ('2027-02', 'close_asked', '', 'staff:mary', now()) returning period_event_id`;
  const [{ period_event_id: asked }] = await server.query(ask);
  const answer = (actor: string, kind = 'closed') =>
    server.query(
      `insert into period_event (period, kind, actor, answered_event_id, asked_by, recorded_at)
       values ('2027-02', $3, $1, $2, 'staff:mary', now())`,
      [actor, asked, kind],
    );
  await expect(answer('unverified:Mary')).rejects.toThrow('period_event_two_people');
  await answer('staff:mary', 'declined');
  await expect(answer('staff:john')).rejects.toThrow('period_event_answered_once');
  await expect(answer('staff:john', 'reopened')).rejects.toThrow('a second person approved');
  await expect(server.query(`update period_event set reason = 'x'`)).rejects.toThrow('append-only');
});
