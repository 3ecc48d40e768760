import { afterEach, expect, test, vi } from 'vitest';
import { shareOrSay } from './share-sheet.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['shared', () => Promise.resolve()],
  ['closed', () => Promise.reject(new DOMException('', 'AbortError'))],
  ['refused', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
])('the list of apps to share with ends as: %s', async (expected, share) => {
  vi.stubGlobal('navigator', { share });
  expect(await shareOrSay({ text: 'K10.00 paid' })).toBe(expected);
});
