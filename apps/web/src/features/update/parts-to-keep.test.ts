import { expect, test } from 'vitest';
import { choosePartsToKeep } from './parts-to-keep.ts';

const PHONE = true;

test('a visitor on mobile data keeps what was used, a borrower what is needed offline', () => {
  expect(choosePartsToKeep({ type: 'cellular', effectiveType: '4g' }, PHONE, false)).toBe('used');
  expect(choosePartsToKeep({ type: 'cellular', effectiveType: '4g' }, PHONE, true)).toBe('offline');
});

test('on Wi-Fi and at a desk the whole app is fetched ahead', () => {
  expect(choosePartsToKeep({ type: 'wifi', effectiveType: '4g' }, PHONE, false)).toBe('all');
  expect(choosePartsToKeep({ effectiveType: '4g' }, false, false)).toBe('all');
});

test('who saves data, or has little of it, fetches nothing ahead', () => {
  expect(choosePartsToKeep({ saveData: true, type: 'wifi' }, PHONE, true)).toBe('used');
  expect(choosePartsToKeep({ type: 'cellular', effectiveType: '2g' }, PHONE, true)).toBe('used');
});

test('a browser that does not tell how it is connected is taken for one that pays', () => {
  expect(choosePartsToKeep(undefined, PHONE, true)).toBe('offline');
  expect(choosePartsToKeep(undefined, false, false)).toBe('used');
});
