import { expect, test } from 'vitest';
import {
  cardNumber,
  NUMBER_FORMATS,
  NUMBER_PATTERN,
  NUMBERS_IN_TEXT,
  type NumberFormat,
} from './card-number.ts';

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

test('a number of another format is one where the format is known', () => {
  const format: NumberFormat = {
    kind: 'nrc',
    digitsOfParts: [10],
    separator: '-',
    holderOfLastDigit: { 7: 'other' },
  };
  const both = [...NUMBER_FORMATS, format];
  expect(cardNumber('1990123457', both)).toEqual({ kind: 'nrc', holder: 'other' });
  expect(cardNumber('123456/10/1', both)).toEqual({ kind: 'nrc', holder: 'zambian' });
  expect(cardNumber('1990123457')).toBeUndefined();
});

test('the pattern holds for the form of a number and for nothing around it', () => {
  const texts = ['123456/10/1', '123456/10/4', ' 123456/10/1', '123456/10/12', '123456/1/1', '123456101'];
  expect(texts.map((text) => NUMBER_PATTERN.test(text))).toEqual([true, true, false, false, false, false]);
});

test('numbers are found in a text', () => {
  const text = 'The NRC 123456/10/1 and (654321/61/2), not 1234567/10/1.';
  expect(text.match(NUMBERS_IN_TEXT)).toEqual(['123456/10/1', '654321/61/2']);
});
