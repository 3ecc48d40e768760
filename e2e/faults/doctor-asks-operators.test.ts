import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays } from '@thumba/lending/day';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { type Borrower, liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import { type Program, startProgram } from '../support/program.ts';
import { hireChecker } from '../support/second-person.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, operatorTimes } from '../support/simulated-operators.ts';
import { runBeside } from '../support/terminal.ts';
import { payOutUnknown } from '../support/unknown-payout.ts';

const FLOATS = 'the float at each operator = the book, but for payments under way';
const DAYS = 'payments on the statements = payments in the book, day by day';
const UNSTATED = 'days of payments without a statement';
const UNKNOWN_KWACHA = 37;

type Float = { operator: string; direction: 'collect' | 'payout'; balance: number };
type Examined = { isSound: boolean; checks: { check: string; listed: { id: string; problem: string }[] }[] };

let program: Program;
let folder: string;
let borrowers: Borrower[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-asked-'));
  // The date of a demo can be moved where the operators are in the server.
  program = await startProgram({ env: { ...operatorTimes, OPERATOR_TIMEOUT_MS: '20000' } });
});
afterAll(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function asked() {
  const { status, printed, complained } = await runBeside(
    ...([program, 'upkeep', 'doctor', '--ask-operators', '--json'] as const),
  );
  expect(complained).toBe('');
  const { isSound, checks } = JSON.parse(printed) as Examined;
  const listed = (title: string) => checks.find(({ check }) => check === title)!.listed;
  return { status, isSound, floats: listed(FLOATS), days: listed(DAYS), unstated: listed(UNSTATED) };
}

async function floatsThere(): Promise<Float[]> {
  const answer = await fetch(`${program.simulatorUrl}/api/floats`);
  return ((await answer.json()) as { floats: Float[] }).floats;
}

async function declare(floats: readonly Float[]): Promise<void> {
  const approve = await hireChecker(program, 'head_of_finance');
  for (const { operator, direction, balance } of floats) {
    const account = direction === 'collect' ? 'collection' : 'payout';
    const words = ['float', 'top-up', operator, account, String(balance), 'lay there at the beginning'];
    const filed = await runBeside(program, 'staff', ...words);
    expect(filed).toMatchObject({ status: 0, complained: '' });
    await approve(filed.printed);
  }
}

async function moveDateTo(businessDate: string): Promise<void> {
  const answer = await fetch(`${program.simulatorUrl}/api/date`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ businessDate }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Imports the operator's own export of whole days, and answers the status of the command. */
async function reconcile(operator: string, from: string, to: string): Promise<number> {
  const period = new URLSearchParams({ operator, from, to });
  const answer = await fetch(`${program.simulatorUrl}/api/statement?${period}`);
  const file = path.join(folder, `${operator}-${to}.csv`);
  await writeFile(file, await answer.text());
  const words = ['reconcile', '--operator', operator, '--from', from, '--to', to, file];
  const { status } = await runBeside(program, 'staff', ...words);
  await dateImportsToNextDay();
  return status;
}

/**
 * A statement tells nothing of the time after its import. The clock of the machine does not move with the date of a demo, so
 * the import is dated to the day after.
 */
async function dateImportsToNextDay(): Promise<void> {
  const book = new pg.Client({ connectionString: await program.databaseUrl() });
  await book.connect();
  for (const table of ['operator_statement', 'operator_statement_days'])
    await book.query(
      `update ${table} set imported_at = imported_at + interval '1 day' where imported_at < now()`,
    );
  await book.end();
}

test('the doctor finds balances and day totals that agree, and then a payout of MTN that the book does not know', async () => {
  const floatsBefore = await floatsThere();
  const day = lusakaDay(Date.now());
  borrowers = await registerBorrowers(program, 4);
  await liveLoans(borrowers, seedOfRun());
  expect((await booksAtRest(program)).problems).toEqual([]);
  // The comparison above knows payments only.
  await declare(floatsBefore);
  await moveDateTo(addDays(day, 1));
  await expect.poll(async () => (await asked()).unstated.length).toBe(2);
  for (const operator of ['mtn', 'airtel']) expect(await reconcile(operator, day, day)).toBe(0);
  expect(await asked()).toEqual({ status: 0, isSound: true, floats: [], days: [], unstated: [] });

  const id = await payOutUnknown(program.simulatorUrl, borrowers[0]!.mobile, UNKNOWN_KWACHA);
  const less = { id: 'float_mtn_payout', problem: expect.stringMatching(/: K37\.00 less at the operator$/) };
  await expect.poll(asked).toMatchObject({ status: 1, floats: [less], days: [] });
  expect(await reconcile('mtn', day, day)).toBe(1);
  const more = {
    id: `mtn payout ${day}`,
    problem: expect.stringMatching(/^the statement says K.+ in 3 payments and the book says K.+ in 2$/),
  };
  await expect.poll(asked).toMatchObject({
    status: 1,
    isSound: false,
    floats: [less],
    days: [more],
  });
  const { problems } = await booksAtRest(program);
  expect(problems).toContain(`the operator holds ${id}, of which we know nothing`);
});
