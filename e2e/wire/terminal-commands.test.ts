import { execFile } from 'node:child_process';
import path from 'node:path';
import { addDays, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '../../apps/server/src/demo/borrower-steps.ts';
import {
  type Borrower,
  borrow,
  must,
  registerBorrowers,
  repeatingCaller,
  until,
} from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { startWithOperators } from '../support/simulated-operators.ts';

const root = path.join(import.meta.dirname, '../..');

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

type Ran = { status: number; printed: string; complained: string };

/** `npm run …` as staff type it at the terminal, with the program's settings. */
function npmRun(command: string, ...words: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', command, '--', ...words],
      { cwd: root, env: { ...process.env, DATABASE_URL: '', ...program.settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

/** Two applicants whose income needs a review by staff, with their applications. */
async function applicants(): Promise<(Borrower & { orderId: number })[]> {
  const borrowers = await registerBorrowers(program, 2, { monthlyIncome: 1500 });
  return Promise.all(
    borrowers.map(async (borrower) => {
      const request = { productId: 1, amount: 300, termId: 1 };
      const { orderId } = await apply(repeatingCaller(borrower.client), request);
      return { ...borrower, orderId };
    }),
  );
}

function becomes({ client, orderId }: Borrower & { orderId: number }, wanted: string): Promise<void> {
  return until(`loan ${orderId} is ${wanted}`, async () => {
    const { status } = await must(client, 'queryLoanDetail', { params: { id: orderId } });
    return status === wanted;
  });
}

test('staff look at the book and decide on applications, with the server up and with it down', async () => {
  const [first, second] = await applicants();
  const looked = await npmRun('doctor');
  expect(looked).toMatchObject({ status: 0, complained: '' });
  expect(looked.printed).toContain(`! applications that wait for a person`);
  for (const { orderId } of [first!, second!]) expect(looked.printed).toContain(`    ${orderId}: since `);

  expect(await npmRun('decide', String(first!.orderId), 'approve', 'payslip', 'seen')).toMatchObject({
    status: 0,
    printed: `Order ${first!.orderId} is approved: K300.00 is on its way.\n`,
  });
  await becomes(first!, 'active');

  const noTicket = { status: 0, printed: 'No ticket waits for an answer.\n' };
  expect(await npmRun('complaints')).toMatchObject(noTicket);
  expect(await npmRun('staff', 'complaints')).toMatchObject(noTicket);
  await program.kill();
  expect(await npmRun('decide', String(second!.orderId), 'approve', 'payslip', 'seen')).toMatchObject({
    status: 0,
  });
  const { isSound, checks } = JSON.parse((await npmRun('doctor', '--json')).printed);
  expect(isSound).toBe(true);
  expect(checks[0]).toMatchObject({ gravity: 'fault', total: 0 });
  await program.startAgain();
  await becomes(second!, 'active');
  expect((await second!.handset.phone(second!.mobile)).balance).toBe(10_300);
  expect(await npmRun('decide', String(second!.orderId), 'decline', 'a mistake')).toMatchObject({
    status: 1,
    complained: 'This cannot be done any more: the loan is running.\n',
  });
});

test('staff waive, and ask for a coupon, a reversal and a write-off, with the server up and with it down', async () => {
  const [borrower] = await registerBorrowers(program, 1, { first: 10 });
  const { orderId } = await borrow(borrower!, { amount: 1000, termId: 2 });
  const order = String(orderId);
  const bill = () => must(borrower!.client, 'queryLoanDetail', { params: { id: orderId } });
  const { disbursedOn } = await bill();

  const waived = await npmRun('servicing', 'waive', order, '1', 'interest', '6', 'a week', 'free');
  expect(waived).toMatchObject({ status: 0, complained: '' });
  expect(waived.printed).toMatch(
    new RegExp(
      `^K6\\.00 of the interest of plan 1 of order ${order} is waived, receipt ${order}-\\d+\\. Left`,
    ),
  );
  const [receipt] = new RegExp(`${order}-\\d+`).exec(waived.printed)!;
  expect((await bill()).remaining).toBe(1080);

  await program.kill();
  expect(await npmRun('servicing', 'reverse', receipt!, 'ours', 'the wrong loan')).toMatchObject({
    status: 0,
    printed: expect.stringMatching(
      /^Request \d+ is filed: Take back \S+ of K6\.00\. A person with checkServicing approves it in the console\.\n$/,
    ),
  });
  expect(await npmRun('servicing', 'reverse', receipt!, 'ours', 'the wrong loan')).toEqual({
    status: 1,
    printed: '',
    complained: 'A request for this waits already.\n',
  });
  const given = await npmRun('coupons', 'give', borrower!.mobile, 'welcome', 'waited', 'for', 'us');
  expect(given).toMatchObject({ status: 0, complained: '' });
  expect(given.printed).toMatch(
    /^Request \d+ is filed: Borrower \d+: coupon Welcome, K10\.00 off\. A person with checkCoupons approves/,
  );
  const late = addDays(day(disbursedOn!), 17);
  expect(await npmRun('day', '--to', late)).toMatchObject({ status: 0 });
  expect(await npmRun('servicing', 'write-off', order, 'moved abroad')).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^Request \d+ is filed: Write off order \d+: K1,090\.80\./),
  });
  const shown = await npmRun('servicing', 'show', order);
  expect(shown.printed).toContain('waived: a week free\n');
  expect(JSON.parse((await npmRun('doctor', '--json')).printed)).toMatchObject({ isSound: true });
  await program.startAgain();
  expect(await bill()).toMatchObject({ status: 'overdue', remaining: 1090.8 });
  const { items } = await must(borrower!.client, 'listCoupons', { body: {} });
  expect(items.map(({ couponName }) => couponName)).toEqual(['Welcome']);
  expect(await npmRun('servicing')).toMatchObject({ status: 1, printed: '' });
});
