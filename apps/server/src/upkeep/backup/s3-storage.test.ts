import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { FOR_BACKUPS, s3Storage } from '../../platform/s3-storage.ts';
import type { Storage } from '../../platform/storage.ts';
import { openParts, storeParts } from './sealed-parts.ts';

const account = {
  bucket: 'a-lender',
  region: 'af-south-1',
  accessKey: 'AKIDTEST',
  secretKey: 'a/secret+of=the test',
};
const address = { bucket: account.bucket, prefix: 'thumba/main/' };
let server: S3Server;
let storage: Storage;

const storageWith = (changed: Partial<typeof account>, firstPauseMs = 1) => {
  const { bucket, ...credentials } = { ...account, ...changed };
  return s3Storage(
    { ...address, bucket },
    { ...credentials, endpoint: server.endpoint },
    {
      ...FOR_BACKUPS,
      firstPauseMs,
    },
  );
};

beforeEach(async () => {
  server = await startS3Server(account);
  storage = storageWith({});
});

afterEach(() => server.close());

test('what was stored under a name comes back, and is stored under the prefix', async () => {
  const bytes = randomBytes(300_000);
  await storage.put('backups/20261122T000000Z/manifest', bytes);
  expect(await storage.get('backups/20261122T000000Z/manifest')).toEqual(bytes);
  expect([...server.objects.keys()]).toEqual(['thumba/main/backups/20261122T000000Z/manifest']);
});

test('a name with characters that an address escapes is signed as the store reads it', async () => {
  await storage.put("log/a b+c(1)!'*&~é", Buffer.from('piece'));
  expect(await storage.get("log/a b+c(1)!'*&~é")).toEqual(Buffer.from('piece'));
  expect(await storage.list('log')).toEqual(["log/a b+c(1)!'*&~é"]);
});

test('the names of a folder are listed over several pages, and no others', async () => {
  const names = ['000003', '000001', '000005', '000002', '000004'].map((part) => `backups/1/${part}`);
  for (const name of [...names, 'backups/10/000000', 'erasures/7'])
    await storage.put(name, Buffer.from(name));
  server.objects.set('thumba/main/backups/1/', Buffer.alloc(0));
  server.objects.set('backups/1/of-another-place', Buffer.alloc(0));
  server.requests = 0;
  expect(await storage.list('backups/1')).toEqual(names.toSorted());
  expect(server.requests).toBe(3);
  expect(await storage.list('log')).toEqual([]);
});

test('a removed name is gone, and may be removed again', async () => {
  await storage.put('erasures/7', Buffer.from('an entry'));
  await storage.remove('erasures/7');
  await storage.remove('erasures/7');
  expect(await storage.list('erasures')).toEqual([]);
});

test('an unknown name is undefined, and an unknown bucket is refused', async () => {
  expect(await storage.get('backups/none')).toBeUndefined();
  await expect(storageWith({ bucket: 'of-another-lender' }).get('backups/none')).rejects.toThrow(
    'The store of the backups refused this: 404 NoSuchBucket (GetObject).',
  );
});

test('a wrong secret is refused in a sentence without the secret, and not tried again', async () => {
  const wrong = storageWith({ secretKey: 'another secret' });
  await expect(wrong.put('a', Buffer.from('bytes'))).rejects.toMatchObject({
    name: 'StartFailure',
    message: 'The store of the backups refused this: 403 SignatureDoesNotMatch (PutObject).',
  });
  expect(server.requests).toBe(1);
  expect(server.objects.size).toBe(0);
});

test('a store that is busy is asked again, with pauses', async () => {
  const beganAt = performance.now();
  server.busy = 3;
  await storageWith({}, 40).put('a', Buffer.from('bytes'));
  // At least half of 40, 80 and 160 ms.
  expect(performance.now() - beganAt).toBeGreaterThan(130);
  expect(server.requests).toBe(4);
  expect(server.objects.size).toBe(1);
});

test('a store that stays busy is given up after four tries', async () => {
  server.busy = 5;
  await expect(storage.list('backups')).rejects.toThrow(
    'The store of the backups did not take this after 4 tries: 503 SlowDown (ListObjectsV2).',
  );
  expect(server.requests).toBe(4);
});

test('an answer that ends in its middle is not taken for the object', async () => {
  await storage.put('a', Buffer.alloc(100_000, 'a'));
  server.cut = 1;
  expect((await storage.get('a'))?.length).toBe(100_000);
  server.cut = 4;
  await expect(storage.get('a')).rejects.toThrow(/did not take this after 4 tries: \w+ \(GetObject\)\./);
});

test('a store that cannot be reached is named in a sentence', async () => {
  await server.close();
  await expect(storage.get('a')).rejects.toThrow(
    'The store of the backups did not take this after 4 tries: ECONNREFUSED (GetObject).',
  );
});

test('bytes that change on the way are refused', async () => {
  server.changesBytes = true;
  await expect(storage.put('a', Buffer.from('bytes'))).rejects.toThrow(
    'The store of the backups refused this: 400 XAmzContentSHA256Mismatch (PutObject).',
  );
  expect(server.objects.size).toBe(0);
});

test('sealed parts open again from the store, and a changed one is refused', async () => {
  const key = randomBytes(32);
  const bytes = randomBytes(9 * 1024 * 1024);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += 1024 * 1024) yield bytes.subarray(at, at + 1024 * 1024);
  };
  const parts = await storeParts({ storage, key, folder: 'backups/1/cluster' }, chunks());
  expect(parts).toHaveLength(2);
  expect(await storage.list('backups')).toEqual(parts.map(({ name }) => name));
  const opened = async () => {
    const read: Buffer[] = [];
    for await (const part of openParts(storage, key, parts)) read.push(part);
    return Buffer.concat(read);
  };
  expect((await opened()).equals(bytes)).toBe(true);
  server.objects.get(`thumba/main/${parts[1]!.name}`)![50]! ^= 1;
  await expect(opened()).rejects.toThrow('of the backup was changed');
});
