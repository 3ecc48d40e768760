import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Day, day, daysBetween } from '@thumba/lending/day';
import pg from 'pg';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';

/*
 * The data of a version of the program in one small file: the rows of its database and its data folder. They are put
 * back as that version left them, for a test of the upgrade. `record-data.ts` says how such a file is made.
 */

export type KeptBorrower = {
  borrowerId: number;
  mobile: string;
  deviceSecret: string;
  token: string;
  email: string;
  orderId: number;
  repayLinkCode: string;
  /** What the borrower entered, and reads again in the download of all data. */
  entered: string[];
};

export type KeptData = {
  commit: string;
  /** When the data were taken, by the clock and by the business calendar of that program. */
  atMs: number;
  businessDay: string;
  migrations: string[];
  /** The rows of each table, as PostgreSQL writes a row in one text. */
  tables: Record<string, string[]>;
  sequences: Record<string, number>;
  /** The files of the data folder with their content in base64, the keys among them. */
  files: Record<string, string>;
  sums: Sums;
  borrowers: KeptBorrower[];
};

export type Sums = Record<'borrowers' | 'accounts' | 'balances' | 'wallets' | 'loans', unknown[]>;

const SIDES = `(select borrower_id, debit_account as account, amount_ngwee from ledger_transfer
  union all select borrower_id, credit_account, -amount_ngwee from ledger_transfer) as side`;

const sumQueries: Record<keyof Sums, string> = {
  borrowers: 'select count(*)::int as borrowers from borrower',
  accounts: `select account, sum(amount_ngwee)::text as ngwee from ${SIDES} group by account order by account`,
  balances: `select borrower_id::int, account, sum(amount_ngwee)::text as ngwee from ${SIDES}
    group by borrower_id, account order by borrower_id, account`,
  wallets: 'select borrower_id::int, wallet_ngwee::text from borrower_standing order by borrower_id',
  loans: 'select borrower_id::int, loan_id::int, state from loan order by loan_id',
};

type Client = { query(text: string): Promise<{ rows: unknown[] }> };

/** What must be the same after an upgrade. */
export async function sumsOf(client: Client): Promise<Sums> {
  const sums: Partial<Sums> = {};
  for (const [name, text] of Object.entries(sumQueries)) {
    sums[name as keyof Sums] = (await client.query(text)).rows;
  }
  return sums as Sums;
}

const TABLES = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%' order by 1`;

/** Reads all that `restoreData` puts back. */
export async function readData(databaseUrl: string, dataDir: string) {
  const client = await connect(databaseUrl);
  try {
    await client.query(`begin isolation level repeatable read; set local timezone to 'UTC'`);
    const tables: KeptData['tables'] = {};
    for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      if (rows.length > 0) tables[name] = rows.map(({ line }) => line);
    }
    const { rows: sequences } = await client.query(
      `select quote_ident(sequencename) as name, last_value::int as last from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    );
    const { rows: migrations } = await client.query('select name from kysely_migration order by name');
    return {
      tables,
      sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
      migrations: migrations.map(({ name }) => name as string),
      files: await readFolder(dataDir),
      sums: await sumsOf(client),
    };
  } finally {
    await client.end();
  }
}

async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (name: string) => [
    path.relative(folder, name),
    (await readFile(name)).toString('base64'),
  ];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

export async function writeKeptData(file: string, data: KeptData): Promise<void> {
  await writeFile(file, gzipSync(JSON.stringify(data), { level: 9 }));
}

export async function readKeptData(file: string): Promise<KeptData> {
  return JSON.parse(gunzipSync(await readFile(file)).toString('utf8'));
}

/** Puts the data into an empty folder, as if that program had stopped a moment ago. */
export async function restoreData(kept: KeptData, dataDir: string): Promise<void> {
  for (const [name, content] of Object.entries(kept.files)) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(content, 'base64'));
  }
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  await migrateAsThen(kept, postgres.ownerUrl);
  const client = await connect(postgres.ownerUrl);
  try {
    await client.query('begin; set local session_replication_role = replica');
    await insertRows(client, kept);
    const nowMs = Date.now();
    await moveInstants(client, nowMs - kept.atMs);
    const offsetDays = daysBetween(lusakaDay(nowMs), day(kept.businessDay) as Day);
    await client.query('update business_calendar set offset_days = $1', [offsetDays]);
    await client.query('commit');
  } finally {
    await client.end();
    await postgres.stop();
  }
  // The program of that version was the owner of its database.
  await rm(path.join(dataDir, 'postgres', 'program-password'));
}

/** The migrations of that version are the first ones of this version: released migrations do not change. */
async function migrateAsThen({ migrations }: KeptData, url: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-migrations-'));
  const released = path.join(import.meta.dirname, '../../apps/server/migrations');
  for (const name of migrations)
    await cp(path.join(released, `${name}.sql`), path.join(folder, `${name}.sql`));
  await migrate(url, folder);
  await rm(folder, { recursive: true });
}

async function insertRows(client: pg.Client, { tables, sequences }: KeptData): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
  for (const [table, lines] of Object.entries(tables)) {
    await client.query(
      `insert into ${table} overriding system value
       select (kept.r).* from (select line::${table} as r from unnest($1::text[]) as line) as kept`,
      [lines],
    );
  }
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [name, last]);
  }
}

/** Sessions and tickets end after some time, so all instants move with the clock. The business days stay. */
async function moveInstants(client: pg.Client, byMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string; changes: string }>(
    `select quote_ident(table_name) as name,
       string_agg(format('%1$I = %1$I + $1::interval', column_name), ', ') as changes
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name not like 'kysely%'
     group by table_name`,
  );
  for (const { name, changes } of rows) await client.query(`update ${name} set ${changes}`, [`${byMs} ms`]);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
