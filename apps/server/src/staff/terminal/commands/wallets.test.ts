import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { findUnsignedDays } from '../../../accounting/bank/wallet-day.ts';
import { postJournal } from '../../../accounting/journal/post-journal.ts';
import type { Actor } from '../../../book/actor.ts';
import { importStatement } from '../../../money/reconciliation/import-statement.ts';
import { readStatement } from '../../../money/reconciliation/statement-file.ts';
import { statementFormats } from '../../../money/reconciliation/statement-formats.ts';
import { examineBook } from '../../../upkeep/doctor/examination.ts';
import { deskWhilePeriodCloses } from '../closing-period.test-support.ts';
import { deskBeside, runApproved } from '../staff-desk.test-support.ts';
import { command as float } from './float.ts';
import { command } from './wallets.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

async function declare(...words: string[]): Promise<void> {
  const { done, text } = await runApproved(server, float, ...words);
  if (!done) throw new Error(text);
}

/** Airtel's export of one day, with a payment's charge and a charge of its own. */
async function importCharges(
  on: string,
  { reference = 'MP', actor = 'command:john' as Actor } = {},
): Promise<void> {
  const [year, month, dayOfMonth] = on.split('-');
  const at = `${dayOfMonth}-${month}-${year}`;
  const file = [
    'Transaction ID,Reference No,Transaction Date & Time,Transaction Type,Sender Mobile Number,Receiver Mobile Number,Transaction Amount,Currency,Transaction Status,Service Charge',
    `${reference}1,,${at} 10:00:05,Disbursement,900100,977123456,100.00,ZMW,Transaction Success,1.50`,
    `${reference}2,,${at} 11:00:05,Disbursement,900100,977123456,100.00,ZMW,Transaction Failed,9.99`,
    `${reference}3,,${at} 12:00:05,Monthly fee,900100,900200,20.00,ZMW,Transaction Success,`,
    '',
  ].join('\n');
  const bytes = Buffer.from(file);
  const read = readStatement(statementFormats.airtel, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  const { db, sealing, clock } = server;
  const today = day(server.today());
  const request = { operator: 'airtel', bytes, rows: read.value, actor } as const;
  const imported = await importStatement({ db, sealing, nowMs: clock.nowMs(), today }, request);
  if (!imported.ok) throw new Error(imported.refusal.kind);
}

test("the charges on an operator's statements are posted once, by the day on which they were charged", async () => {
  const on = server.today();
  await declare('opening', 'airtel', 'payout', '1000', 'lay there at the beginning');
  await importCharges(on);
  const posted = await run('charges', 'airtel', 'payout', on, on, 'charges of the day');
  expect(posted).toEqual({ done: true, text: 'Charges of K21.50 on 1 days are posted to Airtel payout.' });
  expect(
    await server.query(
      `select t.debit_account, t.credit_account, t.amount_ngwee::int, t.business_on::text from float_movement m
       join ledger_transfer t using (entry_id) where m.kind = 'charge'`,
    ),
  ).toEqual([
    {
      debit_account: 'operator_charge_expense',
      credit_account: 'float_airtel_payout',
      amount_ngwee: 2_150,
      business_on: on,
    },
  ]);
  expect((await run('charges', 'airtel', 'payout', on, on, 'once more')).text).toBe(
    'The statements show no charges of Airtel payout that are not posted.',
  );
});

test('charges of a statement are not posted by the person who imported it, and the database says so too', async () => {
  const on = server.today();
  await importCharges(on, { reference: 'MT', actor: 'command:Mary' });
  const movements = () =>
    server.query(`select count(*)::int as count from float_movement where kind = 'charge'`);
  const before = await movements();
  expect(await run('charges', 'airtel', 'payout', on, on, 'charges of the day')).toEqual({
    done: false,
    text: 'You imported the statement with these charges. Another person has to post them. Nothing was posted.',
  });
  const postAlone = () =>
    server.query(
      `insert into operator_charge_posting (operator, row_hash, movement_id)
       select r.operator, r.row_hash, m.movement_id from operator_statement_row r
         cross join (select max(movement_id) as movement_id from float_movement where actor = 'staff:mary') m
       where r.operator_reference = 'MT3'`,
    );
  await expect(postAlone()).rejects.toThrow(
    'another person than the importer of a statement posts its charges',
  );
  expect(await movements()).toEqual(before);
  const desk = { ...(await deskBeside(server)), staffName: () => 'chipo' };
  const posted = await command.atDesk(desk, ['charges', 'airtel', 'payout', on, on, 'charges of the day']);
  expect(posted.lines).toEqual(['Charges of K21.50 on 1 days are posted to Airtel payout.']);
});

test('a day is signed with the balance of the operator, once, and another balance is refused with the sum', async () => {
  const on = server.today();
  expect(await run('sign', 'airtel', 'payout', on, '957.00')).toEqual({
    done: false,
    text: `${on} is not over yet.`,
  });
  await server.passDays(1);
  expect((await run()).text).toContain(`  ${on}  Airtel payout`);

  const refused = await run('sign', 'airtel', 'payout', on, '958.50');
  expect(refused.done).toBe(false);
  expect(refused.text).toContain(
    `Airtel payout on ${on} is not signed: the operator shows K958.50 and the book leads to K957.00, K1.50 apart.`,
  );
  expect(refused.text).toMatch(/in the book before +K0\.00\n/);
  expect(refused.text).toMatch(/opening balance +K1,000\.00\n/);
  expect(refused.text).toMatch(/to and from the bank +K0\.00\n/);
  expect(refused.text).toMatch(/charges of the operator +-K43\.00\n/);
  expect(await server.query('select count(*)::int as count from wallet_day')).toEqual([{ count: 0 }]);

  expect((await run('sign', 'airtel', 'payout', on, '957.00', '--by', 'chipo')).text).toBe(
    `Airtel payout on ${on} is signed off by chipo (unverified) with K957.00.`,
  );
  expect((await run('sign', 'airtel', 'payout', on, '957.00')).text).toBe(
    `Airtel payout on ${on} is signed already.`,
  );
  expect((await run()).text).toBe('Every day with movements of the last 62 days is signed.');

  const changed = 'signed days of wallets whose balance in the book has changed since';
  const found = async () => (await examineBook(server.db)).find(({ check }) => check === changed)?.listed;
  expect(await found()).toBeUndefined();
  // The business day is one day ahead by now.
  await importCharges(addDays(day(on), -1), { reference: 'MQ' });
  await run('charges', 'airtel', 'payout', on, on, 'charges that came later');
  expect(await found()).toEqual([
    { id: 'airtel payout', problem: `${on} was signed with K957.00 and the book has K935.50` },
  ]);
});

test.each([
  { what: 'the operator had before midnight and the book after it', knownAfterMs: 10_000, days: 1 },
  { what: 'was given up and is confirmed six days later', knownAfterMs: 6 * 86_400_000, days: 6 },
])('a payment that $what is a matter of timing', async ({ what, knownAfterMs, days }) => {
  const on = day(server.today());
  const at = (time: string) => new Date(`${on}T${time}+02:00`);
  const finishedAt = new Date(at('23:59:58').getTime() + knownAfterMs);
  const offset = await server.query('select offset_days from business_calendar');
  const realDay = (instant: Date) =>
    new Date(instant.getTime() - Number(offset[0]!.offset_days) * 86_400_000);
  const attempt = '0b5fbd2c-8a64-4c0e-9a3e-9b1c55e2a001';
  await server.owner.pool.query(
    `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, finished_at)
     values (5, $1, 5, 'collection', 'repayment', $2, 'mtn', '', 'succeeded', $3, $4, $5)`,
    [attempt, kwacha(100), on, realDay(at('23:59:50')), realDay(finishedAt)],
  );
  await server.owner.pool.query(
    `with s as (insert into operator_statement (operator, file_hash, row_count, covers_from, covers_until, imported_at, actor)
       values ('mtn', $4, 1, now(), now() + interval '1 day', now(), 'command:mary') returning statement_id)
     insert into operator_statement_row (operator, row_hash, statement_id, line, direction, outcome, operator_reference,
       reference_hash, amount_ngwee, happened_at, row_sealed, borrower_id, attempt_id)
     select 'mtn', 'r', statement_id, 1, 'collection', 'succeeded', '1', 'h', $2, $3, '', 5, $1 from s`,
    [attempt, kwacha(100), realDay(at('23:59:58')), Buffer.from(what)],
  );
  const timing = /at the operator on another day than in the book +(\S+)\n/;
  const shown = [-1, 0, 1, 2, 3, 4, 5, 6, 7].map(async (later) => {
    const { text } = await run('day', 'mtn', 'collection', addDays(on, later));
    return [later, timing.exec(text)?.[1]];
  });
  const isApart = (later: number) => later >= 0 && later < days;
  expect(await Promise.all(shown)).toEqual(
    [-1, 0, 1, 2, 3, 4, 5, 6, 7].map((later) => [later, isApart(later) ? 'K100.00' : 'K0.00']),
  );
  for (const table of ['operator_statement_row', 'payment_attempt'])
    await server.owner.pool.query(`delete from ${table} where attempt_id = $1`, [attempt]);
});

test('a wallet below zero is signed with the balance that the operator shows', async () => {
  const on = server.today();
  await declare('charge', 'zamtel', 'payout', '1000', 'fees of the month');
  await server.passDays(1);
  for (const wrong of ['1000.00', '--1000', '-'])
    expect((await run('sign', 'zamtel', 'payout', on, wrong)).done).toBe(false);
  expect((await run('sign', 'zamtel', 'payout', on, '-1000.00')).text).toMatch(/ with -K1,000\.00\.$/);
  await declare('charge', 'zamtel', 'payout', '1', 'one more fee', '--on', on);
  const listed = (await examineBook(server.db)).flatMap((finding) => finding.listed);
  expect(listed).toContainEqual({
    id: 'zamtel payout',
    problem: `${on} was signed with -K1,000.00 and the book has -K1,001.00`,
  });
  expect(listed).toContainEqual({
    id: 'opening_balance',
    problem: 'stands at K1,000.00: see npm run journal',
  });
});

test('an opening balance that a journal took on is no payment', async () => {
  const { db, clock } = server;
  const taken = await postJournal(
    { db, clock },
    {
      kind: 'take_on',
      bookedOn: day(server.today()),
      lines: [
        { account: 'float_zamtel_collection', debitNgwee: kwacha(300) },
        { account: 'share_capital', creditNgwee: kwacha(300) },
      ],
      reason: 'opening balances',
      madeBy: 'staff:mary',
      approvedBy: 'staff:john',
    },
  );
  expect(taken.ok).toBe(true);
  const { text } = await run('day', 'zamtel', 'collection', server.today());
  expect(text).toMatch(/opening balance +K300\.00\n +payments +K0\.00\n/);
  await server.passDays(1);
  const on = addDays(day(server.today()), -1);
  expect((await run('sign', 'zamtel', 'collection', on, '300')).done).toBe(true);
  expect((await run('day', 'zamtel', 'collection', server.today())).text).not.toContain('opening balance');
});

test('a day of a closed month is not listed as unsigned', async () => {
  const on = day(server.today());
  await declare('top-up', 'airtel', 'collection', '10', 'transfer');
  await server.passDays(1);
  expect((await run()).text).toContain(`  ${on}  Airtel collection`);
  await server.query('update book_closing set closed_through_on = $1', [on]);
  expect((await run()).text).not.toContain(on);
  await server.query('update book_closing set closed_through_on = null');
  expect((await run('sign', 'airtel', 'collection', on, '10')).done).toBe(true);
});

test('only a day on which money moved has to be signed', async () => {
  const on = day(server.today());
  const { db } = server;
  expect(await findUnsignedDays(db, on, on)).toEqual([]);
  await declare('top-up', 'mtn', 'payout', '10', 'transfer');
  expect(await findUnsignedDays(db, on, on)).toEqual([{ operator: 'mtn', direction: 'payout', on_day: on }]);
});

test('a charge of a period that is closed meanwhile is booked on the first open day, once', async () => {
  const on = day(server.today());
  const [calendar] = await server.query('select offset_days from business_calendar');
  await importCharges(addDays(on, -Number(calendar!.offset_days)), { reference: 'MR' });
  server.clock.advance({ days: 3 });
  // The period is closed between the reading of the day and the posting.
  const desk = await deskWhilePeriodCloses(server, {
    throughOn: on,
    afterwards: 'reconciliation: charges by day',
  });
  const posted = await command.atDesk(desk, ['charges', 'airtel', 'payout', on, on, 'of the closed month']);
  expect(posted.lines.join('\n')).toBe('Charges of K21.50 on 1 days are posted to Airtel payout.');
  const booked =
    'select business_on::text, value_on::text from ledger_transfer order by entry_id desc limit 1';
  expect(await server.query(booked)).toEqual([{ business_on: addDays(on, 1), value_on: on }]);
  await server.query('update book_closing set closed_through_on = null');
});

test.each([
  ['no wallet', ['sign'], /npm run wallets/],
  ['a day that is none', ['sign', 'mtn', 'payout', '2026-13-01', '5'], /"2026-13-01" is not a day/],
  ['a balance that is none', ['sign', 'mtn', 'payout', '2026-11-01', 'much'], /"much" is not a balance/],
  ['no last day', ['charges', 'mtn', 'payout', '2026-11-01', 'reason'], /first and the last day/],
  ['no reason', ['charges', 'mtn', 'payout', '2026-11-01', '2026-11-02'], /give a reason/],
])('with %s nothing is signed or posted', async (_what, words, text) => {
  const counts = () =>
    server.query(
      'select (select count(*)::int from wallet_day) as days, (select count(*)::int from ledger_transfer) as rows',
    );
  const before = await counts();
  expect(await run(...words)).toEqual({ done: false, text: expect.stringMatching(text) });
  expect(await counts()).toEqual(before);
});
