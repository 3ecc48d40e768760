import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SETUP_LIMITS } from '../database.ts';
import { StartFailure } from '../start-failure.ts';

/** Privileges on a table, as they stand in GRANT: `select`, `insert`, `update`, `delete`, `update (column, …)`. */
export type TableRights = readonly string[];

export type ProgramRights = {
  tables: Readonly<Record<string, TableRights>>;
  functions: readonly string[];
};

/** The addresses of one database, for the role that owns its tables and for the role of the running program. */
export type RoleUrls = { ownerUrl: string; programUrl: string };

/** One process at a time makes roles and changes rights. */
const RIGHTS_LOCK = 7_263_402;
const LOCK_PAUSE_MS = 250;
const LOCK_TRIES = 7_200;

/**
 * Migrates as the owner and gives the role of the program exactly these rights. The role is made where it is missing, and
 * what it owns goes to the owner first. Where all is as it should be, nothing is written.
 */
export async function migrateWithRights<Migrated>(
  { ownerUrl, programUrl }: RoleUrls,
  rights: ProgramRights,
  migrate: () => Promise<Migrated>,
): Promise<Migrated> {
  const { role, password } = loginOf(programUrl);
  return connected(ownerUrl, async (owner) => {
    await lockRights(owner);
    await refuseAsProgramRole(owner, role);
    await makeRole(owner, role, password);
    await takeOver(owner, role);
    const migrated = await migrate();
    if (await differsFrom(owner, role, rights)) await grant(owner, role, rights);
    return migrated;
  });
}

/** Makes the role of the program, or gives it the password of its address again. */
export async function letProgramIn({ ownerUrl, programUrl }: RoleUrls): Promise<void> {
  const { role, password } = loginOf(programUrl);
  await connected(ownerUrl, async (owner) => {
    await lockRights(owner);
    await makeRole(owner, role, password);
    const name = owner.escapeIdentifier(role);
    if (password !== undefined)
      await owner.query(`alter role ${name} password ${owner.escapeLiteral(password)}`);
  });
}

/**
 * Asks again and again, because a statement that waits cannot be told from one whose connection fell silent. The end of
 * the connection ends the lock, also where this process is killed.
 */
async function lockRights(owner: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await owner.query('select pg_try_advisory_lock($1) as is_free', [RIGHTS_LOCK]);
    if (rows[0].is_free) return;
    if (tries === LOCK_TRIES)
      throw new StartFailure('Another process has been making the database ready for half an hour.');
    await pause(LOCK_PAUSE_MS);
  }
}

/** Whether the role of an address has another password than the address, or is missing. */
export async function isKeptOut(url: string): Promise<boolean> {
  return connected(url, async () => false).catch((error: { code?: string }) => error.code === WRONG_PASSWORD);
}

/** Why a role must not run the program. Undefined for one that may. */
export function excessOf(programUrl: string): Promise<string | undefined> {
  return connected(programUrl, async (program) => {
    const { rows } = await program.query<{ excess: string }>(EXCESS);
    return rows[0]?.excess;
  });
}

/** A right that the role has and should not have, or lacks. Undefined where all are as they should be. */
export function wrongRight(programUrl: string, rights: ProgramRights): Promise<string | undefined> {
  return connected(programUrl, (program) => differsFrom(program, loginOf(programUrl).role, rights));
}

/** Whether the role of an address owns the tables, as itself or as a member of their owner. */
export function ownsTables(url: string): Promise<boolean> {
  return connected(url, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>(
      `select coalesce(bool_and(pg_has_role(relowner, 'usage')), true) as owns from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    return rows[0]!.owns;
  });
}

const WRONG_PASSWORD = '28P01';
const NOT_ALLOWED = '42501';

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'thumba rights', ...SETUP_LIMITS });
  // A connection that breaks fails its query. The event needs a listener all the same.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function loginOf(url: string): { role: string; password: string | undefined } {
  const { user, password } = new pg.Client({ connectionString: url });
  if (!user) throw new StartFailure('DATABASE_URL must name the role of the program.');
  return { role: user, password: typeof password === 'string' ? password : undefined };
}

/** A superuser cannot be held by rights, and the owner may do everything with its tables. */
async function refuseAsProgramRole(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ is_owner: boolean; is_superuser: boolean }>(
    `select current_user = $1 as is_owner, coalesce((select rolsuper from pg_roles where rolname = $1), false) as is_superuser`,
    [role],
  );
  const { is_owner, is_superuser } = rows[0]!;
  if (is_owner) {
    throw new StartFailure(
      'DATABASE_URL and DATABASE_OWNER_URL name the same role: give the program a role of its own in DATABASE_URL.',
    );
  }
  if (is_superuser) {
    throw new StartFailure(
      `The role ${role} of DATABASE_URL is a superuser: give the program a role of its own in DATABASE_URL.`,
    );
  }
}

async function makeRole(owner: pg.Client, role: string, password: string | undefined): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount !== 0) return;
  const name = owner.escapeIdentifier(role);
  const withPassword = password === undefined ? '' : `password ${owner.escapeLiteral(password)}`;
  await owner
    .query(
      `create role ${name} login nosuperuser nocreatedb nocreaterole noreplication noinherit ${withPassword}`,
    )
    .catch((error: { code?: string }) => {
      if (error.code !== NOT_ALLOWED) throw error;
      throw new StartFailure(
        `The role ${role} of DATABASE_URL is missing, and the role of DATABASE_OWNER_URL may not make it: make it as a superuser.`,
        { cause: error },
      );
    });
}

/** Gives the owner what the program's role owns here, as it did in earlier versions. */
async function takeOver(owner: pg.Client, role: string): Promise<void> {
  const { rowCount } = await owner.query(
    `select from pg_shdepend s join pg_roles r on r.oid = s.refobjid join pg_database d on d.datname = current_database()
     where s.refclassid = 'pg_authid'::regclass and s.deptype = 'o' and r.rolname = $1
       and (s.dbid = d.oid or (s.classid = 'pg_database'::regclass and s.objid = d.oid)) limit 1`,
    [role],
  );
  if (rowCount === 0) return;
  const name = owner.escapeIdentifier(role);
  await owner.query(`reassign owned by ${name} to current_user`).catch(async (error: { code?: string }) => {
    if (error.code !== NOT_ALLOWED) throw error;
    const { rows } = await owner.query<{ granting: string }>(
      `select format('grant %I to %I', $1::text, current_user) as granting`,
      [role],
    );
    throw new StartFailure(
      `The role of DATABASE_OWNER_URL may not take over what the role ${role} owns: run "${rows[0]!.granting}" as a superuser, and revoke it afterwards.`,
      { cause: error },
    );
  });
}

/** Relations and functions of this database that no extension brought. */
const OWN_RELATIONS = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;
const OWN_FUNCTIONS = `pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`;

async function grant(owner: pg.Client, role: string, { tables, functions }: ProgramRights): Promise<void> {
  const name = owner.escapeIdentifier(role);
  const { rows } = await owner.query<{ revoking: string }>(
    `select format('revoke all on %I from public, ', c.relname) as revoking from ${OWN_RELATIONS}
     union all select format('revoke all on routine %s from public, ', p.oid::regprocedure) from ${OWN_FUNCTIONS}
     union all select format('revoke create, temporary on database %I from public, ', current_database())
     union all select format('grant connect on database %I to ', current_database())`,
  );
  const statements = [
    ...rows.map(({ revoking }) => revoking + name),
    `revoke all on schema public from public, ${name}`,
    `grant usage on schema public to ${name}`,
    `revoke all on all sequences in schema public from public, ${name}`,
    `grant usage on all sequences in schema public to ${name}`,
    // What the owner makes later is open to no other role until it is granted.
    'alter default privileges revoke execute on functions from public',
    ...Object.entries(tables).map(
      ([table, granted]) => `grant ${granted.join(', ')} on ${owner.escapeIdentifier(table)} to ${name}`,
    ),
    ...functions.map((signature) => `grant execute on function ${signature} to ${name}`),
  ];
  await owner.query('begin');
  for (const text of statements) await owner.query(text);
  await owner.query('commit');
}

/** Compares what the database says with what is wanted. Rights of all roles count as rights of the program's role. */
async function differsFrom(
  client: pg.Client,
  role: string,
  { tables, functions }: ProgramRights,
): Promise<string | undefined> {
  const { rows } = await client.query<{ held: string }>(HELD_RIGHTS, [role]);
  const held = rows.map((row) => row.held);
  const wanted = [
    ...Object.entries(tables).flatMap(([table, granted]) => granted.flatMap((right) => single(table, right))),
    ...functions,
  ];
  const less = wanted.find((right) => !held.includes(right));
  return less === undefined ? held.find((right) => !wanted.includes(right)) : `no ${less}`;
}

/** `update (a, b)` is a right on each of the columns. */
function single(table: string, right: string): string[] {
  const [, privilege, columns] = /^(\w+)(?: \((.*)\))?$/.exec(right)!;
  return columns === undefined
    ? [`${table} ${privilege}`]
    : columns.split(', ').map((column) => `${table}.${column} ${privilege}`);
}

const OF_PROGRAM = `(a.grantee = 0 or a.grantee = (select oid from pg_roles where rolname = $1))`;

const HELD_RIGHTS = `
  select c.relname || ' ' || lower(a.privilege_type) as held
  from (select * from ${OWN_RELATIONS}) c cross join aclexplode(c.relacl) a where ${OF_PROGRAM}
  union all
  select c.relname || '.' || t.attname || ' ' || lower(a.privilege_type)
  from (select * from ${OWN_RELATIONS}) c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
  where ${OF_PROGRAM}
  union all
  select p.oid::regprocedure::text
  from (select * from ${OWN_FUNCTIONS}) p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
  where ${OF_PROGRAM}
  union all
  select 'no usage of ' || c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage') end
  union all
  select 'create in the schema' where has_schema_privilege($1, 'public', 'create')
  union all
  select 'no usage of the schema' where not has_schema_privilege($1, 'public', 'usage')
  union all
  select 'create or temporary in the database'
  where has_database_privilege($1, current_database(), 'create, temporary')`;

/** Roles of PostgreSQL that reach past all rights. A member of them can change the tables or the server itself. */
const FAR_REACHING_ROLES = `('pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
  'pg_execute_server_program', 'pg_maintain', 'pg_create_subscription', 'pg_database_owner')`;

const EXCESS = `
  select 'is a superuser' as excess from pg_roles where rolname = current_user and rolsuper
  union all select 'may make roles or databases, or reads past row security' from pg_roles
    where rolname = current_user and (rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)
  union all select 'owns the database' from pg_database d join pg_roles r on r.oid = d.datdba
    where d.datname = current_database() and r.rolname = current_user
  union all select 'owns tables' where exists (select from pg_class c join pg_roles r on r.oid = c.relowner
    where r.rolname = current_user)
  union all select 'owns functions' where exists (select from pg_proc p join pg_roles r on r.oid = p.proowner
    where r.rolname = current_user)
  union all select 'is a member of the role that owns the tables' where exists (select from pg_class c
    where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'member'))
  union all select 'is a member of ' || rolname from pg_roles where pg_has_role(oid, 'member') and rolname <> current_user
    and (rolsuper or rolcreaterole or rolname in ${FAR_REACHING_ROLES})
  union all select 'may make tables' where has_schema_privilege('public', 'create')
  union all select 'may make schemas' where has_database_privilege(current_database(), 'create')`;
