import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnServer } from '../../../test/database.ts';
import { freePort } from '../../platform/ports.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { findPostgresPrograms, runProgram } from '../../platform/postgres/programs.ts';
import { systemUserForPostgres } from '../../platform/postgres/system-user.ts';
import { folderStorage } from '../../platform/storage.ts';
import { migrateAndGrant, migrateUpTo } from '../database-rights/prepare-database.ts';
import { type BackupWay, wayOf } from './backup-way.ts';
import { followLog } from './follow-log.ts';
import { backUpNightly } from './nightly-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { removeScratch } from './restore-drill.ts';
import { lendersFolderIn } from './restore-lenders-cluster.ts';
import { takeBackup } from './take-backup.ts';

/* A PostgreSQL of the lender's own, with roles, settings and another database of its own, whose role may replicate. */

const PICTURE = 'files/ab/abcdefghijklmnopqrstuvwxyz';
const PASSWORD = 'a password of the lender';
const say = () => undefined;

let root: string;
let lenders: { port: number; stop(): Promise<void> };
let backupUrl: string;
let way: BackupWay;
let between: Date;
let target: { storage: ReturnType<typeof folderStorage>; key: Buffer };

function urlAs(role: string, database: string): string {
  return `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${lenders.port}/${database}`;
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-lenders-'));
  await chmod(root, 0o711);
  target = { storage: folderStorage(path.join(root, 'backups')), key: randomBytes(32) };
  lenders = await startLenders(await emptyFolder('lenders'));
  await makeLendersDatabase();
  backupUrl = urlAs('backup_of_lender', 'loans');
  way = await wayOf(backupUrl);
  await backUpWhileRowsCome();
});
afterAll(async () => {
  await lenders?.stop();
  await rm(root, { recursive: true, force: true });
});

async function emptyFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder, { mode: 0o711 });
  return folder;
}

async function startLenders(home: string): Promise<typeof lenders> {
  const [programs, user, port] = await Promise.all([
    findPostgresPrograms(),
    systemUserForPostgres(),
    freePort(),
  ]);
  const [folder, passwordFile] = [path.join(home, 'cluster'), path.join(home, 'password')];
  await writeFile(passwordFile, PASSWORD);
  if (user) for (const owned of [home, passwordFile]) await chown(owned, user.uid, user.gid);
  const made = ['--username=chief', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--locale=C.UTF-8'];
  await runProgram(programs.initdb, [`--pgdata=${folder}`, ...made], user);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  await runProgram(
    programs.pg_ctl,
    ['start', '-D', folder, '-l', path.join(home, 'log'), '-o', settings],
    user,
  );
  return {
    port,
    stop: () => runProgram(programs.pg_ctl, ['stop', '-D', folder, '-m', 'immediate'], user),
  };
}

async function makeLendersDatabase(): Promise<void> {
  const postgres = urlAs('chief', 'postgres');
  const roles = ['lender', 'program_of_lender', 'backup_of_lender'];
  for (const statement of [
    `create role lender login superuser password '${PASSWORD}'`,
    `create role program_of_lender login password '${PASSWORD}'`,
    `create role backup_of_lender login replication password '${PASSWORD}'`,
    'grant pg_read_all_data to backup_of_lender',
    'create database loans owner lender',
    'create database another',
    // Only these roles get into the database on a machine without the library.
    ...roles.map((role) => `alter role ${role} in database loans set session_preload_libraries = 'plpgsql'`),
    `alter database loans set session_preload_libraries = 'of_the_lender'`,
  ])
    await runOnServer(postgres, statement);
  await migrateAndGrant({
    ownerUrl: urlAs('lender', 'loans'),
    programUrl: urlAs('program_of_lender', 'loans'),
  });
  await runOnServer(urlAs('chief', 'another'), 'create table of_another_program as select 1');
  // The files are read at the next start only.
  await appendFile(
    path.join(root, 'lenders/cluster/postgresql.conf'),
    `shared_preload_libraries = 'of_the_lender'\nssl = on\n`,
  );
  for (const setting of [`archive_command = 'touch ${root}/archived'`, 'archive_mode = on'])
    await runOnServer(postgres, `alter system set ${setting}`);
}

const addChannel = (code: string) =>
  runOnServer(
    urlAs('lender', 'loans'),
    `insert into channel (channel_code, name, package_name, intent_host) values ('${code}', 'A', 'a', 'a')`,
  );

async function backUpWhileRowsCome(): Promise<void> {
  const dataDir = await emptyFolder('data');
  await mkdir(path.join(dataDir, path.dirname(PICTURE)), { recursive: true });
  await writeFile(path.join(dataDir, PICTURE), 'a sealed picture');
  await runOnServer(
    urlAs('lender', 'loans'),
    `insert into stored_file values ('${path.basename(PICTURE)}', null, 'avatar', 16, '\\x00', now())`,
  );
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const following = followLog(backupUrl, target, {
    pieceMs: 100,
    signal: stopping.signal,
    async following() {
      begun.resolve();
      return async () => undefined;
    },
  });
  await Promise.race([begun.promise, following]);
  await addChannel('1 before');
  await takeBackup({ way: way.way, url: backupUrl, dataDir }, target, Date.now);
  await addChannel('2 after');
  // The transaction counts for the moment of its commit, so the clock is read after it.
  const [moment] = await runOnServer(urlAs('chief', 'postgres'), 'select clock_timestamp()');
  between = new Date((moment![0] as Date).getTime() + 1);
  await runOnServer(urlAs('chief', 'postgres'), 'select pg_sleep(0.01)');
  await addChannel('3 later');
  stopping.abort();
  await following;
}

async function channelsIn(into: string): Promise<unknown[]> {
  const restored = await ensurePostgres({ dataDir: into, log: say });
  try {
    const rows = await runOnServer(
      restored.programUrl,
      `select channel_code from channel where name = 'A' order by 1`,
    );
    const databases = await runOnServer(restored.ownerUrl, 'select datname from pg_database order by 1');
    expect(databases.flat()).toEqual(['postgres', 'template0', 'template1', 'thumba']);
    const roles = await runOnServer(
      restored.ownerUrl,
      `select rolname from pg_roles where rolname not like 'pg\\_%' order by 1`,
    );
    expect(roles.flat()).toEqual(['thumba', 'thumba_program']);
    return rows.flat();
  } finally {
    await restored.stop();
  }
}

test('the whole cluster is stored, because the role may replicate and the version is the same', () => {
  expect(way).toEqual({
    way: 'lenders-cluster',
    why: "the role backup_of_lender may replicate, and the server is PostgreSQL 18 as the program's own",
  });
});

test('it comes back with all that the stored log holds, as a database of the program', async () => {
  const into = await emptyFolder('latest');
  await restoreBackup(target, {
    into,
    say,
    migrateUpTo,
    prepare: async (urls) => void (await migrateAndGrant(urls)),
  });
  expect(await channelsIn(into)).toEqual(['1 before', '2 after', '3 later']);
  expect(await readFile(path.join(into, PICTURE), 'utf8')).toBe('a sealed picture');
  expect((await readdir(into)).sort()).toEqual(['files', 'postgres']);
  expect(await readdir(root)).not.toContain('archived');
});

test('it comes back as it was at a moment', async () => {
  const into = await emptyFolder('between');
  await restoreBackup(target, {
    into,
    at: between,
    say,
    migrateUpTo,
    prepare: async (urls) => void (await migrateAndGrant(urls)),
  });
  expect(await channelsIn(into)).toEqual(['1 before', '2 after']);
});

test('a moment after the end of the stored log is refused, and nothing is left', async () => {
  const into = await emptyFolder('after');
  const at = new Date(Date.now() + 3_600_000);
  await expect(restoreBackup(target, { into, at, say, migrateUpTo })).rejects.toThrow(
    /The stored log ends before that moment: its last change was at .* in Lusaka\./,
  );
  expect(await readdir(into)).toEqual([]);
});

test('a nightly backup of it is restored as a test, and nothing of the test is left', async () => {
  const dataDir = path.join(root, 'data');
  const outcome = await backUpNightly({ way: 'lenders-cluster', url: backupUrl, dataDir }, target, {
    keepDays: 1,
    nowMs: Date.now,
    async examine(ownerUrl) {
      const rows = await runOnServer(ownerUrl, `select count(*)::integer from channel where name = 'A'`);
      return { isSound: rows.flat()[0] === 3, verdict: '' };
    },
    say,
    migrateUpTo,
  });
  expect(outcome).toBe('done');
  expect((await readdir(dataDir)).sort()).toEqual(['backup-state.json', 'files']);
});

test('what a killed test of a restore left running is ended', async () => {
  const dataDir = await emptyFolder('killed');
  const recovering = await emptyFolder('killed/restore-drill');
  await mkdir(lendersFolderIn(recovering), { mode: 0o711 });
  const left = await ensurePostgres({ dataDir: lendersFolderIn(recovering), log: say });
  await removeScratch(dataDir);
  await expect(runOnServer(left.ownerUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
  expect(await readdir(dataDir)).toEqual([]);
});

/** The program behind `npm run backup`. */
function runBackup(url: string, ...words: string[]): Promise<{ status: number; text: string }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    BACKUP_DATABASE_URL: url,
    BACKUP_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: path.join(root, 'data'),
  };
  const main = path.join(import.meta.dirname, '../terminal/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'backup', ...words], { env }, (error, printed, complained) =>
      resolve({ status: Number(error?.code ?? 0), text: printed + complained }),
    );
  });
}

test('the command says which way it takes and why', async () => {
  const whole = await runBackup(backupUrl, '--to', path.join(root, 'by-command'));
  expect(whole.text).toContain(
    "The whole cluster is stored, and a restore has --at as far as the log is followed, because the role backup_of_lender may replicate, and the server is PostgreSQL 18 as the program's own.",
  );
  expect(whole).toMatchObject({ status: 0 });
  const copied = await runBackup(urlAs('lender', 'loans'), '--to', path.join(root, 'by-command'));
  expect(copied.text).toContain(
    'The tables are copied as they are at one moment, and a restore has no --at, because the role lender may not replicate.',
  );
  expect(copied).toMatchObject({ status: 0 });
  expect(
    await runBackup(urlAs('lender', 'loans'), '--follow', '--to', path.join(root, 'by-command')),
  ).toEqual({ status: 2, text: 'The log cannot be followed: the role lender may not replicate.\n' });
  expect(await runBackup(backupUrl, '--unfollow')).toMatchObject({
    status: 0,
    text: 'The database no longer keeps its log for a backup.\n',
  });
});

test('a server with tablespaces, or without connections for replication, is copied', async () => {
  const inPlace = `?options=${encodeURIComponent('-c allow_in_place_tablespaces=on')}`;
  await runOnServer(urlAs('chief', 'postgres') + inPlace, `create tablespace elsewhere location ''`);
  expect(await wayOf(backupUrl)).toEqual({ way: 'copy', why: 'the server has tablespaces' });
  await runOnServer(urlAs('chief', 'postgres'), 'drop tablespace elsewhere');
  await writeFile(
    path.join(root, 'lenders/cluster/pg_hba.conf'),
    'host all all 127.0.0.1/32 scram-sha-256\n',
  );
  await runOnServer(urlAs('chief', 'postgres'), 'select pg_reload_conf()');
  await expect
    .poll(() => wayOf(backupUrl))
    .toEqual({
      way: 'copy',
      why: expect.stringContaining('the server opens no connection for replication (no pg_hba.conf entry'),
    });
});
