import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, pay, signIn, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { BOOK_CUT } from '../../../accounting/daily-total/book-cut.ts';
import { statement } from '../../../platform/database.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { AFTER_RUN, GOOD, HEADER, ON, openTakeOn } from '../take-on.test-support.ts';
import { runBooks } from './books.ts';
import { command as monthEnd } from './month-end.ts';

let server: AppServer;
let takeOn: Awaited<ReturnType<typeof openTakeOn>>;
beforeAll(async () => {
  server = await startAppServer();
  takeOn = await openTakeOn(server);
});
afterAll(async () => {
  await server.stop();
  await takeOn.close();
});

const run = (...words: string[]) => takeOn.run(...words);
const runAs = (staffName: string, ...words: string[]) => takeOn.runAs(staffName, ...words);
const fileOf = (lines: readonly string[], name?: string) => takeOn.fileOf(lines, name);
const everything = () => takeOn.everything();

async function orderOf(earlierLoanNo: string): Promise<number> {
  const query = 'select loan_id::int from taken_on_loan where earlier_loan_no = $1';
  return (await server.query(query, [earlierLoanNo]))[0].loan_id;
}

test('a file is checked whole, and its sums are shown before another person confirms it', async () => {
  const before = await everything();
  const file = await fileOf(GOOD);
  expect(await run('loans', file, ON)).toEqual({
    done: true,
    text: [
      'Loans: 2, of which late: 1.',
      'They owe K1,521.67: principal K1,166.67, interest K300.00, fees K25.00, penalties K30.00.',
      // Of K120 and K10 of the third plan, 28 of 30 days are earned; of K60 and K15, 18 of 30.
      'Not earned yet: K38.67. So opening_balance is credited with K1,483.00.',
      'Nothing is taken on yet.',
      `Another person takes them on: npm run take-on -- confirm 1 ${file}`,
    ].join('\n'),
  });
  expect(await everything()).toEqual([{ ...before[0], files: 1 }]);
  expect((await run('confirm', '1', file)).text).toBe(
    'Nothing was taken on. You asked for these loans: another person has to confirm them.',
  );
  expect((await runAs('john', 'confirm', '1', await fileOf([...GOOD, ''], 'other.csv'))).text).toContain(
    'This is not the file that was checked',
  );
  expect((await run()).text).toBe(
    'Files of loans:\n  1: loans: 2, as of 2026-11-19, which owe K1,521.67, asked for by mary, not confirmed',
  );
  expect(await everything()).toEqual([{ ...before[0], files: 1 }]);
});

test('a confirmed file makes borrowers, loans and rows, and the same again changes nothing', async () => {
  const file = await fileOf(GOOD);
  expect(await runAs('john', 'confirm', '1', file)).toEqual({ done: true, text: 'Loans taken on: 2.' });
  const order = await orderOf('L-1');
  expect(
    await server.query(
      `select debit_account, credit_account, amount_ngwee::int, business_on::text from ledger_transfer
       where loan_id = $1 order by business_on, entry_id, line`,
      [order],
    ),
  ).toEqual([
    ...[
      ['principal_receivable', 'opening_balance', 66_667],
      ['interest_receivable', 'opening_balance', 24_000],
      ['fee_receivable', 'opening_balance', 1000],
      ['penalty_receivable', 'opening_balance', 3000],
      ['opening_balance', 'unearned_interest', 800],
      ['opening_balance', 'unearned_fee', 67],
    ].map(([debit_account, credit_account, amount_ngwee]) => ({
      ...{ debit_account, credit_account, amount_ngwee, business_on: ON },
    })),
    // The days that have ended since are applied as their ends would have done, and no day before them.
    ...[
      ['penalty_receivable', 'penalty_income', 227, '2026-11-20'],
      ['unearned_interest', 'interest_income', 400, '2026-11-20'],
      ['unearned_fee', 'fee_income', 34, '2026-11-20'],
      ['penalty_receivable', 'penalty_income', 227, '2026-11-21'],
      ['unearned_interest', 'interest_income', 400, '2026-11-21'],
      ['unearned_fee', 'fee_income', 33, '2026-11-21'],
    ].map(([debit_account, credit_account, amount_ngwee, business_on]) => ({
      ...{ debit_account, credit_account, amount_ngwee, business_on },
    })),
  ]);
  expect(
    await server.query(
      `select state, worst_days_late, accrued_through_on::text, disbursed_on::text, taken_on ->> 'on' as on
       from loan where loan_id = $1`,
      [order],
    ),
  ).toEqual([
    {
      state: 'overdue',
      worst_days_late: 30,
      accrued_through_on: '2026-11-21',
      disbursed_on: '2026-08-23',
      on: ON,
    },
  ]);
  // As the sums said: the take-on of the other balances has to leave as much on the other side.
  expect(
    await server.query(
      `select sum(case credit_account when 'opening_balance' then amount_ngwee else -amount_ngwee end)::int as credit
       from ledger_transfer where 'opening_balance' in (debit_account, credit_account)`,
    ),
  ).toEqual([{ credit: 148_300 }]);
  const after = await everything();
  expect(await runAs('john', 'confirm', '1', file)).toEqual({
    done: true,
    text: 'Loans taken on: 0.\nLoans taken on before, which are as they were: 2.',
  });
  expect((await run('loans', file, ON)).text).toBe(
    'Nothing was taken on. All loans of this file were taken on before.',
  );
  expect(await everything()).toEqual(after);
  expect((await run()).text).toContain('confirmed by john, in the book: 2');
  await expectSoundBook(server);
});

/** A run stops before it writes this loan. */
async function stopAt(earlierLoanNo: string): Promise<void> {
  await server.owner.pool.query(`create function stop_here() returns trigger language plpgsql as
    $$ begin raise exception 'stopped'; end $$;
    create trigger stop_here before insert on taken_on_loan for each row
      when (new.earlier_loan_no = '${earlierLoanNo}') execute function stop_here()`);
}

async function goOn(): Promise<void> {
  await server.owner.pool.query('drop function stop_here cascade');
}

test('a run that was stopped after one loan is continued with the others', async () => {
  const third =
    'L-3,0966555666,Ruth,Phiri,555666/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0';
  const fourth = third.replace('L-3', 'L-4').replace('0966555666', '0966555777').replace('555666', '555777');
  const file = await fileOf([HEADER, third, fourth]);
  expect((await run('loans', file, ON)).done).toBe(true);
  await stopAt('L-4');
  await expect(runAs('john', 'confirm', '2', file)).rejects.toThrow('stopped');
  await goOn();
  expect(await server.query(`select count(*)::int from borrower_by_mobile`)).toEqual([{ count: 3 }]);
  expect((await runAs('john', 'confirm', '2', file)).text).toBe(
    'Loans taken on: 1.\nLoans taken on before, which are as they were: 1.',
  );
});

test('a run that was stopped goes on when a borrower of it got another loan, until its period is closed', async () => {
  const loanOf = (no: string, card: string) =>
    `${no},0966${card},Ruth,Phiri,${card}/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0`;
  const numbers = ['L-5', 'L-6', 'L-7', 'L-8'];
  const file = await fileOf([HEADER, ...numbers.map((no, index) => loanOf(no, `55588${index}`))]);
  expect((await run('loans', file, ON)).done).toBe(true);
  await stopAt('L-6');
  await expect(runAs('john', 'confirm', '3', file)).rejects.toThrow('stopped');
  // L-7 has another loan by now, which came with another file.
  const other = await fileOf([HEADER, loanOf('M-7', '555882')], 'other.csv');
  expect((await run('loans', other, ON)).done).toBe(true);
  expect((await runAs('john', 'confirm', '4', other)).text).toBe('Loans taken on: 1.');
  await goOn();
  await server.query(`update book_closing set closed_through_on = '2026-11-30'`);
  expect(await runAs('john', 'confirm', '3', file)).toEqual({
    done: false,
    text: [
      'The period of 19 November was closed before all loans were taken on. These are missing:',
      '  L-6',
      '  L-7',
      '  L-8',
      'Open the period again and run this once more, or take them on by another file as of a later day.',
    ].join('\n'),
  });
  await server.query(`update book_closing set closed_through_on = null`);
  expect(await runAs('john', 'confirm', '3', file)).toEqual({
    done: false,
    text: [
      'Loans taken on: 2.',
      'Loans taken on before, which are as they were: 1.',
      'These loans of the file are not taken on:',
      '  L-7, line 4: the borrower of this mobile number has an open loan here',
    ].join('\n'),
  });
  await expectSoundBook(server);
});

test('its borrower signs in, sees the bill of today and pays it in the app', async () => {
  const martha = await signIn(server, '0966111222');
  const order = await orderOf('L-1');
  const bill = await martha.ask('queryLoanDetail', { params: { id: order } });
  expect(bill).toMatchObject({ status: 'overdue', disbursedOn: '2026-08-23' });
  expect(bill.timeline.map(({ title }) => title)).toContain('Your loan came to this app');
  expect(bill.timeline.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^Before, it was loan \S+\. Its contract is in the lender’s earlier system$/),
  );
  const second = bill.plans[1]!;
  // K30 of the earlier system, and K2.27 for each of 20 and 21 November.
  expect(second).toMatchObject({ penalty: 34.54 });
  await pay(server, martha, order, { amount: 487.87 });
  const after = await martha.ask('queryLoanDetail', { params: { id: order } });
  expect(after.plans.map(({ remaining }) => remaining)).toEqual([0, 0, 463.34]);
  await expectSoundBook(server);
});

/** The text of a report. One that does not tie is declined. */
async function expectReport(...words: string[]): Promise<string> {
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const { done, lines } = await runBooks(await deskBeside(server), words, output);
  expect({ words, lines, done }).toMatchObject({ done: true });
  return text;
}

async function expectTies(on: string): Promise<void> {
  for (const name of ['trial-balance', 'loan-tape', 'ageing', 'vintages'])
    await expectReport(name, '--on', on);
}

test('the reports of the book tie on the day of the take-on, after a month-end run and after a late end of a take-on', async () => {
  const file = await fileOf([
    HEADER,
    'L-10,0966555100,Ruth,Phiri,555100/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0',
  ]);
  expect((await run('loans', file, ON)).done).toBe(true);
  await stopAt('L-10');
  await expect(runAs('john', 'confirm', '5', file)).rejects.toThrow('stopped');
  await goOn();
  await server.passDays(12);
  const { done, lines } = await monthEnd.atDesk(await deskBeside(server), ['2026-11']);
  expect({ done, lines }).toMatchObject({ done: true });
  for (const on of [ON, AFTER_RUN, server.today()]) await expectTies(on);
  await expectReport('flows', '--period', '2026-11');
  await expectSoundBook(server);
  // The run was confirmed before the month was run, so it ends on its day.
  expect((await runAs('john', 'confirm', '5', file)).text).toBe('Loans taken on: 1.');
  for (const on of [ON, AFTER_RUN, server.today()]) await expectTies(on);
  expect(await expectReport('loan-tape', '--on', server.today())).toMatch(
    /^\d+ +L-10 +Quick loan +overdue /m,
  );
  await expectReport('flows', '--period', '2026-11');
  await expectSoundBook(server);
  // The income of its days comes into the month that was run, because the month is open.
  expect(
    await server.query(
      `select business_on::text, amount_ngwee::int from ledger_transfer
       where loan_id = $1 and credit_account = 'interest_income' order by business_on`,
      [await orderOf('L-10')],
    ),
  ).toEqual([
    { business_on: AFTER_RUN, amount_ngwee: 2200 },
    { business_on: '2026-12-01', amount_ngwee: 200 },
  ]);
});

/** The orders that an impairment run as of a day looks at. */
async function ordersAtRisk(cutOn: string): Promise<number[]> {
  const read = statement<{ loan_id: number }, { cutOn: string; cureDays: number }>(
    'test: orders at risk',
    `with ${BOOK_CUT} select loan_id from loan_facts`,
  );
  return (await server.db.rows(read, { cutOn, cureDays: 90 })).map(({ loan_id }) => loan_id);
}

test('a borrower of the app without a loan gets the loan, and one who borrowed meanwhile does not', async () => {
  const known = await signUp(server, { idNumber: '888111/10/1', mobile: '0966888111' });
  const loanOf = (no: string, mobile: string, card: string) =>
    `${no},${mobile},Chipo,Lungu,${card}/10/1,1992-04-17,F,Quick loan,30,2026-11-20,2026-12-20,500,60,15,0,0,0,0,0,0`;
  const quick = await signUp(server, { idNumber: '888222/10/1', mobile: '0966888222' });
  const file = await fileOf([
    HEADER,
    loanOf('L-20', '0966888111', '888111'),
    loanOf('L-21', '0966888222', '888222'),
  ]);
  const today = server.today();
  const asked = await run('loans', file, today);
  const number = /confirm (\d+) /.exec(asked.text)![1]!;
  await apply(quick);
  expect((await runAs('john', 'confirm', number, file)).text).toContain(
    'the borrower of this mobile number has an open loan here',
  );
  const alone = await fileOf([HEADER, loanOf('L-20', '0966888111', '888111')]);
  const again = /confirm (\d+) /.exec((await run('loans', alone, today)).text)![1]!;
  expect((await runAs('john', 'confirm', again, alone)).text).toBe('Loans taken on: 1.');
  const order = await orderOf('L-20');
  expect(await known.ask('queryLoanDetail', { params: { id: order } })).toMatchObject({ status: 'active' });
  // The book has the loan since its take-on, although it was paid out before.
  for (const on of [AFTER_RUN, today]) await expectTies(on);
  expect(await ordersAtRisk(AFTER_RUN)).not.toContain(order);
  expect(await ordersAtRisk(today)).toContain(order);
});

test('a borrower who was taken on photographs the card before the next loan', async () => {
  const peter = await signIn(server, '0977333444');
  const steps = await peter.ask('getUserAuthProcessStep', {});
  expect(steps[0]).toMatchObject({ isAuth: 0 });
});
