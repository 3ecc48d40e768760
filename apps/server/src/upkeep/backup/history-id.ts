import type pg from 'pg';
import { connectForBackup, endConnection } from './backup-connection.ts';

/**
 * Two databases that were restored from one backup have the same system identifier, and PostgreSQL gives both the same
 * timeline. Each restore writes a random name into the restored database, by which they are told apart. Undefined for a
 * database that was never restored, or was restored by an earlier version.
 */
export async function historyIdIn(client: pg.Client): Promise<string | undefined> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('public.restored_book')::text as "table"`,
  );
  if (!found[0]?.table) return undefined;
  const { rows } = await client.query<{ historyId: string | null }>(
    `select to_jsonb(r) ->> 'history_id' as "historyId" from restored_book r order by restored_at desc limit 1`,
  );
  return rows[0]?.historyId ?? undefined;
}

export async function readHistoryId(url: string): Promise<string | undefined> {
  const client = await connectForBackup(url);
  try {
    return await historyIdIn(client);
  } finally {
    await endConnection(client);
  }
}
