import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Borrower, must, registerBorrowers, until } from './borrower-story.ts';
import type { Program } from './program.ts';
import { startWithOperators } from './simulated-operators.ts';

const root = path.join(import.meta.dirname, '..');

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

type Ran = { status: number; printed: string; complained: string };

/** `npm run …` as an operator types it beside the program, with the program's settings. */
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

/** Two people whose income somebody has to look at, and what they asked for. */
async function applicants(): Promise<(Borrower & { orderId: number })[]> {
  const borrowers = await registerBorrowers(program, 2, { monthlyIncome: 1500 });
  return Promise.all(
    borrowers.map(async (borrower) => {
      const asked = { productId: 1, amount: 300, termId: 1 };
      const { contractVersion } = await must(borrower.client, 'productTrial', { body: asked });
      const body = { ...asked, contractVersion, agreed: true as const };
      const { orderId } = await must(borrower.client, 'appManualGetLoan', { body });
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

test('an operator looks at the book and decides on applications, with the server up and with it down', async () => {
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

  expect(await npmRun('complaints')).toMatchObject({
    status: 0,
    printed: 'No ticket waits for an answer.\n',
  });
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
