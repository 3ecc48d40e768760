import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { migrate } from '../../platform/migrate.ts';
import { type SessionServer, startSessionServer } from '../session/session-server.test-support.ts';
import { codeHash } from './mobile-code.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server.stop());

const secretOf = (letter: string) => letter.repeat(43);
const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

async function newBorrower(secret: string) {
  const mobile = server.newMobile();
  const address = server.newAddress();
  const headers = { deviceSecret: secret };
  const captcha = await server.requestCode(mobile, { address, headers });
  const body = { mobile, captcha, deviceSecret: secret };
  const { data } = await server.call('mobileLogin', { address, headers, body });
  expect(data.isNewDevice).toBe(false);
  return { mobile, address, headers };
}

describe('the code of a lane', () => {
  test('a known device is not counted and does not wait', async () => {
    const { mobile, address, headers } = await newBorrower(secretOf('b'));
    server.clock.advance({ minutes: 2 });
    const captcha = await server.requestCode(mobile, { address, headers });
    const before = await server.count('growing_pause', 'cardinality(used_at) > 0');
    const body = { mobile, captcha: otherThan(captcha), deviceSecret: secretOf('b') };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await server.call('mobileLogin', { address, headers, body })).toMatchObject({ code: 400 });
    }
    expect(await server.count('growing_pause', 'cardinality(used_at) > 0')).toBe(before);
  });

  test('a value that is no device secret counts as none', async () => {
    const mobile = server.newMobile();
    const address = server.newAddress();
    const captcha = await server.requestCode(mobile, { address, headers: { deviceSecret: 'short' } });
    expect(await server.call('mobileLogin', { address, body: { mobile, captcha } })).toMatchObject({
      code: 200,
    });
  });
});

test('a code that was sent before the lanes still signs in, and only where it was sent for', async () => {
  const earlier = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'thumba-migrations-'));
  try {
    await runOnServer(earlier.url, 'drop schema public cascade; create schema public');
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0026') await copyFile(join(MIGRATIONS, name), join(folder, name));
    }
    await migrate(earlier.url, folder);
    const mobile = server.newMobile();
    const hex = (hash: Buffer) => `'\\x${hash.toString('hex')}'`;
    const mobileHash = hex(server.sealing.lookupHash('mobile', mobile));
    const hash = hex(codeHash(server.sealing, { purpose: 'sign_in_or_add_account', mobile, code: '4711' }));
    const at = new Date(server.clock.nowMs()).toISOString();
    await runOnServer(
      earlier.url,
      `insert into signin_code values (${mobileHash}, ${hash}, '${at}', timestamptz '${at}' + interval '5 minutes', 5);
       insert into counted_use (kind, subject_hash, used_at, counts_until)
         values ('code_to_mobile', ${mobileHash}, '${at}', timestamptz '${at}' + interval '24 hours')`,
    );
    expect(await migrate(earlier.url, MIGRATIONS)).toContain('0026-code-lanes');
    const uses = `select kind, cardinality(used_at) from growing_pause`;
    expect(await runOnServer(earlier.url, uses)).toEqual([['code_to_number', 1]]);
    expect(await runOnServer(earlier.url, 'select kind from counted_use')).toEqual([]);
    const rows = (await runOnServer(
      earlier.url,
      `select row_to_json(signin_code) from signin_code order by purpose`,
    )) as [Record<string, unknown>][];
    expect(rows.map(([row]) => row.purpose)).toEqual([
      'change_number',
      'delete_account',
      'sign_in_or_add_account',
    ]);
    for (const [row] of rows) {
      await server.db.pool.query(
        'insert into signin_code select * from json_populate_record(null::signin_code, $1)',
        [row],
      );
    }
    expect(await server.logIn(mobile, '4711')).toMatchObject({ code: 200 });
  } finally {
    await rm(folder, { recursive: true });
    await earlier.drop();
  }
});
