import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SETUP_LIMITS } from './database.ts';

/** How often is looked, and how long PostgreSQL may have waited for us before the connections count as silent. */
export type ConnectionWatch = { everyMs: number; idleMs: number };

/** The connection below a client of `pg`. Its types do not declare it. */
type Watched = { processID: number | null; connection: { stream: { destroy(): void } } };

/**
 * Asks PostgreSQL about the statements that this pool waits for. If it has done them long ago, or can no longer be asked,
 * the connections fell silent and are broken off, so that the work fails. A statement that is at work may take long.
 */
export function watchConnections(
  pool: pg.Pool,
  databaseUrl: string,
  { everyMs, idleMs }: ConnectionWatch,
): { hasBrokenOff(): boolean; stop(): Promise<void> } {
  const stopping = new AbortController();
  const open = new Set<Watched>();
  pool.on('connect', (client) => open.add(client as unknown as Watched));
  pool.on('remove', (client) => open.delete(client as unknown as Watched));
  let hasBrokenOff = false;

  async function watch(): Promise<void> {
    for (;;) {
      await sleep(everyMs, undefined, { signal: stopping.signal });
      const ids = [...open].map(({ processID }) => processID!);
      if (ids.length === 0 || (await isAtWork(databaseUrl, ids, idleMs).catch(() => false))) continue;
      if (stopping.signal.aborted) return;
      hasBrokenOff = true;
      for (const { connection } of open) connection.stream.destroy();
    }
  }

  const watching = watch().catch(() => undefined);
  return {
    hasBrokenOff: () => hasBrokenOff,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

async function isAtWork(databaseUrl: string, ids: number[], idleMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'thumba migration',
    ...SETUP_LIMITS,
    query_timeout: idleMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where pid = any($1)
       and (state = 'active' or state_change > clock_timestamp() - $2 * interval '1 millisecond')`,
      [ids, idleMs],
    );
    return rowCount! > 0;
  } finally {
    // A connection that fell silent after its answer would never end by agreement.
    (client as unknown as Watched).connection.stream.destroy();
  }
}
