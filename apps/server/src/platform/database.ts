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
  /**
   * Runs statements in one transaction, which is rolled back where one of them or `work` fails. `work` runs again if a
   * migration made a plan of its statements stale.
   */
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
  /** After this time without an answer a statement fails and its connection is given up. */
  answerMs?: number;
  /** PostgreSQL gets no limits of its own, because a command may wait for its turn and calculate in a transaction. */
  isCommand?: boolean;
};

const CONNECT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
const KEEPALIVE_AFTER_MS = 10_000;

/** The longest limit of work that goes through whole tables: the end of a day, housekeeping, commands, backups. */
export const LONGEST_ANSWER_MS = 5 * 60_000;

/** Beyond what a statement takes that makes roles and grants. It waits for no other process. */
const LONGEST_SETUP_MS = 60_000;

/** Beyond what a migration takes. One that is silent for no reason ends much earlier. */
const LONGEST_MIGRATION_MS = 30 * 60_000;

/** PostgreSQL ends the session of a program that the network no longer reaches, and so its locks, within 25 seconds. */
const SESSION_KEEPALIVE = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
};

/** Connections that were busy can come back with stale plans while the next try is made. */
const STALE_PLAN_TRIES = 4;

const INT8 = 20;
const DATE = 1082;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const giveUpUnheard = unheardConnections(pool);
  const withFreshPlans = freshPlans(giveUpUnheard);
  let count = 0;

  function queriesOn(connection: Pick<pg.Pool, 'query'>, answerMs = options.answerMs): Transaction {
    async function rows<Row, Values extends object>(
      wanted: Statement<Row, Values>,
      values: Values,
    ): Promise<Row[]> {
      count += 1;
      const { name, text } = wanted;
      const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
      const asked = { name, text, values: valuesInOrder(wanted, values), ...limit };
      try {
        if (connection !== pool) return (await connection.query(asked)).rows as Row[];
        return (await withFreshPlans(() => pool.query(asked))).rows as Row[];
      } catch (error) {
        if (isSilent(error)) giveUpUnheard(performance.now() - answerMs!);
        throw error;
      }
    }
    return { rows, row: async (wanted, values) => (await rows(wanted, values))[0] };
  }

  async function tryInTransaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    answerMs = options.answerMs,
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
      if (isStalePlan(error)) {
        broken = error as Error;
      } else if (isSilent(error)) {
        broken = error as Error;
        giveUpUnheard(performance.now() - answerMs!);
      } else {
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
      inTransaction: (work) => withFreshPlans(() => tryInTransaction(work, answerMs)),
      roundTrips: () => count,
      withAnswerLimit: databaseWith,
      pool,
      close: () => pool.end(),
    };
  }
  return databaseWith(undefined);
}

function openPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? 'thumba',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    ...(options.answerMs === undefined ? {} : limitsOf(options.answerMs, options.isCommand)),
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks between two statements of its user would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * When a statement gets no answer, other connections of its pool probably fell silent too. Each of them would fail one
 * more statement, after the whole time. So those that nothing was heard of since are closed.
 */
function unheardConnections(pool: pg.Pool): (notHeardSince: number) => void {
  const heardAt = new WeakMap<pg.PoolClient, number>();
  const examined = new WeakSet<pg.PoolClient>();
  pool.on('release', (error, client) => {
    if (!error && !examined.delete(client)) heardAt.set(client, performance.now());
  });
  return (notHeardSince) => {
    // The pool gives its idle connections first, each one time.
    for (let idle = pool.idleCount; idle > 0; idle -= 1) {
      pool.connect().then(
        (client) => {
          examined.add(client);
          client.release((heardAt.get(client) ?? Number.POSITIVE_INFINITY) <= notHeardSince);
        },
        () => undefined,
      );
    }
  };
}

/** Makes an attempt again, on other connections, if it failed on a plan that a migration made stale: it did nothing. */
function freshPlans(giveUpUnheard: (notHeardSince: number) => void) {
  return async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isStalePlan(error) || tries === STALE_PLAN_TRIES) throw error;
        giveUpUnheard(performance.now());
      }
    }
  };
}

/**
 * What the program and PostgreSQL give up without each other. PostgreSQL ends a transaction whose program fell silent,
 * and so frees its locks. It ends a statement after the longest time that a part of the program waits.
 */
function limitsOf(answerMs: number, isCommand = false): pg.PoolConfig {
  if (isCommand) return { ...reachable, connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  return {
    ...reachable,
    query_timeout: answerMs,
    statement_timeout: LONGEST_ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

const reachable = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  options: Object.entries(SESSION_KEEPALIVE)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
};

/** Of the connections that make the database ready and grant. */
export const SETUP_LIMITS = { ...reachable, query_timeout: LONGEST_SETUP_MS };

export const MIGRATION_LIMITS = { ...reachable, query_timeout: LONGEST_MIGRATION_MS };

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

/** The name of the constraint that the statement broke. Undefined for any other failure. */
export function brokenConstraint(error: unknown): string | undefined {
  return isRefusal(error) && error instanceof Error && 'constraint' in error
    ? String(error.constraint)
    : undefined;
}

/** The statement waited for a lock of another one, for longer than it may or in a circle. */
export function isLockTimeout(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(String(codeOf(error)));
}

/** PostgreSQL gave the statement up, because it took longer than it may. */
export function isTimeOver(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The database did not answer in time. Whether the statement happened is unknown. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A migration changed the columns of a statement that this connection planned before. The statement did nothing. */
function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as Error).message.startsWith('cached plan must not change');
}

const NO_CONNECTION =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)$/;

/** The database is down, starting or stopping: the statement did not happen, and later it may. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return true;
  return /^(ECONNREFUSED|57P0[123])$/.test(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
