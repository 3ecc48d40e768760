import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartFailure } from '../start-failure.ts';
import { assertReachable } from './system-user.ts';

const stranger = { uid: 54_321, gid: 54_321 };
let outer: string;
let inner: string;

beforeEach(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'thumba-reachable-')));
  inner = join(outer, 'inner');
  await mkdir(inner);
  await chmod(inner, 0o755);
});

afterEach(async () => {
  await rm(outer, { recursive: true });
});

test('a folder that keeps the user of PostgreSQL out is named in one line, with what to do', async () => {
  await chmod(outer, 0o700);
  const failure = await assertReachable(inner, stranger).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toMatch(
    new RegExp(`cannot enter ${outer} and so not ${inner}\\..*chmod o\\+x ${outer}"[^\\n]*$`),
  );
});

test('the permission to pass through is enough, the one to read is not needed', async () => {
  await chmod(outer, 0o711);
  await expect(assertReachable(inner, stranger)).resolves.toBeUndefined();
});

test('the rights of the owner and of the group count for them alone', async () => {
  const { uid, gid } = { uid: process.getuid!(), gid: process.getgid!() };
  await chmod(outer, 0o710);
  await expect(assertReachable(inner, { uid, gid })).resolves.toBeUndefined();
  await expect(assertReachable(inner, { ...stranger, gid })).resolves.toBeUndefined();
  await expect(assertReachable(inner, stranger)).rejects.toThrow(StartFailure);
});
