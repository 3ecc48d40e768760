import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import { historyIdIn } from './history-id.ts';
import type { CopyManifest } from './manifest.ts';
import { replicate } from './replication.ts';
import { storeParts } from './sealed-parts.ts';

export type StoredTables = Pick<
  CopyManifest,
  'lastMigration' | 'serverVersion' | 'systemId' | 'historyId' | 'tables' | 'sequences'
>;

/**
 * A server may give its sessions limits that a copy of everything would reach, some of which earlier versions do not know,
 * and a way of writing dates that another server would read differently.
 */
const SESSION = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

/** Columns that are computed are computed again. What the migrations write for themselves is not copied. */
const TABLES = `
  select c.relname as name, json_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and c.relname not like 'kysely\\_%'
  group by c.relname order by c.relname`;

const DATABASE = `
  select (select max(name) from kysely_migration) as "lastMigration",
    current_setting('server_version') as "serverVersion",
    format('%s-%s', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database())) as "systemId"`;

const SEQUENCES = `
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`;

/** Stores all tables as they are at one moment, while programs use them. */
export async function storeTables(
  url: string,
  { storage, key, folder }: { storage: Storage; key: Buffer; folder: string },
  silentMs?: number | undefined,
): Promise<StoredTables> {
  const client = await connectForBackup(url, { silentMs });
  try {
    await client.query(SESSION);
    await client.query('begin isolation level repeatable read read only');
    const { rows: described } = await client.query(DATABASE);
    const historyId = await historyIdIn(client);
    const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES);
    const tables: StoredTables['tables'] = [];
    for (const { name, columns } of rows) {
      const { copied } = replicate(client, `copy "${name}" (${columns.join(', ')}) to stdout`);
      const parts = await storeParts({ storage, key, folder: `${folder}/${name}` }, copied);
      tables.push({ name, columns, parts });
    }
    // A sequence does not belong to the moment of a transaction. Read last, it is past every number in the tables.
    const { rows: sequences } = await client.query<StoredTables['sequences'][number]>(SEQUENCES);
    return { ...described[0], historyId, tables, sequences };
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartFailure(
      `The role that reads the database for a backup may not read all of it: ${(error as Error).message}.`,
    );
  } finally {
    await endConnection(client);
  }
}
