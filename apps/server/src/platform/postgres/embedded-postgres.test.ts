import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartFailure } from '../start-failure.ts';
import { type EmbeddedPostgres, ensurePostgres, newStarter } from './embedded-postgres.ts';

let dataDir: string;
let logged: string[];

beforeEach(async () => {
  logged = [];
  dataDir = await mkdtemp(join(tmpdir(), 'thumba-postgres-'));
  await chmod(dataDir, 0o711);
});

afterEach(async () => {
  const pid = await postmasterPid();
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  while ((await postmasterPid()) !== undefined) await sleep(10);
  await rm(dataDir, { recursive: true, force: true });
});

function inHome(...path: string[]): string {
  return join(dataDir, 'postgres', ...path);
}

async function ensure(): Promise<EmbeddedPostgres> {
  return ensurePostgres({ dataDir, log: (line) => logged.push(line) });
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ask(url: string, query: string): Promise<unknown> {
  const client = await connect(url);
  const { rows } = await client.query({ text: query, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

/** The process of the running server, by its `postmaster.pid`. A killed one stays a zombie until its parent collects it. */
async function postmasterPid(): Promise<number | undefined> {
  const text = await readFile(inHome('cluster', 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Another Node process that ensures the same server, prints the result and waits to be killed. */
async function ensureInAnotherProcess(): Promise<{
  process: ChildProcess;
  ownerUrl: string;
  adopted: boolean;
}> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { ensurePostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
       const { ownerUrl, adopted } = await ensurePostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
       console.log(JSON.stringify({ ownerUrl, adopted }));
       setInterval(() => undefined, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout!, 'data');
  return { process: child, ...JSON.parse(String(line)) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the first start', () => {
  test('sets up a durable server that only this machine reaches and only our password opens', async () => {
    const postgres = await ensure();
    expect(postgres.adopted).toBe(false);
    expect(new URL(postgres.ownerUrl).pathname).toBe('/thumba');
    const client = await connect(postgres.ownerUrl);
    const show = async (setting: string) => (await client.query(`show ${setting}`)).rows[0][setting];
    expect(await show('server_version_num')).toMatch(/^18/);
    expect(await show('fsync')).toBe('on');
    expect(await show('data_checksums')).toBe('on');
    expect(await show('listen_addresses')).toBe('127.0.0.1');
    expect(await show('unix_socket_directories')).toBe('');
    expect(await show('TimeZone')).toBe('UTC');
    await client.end();

    expect((await stat(inHome('password'))).mode & 0o777).toBe(0o600);
    expect((await stat(inHome())).mode & 0o777).toBe(0o700);
    const guessed = new URL(postgres.ownerUrl);
    for (const password of ['password', 'postgres', '']) {
      guessed.password = password;
      await expect(connect(guessed.href)).rejects.toThrow();
    }
    expect((await readdir(inHome())).sort()).toEqual([
      'cluster',
      'password',
      'port',
      'program-password',
      'server.log',
    ]);
  });

  test('makes the role of the program, with a password of its own and no power', async () => {
    const postgres = await ensure();
    expect((await stat(inHome('program-password'))).mode & 0o777).toBe(0o600);
    const passwords = [postgres.ownerUrl, postgres.programUrl].map((url) => new URL(url).password);
    expect(await readFile(inHome('program-password'), 'utf8')).toBe(passwords[1]);
    expect(passwords[1]).not.toBe(passwords[0]);
    const client = await connect(postgres.programUrl);
    const { rows } = await client.query(
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication, rolinherit,
         (select count(*)::integer from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    await client.end();
    expect(rows).toEqual([
      {
        rolname: 'thumba_program',
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolbypassrls: false,
        rolreplication: false,
        rolinherit: false,
        memberships: 0,
      },
    ]);
    expect(await readFile(inHome('server.log'), 'utf8')).not.toContain('password authentication failed');
  });

  test('keeps the values of a broken row out of its log', async () => {
    const postgres = await ensure();
    await ask(postgres.ownerUrl, 'create table person (phone text unique)');
    await ask(postgres.ownerUrl, `insert into person values ('0977123456')`);
    await expect(ask(postgres.ownerUrl, `insert into person values ('0977123456')`)).rejects.toThrow(
      'person_phone_key',
    );
    const log = await readFile(inHome('server.log'), 'utf8');
    expect(log).toContain('person_phone_key');
    expect(log).not.toContain('0977123456');
  });

  test('begins again where a killed set-up left its draft', async () => {
    await mkdir(inHome(), { recursive: true });
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'exit');
    const draft = inHome(`draft-${gone.pid}-abc123`);
    await mkdir(join(draft, 'cluster'), { recursive: true });
    await writeFile(join(draft, 'cluster', 'PG_VERSION'), '18\n');
    const postgres = await ensure();
    expect(await ask(postgres.ownerUrl, 'select 1')).toBe(1);
    expect(await readdir(inHome())).not.toContain(`draft-${gone.pid}-abc123`);
  });

  test('by two processes and this one at once ends with one server', async () => {
    const [here, one, two] = await Promise.all([
      ensure(),
      ensureInAnotherProcess(),
      ensureInAnotherProcess(),
    ]);
    expect(one.ownerUrl).toBe(here.ownerUrl);
    expect(two.ownerUrl).toBe(here.ownerUrl);
    expect([here, one, two].filter(({ adopted }) => !adopted)).toHaveLength(1);
    expect(await ask(here.programUrl, 'select current_user::text')).toBe('thumba_program');
    await Promise.all([kill(one.process), kill(two.process)]);
  });
});

describe('a later start', () => {
  test('in the same program adopts the running server and keeps its data', async () => {
    const first = await ensure();
    await ask(first.ownerUrl, 'create table sheep as select 7 as legs');
    const second = await ensure();
    expect(second.adopted).toBe(true);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await ask(second.ownerUrl, 'select legs from sheep')).toBe(7);
  });

  test('that goes on with a start which broke off has started the server, and stops it', async () => {
    const starter = newStarter();
    await ensurePostgres({ dataDir, log: () => undefined, starter });
    const again = await ensurePostgres({ dataDir, log: () => undefined, starter });
    expect(again.adopted).toBe(false);
    await again.stop();
    await expect(ask(again.ownerUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    ['was made by a version without the role of the program', 'drop role thumba_program'],
    ['has another password of the role than the file', `alter role thumba_program password 'other'`],
    ['has the role, and not the file', 'select 1'],
  ])('lets the program into a cluster that %s', async (why, change) => {
    const first = await ensure();
    await ask(first.ownerUrl, change);
    if (!why.includes('another password')) await rm(inHome('program-password'));
    const [second, third] = await Promise.all([ensure(), ensure()]);
    expect(third.programUrl).toBe(second.programUrl);
    expect(await ask(second.programUrl, 'select current_user::text')).toBe('thumba_program');
  });

  test('adopts the server of a program that was killed', async () => {
    const killed = await ensureInAnotherProcess();
    expect(killed.adopted).toBe(false);
    const pid = await postmasterPid();
    await kill(killed.process);
    const postgres = await ensure();
    expect(postgres.adopted).toBe(true);
    expect(postgres.ownerUrl).toBe(killed.ownerUrl);
    expect(await postmasterPid()).toBe(pid);
  });

  test('recovers a server that was killed, with what it had committed', async () => {
    const first = await ensure();
    await ask(first.ownerUrl, 'create table sheep as select 7 as legs');
    process.kill((await postmasterPid())!, 'SIGKILL');
    const second = await ensure();
    expect(second.adopted).toBe(false);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await ask(second.ownerUrl, 'select legs from sheep')).toBe(7);
  });

  test('moves to another port, and says so, when a stranger has taken the kept one', async () => {
    const first = await ensure();
    await first.stop();
    const port = Number(new URL(first.ownerUrl).port);
    const stranger = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    const second = await ensure();
    expect(new URL(second.ownerUrl).port).not.toBe(String(port));
    expect(logged).toContainEqual(expect.stringContaining(`Another program holds port ${port}`));
    expect(await ask(second.ownerUrl, 'select 1')).toBe(1);
    stranger.close();
  });

  test('waits for a server that has claimed the folder and not yet said its number', async () => {
    await (await ensure()).stop();
    await writeFile(inHome('cluster', 'postmaster.pid'), '');
    const waiting = ensure();
    await sleep(1000);
    await rm(inHome('cluster', 'postmaster.pid'));
    const postgres = await waiting;
    expect(await ask(postgres.ownerUrl, 'select 1')).toBe(1);
  });

  test('is refused in one line when the password is gone', async () => {
    await (await ensure()).stop();
    await rm(inHome('password'));
    const failure = await ensure().catch((error: Error) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(String(failure)).toMatch(/password of the database in .* is gone[^\n]*$/);
  });

  test('is refused in one line when the running server does not take the kept password', async () => {
    await ensure();
    await writeFile(inHome('password'), 'another');
    const failure = await ensure().catch((error: Error) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(String(failure)).toMatch(/not a PostgreSQL that takes our password[^\n]*$/);
  });
});

describe('stop', () => {
  test('ends the server that this call started', async () => {
    const postgres = await ensure();
    await postgres.stop();
    expect(await postmasterPid()).toBeUndefined();
    await expect(connect(postgres.ownerUrl)).rejects.toThrow('ECONNREFUSED');
    await postgres.stop();
  });

  test('leaves it to others who are connected', async () => {
    const postgres = await ensure();
    const other = await connect(postgres.ownerUrl);
    await postgres.stop();
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(logged).toContainEqual(expect.stringContaining('other programs are connected'));
    await other.end();
  });

  test('leaves it to the program that started it', async () => {
    const starter = await ensure();
    const adopter = await ensure();
    await adopter.stop();
    expect(await ask(starter.ownerUrl, 'select 1')).toBe(1);
  });
});
