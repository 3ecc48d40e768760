import { expect, test } from 'vitest';
import { cardNumber } from './card-number.ts';

test.each([
  ['123456/10/1', 'zambian'],
  ['123456/10/2', 'commonwealth'],
  ['123456/10/3', 'other'],
])('%s is the number of a national registration card of a holder who is %s', (text, holder) => {
  expect(cardNumber(text)).toEqual({ kind: 'nrc', holder });
});

test.each([
  '123456/10/4',
  '123456/10/0',
  '123456/1/1',
  '123456101',
  ' 123456/10/1',
  '123456/10/12',
  '12345a/10/1',
  '',
])('%j is the number of no card', (text) => {
  expect(cardNumber(text)).toBeUndefined();
});
