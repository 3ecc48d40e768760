import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, runOnServer } from '../../test/database.ts';
import { startSilentProxy } from '../../test/silent-proxy.ts';
import { migrate } from './migrate.ts';
import { StartFailure } from './start-failure.ts';

let database: { url: string; drop(): Promise<void> };
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  // The clone has the program's own tables: these tests bring their own migrations to an empty database.
  await runOnServer(database.url, 'drop schema public cascade; create schema public');
  folder = await mkdtemp(join(tmpdir(), 'thumba-migrations-'));
  await writeMigration(
    '0001-sheep.sql',
    "create table sheep (name text primary key); insert into sheep values ('Dolly');",
  );
  await writeMigration('0002-wool.sql', 'alter table sheep add column wool_grams int not null default 0;');
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function writeMigration(file: string, statements: string): Promise<void> {
  await writeFile(join(folder, file), statements);
}

describe('a migration that needs a lock of a running program', () => {
  let reader: pg.Client;
  beforeEach(async () => {
    await migrate(database.url, folder);
    await writeMigration('0003-shorn.sql', 'alter table sheep add column shorn boolean;');
    reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin; select from sheep');
  });
  afterEach(() => reader.end());

  test('lets the statements behind it pass, and runs once the lock is free', async () => {
    const migrating = migrate(database.url, folder, { patience: { waitMs: 100, pauseMs: 20, tries: 300 } });
    await expect
      .poll(() =>
        runOnServer(
          database.url,
          "select count(*)::int from pg_locks where relation = 'sheep'::regclass and not granted",
        ),
      )
      .toEqual([[1]]);
    expect(await runOnServer(database.url, 'select name from sheep')).toEqual([['Dolly']]);
    await reader.query('commit');
    expect(await migrating).toEqual(['0003-shorn']);
  });

  test('gives up after its tries, and the database is as it was', async () => {
    const failure = await migrate(database.url, folder, {
      patience: { waitMs: 50, pauseMs: 1, tries: 3 },
    }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(String(failure)).toContain('0003-shorn and is as it was: canceling statement due to lock timeout');
    await reader.query('commit');
    expect(await migrate(database.url, folder)).toEqual(['0003-shorn']);
  });
});

test('a migration whose connection falls silent ends, and the next one goes through', async () => {
  const proxy = await startSilentProxy(() => database.url);
  await writeMigration('0003-slow.sql', 'select pg_sleep(3);');
  const watch = { everyMs: 50, idleMs: 1_000 };
  const migrating = migrate(proxy.through(database.url), folder, { watch }).catch((error: Error) => error);
  const sleeping = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(() => runOnServer(database.url, sleeping)).toEqual([[1]]);
  proxy.fallSilent();
  const failure = await migrating;
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toContain('could not be migrated and is as it was: it did not answer in time');
  // Within 25 seconds PostgreSQL ends a session that the network no longer reaches. This one it still reaches.
  await runOnServer(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'thumba migration'`,
  );
  expect(await migrate(proxy.through(database.url), folder, { watch })).toHaveLength(3);
  proxy.close();
});

test('a migration at which PostgreSQL works for long is not taken for a silent one', async () => {
  await writeMigration('0003-slow.sql', 'select pg_sleep(7);');
  const watch = { everyMs: 50, idleMs: 4_000 };
  expect(await migrate(database.url, folder, { watch })).toContain('0003-slow');
});

test('an empty database gets every migration, in the order of the numbers', async () => {
  expect(await migrate(database.url, folder)).toEqual(['0001-sheep', '0002-wool']);
  expect(await runOnServer(database.url, 'select name, wool_grams from sheep')).toEqual([['Dolly', 0]]);
});

test('a second run does nothing, and a later one only what is new', async () => {
  await migrate(database.url, folder);
  expect(await migrate(database.url, folder)).toEqual([]);
  await writeMigration('0003-shorn.sql', 'alter table sheep add column shorn boolean;');
  expect(await migrate(database.url, folder)).toEqual(['0003-shorn']);
});

test('four at once run each migration one time', async () => {
  await writeMigration('0003-slow.sql', 'select pg_sleep(0.2); alter table sheep add column slow boolean;');
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)));
  expect(ran.flat().sort()).toEqual(['0001-sheep', '0002-wool', '0003-slow']);
});

test('a migration that fails leaves the database as it was and is named in one line', async () => {
  await writeMigration('0003-broken.sql', 'create table lamb (name text); select no_such_function();');
  const failure = await migrate(database.url, folder).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toMatch(
    /could not be migrated by 0003-broken and is as it was: .*no_such_function[^\n]*$/,
  );
  expect(await runOnServer(database.url, `select to_regclass('sheep'), to_regclass('lamb')`)).toEqual([
    [null, null],
  ]);
});

test('a database that is newer than the program is refused in one line without its password', async () => {
  await writeMigration('0003-future.sql', 'create table future ();');
  await migrate(database.url, folder);
  await rm(join(folder, '0003-future.sql'));
  const failure = await migrate(database.url, folder).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toMatch(
    /newer than this program, which does not know its migration 0003-future[^\n]*$/,
  );
  expect(String(failure)).not.toContain(new URL(database.url).password);
});

test('a database that does not answer is one line', async () => {
  const failure = await migrate('postgres://nobody:secret@127.0.0.1:1/nowhere', folder).catch(
    (error: Error) => error,
  );
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toMatch(/127\.0\.0\.1:1\/nowhere cannot be used: [^\n]*ECONNREFUSED[^\n]*$/);
  expect(String(failure)).not.toContain('secret');
});

test('a file with another kind of name is refused', async () => {
  await writeMigration('3-wrong.sql', 'select 1');
  await expect(migrate(database.url, folder)).rejects.toThrow('3-wrong.sql is not named like a migration');
});
