import { z } from 'zod';
import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';
import { type Part, seal, unseal } from './sealed-parts.ts';

const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
const common = {
  backupId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  lastMigration: z.string(),
  serverVersion: z.string(),
  systemId: z.string(),
  /** Of a database that was restored. */
  historyId: z.string().optional(),
  files: z.array(part),
};
/** Of a whole cluster, whose log may be stored too. */
const clusterManifest = z.object({
  format: z.literal(1),
  ...common,
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  cluster: z.array(part),
  /** Of a cluster of the lender's own: which of its databases is the program's. */
  database: z.string().optional(),
});
/** Of the tables of one database, at one moment. */
const copyManifest = z.object({
  format: z.literal(2),
  ...common,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), parts: z.array(part) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
const manifest = z.discriminatedUnion('format', [clusterManifest, copyManifest]);

export type ClusterManifest = z.output<typeof clusterManifest>;
export type CopyManifest = z.output<typeof copyManifest>;
export type Manifest = z.output<typeof manifest>;

const NAME = /^backups\/([^/]+)\/manifest$/;

/** The last thing that a backup stores. A backup without it was interrupted. */
export async function storeManifest(storage: Storage, key: Buffer, content: Manifest): Promise<void> {
  const name = `backups/${content.backupId}/manifest`;
  await storage.put(name, await seal(key, name, Buffer.from(JSON.stringify(content))));
}

/** The whole backups, the oldest first. Their names begin with the time. */
export async function wholeBackups(storage: Storage): Promise<string[]> {
  return (await storage.list('backups')).flatMap((name) => NAME.exec(name)?.[1] ?? []);
}

/** Undefined where the manifest does not open. */
export async function openManifest(
  storage: Storage,
  key: Buffer,
  backupId: string,
): Promise<Manifest | undefined> {
  const name = `backups/${backupId}/manifest`;
  const sealed = await storage.get(name);
  const opened = sealed && (await unseal(key, name, sealed));
  return opened && manifest.parse(JSON.parse(opened.toString()));
}

export async function readManifest(storage: Storage, key: Buffer, backupId: string): Promise<Manifest> {
  const opened = await openManifest(storage, key, backupId);
  if (opened) return opened;
  throw new StartFailure(
    `The backup ${backupId} does not open: BACKUP_KEY is another than it was sealed with, or its manifest was changed.`,
  );
}

/** Whether both were taken of one database, with no restore between them. */
export function isOfOneDatabase(one: Manifest, other: Manifest): boolean {
  return one.systemId === other.systemId && one.historyId === other.historyId;
}

/** All parts of a backup. */
export function partsOf(backup: Manifest): Part[] {
  const data = backup.format === 1 ? backup.cluster : backup.tables.flatMap(({ parts }) => parts);
  return [...data, ...backup.files];
}
