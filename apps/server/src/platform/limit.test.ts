import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, runOnServer } from '../../test/database.ts';
import { toDate } from './clock.ts';
import { type Database, openDatabase, statement } from './database.ts';
import { deleteUse, insertUses, limitOfUsesEndsAt, purgeCountedUses } from './limit.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const NOW_MS = Date.parse('2026-11-20T10:00:00.000Z');
const HOUR_MS = 3_600_000;
const FIRST_USE = '00000000-0000-4000-8000-000000000001';
const SECOND_USE = '00000000-0000-4000-8000-000000000002';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Use = { subjectHash: Buffer; usedAtMs: number; useId?: string; kind?: 'bell' | 'horn' };

const insertStatements = {
  bell: insertStatement('bell'),
  horn: insertStatement('horn'),
};

function insertStatement(kind: string) {
  return statement<never, { subjectHash: Buffer; usedAt: Date; useId: string }>(
    `test: insert ${kind}`,
    insertUses({
      kind,
      subjectHash: '$subjectHash',
      usedAt: '$usedAt',
      window: '1 hour',
      useId: '$useId',
      from: '(select) as one_row',
    }),
  );
}

async function insertUse({ kind = 'bell', subjectHash, usedAtMs, useId = FIRST_USE }: Use): Promise<void> {
  await db.rows(insertStatements[kind], { subjectHash, usedAt: toDate(usedAtMs), useId });
}

const TWO_BELLS_AN_HOUR = {
  kind: 'bell',
  subjectHash: '$subjectHash',
  now: '$now',
  uses: 2,
  window: '1 hour',
} as const;

const limitStatement = statement<{ ends_at: Date | null }, { subjectHash: Buffer; now: Date }>(
  'test: limit',
  `select ${limitOfUsesEndsAt(TWO_BELLS_AN_HOUR)} as ends_at`,
);

const limitExceptStatement = statement<
  { ends_at: Date | null },
  { subjectHash: Buffer; now: Date; useId: string }
>(
  'test: limit except a use',
  `select ${limitOfUsesEndsAt({ ...TWO_BELLS_AN_HOUR, exceptUse: '$useId' })} as ends_at`,
);

async function limitEndsAtMs(subjectHash: Buffer, nowMs: number): Promise<number | undefined> {
  const row = await db.row(limitStatement, { subjectHash, now: toDate(nowMs) });
  return row!.ends_at?.getTime();
}

const deleteStatement = statement<never, { subjectHashes: Buffer[]; useId: string }>(
  'test: delete',
  deleteUse({ kind: 'bell', subjectHashes: '$subjectHashes', useId: '$useId' }),
);

const countStatement = statement<{ uses: number }, { subjectHash: Buffer }>(
  'test: count',
  'select count(*) as uses from counted_use where subject_hash = $subjectHash',
);

async function usesOf(subjectHash: Buffer): Promise<number> {
  return (await db.row(countStatement, { subjectHash }))!.uses;
}

describe('a limit of two uses an hour', () => {
  test('is not reached by one use', async () => {
    const subjectHash = Buffer.from('one use');
    await insertUse({ subjectHash, usedAtMs: NOW_MS });
    expect(await limitEndsAtMs(subjectHash, NOW_MS)).toBeUndefined();
  });

  test('is reached by two, until the earlier is an hour old to the millisecond', async () => {
    const subjectHash = Buffer.from('two uses');
    await insertUse({ subjectHash, usedAtMs: NOW_MS });
    await insertUse({ subjectHash, usedAtMs: NOW_MS + 5 });
    expect(await limitEndsAtMs(subjectHash, NOW_MS + 5)).toBe(NOW_MS + HOUR_MS);
    expect(await limitEndsAtMs(subjectHash, NOW_MS + HOUR_MS - 1)).toBe(NOW_MS + HOUR_MS);
    expect(await limitEndsAtMs(subjectHash, NOW_MS + HOUR_MS)).toBeUndefined();
  });

  test('counts no other kind and no other subject', async () => {
    const subjectHash = Buffer.from('mine');
    await insertUse({ subjectHash, usedAtMs: NOW_MS });
    await insertUse({ subjectHash, usedAtMs: NOW_MS, kind: 'horn' });
    await insertUse({ subjectHash: Buffer.from('of another'), usedAtMs: NOW_MS });
    expect(await limitEndsAtMs(subjectHash, NOW_MS)).toBeUndefined();
  });

  test('does not count a use against itself', async () => {
    const subjectHash = Buffer.from('except itself');
    await insertUse({ subjectHash, usedAtMs: NOW_MS, useId: FIRST_USE });
    await insertUse({ subjectHash, usedAtMs: NOW_MS, useId: SECOND_USE });
    const values = { subjectHash, now: toDate(NOW_MS) };
    expect(await db.row(limitStatement, values)).toEqual({ ends_at: toDate(NOW_MS + HOUR_MS) });
    expect(await db.row(limitExceptStatement, { ...values, useId: SECOND_USE })).toEqual({ ends_at: null });
  });
});

test('a use that is deleted leaves the other use of the same subject and millisecond', async () => {
  const [subjectHash, otherHash] = [Buffer.from('deleted'), Buffer.from('not named')];
  await insertUse({ subjectHash, usedAtMs: NOW_MS, useId: FIRST_USE });
  await insertUse({ subjectHash, usedAtMs: NOW_MS, useId: SECOND_USE });
  await insertUse({ subjectHash, usedAtMs: NOW_MS, useId: FIRST_USE, kind: 'horn' });
  await insertUse({ subjectHash: otherHash, usedAtMs: NOW_MS, useId: FIRST_USE });
  await db.rows(deleteStatement, { subjectHashes: [subjectHash], useId: FIRST_USE });
  expect([await usesOf(subjectHash), await usesOf(otherHash)]).toEqual([2, 1]);
});

test('a use is removed at the instant from which it counts nowhere', async () => {
  const subjectHash = Buffer.from('purged');
  await insertUse({ subjectHash, usedAtMs: NOW_MS });
  await purgeCountedUses(db, toDate(NOW_MS + HOUR_MS - 1));
  expect(await usesOf(subjectHash)).toBe(1);
  await purgeCountedUses(db, toDate(NOW_MS + HOUR_MS));
  expect(await usesOf(subjectHash)).toBe(0);
});

test('a database of an earlier program keeps what its limits counted', async () => {
  const earlier = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'thumba-migrations-'));
  try {
    await runOnServer(earlier.url, 'drop schema public cascade; create schema public');
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0024') await copyFile(join(MIGRATIONS, name), join(folder, name));
    }
    await migrate(earlier.url, folder);
    await runOnServer(
      earlier.url,
      `insert into signin_code_send values ('\\x01', '\\x02', '2026-11-20 10:00Z');
       insert into google_check values ('\\x03', '2026-11-20 11:00Z');
       insert into repay_link_prompt values
         ('\\x04', '${FIRST_USE}', '2026-11-20 12:00Z'), ('\\x05', '${FIRST_USE}', '2026-11-20 12:00Z');
       insert into claims_of_day values (1, '2026-11-20', 9);
       insert into data_download_of_day values (1, '2026-11-20', 5)`,
    );
    await copyFile(join(MIGRATIONS, '0024-counted-limits.sql'), join(folder, '0024-counted-limits.sql'));
    expect(await migrate(earlier.url, folder)).toContain('0024-counted-limits');
    const uses = `select kind, encode(subject_hash, 'hex'),
        (extract(epoch from used_at - '2026-11-20Z') / 3600)::integer,
        (extract(epoch from counts_until - used_at) / 3600)::integer
      from counted_use order by kind, subject_hash`;
    expect(await runOnServer(earlier.url, uses)).toEqual([
      ['code_from_address', '02', 10, 1],
      ['code_to_mobile', '01', 10, 24],
      ['google_check', '03', 11, 1],
      ['repay_prompt', '04', 12, 1],
      ['repay_prompt', '05', 12, 1],
    ]);
    const ids = `select kind, count(*)::integer from counted_use where use_id = '${FIRST_USE}' group by kind`;
    expect(await runOnServer(earlier.url, ids)).toEqual([['repay_prompt', 2]]);
    const sends = `select count(distinct use_id)::integer from counted_use where kind like 'code_%'`;
    expect(await runOnServer(earlier.url, sends)).toEqual([[1]]);
    const days = 'select borrower_id, kind, on_day::text, uses from borrower_use_of_day order by kind';
    expect(await runOnServer(earlier.url, days)).toEqual([
      ['1', 'claim', '2026-11-20', 9],
      ['1', 'data_download', '2026-11-20', 5],
    ]);
  } finally {
    await rm(folder, { recursive: true });
    await earlier.drop();
  }
});
