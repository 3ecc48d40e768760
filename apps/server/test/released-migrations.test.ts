import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { createTestDatabase, runOnServer } from './database.ts';

/*
 * Databases of lenders remember each migration by its name. A migration that was released therefore keeps its name and
 * its text for ever, also where its name would be another one today.
 */

const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** The migrations of the first release, each with the beginning of the hash of its text. */
const RELEASED: readonly [name: string, hash: string][] = [
  ['0001-foundation', '40e61f3839e02710'],
  ['0002-everything-a-loan-lives-by', '3350358e6335e3c1'],
  ['0003-what-a-day-leaves', 'c208301b5539ead7'],
  ['0004-papers', 'd387b2f8c183839a'],
  ['0005-what-staff-do', '6d42fb74b3943265'],
  ['0006-catalogue', '99836eb4e16d2d8b'],
  ['0007-coupon-offers', 'd8c650d9ef90a5e5'],
  ['0008-reminders', 'aacaa38fc5b59a29'],
  ['0009-wallet-payouts', '69f6bb25f9ebdf5d'],
  ['0010-coupons-for-paying-on-time', '1ac6fa2063ad90ad'],
  ['0011-reconciliation', '6c9155049385c0ce'],
  ['0012-payouts-that-wait', 'eeb8a2f8f66714d9'],
  ['0014-turntable', 'e8160f76321627b1'],
  ['0015-channels', 'fb52f24063d5542a'],
  ['0016-rights', 'efc88076446d8cfd'],
  ['0017-google', 'bd399be946ebee8d'],
  ['0018-help', '5fcd1554124fe984'],
  ['0019-account-deletion', '68400d5866cb8ee7'],
  ['0020-welcomed-numbers', 'd70e4fc20b7c4e4f'],
  ['0021-device-data', '12f011cf76e084e5'],
  ['0022-notifications', '3cf6af3319f7ba05'],
  ['0023-who-gave-a-coupon', 'ec63d76be70ad2a0'],
];

test.each(RELEASED)('the released migration %s is as it was', async (name, hash) => {
  const text = await readFile(join(MIGRATIONS, `${name}.sql`));
  expect(createHash('sha256').update(text).digest('hex').slice(0, hash.length)).toBe(hash);
});

test('a database of the first release gets only the migrations that came after it', async () => {
  const all = (await readdir(MIGRATIONS)).map((file) => file.replace('.sql', '')).sort();
  const released = RELEASED.map(([name]) => name);
  const folder = await mkdtemp(join(tmpdir(), 'thumba-released-'));
  const database = await createTestDatabase();
  try {
    await runOnServer(database.url, 'drop schema public cascade; create schema public');
    for (const name of released) await copyFile(join(MIGRATIONS, `${name}.sql`), join(folder, `${name}.sql`));
    expect(await migrate(database.url, folder)).toEqual(released);
    expect(await migrate(database.url, MIGRATIONS)).toEqual(all.filter((name) => !released.includes(name)));
    expect(await migrate(database.url, MIGRATIONS)).toEqual([]);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
