import { expect, test } from 'vitest';
import { billNumber } from './bill-number.ts';

test('a bill number is grouped from its end', () => {
  expect([7, 1234, 100_482, 1_000_000].map(billNumber)).toEqual(['7', '1 234', '100 482', '1 000 000']);
});
