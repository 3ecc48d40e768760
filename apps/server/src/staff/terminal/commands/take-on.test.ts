import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, pay, signIn, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { BOOK_CUT } from '../../../accounting/impairment/book-cut.ts';
import { statement } from '../../../platform/database.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { runBooks } from './books.ts';
import { command as monthEnd } from './month-end.ts';
import { command } from './take-on.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-take-on-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function runAs(staffName: string, ...words: string[]): Promise<{ done: boolean; text: string }> {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await command.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}
const run = (...words: string[]) => runAs('mary', ...words);

const HEADER =
  'loan_no,mobile,first_name,last_name,id_number,birth_date,gender,product,term_days,paid_out_on,due_on,principal,interest,fee,penalty,principal_paid,interest_paid,fee_paid,penalty_paid,days_late';
const MARTHA = '0966111222,Martha,Zulu,111222/10/1,1990-05-05,F';
const PETER = '0977333444,Peter,Mwale,333444/10/1,1985-01-31,M';
/** K1,000 in three plans: the first was paid two days late, the second is 28 days late on 19 November. */
const LOAN_OF_MARTHA = [
  `L-1,${MARTHA},Quick loan,90,2026-08-23,2026-09-22,333.33,120,10,2.27,333.33,120,10,2.27,2`,
  'L-1,,,,,,,,,,2026-10-22,333.33,120,10,"30.00",0,0,10,0,28',
  'L-1,,,,,,,,,,2026-11-21,333.34,120,10,0,0,0,0,0,0',
];
/** K500 for 30 days, due on 1 December. */
const LOAN_OF_PETER = `L-2,${PETER},Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0`;
const GOOD = [HEADER, ...LOAN_OF_MARTHA, LOAN_OF_PETER];
const ON = '2026-11-19';
/** The last day of the month whose income is run on the way. */
const AFTER_RUN = '2026-11-30';

async function fileOf(lines: readonly string[], name = 'loans.csv'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** Everything that a take-on writes. */
const everything = () =>
  server.query(
    `select (select count(*)::int from loan) as loans, (select count(*)::int from borrower) as borrowers,
       (select count(*)::int from ledger_transfer) as rows, (select count(*)::int from taken_on_loan) as taken_on,
       (select count(*)::int from loan_take_on) as files`,
  );

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

test('a run that was stopped after one loan is continued with the others', async () => {
  const third =
    'L-3,0966555666,Ruth,Phiri,555666/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0';
  const fourth = third.replace('L-3', 'L-4').replace('0966555666', '0966555777').replace('555666', '555777');
  const file = await fileOf([HEADER, third, fourth]);
  expect((await run('loans', file, ON)).done).toBe(true);
  await server.owner.pool.query(`create function stop_here() returns trigger language plpgsql as
    $$ begin raise exception 'stopped'; end $$;
    create trigger stop_here before insert on taken_on_loan for each row when (new.earlier_loan_no = 'L-4')
      execute function stop_here()`);
  await expect(runAs('john', 'confirm', '2', file)).rejects.toThrow('stopped');
  await server.owner.pool.query('drop function stop_here cascade');
  expect(await server.query(`select count(*)::int from borrower_by_mobile`)).toEqual([{ count: 3 }]);
  expect((await runAs('john', 'confirm', '2', file)).text).toBe(
    'Loans taken on: 1.\nLoans taken on before, which are as they were: 1.',
  );
});

test('its borrower signs in, sees the bill of today and pays it in the app', async () => {
  const martha = await signIn(server, '0966111222');
  const order = await orderOf('L-1');
  const bill = await martha.ask('queryLoanDetail', { params: { id: order } });
  expect(bill).toMatchObject({ status: 'overdue', disbursedOn: '2026-08-23' });
  expect(bill.timeline.map(({ title }) => title)).toContain('Your loan came to this app');
  const second = bill.plans[1]!;
  // K30 of the earlier system, and K2.27 for each of 20 and 21 November.
  expect(second).toMatchObject({ penalty: 34.54 });
  await pay(server, martha, order, { amount: 487.87 });
  const after = await martha.ask('queryLoanDetail', { params: { id: order } });
  expect(after.plans.map(({ remaining }) => remaining)).toEqual([0, 0, 463.34]);
  await expectSoundBook(server);
});

/** A report that does not tie is declined. */
async function expectReport(...words: string[]): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { done, lines } = await runBooks(await deskBeside(server), words, nowhere);
  expect({ words, lines, done }).toMatchObject({ done: true });
}

async function expectTies(on: string): Promise<void> {
  for (const name of ['trial-balance', 'loan-tape', 'ageing', 'vintages'])
    await expectReport(name, '--on', on);
}

test('the reports of the book tie on the day of the take-on and after a month-end run', async () => {
  await server.passDays(12);
  const { done, lines } = await monthEnd.atDesk(await deskBeside(server), ['2026-11']);
  expect({ done, lines }).toMatchObject({ done: true });
  for (const on of [ON, AFTER_RUN, server.today()]) await expectTies(on);
  await expectReport('flows', '--period', '2026-11');
  await expectSoundBook(server);
});

describe('what is wrong is said with its line, and nothing is taken on', () => {
  const other = (change: (line: string) => string) => [
    HEADER,
    change(
      'L-9,0966777888,Mary,Banda,777888/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0',
    ),
  ];
  test.each([
    [
      'an amount',
      other((line) => line.replace(',500,', ',many,')),
      'line 2: principal "many" is not an amount',
    ],
    [
      'a number',
      other((line) => line.replace('0966777888', '12')),
      'line 2: mobile "12" is not a mobile number',
    ],
    [
      'a card',
      other((line) => line.replace('777888/10/1', '777888')),
      'line 2: id_number "777888" is not an NRC number',
    ],
    [
      'a day',
      other((line) => line.replace('2026-12-01', '1.12.2026')),
      'line 2: due_on "1.12.2026" is not a day',
    ],
    ['a loan number', other((line) => line.replace('L-9', '')), 'line 2: loan_no "" is no number of a loan'],
    ['a product', other((line) => line.replace('Quick', 'Slow')), 'line 2: there is no product "Slow loan"'],
    [
      'a version',
      [`${HEADER},product_version`, `${other((line) => line)[1]},7`],
      'line 2: product "Quick loan" has no version 7',
    ],
    [
      'a term',
      other((line) => line.replace(',30,', ',31,')),
      'line 2: product "Quick loan" has no term of 31 days with as many plans as the file has, 1',
    ],
    [
      'an operator',
      [`${HEADER},operator`, `${other((line) => line.replace('0966777888', '0587778880'))[1]},`],
      'line 2: the operator of 0587778880 is not known',
    ],
    [
      'a rule of lending',
      other((line) => line.replace(/0$/, '1')),
      'line 2: days_late has to be 0, by the due date',
    ],
    [
      'a date of birth',
      other((line) => line.replace('1990-05-05', '2027-05-05')),
      'line 2: birth_date 2027-05-05 is no date of birth',
    ],
    [
      'a column',
      [HEADER.replace('loan_no', 'number')],
      'line 1: the file cannot be read: it has a column "number"',
    ],
    ['no loan', [HEADER], 'line 1: the file has no loan'],
    [
      'lines of one loan that differ',
      [
        HEADER,
        LOAN_OF_MARTHA[0]!,
        LOAN_OF_MARTHA[1]!.replace('L-1,,', 'L-1,0966000111,'),
        LOAN_OF_MARTHA[2]!,
      ],
      'line 3: mobile is another one than on line 2',
    ],
    [
      'a borrower twice',
      [...other((line) => line), other((line) => line.replace('L-9', 'L-10'))[1]!],
      'line 3: mobile is that of line 2',
    ],
    [
      'a borrower with an open loan',
      other((line) => line.replace('0966777888', '0966111222')),
      'has an open loan here',
    ],
    [
      'the card of another borrower',
      other((line) => line.replace('777888/10', '333444/10')),
      'line 2: another borrower entered this NRC number',
    ],
  ] as [string, string[], string][])('%s', async (_what, lines, problem) => {
    const before = await everything();
    const { done, text } = await run('loans', await fileOf(lines), AFTER_RUN);
    expect({ done, text }).toEqual({ done: false, text: expect.stringContaining(problem) });
    expect(text).toMatch(/^Nothing was taken on\./);
    expect(await everything()).toEqual(before);
  });

  test('all problems of a file at once, and its good loans neither', async () => {
    const before = await everything();
    const bad = other((line) => line.replace(',500,', ',x,'))[1]!;
    const { text } = await run('loans', await fileOf([...GOOD, bad, bad.replace('L-9', '?')]), AFTER_RUN);
    expect(text.split('\n')).toEqual([
      'Nothing was taken on. The file has these problems:',
      '  line 6: principal "x" is not an amount in kwacha: write 0 for nothing',
      '  line 7: loan_no "?" is no number of a loan',
    ]);
    expect(await everything()).toEqual(before);
  });

  test('a day, a file, a number, a person', async () => {
    const file = await fileOf(other((line) => line));
    expect((await run('loans', file, '2027-12-01')).text).toContain('1 December has not begun');
    expect((await run('loans', file, 'today')).text).toContain('"today" is no day');
    expect((await run('loans', file, ON)).text).toContain(
      'The income of a month that ends after 19 November was run',
    );
    await server.query(`update book_closing set closed_through_on = '2026-11-30'`);
    expect((await run('loans', file, '2026-11-30')).text).toContain('The period of 30 November is closed');
    await server.query(`update book_closing set closed_through_on = null`);
    expect((await run('loans', '/nowhere.csv', ON)).text).toContain('There is no file /nowhere.csv');
    expect((await run('confirm', '99', file)).text).toContain('No file was asked for under this number');
    expect((await run('confirm', 'all', file)).text).toMatch(/^npm run take-on/);
    expect((await run('loans', file)).text).toMatch(/^npm run take-on/);
    expect((await run('loans', file, ON, '--by', 'x')).text).toContain('A name after --by');
  });
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
