import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { tableRules } from './tables.ts';
import { withoutAccount, withoutBorrower } from './tables-without-borrower.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.stop());

async function tables(where = 'true'): Promise<string[]> {
  const { rows } = await server.owner.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables t
     where table_schema = 'public' and table_type = 'BASE TABLE' and ${where} order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Each new table needs a rule for the download and for the deletion of an account. */
test('every table of the database is in the download or on a list that says why not', async () => {
  const known = [tableRules, withoutBorrower, withoutAccount].flatMap((list) => Object.keys(list)).sort();
  expect(known).toEqual(await tables());
});

test('every table with a borrower in it has a rule of its own', async () => {
  const withBorrower = await tables(
    `exists (select from information_schema.columns c where c.table_schema = t.table_schema
       and c.table_name = t.table_name and c.column_name = 'borrower_id')`,
  );
  expect(Object.keys(tableRules)).toEqual(expect.arrayContaining(withBorrower));
});

/** Sealed and hashed columns that say nothing of a person: of files, rows of statements, requests and secrets of the program. */
const OF_NO_PERSON = [
  'file_hash',
  'row_hash',
  'request_hash',
  'secret_hash',
  'secret_sealed',
  'pixel_token_sealed',
];

test('a table that holds nothing of a person has no sealed column and no hash of something of a person', async () => {
  const { rows } = await server.owner.pool.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name like '%sealed' or column_name like '%hash')
       and column_name <> all ($1)`,
    [OF_NO_PERSON],
  );
  expect(rows.filter(({ name }) => name in withoutBorrower)).toEqual([]);
});

test('a table that stays after a deletion erases its sealed columns after the years', async () => {
  const { rows } = await server.owner.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed' order by 1`,
  );
  const staying = rows.filter(({ name }) => tableRules[name]?.erased === 'never');
  expect(staying.length).toBeGreaterThan(0);
  const sourceOf = async (name: string | undefined) =>
    (await server.owner.pool.query('select prosrc from pg_proc where proname = $1', [name])).rows[0]?.prosrc;
  for (const { name } of staying) {
    const { eraseAfterTheYears, erasedBy } = tableRules[name]!;
    expect(eraseAfterTheYears ?? (await sourceOf(erasedBy)), name).toMatch(/_sealed = /);
  }
});

test('rows that go with another table are deleted by a foreign key, and that table is erased', async () => {
  const { rows } = await server.owner.pool.query<{ name: string; goes_with: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as goes_with from pg_constraint
     where contype = 'f' and confdeltype = 'c' order by 1`,
  );
  const deletedWithAnother = Object.keys(tableRules).filter((name) => tableRules[name]!.goesWith);
  expect(deletedWithAnother.length).toBeGreaterThan(0);
  for (const name of deletedWithAnother) {
    const { goesWith, erased } = tableRules[name]!;
    expect(rows, name).toContainEqual({ name, goes_with: goesWith });
    expect(tableRules[goesWith!]!.erased, name).toBe(erased);
  }
});

test('docs/personal-data.md says the same of every table', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../../../docs/personal-data.md'), 'utf8');
  const sections = {
    'at once': '## Erased at once',
    'after the years': '## Kept under restriction for the years, then erased',
    never: '## Figures that stay',
  };
  const namedBelow = (title: string) => {
    const [section] = page.split(title)[1]!.split('\n## ');
    const rows = section!.split('\n').filter((line) => line.startsWith('| '));
    return rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, table]) => table)).sort();
  };
  for (const [erased, title] of Object.entries(sections)) {
    const tablesWithRule = Object.keys(tableRules).filter((table) => tableRules[table]!.erased === erased);
    expect(namedBelow(title), title).toEqual(tablesWithRule.sort());
  }
  expect(namedBelow('## Kept apart from accounts')).toEqual(Object.keys(withoutAccount).sort());
});
