import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runOnServer } from '../../../../test/database.ts';
import { ensurePostgres } from '../../../platform/postgres/embedded-postgres.ts';
import { refuseStart } from '../../../platform/postgres/unfinished-restore.ts';
import { folderStorage } from '../../../platform/storage.ts';
import { momentText } from '../../backup/restored-moment.ts';
import { takeBackup } from '../../backup/take-backup.ts';
import { migrateAndGrant } from '../../database-rights/prepare-database.ts';
import { command } from './restore.ts';

const key = randomBytes(32);
const LOST = 'lost-picture-lost-picture-1234567';
let root: string;
let place: string;
let beganAt: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'thumba-restore-'));
  await chmod(root, 0o711);
  place = path.join(root, 'place');
  await mkdir(path.join(root, 'deep/mnt/backups'), { recursive: true });
  vi.stubEnv('BACKUP_KEY', key.toString('hex'));
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const dataDir = path.join(root, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  await migrateAndGrant(postgres);
  await runOnServer(
    `${postgres.ownerUrl}?options=${encodeURIComponent('-c session_replication_role=replica')}`,
    `insert into stored_file values ('${LOST}', 1, 'selfie', 1, '', now())`,
  );
  const source = { way: 'cluster', url: postgres.ownerUrl, dataDir } as const;
  const { startedAt } = await takeBackup(source, { storage: folderStorage(place), key }, Date.now).finally(
    () => postgres.stop(),
  );
  beganAt = momentText(new Date(startedAt));
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function restore(...words: string[]): Promise<string> {
  return (await command.run(words)).lines.join('\n');
}

test('pictures of borrowers that did not come back are counted and named at the end', async () => {
  expect(await restore('--from', place, '--into', path.join(root, 'into'))).toContain(
    `Pictures of borrowers that did not come back, because the place has no file of them that opens: 1 (${LOST}). npm run doctor lists them.`,
  );
});

test('without a moment the statements have to cover the time since the backup began', async () => {
  const said = await restore('--from', place, '--into', path.join(root, 'since'));
  expect(said).toContain(`Statements have to cover the time from ${beganAt} on, when the backup began.`);
});

test('a moment and the end before a gap are not asked for together', async () => {
  const words = [
    '--from',
    place,
    '--into',
    path.join(root, 'both'),
    '--at',
    '2026-11-22 10:00',
    '--until-gap',
  ];
  await expect(restore(...words)).rejects.toThrow('Say: npm run restore');
});

const into = () => path.join(root, 'not-made');

test.each([
  ['is missing', () => path.join(root, 'none'), () => `There is no folder ${path.join(root, 'none')}.`],
  [
    'is above the place',
    () => root,
    () => `The folder ${root} has no backups, but the folder ${place} has some: say --from ${place}.`,
  ],
  [
    'is in the place',
    () => path.join(place, 'backups'),
    () => `The folder ${place}/backups is a part of the place of the backups: say --from ${place}.`,
  ],
  [
    'has no backups and the name of their folder',
    () => path.join(root, 'deep/mnt/backups'),
    () => `The folder ${root}/deep/mnt/backups has no backups.`,
  ],
  [
    'has no backups',
    () => path.join(root, 'data/postgres'),
    () => `The folder ${root}/data/postgres has no backups.`,
  ],
])('a folder that %s is named, and nothing is written', async (_how, from, said) => {
  await expect(restore('--from', from(), '--into', into())).rejects.toThrow(said());
  expect(await readdir(root)).not.toContain('not-made');
});

test('the data folder and the place of the backups may not lie in each other', async () => {
  const inside = path.join(place, 'restored');
  await expect(restore('--from', place, '--into', inside)).rejects.toThrow(
    `The folder ${inside} lies in the place of the backups, ${place}: give another one.`,
  );
  await expect(restore('--from', place, '--into', root)).rejects.toThrow(
    `The place of the backups, ${place}, lies in the folder ${root}: give another one.`,
  );
});

test('a folder that cannot be restored into is named with the reason', async () => {
  const file = path.join(root, 'a-file');
  await writeFile(file, '');
  await expect(restore('--from', place, '--into', file)).rejects.toThrow(
    `The backup cannot be restored into ${file}: a part of this path is no folder.`,
  );
  const killed = path.join(root, 'killed');
  await mkdir(killed);
  await refuseStart(killed);
  await expect(restore('--from', place, '--into', killed)).rejects.toThrow(
    `The folder ${killed} has a restore that was not finished: remove it, and say the command again.`,
  );
});
