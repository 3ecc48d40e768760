import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LONGEST_ANSWER_MS } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';

const CONNECT_MS = 5_000;
const END_MS = 2_000;
const LOOKS_IN_SILENCE = 10;

/** The connection below a client of `pg`. Its types do not declare it. */
type Below = {
  connection: {
    stream: NodeJS.ReadableStream & { destroy(error: Error): void };
  };
  _getActiveQuery(): unknown;
};

type ConnectionOptions = {
  silentMs?: number | undefined;
  replication?: 'true';
  /** What it is given up with. */
  work?: 'backup' | 'restore';
};

/**
 * Connects for a backup or a restore. A copy may take long, and a storage may let the database wait. But if the program
 * waits for the database, and no message comes and none is taken, the connection fell silent and is given up.
 */
export async function connectForBackup(
  url: string,
  { silentMs = LONGEST_ANSWER_MS, work = 'backup', ...settings }: ConnectionOptions = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `thumba ${work}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...settings,
  } as pg.ClientConfig);
  // A connection that breaks fails its query. The event needs a listener all the same.
  client.on('error', () => undefined);
  await client.connect();
  giveUpInSilence(client, silentMs, work);
  return client;
}

function giveUpInSilence(client: pg.Client, silentMs: number, work: string): void {
  const below = client as unknown as Below;
  const { stream } = below.connection;
  let heardAt = performance.now();
  const hear = () => {
    heardAt = performance.now();
  };
  stream.on('data', hear);
  stream.on('drain', hear);
  const timer = setInterval(() => {
    if (!below._getActiveQuery() || stream.isPaused()) hear();
    if (performance.now() - heardAt < silentMs) return;
    stream.destroy(
      new StartFailure(
        `The database sent nothing for ${silentMs / 1000} seconds, so the ${work} was given up.`,
      ),
    );
  }, silentMs / LOOKS_IN_SILENCE);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}

/** A connection that fell silent does not answer the end, so it is not waited for longer. */
export async function endConnection(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), sleep(END_MS, undefined, { ref: false })]);
  (client as unknown as Below).connection.stream.destroy(new Error('ended'));
}
