import { expect, test } from 'vitest';
import { NUMBER_FORMATS, type NumberFormat } from './card-number.ts';
import { findNumber, numberOf } from './find-number.ts';
import { textAt } from './read-card.test-support.ts';
import { linesOf } from './read-text.ts';

test.each([
  ['348215/61/1', '348215/61/1', 1],
  ['.348215/61/1,', '348215/61/1', 1],
  ['34821S/61/1', '348215/61/1', 0.8],
  ['O48215/6I/1', '048215/61/1', 0.64],
  ['348215|61/1', '348215/61/1', 0.85],
  ['348215161/1', '348215/61/1', 0.6],
  ['348215611', '348215/61/1', 0.5],
])('%s is read as the number %s with the certainty %d', (text, number, certainty) => {
  const found = numberOf(text);
  expect(found?.text).toBe(number);
  expect(found?.certainty).toBeCloseTo(certainty);
});

test.each(['348215/61/4', '348215/61', '348215/61/11', '28/02/1994', '34821X/61/1', 'CHANDA', ''])(
  '%j is read as no number',
  (text) => {
    expect(numberOf(text)).toBeUndefined();
  },
);

test('a number is found without a label, in one word or in several', () => {
  const whole = linesOf(textAt('NRC No. 348215/61/1', 300, 100));
  expect(findNumber(whole)).toMatchObject({ text: '348215/61/1', confidence: 0.95 });
  const inParts = linesOf(textAt('348215 / 61 / 1', 300, 100));
  expect(findNumber(inParts)).toMatchObject({ text: '348215/61/1', box: { left: 300 } });
});

test('a number is as sure as the least sure of its words', () => {
  const words = [...textAt('348215/', 300, 100, 0.9), ...textAt('61/1', 460, 100, 0.4)];
  expect(findNumber(linesOf(words))).toMatchObject({ text: '348215/61/1', confidence: 0.4 });
});

/** A kind of number that no card has: it tests that another one is a row more and nothing else. */
const OTHER_FORMAT: NumberFormat = {
  kind: 'nrc',
  digitsOfParts: [4, 6],
  separator: '-',
  holderOfLastDigit: { 7: 'zambian' },
};
const BOTH = [...NUMBER_FORMATS, OTHER_FORMAT] as const;

test.each([
  ['1990-123457', '1990-123457', 1],
  ['199O-123457', '1990-123457', 0.8],
  ['1990123457', '1990-123457', 0.5],
  ['348215/61/1', '348215/61/1', 1],
  ['348215|61/1', '348215/61/1', 0.85],
])('with one more format %s is read as the number %s with the certainty %d', (text, number, certainty) => {
  const found = numberOf(text, BOTH);
  expect(found?.text).toBe(number);
  expect(found?.certainty).toBeCloseTo(certainty);
});

test('a number of another format is found in a line where the format is known, and nowhere else', () => {
  const lines = linesOf(textAt('ID No. 1990-123457', 300, 100));
  expect(findNumber(lines, BOTH)).toMatchObject({ text: '1990-123457', confidence: 0.95 });
  expect(findNumber(lines)).toBeUndefined();
  expect(numberOf('1990/123457', BOTH)).toBeUndefined();
  expect(numberOf('1990-123458', BOTH)).toBeUndefined();
});
