import { expect, test } from 'vitest';
import { memoryStorage } from '../../platform/storage.ts';
import { isPutOff, putOff } from './put-off.ts';

const DAY_MS = 24 * 3_600_000;
const PUT_OFF_AT_MS = Date.UTC(2026, 10, 30);

test.each([
  ['at once', 8, 0, true],
  ['almost seven days later', 8, 7 * DAY_MS - 1, true],
  ['seven days later', 8, 7 * DAY_MS, false],
  ['after the clock was set back', 8, -1, false],
  ['with the next version', 9, 0, false],
  ['with a version whose number begins in the same way', 80, 0, false],
])('a version that was put off, %s', (_when, versionCode, sinceMs, isHidden) => {
  const storage = memoryStorage();
  putOff(storage, 8, PUT_OFF_AT_MS);
  expect(isPutOff(storage, versionCode, PUT_OFF_AT_MS + sinceMs)).toBe(isHidden);
});

test.each([undefined, '', '1', '8', '8 yesterday'])('%j in the storage puts nothing off', (kept) => {
  const storage = memoryStorage();
  if (kept !== undefined) storage.setItem('installDismissed', kept);
  expect(isPutOff(storage, 8, PUT_OFF_AT_MS)).toBe(false);
});
