import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../test/approve-request.ts';
import { command, runBooks } from './commands/books.ts';
import { command as suspense } from './commands/suspense.ts';
import { makeSmallBook, type SmallBook } from './small-book.test-support.ts';
import { deskBeside, runApproved } from './staff-desk.test-support.ts';

let server: AppServer;
let folder: string;
let loans: SmallBook;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-books-'));
  loans = await makeSmallBook(server);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

async function run(...words: string[]): Promise<{ done: boolean; answer: string; output: string }> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(piece, _encoding, taken) {
      pieces.push(piece);
      taken();
    },
  });
  const { done, lines } = await runBooks(await deskBeside(server), words, output);
  return { done, answer: lines.join('\n'), output: Buffer.concat(pieces).toString() };
}

type CsvRow = Record<string, string>;
const rowsIn = (text: string): CsvRow[] => parse(text, { columns: true });
const ngweeOf = (kwacha: string | undefined) => Math.round(Number(kwacha ?? 0) * 100);
const sumOf = (rows: CsvRow[], column: string) => rows.reduce((sum, row) => sum + ngweeOf(row[column]), 0);

async function totalsOf(report: string, ...words: string[]): Promise<CsvRow> {
  const { output } = await run(report, '--format', 'csv', ...words);
  return rowsIn(output).find(({ line }) => line === 'total')!;
}

describe('an export to another general ledger', () => {
  test.each(['day', 'month'])(
    'by %s has journals whose debits are their credits, and all that the trial balance has',
    async (by) => {
      const { done, output } = await run('export', '--target', 'generic', '--period', '2026-12', '--by', by);
      expect(done).toBe(true);
      const rows = rowsIn(output);
      const journals = Map.groupBy(rows, ({ journal }) => journal);
      expect(journals.size).toBeGreaterThan(by === 'day' ? 20 : 0);
      for (const lines of journals.values()) expect(sumOf(lines, 'debit')).toBe(sumOf(lines, 'credit'));
      const total = await totalsOf('trial-balance', '--period', '2026-12');
      expect(sumOf(rows, 'debit')).toBe(ngweeOf(total.debits));
      const days = new Set(rows.map(({ date }) => date));
      expect(days.has('2026-12-31')).toBe(true);
      if (by === 'month') expect([...journals.keys()]).toEqual(['THUMBA-2026-12']);
    },
  );

  test('for Xero has its columns, and amounts that come to nothing in each journal', async () => {
    const { output: chart } = await run('trial-balance', '--format', 'csv', '--period', '2026-12');
    const codes = rowsIn(chart).flatMap(({ line, code }) => (line === 'row' ? [code!] : []));
    const mapping = path.join(folder, 'mapping.csv');
    const lines = codes.map((code) => `${code},X${code},Tax Exempt`);
    await writeFile(mapping, ['account,target_account,tax_rate', ...lines].join('\n'));
    const file = path.join(folder, 'xero.csv');
    const words = ['--period', '2026-12', '--mapping', mapping, '--out', file];
    expect(await run('export', '--target', 'xero', ...words)).toEqual({
      done: true,
      answer: `1 journals are written to ${file}. Debits and credits are the same in each.`,
      output: '',
    });
    const text = await readFile(file, 'utf8');
    expect(text.split('\r\n')[0]!.split(',').slice(0, 6)).toEqual([
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
    ]);
    const rows = rowsIn(text);
    expect(rows.length).toBeGreaterThan(5);
    expect(sumOf(rows, '*Amount')).toBe(0);
    expect(rows.every((row) => row['*Date'] === '31/12/2026' && row['*AccountCode']!.startsWith('X'))).toBe(
      true,
    );
  });

  test.each([
    ['an unknown target', ['--target', 'sage'], 'There is no target sage: say generic or xero.'],
    ['no tax rate', ['--target', 'xero', '--period', '2026-12'], 'Xero needs a tax rate for each line'],
    ['a mapping that is not there', ['--mapping', '/nowhere.csv'], 'There is no file /nowhere.csv.'],
    ['a day in the future', ['--period', '2027-01'], '2027-01-31 is in the future'],
    ['a day before the book', ['--on', '2026-10-01'], 'the book begins on 2026-11-21'],
  ])('with %s is refused by name', async (_what, words, reason) => {
    expect(await run('export', ...words)).toEqual({
      done: false,
      answer: expect.stringContaining(reason),
      output: '',
    });
  });
});

describe("the auditor's pack", () => {
  const packed = (name: string, ...words: string[]) =>
    run('auditor-pack', '--period', '2026-12', '--out', path.join(folder, name), ...words);

  test('has the reports, a sample with its documents, and an index with the hash of each file', async () => {
    expect(await packed('pack', '--seed', '42', '--sample', '2')).toMatchObject({
      done: true,
      answer: expect.stringContaining('with the documents of 2 loans. All checks hold.'),
    });
    const pack = path.join(folder, 'pack');
    const index = rowsIn(await readFile(path.join(pack, 'index.csv'), 'utf8'));
    const names = index.map(({ file }) => file!);
    expect((await readdir(pack)).sort()).toEqual([...names, 'index.csv'].sort());
    expect(names.slice(0, 7)).toEqual([
      'trial-balance.csv',
      'balance-sheet.csv',
      'income-statement.csv',
      'loan-tape.csv',
      'journals.csv',
      'entries-by-hour.csv',
      'sample.csv',
    ]);
    for (const { file, bytes, sha256 } of index) {
      const content = await readFile(path.join(pack, file!));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        Number(bytes),
        sha256,
      ]);
      expect((await stat(path.join(pack, file!))).mode & 0o777).toBe(0o600);
    }
    const sample = rowsIn(await readFile(path.join(pack, 'sample.csv'), 'utf8')).filter(
      ({ line }) => line === 'row',
    );
    expect(sample).toHaveLength(2);
    const [{ loan }] = sample as [CsvRow];
    const contract = await readFile(path.join(pack, `loan-${loan}-contract.txt`), 'utf8');
    expect(contract).toContain('What you repay');
    expect(contract).not.toContain('Chipo Lungu');
    const history = rowsIn(await readFile(path.join(pack, `loan-${loan}-history.csv`), 'utf8'));
    expect(history.map(({ event }) => event)).toEqual(expect.arrayContaining(['applied', 'paid_out']));
    const ledger = rowsIn(await readFile(path.join(pack, `loan-${loan}-ledger.csv`), 'utf8'));
    expect(ledger.some((row) => row.debit === 'principal_receivable')).toBe(true);
    const payments = rowsIn(await readFile(path.join(pack, `loan-${loan}-payments.csv`), 'utf8'));
    expect(payments[0]).toMatchObject({ direction: 'payout', purpose: 'loan_payout', operator: 'mtn' });
  });

  test('is the same for the same seed, and has other loans for another one', async () => {
    const indexOf = (name: string) => readFile(path.join(folder, name, 'index.csv'), 'utf8');
    await packed('first', '--seed', '7', '--sample', '3');
    await packed('second', '--seed', '7', '--sample', '3');
    expect(await indexOf('second')).toBe(await indexOf('first'));
    const drawn = new Set<string>();
    for (const seed of ['1', '2', '3', '4']) {
      await packed(`seed-${seed}`, '--seed', seed, '--sample', '1');
      drawn.add(rowsIn(await readFile(path.join(folder, `seed-${seed}`, 'sample.csv'), 'utf8'))[0]!.loan!);
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  test('names the borrowers only once a second person approved it, and once', async () => {
    const named = (folderName: string, ...words: string[]) =>
      packed(folderName, '--seed', '42', '--sample', '1', '--names', 'yes', ...words);
    expect(await named('named')).toMatchObject({ answer: expect.stringContaining('give a reason') });
    expect(await named('named', '--request', '99999')).toMatchObject({
      answer: 'There is no request 99999 for an export.',
    });
    const { answer } = await named('named', '--reason', 'the audit of the year');
    expect(answer).toMatch(/^Request \d+ is filed: Auditor's pack of 2026-12-01 to 2026-12-31, with names\./);
    const request = String((await waitingRequest(server)).requestId);
    expect(await named('named', '--request', request)).toMatchObject({
      done: false,
      answer: `Request ${request} is not approved.`,
    });
    expect(await approveRequest(server)).toMatchObject({
      state: 'done',
      sentence: `The person who asked can write it once, with --request ${request}.`,
    });
    expect(await packed('named', '--seed', '43', '--names', 'yes', '--request', request)).toMatchObject({
      done: false,
      answer: `Request ${request} is for another export: Auditor's pack of 2026-12-01 to 2026-12-31, with names.`,
    });
    await expect(readdir(path.join(folder, 'named'))).rejects.toThrow('ENOENT');
    expect(await named('named', '--request', request)).toMatchObject({ done: true });
    expect(await named('again', '--request', request)).toMatchObject({
      done: false,
      answer: `Request ${request} was used already. Ask again.`,
    });
    const insert = server.query(`insert into bulk_export values ($1, 'staff:mary', now())`, [999_999]);
    await expect(insert).rejects.toThrow('a second person approved');
    const file = (await readdir(path.join(folder, 'named'))).find((name) => name.endsWith('contract.txt'))!;
    expect(await readFile(path.join(folder, 'named', file), 'utf8')).toContain('Chipo Lungu');
  });

  test('is in the security log, with who made it', async () => {
    const words = [
      '--period',
      '2026-12',
      '--seed',
      '1',
      '--sample',
      '1',
      '--out',
      path.join(folder, 'logged'),
    ];
    const { done } = await command.atDesk(await deskBeside(server), ['auditor-pack', ...words]);
    expect(done).toBe(true);
    const logged = await server.query(
      `select actor, outcome from security_event where kind = 'staff_command' and detail ->> 'command' = 'books'
         and detail ->> 'action' = 'auditor-pack'`,
    );
    expect(logged).toEqual([{ actor: 'staff:mary', outcome: 'succeeded' }]);
  });

  test('shows who wrote entries at which hour', async () => {
    const { output } = await run('entries-by-hour', '--format', 'csv', '--period', '2026-12');
    const rows = rowsIn(output).filter(({ line }) => line === 'row');
    const users = rows.map(({ user }) => user);
    expect(users).toEqual(expect.arrayContaining(['end_of_day', 'operator:mtn', 'staff:mary']));
    expect(users).not.toContain('not recorded');
    // The clock of this test stands at 10:00 in Lusaka.
    expect(rows.every((row) => row['10h'] === row.entries)).toBe(true);
  });

  test.each([
    ['no seed', [], 'Please give a seed of digits'],
    ['a sample that is too large', ['--seed', '1', '--sample', '5000'], '"5000" is not a number of loans'],
    ['a folder that has files', ['--seed', '1'], 'There are files in'],
    ['a format that is none', ['--seed', '1', '--format', 'text'], 'There is no format text'],
  ])('with %s is refused by name', async (_what, words, reason) => {
    await mkdir(path.join(folder, 'full'), { recursive: true });
    await writeFile(path.join(folder, 'full', 'kept.txt'), 'kept');
    expect(await packed('full', ...words)).toMatchObject({
      done: false,
      answer: expect.stringContaining(reason),
    });
    expect(await readdir(path.join(folder, 'full'))).toEqual(['kept.txt']);
  });
});

test('a piece of suspense is less by what was placed of it, from the day of the placement on', async () => {
  const piecesOn = async (on: string) => {
    const { output } = await run('suspense', '--format', 'csv', '--on', on);
    return rowsIn(output).filter(({ line }) => line === 'row');
  };
  const [piece] = await piecesOn('2027-01-04');
  expect(piece).toMatchObject({ loan: String(loans.late), since: '2026-12-26', days: '9', amount: '200.00' });
  const [{ borrower_id: borrowerId }] = await server.query(
    'select borrower_id from loan where loan_id = $1',
    [loans.late],
  );
  await server.passDays(1);
  const part = `${piece!.piece!.replace('entry ', '')}=50`;
  const words = ['wallet', part, String(borrowerId), 'the borrower asked for it'];
  expect(await runApproved(server, suspense, ...words)).toMatchObject({ done: true });
  expect(await piecesOn('2027-01-05')).toMatchObject([{ piece: piece!.piece, days: '10', amount: '150.00' }]);
  expect(await piecesOn('2027-01-04')).toEqual([piece]);
});
