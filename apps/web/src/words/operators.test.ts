import { expect, test } from 'vitest';
import { oneOfOperators } from './operators.ts';

test.each([
  [undefined, 'mobile-money'],
  [[], 'mobile-money'],
  [['MTN'], 'MTN'],
  [['MTN', 'Airtel'], 'MTN or Airtel'],
  [['MTN', 'Airtel', 'Zamtel'], 'MTN, Airtel or Zamtel'],
])('the operators %j are named as a choice', (names, text) => {
  expect(oneOfOperators(names)).toBe(text);
});
