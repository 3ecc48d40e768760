import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { type Borrower, liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';
import { runBeside } from '../support/terminal.ts';
import { payOutUnknown } from '../support/unknown-payout.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_KWACHA = 37;

/** How portals, Excel and people write one and the same statement. */
const WRITTEN: Record<string, (text: string) => Buffer> = {
  'in UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'with semicolons': (text) => Buffer.from(text.replaceAll(',', ';')),
  'with tabs': (text) => Buffer.from(text.replaceAll(',', '\t')),
  'with a row of totals': (text) => Buffer.from(`${text}Total,,,,,,,,,,,,,,,,1234.50\r\n`),
};

let program: Program;
let database: Database;
let folder: string;
let borrowers: Borrower[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-statements-'));
  program = await startWithOperators();
  database = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
});
afterAll(async () => {
  await database?.close();
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** MTN's own export of yesterday and today. */
async function statement(): Promise<string> {
  const [from, to] = [lusakaDay(Date.now() - DAY_MS), lusakaDay(Date.now())];
  const answer = await fetch(`${program.simulatorUrl}/api/statement?operator=mtn&from=${from}&to=${to}`);
  const text = await answer.text();
  // No field holds a separator, so that one can be exchanged for another.
  expect(text).not.toMatch(/[";\t]/);
  return text;
}

async function reconcile(content: Buffer) {
  const file = path.join(folder, 'statement.csv');
  await writeFile(file, content);
  const { complained, ...ran } = await runBeside(program, 'staff', 'reconcile', '--operator', 'mtn', file);
  return { ...ran, complained: complained.replace(file, 'statement.csv') };
}

async function stored(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from operator_statement) as statements,
       (select count(*)::int from operator_statement_row) as rows,
       (select count(*)::int from reconciliation_difference) as differences`,
  );
  return rows[0];
}

/** Imports the statement in each way, and answers the one report of all. */
async function reportOfAll(text: string, status: number): Promise<string> {
  const reports: string[] = [];
  for (const [how, write] of Object.entries(WRITTEN)) {
    const ran = await reconcile(write(text));
    expect({ how, status: ran.status, complained: ran.complained }).toEqual({ how, status, complained: '' });
    expect(ran.printed.includes('(imported before)'), how).toBe(reports.length > 0);
    reports.push(ran.printed.replace(' (imported before)', ''));
  }
  expect(new Set(reports).size).toBe(1);
  return reports[0]!;
}

test('a statement of loans that were repaid agrees, however it is written', async () => {
  borrowers = await registerBorrowers(program, 3);
  await liveLoans(borrowers, seedOfRun());
  expect((await booksAtRest(program)).problems).toEqual([]);
  const text = await statement();
  const report = await reportOfAll(text, 0);
  expect(report).toContain('No difference.');
  expect(await stored()).toEqual({
    statements: 1,
    rows: text.trim().split('\r\n').length - 1,
    differences: 0,
  });
});

test('a payout that the book does not know is one open difference, at the first import and at each later one', async () => {
  const id = await payOutUnknown(program.simulatorUrl, borrowers[0]!.mobile, UNKNOWN_KWACHA);
  await expect.poll(statement).toMatch(new RegExp(`${id},.*,Successful,`));
  const report = await reportOfAll(await statement(), 1);
  expect(report).toMatch(/extra at the operator +1 +1 +K37\.00/);
  expect(report).toContain('1 of 1 differences wait for a person.');
  expect(await stored()).toMatchObject({ statements: 2, differences: 1 });
});

test('a file that is no statement is refused with its row and what to change, and nothing is stored', async () => {
  const before = await stored();
  const lines = (await statement()).trimEnd().split('\r\n');
  const damaged = [...lines.slice(0, 2), lines[2]!.replace(',ZMW,', ' or so,ZMW,'), ...lines.slice(3), ''];
  expect(await reconcile(Buffer.from(damaged.join('\r\n')))).toEqual({
    status: 2,
    printed: '',
    complained:
      'statement.csv, line 3: the amount cannot be read: write it as 1150.50. Nothing of it was kept.\n',
  });
  expect(await reconcile(Buffer.from('Dear lender,\r\nthe statement follows.\r\n'))).toEqual({
    status: 2,
    printed: '',
    complained: expect.stringMatching(
      /^statement\.csv, line 1: this is no statement of this operator: .* missing/,
    ),
  });
  expect(await reconcile(Buffer.from(lines.join('\r\n').slice(0, -3)))).toEqual({
    status: 2,
    printed: '',
    complained: expect.stringMatching(
      new RegExp(`^statement\\.csv, line ${lines.length}: .*export (it|the file) again`),
    ),
  });
  expect(await stored()).toEqual(before);
});
