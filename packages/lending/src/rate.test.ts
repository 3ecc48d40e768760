import { expect, test } from 'vitest';
import { kwacha, ngwee } from './money.ts';
import { formatPercent, isRate, rate, share } from './rate.ts';

test.each(['0', '0.004', '1.00', '48', '0.0000000001'])('%s is a rate', (text) => {
  expect(rate(text)).toBe(text);
});

test.each(['', '.5', '-0.1', '1e-3', '01', '0.', '1,5', ' 0.1', '0.1\n', 'NaN', '0.00000000001', '12345'])(
  '"%s" is no rate',
  (text) => {
    expect(isRate(text)).toBe(false);
    expect(() => rate(text)).toThrow(RangeError);
  },
);

test('a share is exact and rounded half up once', () => {
  expect(share(kwacha(1000), rate('0.004'), 30)).toBe(kwacha(120));
  expect(share(ngwee(43_333), rate('0.005'))).toBe(217); // 216.665
  expect(share(ngwee(43_333), rate('0.005'), 10)).toBe(2167);
  expect(share(ngwee(101), rate('0.005'))).toBe(1); // 0.505, which as a float product is less than a half
  expect(share(ngwee(100), rate('0.005'))).toBe(1);
  expect(share(ngwee(99), rate('0.005'))).toBe(0);
  expect(share(kwacha(90_000_000_000), rate('0.3333333333'))).toBe(2_999_999_999_700);
});

test.each([
  ['0.004', '0.4%'],
  ['0.03', '3%'],
  ['0.10', '10%'],
  ['0.1', '10%'],
  ['1.00', '100%'],
  ['0', '0%'],
  ['0.00125', '0.125%'],
  ['12', '1200%'],
  ['0.48', '48%'],
])('the rate %s is written %s', (text, percent) => {
  expect(formatPercent(rate(text))).toBe(percent);
});
