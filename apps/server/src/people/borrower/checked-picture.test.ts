import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { migrate } from '../../platform/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

test('an upgrade counts a look at a card for the picture that staff saw, and not for one that was confirmed after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'thumba-checked-picture-'));
  const database = await createTestDatabase();
  try {
    await runOnServer(database.url, 'drop schema public cascade; create schema public');
    const earlier = (await readdir(MIGRATIONS)).filter((file) => file < '0083');
    for (const file of earlier) await copyFile(join(MIGRATIONS, file), join(folder, file));
    await migrate(database.url, folder);
    await runOnServer(
      database.url,
      `set session_replication_role = replica;
       insert into borrower_by_national_id (borrower_id, national_id_hash, checked_at)
         values (1, '1', '2026-11-02'), (2, '2', '2026-11-02'), (3, '3', null);
       insert into borrower_identity (borrower_id, front_file_id, identity_sealed, confirmed_at)
         values (1, 'seen', '', '2026-11-01'), (2, 'sent later', '', '2026-11-03'), (3, 'not seen', '', '2026-11-01')`,
    );
    await migrate(database.url, MIGRATIONS);
    const rows = await runOnServer(
      database.url,
      'select borrower_id::integer, checked_file_id from borrower_by_national_id order by borrower_id',
    );
    expect(rows).toEqual([
      [1, 'seen'],
      [2, null],
      [3, null],
    ]);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
