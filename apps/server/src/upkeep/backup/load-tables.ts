import type pg from 'pg';
import { connectForBackup, endConnection } from './backup-connection.ts';
import type { CopyManifest } from './manifest.ts';
import { openParts } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';

/** The connection below a client of `pg`, as far as a copy into a table needs it. Its types do not declare it. */
type Wire = {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
  stream: {
    writableNeedDrain: boolean;
    once(event: 'drain', resume: () => void): void;
    pause(): void;
    resume(): void;
  };
};

/**
 * Puts the stored rows into the tables of a database that has the migrations of the copy, in place of what is there.
 * Answers the names of the tables that this database does not have, because the program did not make them.
 */
export async function loadTables(
  ownerUrl: string,
  { storage, key }: BackupTarget,
  manifest: CopyManifest,
  silentMs?: number | undefined,
): Promise<string[]> {
  const client = await connectForBackup(ownerUrl, { silentMs, work: 'restore' });
  try {
    await client.query('begin');
    // The rows are as the checks, the references and the triggers of the copied database left them.
    await client.query(`set local session_replication_role = 'replica'`);
    const tables = await present(client, manifest.tables);
    if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
    for (const { name, columns, parts } of tables) {
      await copyInto(
        client,
        `copy "${name}" (${columns.join(', ')}) from stdin`,
        openParts(storage, key, parts),
      );
    }
    for (const { name, value } of await present(client, manifest.sequences)) {
      await client.query('select setval($1::regclass, $2)', [`public."${name}"`, value]);
    }
    await client.query('commit');
    return manifest.tables
      .map(({ name }) => name)
      .filter((name) => !tables.some((table) => table.name === name));
  } finally {
    await endConnection(client);
  }
}

async function present<Stored extends { name: string }>(
  client: pg.Client,
  stored: Stored[],
): Promise<Stored[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`,
  );
  const names = new Set(rows.map(({ name }) => name));
  return stored.filter(({ name }) => names.has(name));
}

function copyInto(client: pg.Client, command: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (wire: Wire) => wire.query(command),
      handleCopyInResponse(wire: Wire) {
        send(wire, rows).catch((error: Error) => {
          wire.sendCopyFail('the rows could not be read');
          reject(error);
        });
      },
      handleRowDescription() {},
      handleDataRow() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as unknown as pg.Submittable);
  });
}

/** The connection is paused while the storage is waited for, so that this time does not count as silence. */
async function send(wire: Wire, rows: AsyncIterable<Buffer>): Promise<void> {
  wire.stream.pause();
  try {
    for await (const bytes of rows) {
      wire.stream.resume();
      wire.sendCopyFromChunk(bytes);
      if (wire.stream.writableNeedDrain)
        await new Promise<void>((resume) => wire.stream.once('drain', resume));
      wire.stream.pause();
    }
  } finally {
    wire.stream.resume();
  }
  wire.endCopyFrom();
}
