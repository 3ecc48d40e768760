import { expect, test } from 'vitest';
import { nrcHolder } from './nrc-number.ts';

test.each([
  ['123456/10/1', 'zambian'],
  ['123456/10/2', 'commonwealth'],
  ['123456/10/3', 'other'],
  ['123456/10/4', undefined],
  ['123456/10/0', undefined],
  ['123456/1/1', undefined],
  ['123456101', undefined],
  [' 123456/10/1', undefined],
  ['123456/10/12', undefined],
])('the last digit of %s says %s', (idNumber, holder) => {
  expect(nrcHolder(idNumber)).toBe(holder);
});
