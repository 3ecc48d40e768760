import pg from 'pg';

/**
 * A statement with a name. PostgreSQL plans it once per connection and keeps the plan. The type parameters are the row
 * that it returns and the values that it takes.
 */
export type Statement<Row, Values extends object = NoValues> = {
  name: string;
  /** The SQL with numbered parameters, as PostgreSQL reads it. */
  text: string;
  /** The name of each numbered parameter, `$1` first. */
  parameters: readonly string[];
  readonly row?: Row;
  readonly values?: (values: Values) => void;
};

/** The values of a statement without parameters. */
export type NoValues = Record<never, never>;

/**
 * Makes a statement from SQL whose parameters have names: `where borrower_id = $borrowerId`. So a fragment of
 * SQL that several statements share names its parameters and does not depend on their positions.
 */
export function statement<Row, Values extends object = NoValues>(
  name: string,
  sql: string,
): Statement<Row, Values> {
  const parameters: string[] = [];
  const text = sql.replaceAll(/\$([a-z]\w*)/gi, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { name, text, parameters };
}

/** The values in the order of the statement's parameters. Throws for a parameter that has no value. */
function valuesInOrder(wanted: Statement<unknown, never>, values: object): unknown[] {
  return wanted.parameters.map((parameter) => {
    const value = (values as Record<string, unknown>)[parameter];
    if (value === undefined) throw new Error(`the statement "${wanted.name}" got no value for $${parameter}`);
    return value;
  });
}

export type Database = {
  rows<Row, Values extends object>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
  /** The only row, or undefined. */
  row<Row, Values extends object>(
    statement: Statement<Row, Values>,
    values: Values,
  ): Promise<Row | undefined>;
  /** Runs statements in one transaction, which is rolled back where one of them or `work` fails. */
  inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** How many statements went to the server, for the tests that hold us to a number. */
  roundTrips(): number;
  /** The same connections for work whose statements may take longer than those of a request. */
  withAnswerLimit(answerMs: number): Database;
  pool: pg.Pool;
  close(): Promise<void>;
};

export type Transaction = Pick<Database, 'rows' | 'row'>;

export type DatabaseOptions = {
  url: string;
  maxConnections?: number;
  /** What the connections are listed under in `pg_stat_activity`. */
  applicationName?: string;
  onError?: (error: Error) => void;
  /**
   * After this time without an answer a statement fails and its connection is given up. Unset, a statement may take as
   * long as it wants, as the commands of the terminal need.
   */
  answerMs?: number;
};

const CONNECT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
const KEEPALIVE_AFTER_MS = 10_000;

const INT8 = 20;
const DATE = 1082;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? 'thumba',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    ...(options.answerMs === undefined ? {} : limitsOf(options.answerMs)),
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks between two statements of its user would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let count = 0;

  function queriesOn(connection: Pick<pg.Pool, 'query'>, answerMs?: number): Transaction {
    async function rows<Row, Values extends object>(
      wanted: Statement<Row, Values>,
      values: Values,
    ): Promise<Row[]> {
      count += 1;
      const { name, text } = wanted;
      const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
      const result = await connection.query({ name, text, values: valuesInOrder(wanted, values), ...limit });
      return result.rows as Row[];
    }
    return { rows, row: async (wanted, values) => (await rows(wanted, values))[0] };
  }

  async function inTransaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    answerMs?: number,
  ): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      count += 2;
      await client.query('begin');
      const result = await work(queriesOn(client as Pick<pg.Pool, 'query'>, answerMs));
      await client.query('commit');
      return result;
    } catch (error) {
      // A rollback would wait behind the statement that got no answer.
      if (isSilent(error)) broken = error as Error;
      else {
        await client.query('rollback').catch((cause) => {
          broken = cause;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  function databaseWith(answerMs: number | undefined): Database {
    return {
      ...queriesOn(pool, answerMs),
      inTransaction: (work) => inTransaction(work, answerMs),
      roundTrips: () => count,
      withAnswerLimit: databaseWith,
      pool,
      close: () => pool.end(),
    };
  }
  return databaseWith(undefined);
}

/** PostgreSQL ends a transaction whose program fell silent, and so frees its locks. */
function limitsOf(answerMs: number): pg.PoolConfig {
  return {
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/** Amounts are bigint columns and safe integers here; days stay text, so that no time zone can move them. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger;
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('a number in the database is beyond what is exact here');
  return value;
}

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** Another writer was first: the key exists already, or a balance no longer suffices. The caller reads again to learn which. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === UNIQUE_VIOLATION || code === CHECK_VIOLATION;
}

/**
 * The database refused the statement for its data, a rule or a deadlock, so nothing of it was done. When a connection
 * breaks instead, the outcome is unknown.
 */
export function isRefusal(error: unknown): boolean {
  return /^(22|23|P0|40001|40P01)/.test(String(codeOf(error)));
}

/** The statement waited for a lock of another one, for longer than it may or in a circle. */
export function isLockTimeout(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(String(codeOf(error)));
}

/** The database did not answer in time. Whether the statement happened is unknown. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

const NO_CONNECTION =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

/** The database is down, starting or stopping: the statement did not happen, and later it may. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return true;
  return /^(ECONNREFUSED|57P0[123])$/.test(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
