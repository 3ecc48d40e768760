import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { inColumns } from './figures.ts';

/** The settings of a PostgreSQL whose statements can be measured. */
export const STATEMENT_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' };

const SHOWN = 12;
/** Statements carry no name into the statistics, so they are shown by how they begin. */
const SHOWN_LETTERS = 90;

type MeasuredStatement = {
  query: string;
  calls: number;
  total_ms: number;
  rows: number;
  /** Of a type that may be larger than a number here. */
  wal_bytes: string;
  buffers: number;
};

/** Answers the statements that took most of the database's time during `work`, as a table. */
export async function topStatements(ownerUrl: string, work: () => Promise<number>): Promise<string> {
  return withConnection(ownerUrl, async (pool) => {
    await pool.query('create extension if not exists pg_stat_statements');
    await track(pool, 'all');
    await pool.query('select pg_stat_statements_reset()');
    const operations = await work();
    await track(pool, 'none');
    const { rows } = await pool.query<MeasuredStatement>(
      `select query, calls, total_exec_time as total_ms, rows, wal_bytes, shared_blks_hit + shared_blks_read as buffers
       from pg_stat_statements where query not like '%pg_stat_statements%'
       order by total_exec_time desc`,
    );
    return tableOf(rows, operations);
  });
}

async function withConnection<Result>(
  ownerUrl: string,
  work: (pool: Database['pool']) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ url: ownerUrl, maxConnections: 1 });
  return work(db.pool).finally(() => db.close());
}

/** Measuring costs time itself, so that statements are measured in runs of their own only. */
export async function measureNoStatements(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, (pool) => track(pool, 'none'));
}

async function track(pool: Database['pool'], what: 'all' | 'none'): Promise<void> {
  await pool.query(`alter system set pg_stat_statements.track = '${what}'`);
  await pool.query('select pg_reload_conf()');
}

function tableOf(rows: readonly MeasuredStatement[], operations: number): string {
  const totalMs = rows.reduce((total, row) => total + row.total_ms, 0);
  const walBytes = rows.reduce((total, row) => total + Number(row.wal_bytes), 0);
  const perOperation = (amount: number) => (amount / operations).toFixed(0);
  return [
    inColumns([
      [
        'µs an operation',
        'share',
        'calls',
        'ms a call',
        'rows a call',
        'buffers a call',
        'log bytes a call',
        '',
      ],
      ...rows
        .slice(0, SHOWN)
        .map((row) => [
          perOperation(row.total_ms * 1000),
          `${((row.total_ms / totalMs) * 100).toFixed(0)} %`,
          String(row.calls),
          (row.total_ms / row.calls).toFixed(2),
          (row.rows / row.calls).toFixed(1),
          (row.buffers / row.calls).toFixed(0),
          (Number(row.wal_bytes) / row.calls).toFixed(0),
          row.query.trim().replaceAll(/\s+/g, ' ').slice(0, SHOWN_LETTERS),
        ]),
    ]),
    `all statements: ${perOperation(totalMs * 1000)} µs and ${perOperation(walBytes)} bytes of the write-ahead log for one of ${operations} operations`,
  ].join('\n');
}
