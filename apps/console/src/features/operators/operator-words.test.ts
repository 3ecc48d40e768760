import { expect, test } from 'vitest';
import { endedShareText, endedText, successText } from './operator-words.ts';

const ACCOUNT = {
  direction: 'payout',
  route: null,
  balance: 0,
  lastSuccessAt: null,
  succeeded: 0,
  failed: 0,
  underWay: 3,
} as const;

test('the share of success counts payments that have ended', () => {
  const some = { ...ACCOUNT, succeeded: 3, failed: 1 };
  expect([successText(some), endedText(some)]).toEqual(['75 %', '3 of 4']);
  expect([successText(ACCOUNT), endedText(ACCOUNT)]).toEqual(['–', 'none ended']);
  expect([some, ACCOUNT].map(endedShareText)).toEqual(['75 % succeeded', 'none ended']);
});

test('a share below all is never shown as all', () => {
  expect(successText({ ...ACCOUNT, succeeded: 999, failed: 1 })).toBe('99 %');
});
