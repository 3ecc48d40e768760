import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnServer } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { type EmbeddedPostgres, ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { connectForReplication, replicate } from '../backup/replication.ts';
import { watchFollowedLog } from './backup-metrics.ts';

const ALERTS = path.join(import.meta.dirname, '../../../../../docs/running/alerts.yaml');
const ACTIVE = 'thumba_followed_log_is_active';
const BEHIND = 'thumba_followed_log_behind_bytes';

let dataDir: string;
let postgres: EmbeddedPostgres;
let db: Database;
const registry = new Registry();

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-followed-'));
  await chmod(dataDir, 0o711);
  const extraSettings = { max_slot_wal_keep_size: '64MB' };
  postgres = await ensurePostgres({ dataDir, log: () => undefined, extraSettings });
  // The role of the running program owns nothing.
  db = openDatabase({ url: postgres.programUrl, maxConnections: 2 });
  watchFollowedLog(db, registry);
});
afterAll(async () => {
  await db?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function figures(): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

test('without a slot there is no figure', async () => {
  expect(await figures()).toEqual({});
});

test('while the log is followed the slot is active, and afterwards the log that waits grows until it is lost', async () => {
  await runOnServer(postgres.ownerUrl, `select pg_create_physical_replication_slot('thumba_backup', true)`);
  const client = await connectForReplication(postgres.ownerUrl);
  const [[at]] = (await runOnServer(
    postgres.ownerUrl,
    `select restart_lsn::text from pg_replication_slots where slot_name = 'thumba_backup'`,
  )) as [[string]];
  const log = replicate(client, `START_REPLICATION SLOT thumba_backup PHYSICAL ${at} TIMELINE 1`);
  await log.begun;
  expect((await figures())[ACTIVE]).toBe(1);
  log.finish();
  for await (const _ of log.copied);
  await client.end();
  await expect.poll(async () => (await figures())[ACTIVE]).toBe(0);
  const before = (await figures())[BEHIND]!;
  await runOnServer(postgres.ownerUrl, 'create table grown as select generate_series(1, 10000)');
  expect((await figures())[BEHIND]! - before).toBeGreaterThan(100_000);
  for (let segments = 0; segments < 6; segments += 1) {
    await runOnServer(postgres.ownerUrl, 'insert into grown values (1)');
    await runOnServer(postgres.ownerUrl, 'select pg_switch_wal()');
  }
  await runOnServer(postgres.ownerUrl, 'checkpoint');
  expect(await figures()).toEqual({ [ACTIVE]: 0 });
});

test('the alerts name these figures and no others of the followed log', async () => {
  const named = (await readFile(ALERTS, 'utf8')).match(/thumba_followed_log_\w+/g);
  expect(new Set(named)).toEqual(new Set([ACTIVE, BEHIND]));
});
