import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { examineBook } from '../../../upkeep/doctor/examination.ts';
import { GOOD, HEADER, ON, openTakeOn } from '../take-on.test-support.ts';

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

const WAITING = 'journals, periods and files of loans that wait for a second person';

async function waitingFiles(): Promise<unknown[]> {
  return (await examineBook(server.db)).filter(({ check }) => check === WAITING);
}

test('a file waits once, the doctor names it, and a person declines it for a reason', async () => {
  const file = await takeOn.fileOf(GOOD);
  expect((await takeOn.run('loans', file, ON)).done).toBe(true);
  expect(await takeOn.run('loans', file, ON)).toEqual({
    done: false,
    text: 'Nothing was taken on. This file waits already as number 1, as of 2026-11-19: another person confirms it, or npm run take-on -- decline 1 "<reason>" ends it.',
  });
  expect(JSON.stringify(await waitingFiles())).toContain('2 loans as of 2026-11-19: see npm run take-on');
  const before = await takeOn.everything();
  expect((await takeOn.run('decline', '1')).text).toContain('Please give a reason');
  expect((await takeOn.run('decline', '9', 'wrong file')).text).toContain('No file was asked for');
  expect(await takeOn.run('decline', '1', 'wrong', 'file')).toEqual({
    done: true,
    text: 'File 1 is declined. Its loans are not taken on.',
  });
  expect((await takeOn.run('decline', '1', 'wrong file')).text).toBe(
    'Nothing was changed. This file was declined.',
  );
  expect((await takeOn.runAs('john', 'confirm', '1', file)).text).toBe(
    'Nothing was taken on. This file was declined.',
  );
  expect((await takeOn.run()).text).toContain('asked for by mary, declined by mary: wrong file');
  expect(await waitingFiles()).toEqual([]);
  expect(await takeOn.everything()).toEqual(before);
});

test('the database keeps one answer to a file', async () => {
  await expect(
    server.query(`update loan_take_on set confirmed_by = 'staff:john', confirmed_at = now()`),
  ).rejects.toThrow('loan_take_on_one_answer');
});

test('a file that was declined may be asked for again, shows its progress, and cannot be declined afterwards', async () => {
  const file = await takeOn.fileOf(GOOD);
  expect((await takeOn.run('loans', file, ON)).text).toContain('confirm 2 ');
  expect(await takeOn.progressOf('confirm', '2', file)).toEqual(['1 of 2 loans\n', '2 of 2 loans\n']);
  expect((await takeOn.run('decline', '2', 'wrong file')).text).toBe(
    'Nothing was changed. This file was confirmed.',
  );
});

test('the order of an earlier number is found by the file and by the number', async () => {
  const orders = await server.query('select loan_id::int from taken_on_loan order by loan_id');
  const [first, second] = orders.map(({ loan_id }) => loan_id);
  expect((await takeOn.run('show', '2')).text.split('\n').slice(1)).toEqual([
    `  L-1: order ${first}`,
    `  L-2: order ${second}`,
  ]);
  expect((await takeOn.run('find', 'l-2')).text).toBe(
    `Loan L-2 is order ${second}, taken on as of 2026-11-19.`,
  );
  expect(await takeOn.run('find', 'L-3')).toEqual({
    done: false,
    text: 'No loan with the number L-3 was taken on.',
  });
  expect((await takeOn.run('show', '9')).text).toContain('No file was asked for under this number');
});

test('a number at an operator that is off and a borrower with another name are said before the loans are confirmed', async () => {
  await signUp(server, { idNumber: '888111/10/1', mobile: '0966888111' });
  const loanOf = (no: string, mobile: string, name: string, card: string) =>
    `${no},${mobile},${name},${card}/10/1,1992-04-17,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0`;
  const file = await takeOn.fileOf([
    HEADER,
    loanOf('L-20', '0955777888', 'Mary,Banda', '777888'),
    loanOf('L-21', '0966888111', 'Ruth,Phiri', '888111'),
    loanOf('L-22', '0966777999', 'Mary,Banda', '777999'),
  ]);
  const { done, text } = await takeOn.run('loans', file, ON);
  expect(done).toBe(true);
  expect(text.split('\n').filter((line) => /line/.test(line))).toEqual([
    'Look at these lines first. They do not hold up the loans:',
    '  line 2: the number is at Zamtel, to which this program is not connected: the borrower cannot pay from it',
    '  line 3: the borrower has an account here under the name Chipo Lungu, which stays',
  ]);
});

test('the file that the page for accountants shows goes with the command that it shows', async () => {
  const page = await readFile(
    new URL('../../../../../../docs/running/accounting.md', import.meta.url),
    'utf8',
  );
  const file = await takeOn.fileOf([/^loan_no,[^`]+/m.exec(page)![0]]);
  const [, on] = /npm run take-on -- loans loans\.csv (\S+)`/.exec(page)!;
  // Loan L-1 has the same borrower.
  const { text } = await takeOn.run('loans', file, on!);
  expect(text.split('\n').slice(1)).toEqual([
    '  line 2: the borrower of this mobile number has an open loan here',
  ]);
});

test('a folder in place of the file is said', async () => {
  expect((await takeOn.run('loans', takeOn.folder, ON)).text).toBe(
    `${takeOn.folder} is a folder: name the file in it.`,
  );
});
