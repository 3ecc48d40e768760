import { expect, test } from 'vitest';
import { momentOf, momentText } from './restored-moment.ts';

test.each([
  ['2026-11-22 10:00', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22T10:00:30', '2026-11-22T08:00:30.000Z'],
  ['2026-11-22 00:30', '2026-11-21T22:30:00.000Z'],
  ['2028-02-29 23:59:59', '2028-02-29T21:59:59.000Z'],
])('%s is the moment %s', (text, moment) => {
  expect(momentOf('--at', text).toISOString()).toBe(moment);
});

test.each([
  ['2026-02-31 10:00', 'There is no day 2026-02-31.'],
  ['2026-02-29 10:00', 'There is no day 2026-02-29.'],
  ['2026-13-01 10:00', 'There is no day 2026-13-01.'],
  ['26-11-22 10:00', 'There is no day 26-11-22.'],
  ['22.11.2026 10:00', 'There is no day 22.11.2026.'],
  ['2026-11-22 24:00', 'There is no time of day 24:00.'],
  ['2026-11-22 10:60', 'There is no time of day 10:60.'],
  ['2026-11-22 10:00:60', 'There is no time of day 10:00:60.'],
  ['2026-11-22 10', 'There is no time of day 10.'],
  ['2026-11-22 10:00Z', 'There is no time of day 10:00Z.'],
  ['2026-11-22', '"2026-11-22" is no day with a time.'],
  ['yesterday', '"yesterday" is no day with a time.'],
])('%s is refused with a sentence', (text, sentence) => {
  expect(() => momentOf('--at', text)).toThrow(
    `${sentence} Give --at as "2026-11-22 10:00" or "2026-11-22 10:00:30", with the time of Lusaka.`,
  );
});

test('a moment is written in the time of Lusaka, as it can be asked for', () => {
  expect(momentText(new Date('2026-11-21T22:30:05.900Z'))).toBe('2026-11-22 00:30:05 in Lusaka');
});
