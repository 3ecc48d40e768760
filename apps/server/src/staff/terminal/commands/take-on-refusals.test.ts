import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { AFTER_RUN, GOOD, HEADER, LOAN_OF_MARTHA, ON, openTakeOn } from '../take-on.test-support.ts';
import { command as monthEnd } from './month-end.ts';

let server: AppServer;
let takeOn: Awaited<ReturnType<typeof openTakeOn>>;
/** The book has the loans L-1 and L-2, and the income of November. */
beforeAll(async () => {
  server = await startAppServer();
  takeOn = await openTakeOn(server);
  const file = await fileOf(GOOD);
  await run('loans', file, ON);
  expect((await runAs('john', 'confirm', '1', file)).text).toBe('Loans taken on: 2.');
  await server.passDays(12);
  expect((await monthEnd.atDesk(await deskBeside(server), ['2026-11'])).done).toBe(true);
});
afterAll(async () => {
  await server.stop();
  await takeOn.close();
});

const run = (...words: string[]) => takeOn.run(...words);
const runAs = (staffName: string, ...words: string[]) => takeOn.runAs(staffName, ...words);
const fileOf = (lines: readonly string[]) => takeOn.fileOf(lines);
const everything = () => takeOn.everything();

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
    ...['2027-05-05', '2008-12-01', '1925-11-30'].map((birthDate): [string, string[], string] => [
      `a date of birth, ${birthDate}`,
      other((line) => line.replace('1990-05-05', birthDate)),
      `line 2: birth_date ${birthDate} is no date of birth of a borrower, who is 18 to 100 years old`,
    ]),
    [
      'a principal above the product',
      other((line) => line.replace(',500,', ',100000,')),
      'line 2: the plans have a principal of K100,000.00, and product "Quick loan" in version 1 lends K100.00 to K2,000.00',
    ],
    [
      'a principal below the product',
      other((line) => line.replace(',500,60,15,', ',0,0,0,')),
      'line 2: the plans have a principal of K0.00, and product "Quick loan" in version 1 lends',
    ],
    [
      'a due date of another year',
      other((line) => line.replace('2026-12-01', '2126-12-01')),
      'line 2: by these terms and paid_out_on the plan is due from 2026-11-16 to 2027-01-01: if an extension moved',
    ],
    [
      'charges above the cap',
      // K500 may cost K500: K60, K15 and penalties of K425.01.
      other((line) =>
        line
          .replace('2026-11-01,2026-12-01', '2026-10-01,2026-10-31')
          .replace('15,0,0,0,0,0,0', '15,425.01,0,0,0,0,30'),
      ),
      'line 2: interest, fees and penalties are K500.01, above the charge cap of K500.00',
    ],
    [
      'a decimal comma',
      other((line) => line.replace(',500,60,15,0,', ',500,60,15,"0,00",')),
      'line 2: penalty "0,00" is not an amount in kwacha: write a decimal point and not a comma',
    ],
    [
      'an amount that is not there',
      other((line) => line.replace(',500,60,15,0,', ',500,60,15,,')),
      'line 2: penalty "" is not an amount in kwacha: write 0 for nothing',
    ],
    [
      'two rows of a loan with one plan',
      [...other((line) => line), other((line) => line.replace('L-9', 'l-9'))[1]!],
      'line 2: product "Quick loan" has no term of 30 days with as many plans as the file has, 2: loan L-9 is also on line 3',
    ],
    [
      'two loans with one number',
      [...other((line) => line), other((line) => line.replace('L-9,0966777888', 'l-9,0966777889'))[1]!],
      'line 3: mobile is another one than on line 2, which is of loan L-9 too',
    ],
    [
      'the number of another loan that was taken on',
      other((line) => line.replace('L-9', 'l-1')),
      'line 2: loan l-1 was taken on before as order',
    ],
    [
      'a loan that was taken on, with another principal',
      [HEADER, GOOD[4]!.replace(',500,', ',600,')],
      'line 2: loan L-2 was taken on before as order',
    ],
    [
      'a loan that was taken on, with another day of payout',
      [HEADER, GOOD[4]!.replace('2026-11-01', '2026-11-02')],
      'with another borrower, principal or day of payout',
    ],
    [
      'a loan that was taken on, in other letters',
      [HEADER, GOOD[4]!.replace('L-2', 'l-2')],
      'All loans of this file were taken on before.',
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
      '  line 6: principal "x" is not an amount in kwacha, like 1250.50',
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
