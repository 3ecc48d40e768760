import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { migrate } from '../../platform/migrate.ts';
import { migrateAndGrant, prepareDatabase } from './prepare-database.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let superuser: pg.Client;
/** Roles that a test made. */
let roles: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  roles = [];
  superuser = await connect(database.url);
});
afterEach(async () => {
  await superuser.end();
  await database.drop();
  // They are of the whole server.
  const server = await connect(database.url.replace(/\/[^/]*$/, '/postgres'));
  for (const role of roles) await server.query(`drop role ${role}`);
  await server.end();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The address of this database for a role of its own, which is made with these attributes. */
async function roleUrl(attributes?: string): Promise<string> {
  const url = new URL(database.url);
  url.username = `thumba_test_${randomBytes(6).toString('hex')}`;
  url.password = 'secret';
  roles.push(url.username);
  if (attributes !== undefined)
    await superuser.query(`create role ${url.username} login password 'secret' ${attributes}`);
  return url.href;
}
const nameIn = (url: string) => new URL(url).username;

/** The tables are gone, and so the database is as new. */
const empty = () => superuser.query('drop schema public cascade; create schema public');

async function ownersOf(): Promise<string[]> {
  const { rows } = await superuser.query<{ owner: string }>(
    `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
     union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return rows.map(({ owner }) => owner);
}

const say = () => undefined;
const inProduction = (urls: { ownerUrl?: string; programUrl: string }) =>
  prepareDatabase({ ownerUrl: undefined, ...urls }, { isProduction: true, say });

describe('npm run migrate', () => {
  test('makes a database and the role of the program from nothing, and again changes nothing', async () => {
    await empty();
    const programUrl = await roleUrl();
    const urls = { ownerUrl: database.url, programUrl };
    expect(await migrateAndGrant(urls)).toContain('0032-program-role');
    const rights = () =>
      superuser.query(`select relname, relacl::text, xmin::text from pg_class where relnamespace = 'public'::regnamespace
        order by relname`);
    const before = (await rights()).rows;
    expect(await migrateAndGrant(urls)).toEqual([]);
    expect((await rights()).rows).toEqual(before);
    await inProduction({ programUrl });
    expect(await ownersOf()).toEqual([nameIn(database.url)]);
  });

  test('gives the owner what the role of the program owned in an earlier version, also twice at once', async () => {
    await empty();
    const programUrl = await roleUrl('');
    await superuser.query(
      `alter database ${new URL(database.url).pathname.slice(1)} owner to ${nameIn(programUrl)}`,
    );
    await superuser.query(`alter schema public owner to ${nameIn(programUrl)}`);
    await migrate(programUrl, MIGRATIONS);
    await superuser.query('insert into borrower_standing (borrower_id, wallet_ngwee) values (7, 12345)');
    expect(await ownersOf()).toEqual([nameIn(programUrl)]);
    await expect(inProduction({ programUrl })).rejects.toThrow(
      'The role of DATABASE_URL owns the database: give the program a role of its own, and run "npm run migrate"',
    );
    const urls = { ownerUrl: database.url, programUrl };
    await Promise.all([migrateAndGrant(urls), migrateAndGrant(urls), inProduction(urls)]);
    expect(await ownersOf()).toEqual([nameIn(database.url)]);
    await inProduction({ programUrl });
    const program = await connect(programUrl);
    expect((await program.query('select wallet_ngwee::integer from borrower_standing')).rows).toEqual([
      { wallet_ngwee: 12345 },
    ]);
    await program.end();
  });

  test('works for an owner that is no superuser, and says what it lacks', async () => {
    await empty();
    const ownerUrl = await roleUrl('createrole');
    await superuser.query(
      `alter database ${new URL(database.url).pathname.slice(1)} owner to ${nameIn(ownerUrl)}`,
    );
    await superuser.query(`alter schema public owner to ${nameIn(ownerUrl)}`);
    const programUrl = await roleUrl();
    await migrateAndGrant({ ownerUrl, programUrl });
    await inProduction({ programUrl });
    expect(await ownersOf()).toEqual([nameIn(ownerUrl)]);

    await superuser.query(`alter table loan owner to ${nameIn(programUrl)}`);
    await superuser.query(`revoke ${nameIn(programUrl)} from ${nameIn(ownerUrl)}`);
    await expect(migrateAndGrant({ ownerUrl, programUrl })).rejects.toThrow(
      `run "grant ${nameIn(programUrl)} to ${nameIn(ownerUrl)}" as a superuser`,
    );
    await superuser.query(`grant ${nameIn(programUrl)} to ${nameIn(ownerUrl)}`);
    await migrateAndGrant({ ownerUrl, programUrl });
    expect(await ownersOf()).toEqual([nameIn(ownerUrl)]);

    await superuser.query(`alter role ${nameIn(ownerUrl)} nocreaterole`);
    const missing = await roleUrl();
    await expect(migrateAndGrant({ ownerUrl, programUrl: missing })).rejects.toThrow(
      `The role ${nameIn(missing)} of DATABASE_URL is missing`,
    );
    await superuser.query(`create role ${nameIn(missing)}`);
  });

  test('takes back every right that is not on the list, and leaves what an extension brought', async () => {
    const role = nameIn(database.programUrl);
    await superuser.query(`create extension if not exists pg_trgm`).catch(() => undefined);
    await superuser.query(`grant update, delete, truncate on ledger_transfer to ${role};
      grant update (amount_ngwee) on ledger_transfer to ${role};
      grant delete on loan_event to public;
      grant create on schema public to public;
      grant execute on function refuse_before_the_years(bigint[]) to public;
      revoke select on loan from ${role};
      create function other() returns integer language sql as 'select 1'`);
    const [before] = (
      await superuser.query(`select has_function_privilege($1, 'other()', 'execute') as may`, [role])
    ).rows;
    expect(before).toEqual({ may: false });
    await expect(inProduction({ programUrl: database.programUrl })).rejects.toThrow(
      'The role of DATABASE_URL may make tables',
    );
    await superuser.query('revoke create on schema public from public');
    await expect(inProduction({ programUrl: database.programUrl })).rejects.toThrow(
      'The role of DATABASE_URL has other rights than it should (no loan select): run "npm run migrate"',
    );
    await migrateAndGrant({ ownerUrl: database.url, programUrl: database.programUrl });
    await inProduction({ programUrl: database.programUrl });
    const { rows } = await superuser.query(
      `select has_table_privilege($1, 'ledger_transfer', 'update, delete, truncate') as ledger,
         has_any_column_privilege($1, 'ledger_transfer', 'update') as columns,
         has_table_privilege($1, 'loan_event', 'delete') as events,
         has_function_privilege($1, 'refuse_before_the_years(bigint[])', 'execute') as function,
         has_table_privilege($1, 'loan', 'select') as loan`,
      [role],
    );
    expect(rows).toEqual([{ ledger: false, columns: false, events: false, function: false, loan: true }]);
  });

  test('refuses one role for both, and a superuser for the program', async () => {
    await expect(migrateAndGrant({ ownerUrl: database.url, programUrl: database.url })).rejects.toThrow(
      'DATABASE_URL and DATABASE_OWNER_URL name the same role',
    );
    const programUrl = await roleUrl('superuser');
    await expect(migrateAndGrant({ ownerUrl: database.url, programUrl })).rejects.toThrow(
      `The role ${nameIn(programUrl)} of DATABASE_URL is a superuser`,
    );
  });
});

describe('a server', () => {
  test.each([
    ['is a superuser', 'alter role %s superuser', 'alter role %s nosuperuser'],
    ['may make roles or databases', 'alter role %s createdb', 'alter role %s nocreatedb'],
    ['may make roles or databases', 'alter role %s createrole', 'alter role %s nocreaterole'],
    ['may make roles or databases', 'alter role %s bypassrls', 'alter role %s nobypassrls'],
    ['owns tables', 'alter table loan owner to %s', undefined],
    ['owns functions', 'alter function wheel_number owner to %s', undefined],
    ['is a member of', 'grant thumba to %s', 'revoke thumba from %s'],
    ['is a member of pg_write_all_data', 'grant pg_write_all_data to %s', 'revoke pg_write_all_data from %s'],
    [
      'is a member of pg_execute_server_program',
      'grant pg_execute_server_program to %s',
      'revoke pg_execute_server_program from %s',
    ],
    ['may make tables', 'grant create on schema public to %s', 'revoke create on schema public from %s'],
    ['may make schemas', 'grant create on database thumba to %s', 'revoke create on database thumba from %s'],
    [
      'has other rights than it should (ledger_transfer update)',
      'grant update on ledger_transfer to %s',
      'revoke update on ledger_transfer from %s',
    ],
    [
      'has other rights than it should (ledger_transfer.amount_ngwee update)',
      'grant update (amount_ngwee) on ledger_transfer to %s',
      'revoke update (amount_ngwee) on ledger_transfer from %s',
    ],
    [
      'has other rights than it should (no loan update)',
      'revoke update on loan from %s',
      'grant update on loan to %s',
    ],
  ])('in production does not start with a role that %s', async (why, harm, repair) => {
    const programUrl = await roleUrl('');
    await migrateAndGrant({ ownerUrl: database.url, programUrl });
    await inProduction({ programUrl });
    const here = (text: string) =>
      text
        .replace('%s', nameIn(programUrl))
        .replace('database thumba', `database ${new URL(database.url).pathname.slice(1)}`)
        .replace(' thumba ', ` ${nameIn(database.url)} `);
    await superuser.query(here(harm));
    await expect(inProduction({ programUrl })).rejects.toThrow(`The role of DATABASE_URL ${why}`);
    if (repair) await superuser.query(here(repair));
    else await migrateAndGrant({ ownerUrl: database.url, programUrl });
    await inProduction({ programUrl });
  });

  test('in production does not start on a database without the latest migration, or with no role yet', async () => {
    const older =
      'The database is older than this program: run "npm run migrate" with DATABASE_OWNER_URL and DATABASE_URL.';
    await superuser.query(
      `delete from kysely_migration where name = (select max(name) from kysely_migration)`,
    );
    await expect(inProduction({ programUrl: database.programUrl })).rejects.toThrow(older);
    await empty();
    await expect(inProduction({ programUrl: database.programUrl })).rejects.toThrow(older);
  });

  test('outside production may own its tables, and says so', async () => {
    await empty();
    const said: string[] = [];
    const options = { isProduction: false, say: (line: string) => void said.push(line) };
    await prepareDatabase({ ownerUrl: undefined, programUrl: database.url }, options);
    expect(said).toEqual([
      expect.stringMatching(/^The role of DATABASE_URL owns the tables\. Set DATABASE_OWNER_URL/),
    ]);
    await prepareDatabase({ ownerUrl: database.url, programUrl: database.programUrl }, options);
    await prepareDatabase({ ownerUrl: undefined, programUrl: database.programUrl }, options);
    expect(said).toHaveLength(1);
  });
});
