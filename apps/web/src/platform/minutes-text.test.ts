import { expect, test } from 'vitest';
import { minutesText } from './minutes-text.ts';

test('seconds are written as minutes and two digits', () => {
  expect(minutesText(186)).toBe('3:06');
  expect(minutesText(59)).toBe('0:59');
  expect(minutesText(0)).toBe('0:00');
});
