import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addToBackupState, type BackupState, isBackupDue, readBackupState } from './backup-state.ts';

const at = (lusakaTime: string) => Date.parse(`2026-11-${lusakaTime}:00+02:00`);

test.each<[string, BackupState, string, boolean]>([
  ['the first one', {}, '24T13:00', true],
  ['before the time of day', { begunAtMs: at('23T02:00'), storedAtMs: at('23T02:05') }, '24T01:59', false],
  ['at the time of day', { begunAtMs: at('23T02:00'), storedAtMs: at('23T02:05') }, '24T02:00', true],
  [
    'after a night without a server',
    { begunAtMs: at('21T02:00'), storedAtMs: at('21T02:05') },
    '24T01:00',
    true,
  ],
  ['begun today', { begunAtMs: at('24T02:00'), storedAtMs: at('23T02:05') }, '24T02:30', false],
  ['not stored within an hour', { begunAtMs: at('24T02:00'), storedAtMs: at('23T02:05') }, '24T03:00', true],
  ['stored, and not sound', { begunAtMs: at('24T02:00'), storedAtMs: at('24T02:05') }, '24T12:00', false],
])('whether a backup is due: %s', (_name, state, now, isDue) => {
  expect(isBackupDue(state, '02:00', at(now))).toBe(isDue);
});

test('what is added to the state leaves the rest, and an unreadable file counts as none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-state-'));
  await addToBackupState(dataDir, { begunAtMs: 1, storedAtMs: 2 });
  await addToBackupState(dataDir, { begunAtMs: 3 });
  expect(await readBackupState(dataDir)).toEqual({ begunAtMs: 3, storedAtMs: 2 });
  await writeFile(path.join(dataDir, 'backup-state.json'), '{"begunAt');
  expect(await readBackupState(dataDir)).toEqual({});
  await rm(dataDir, { recursive: true });
});
