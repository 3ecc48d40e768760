import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { migrate } from '../../platform/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

test('a number that a payout of an earlier version was made for is not cleared by it', async () => {
  const earlier = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'thumba-migrations-'));
  try {
    await runOnServer(earlier.url, 'drop schema public cascade; create schema public');
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0084') await copyFile(join(MIGRATIONS, name), join(folder, name));
    }
    await migrate(earlier.url, folder);
    await runOnServer(
      earlier.url,
      `insert into repay_account (borrower_id, mobile_sealed, mobile_hash, operator, created_at)
         values (7, 'sealed', 'hash', 'mtn', now());
       insert into payout_number (mobile_hash, borrower_id, claimed_at) values ('hash', 7, now())`,
    );
    expect(await migrate(earlier.url, MIGRATIONS)).toContain('0084-holders-of-accounts');
    const cleared = 'select holder_cleared_at from repay_account';
    expect(await runOnServer(earlier.url, cleared)).toEqual([[null]]);
  } finally {
    await rm(folder, { recursive: true });
    await earlier.drop();
  }
});
