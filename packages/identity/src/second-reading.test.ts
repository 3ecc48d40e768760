import { expect, test } from 'vitest';
import { confidenceOfTwo } from './second-reading.ts';

const read = (text: string, confidence: number) => ({ text, confidence });

test('two readings that agree are surer than each of them', () => {
  expect(confidenceOfTwo(read('Banda', 0.9), read('Banda', 0.8))).toBeCloseTo(0.98);
});

test('a reading that a second one contradicts is not believed, however sure both are', () => {
  expect(confidenceOfTwo(read('Banda', 1), read('Bunda', 1))).toBeLessThan(0.5);
});

test('a reading that could not be repeated is less sure', () => {
  expect(confidenceOfTwo(read('Banda', 1), undefined)).toBeCloseTo(0.6);
});
