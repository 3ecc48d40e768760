import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const SCHEMA_FOLDER = join(import.meta.dirname, 'schema');
const SCHEMA_LOCK = 720_613;
const SCHEMA_NAME = 'simulator';
const CONNECT_MS = 5_000;
const ANSWER_MS = 8_000;

// A machine that also runs browsers and tests can stand still for seconds in the middle of a transaction. It holds up
// nothing but the simulator itself, so PostgreSQL waits longer for it than for the program.
const IDLE_IN_TRANSACTION_MS = 60_000;

// The next statement of an ended connection says only that it cannot be used, and not why.
const whyEnded = new WeakMap<object, Error>();

export type Statements = Pick<pg.ClientBase, 'query'>;

export function openPool(databaseUrl: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'thumba simulator',
    connectionString: databaseUrl,
    options: `-c search_path=${SCHEMA_NAME}`,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // The end of the socket follows the reason.
      if (!whyEnded.has(client)) whyEnded.set(client, error);
    }),
  );
  return pool;
}

export function instant(instantMs: number): Date {
  return new Date(instantMs);
}

export async function inTransaction<T>(pool: pg.Pool, work: (client: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let brokenConnection = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A rollback would wait behind a statement that got no answer.
    brokenConnection = error instanceof Error && error.message === 'Query read timeout';
    if (!brokenConnection) {
      await client.query('rollback').catch(() => {
        brokenConnection = true;
      });
    }
    const why = whyEnded.get(client);
    if (why) throw new Error(`the connection of a transaction ended: ${why.message}`, { cause: error });
    throw error;
  } finally {
    client.release(brokenConnection);
  }
}

export async function applySchema(pool: pg.Pool): Promise<void> {
  const files = (await readdir(SCHEMA_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await client.query(`create schema if not exists ${SCHEMA_NAME}`);
    await client.query('create table if not exists schema_version (file text primary key)');
    const applied = await client.query<{ file: string }>('select file from schema_version');
    const known = new Set(applied.rows.map((row) => row.file));
    for (const file of files.filter((name) => !known.has(name))) {
      await client.query(await readFile(join(SCHEMA_FOLDER, file), 'utf8'));
      await client.query('insert into schema_version (file) values ($1)', [file]);
    }
  });
}

// Every bigint here is an id or a sum in ngwee, far below 2^53, so numbers are exact.
const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format as 'text');
