import { expect, test } from 'vitest';
import { titlesOf } from './accounts.ts';

test('only the operators that are on are named', () => {
  expect(titlesOf({ airtel: {}, mtn: {} })).toEqual(['MTN', 'Airtel']);
  expect(titlesOf({ mtn: {}, airtel: {}, zamtel: {} })).toEqual(['MTN', 'Airtel', 'Zamtel']);
  expect(titlesOf({ airtel: {}, zamtel: undefined })).toEqual(['Airtel']);
});
