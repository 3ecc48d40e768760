import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDecimalAmount, toDecimalAmount } from './decimal-amount.ts';

test.each([
  [15_000, '150'],
  [15_050, '150.50'],
  [15_005, '150.05'],
  [5, '0.05'],
  [0, '0'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('%d ngwee are written %s', (ngwee, text) => expect(toDecimalAmount(ngwee)).toBe(text));

test.each([1.5, -1, Number.NaN, 2 ** 53])('%d is no amount in ngwee', (ngwee) => {
  expect(() => toDecimalAmount(ngwee)).toThrow();
});

test.each([
  ['150', 15_000],
  ['150.5', 15_050],
  ['150.50', 15_050],
  ['150.5000', 15_050],
  ['37,600.00', 3_760_000],
  ['1,000,000', 100_000_000],
  [' 7 ', 700],
])('%j is read as %d ngwee', (text, ngwee) => expect(fromDecimalAmount(text)).toBe(ngwee));

test.each([
  '',
  '.',
  '1.',
  '.5',
  '-1',
  '+1',
  '1e3',
  '1.005',
  '1,00',
  '1,0000.00',
  '1 000',
  'K150',
  '0x10',
  '90071992547409.92',
])('%j is refused rather than guessed at', (text) => expect(fromDecimalAmount(text)).toBeUndefined());

test('every amount survives the way out and back, as text and as a JSON number', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (ngwee) => {
      expect(fromDecimalAmount(toDecimalAmount(ngwee))).toBe(ngwee);
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    // A JSON number holds 15 digits surely: ten million million kwacha.
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (ngwee) => {
      const json = JSON.stringify(Number(toDecimalAmount(ngwee)));
      expect(fromDecimalAmount(json)).toBe(ngwee);
    }),
    { numRuns: 5_000 },
  );
});
