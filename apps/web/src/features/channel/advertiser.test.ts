import { expect, test } from 'vitest';
import { isTold } from './advertiser.ts';

test.each([
  [1, 0, true],
  [1, 0.499_999, true],
  [1, 0.5, false],
  [1, 0.999, false],
  [0, 0, false],
] as const)('with appRedirectStatus %i and chance %f a registration is told: %s', (status, drawn, told) => {
  expect(isTold({ appRedirectStatus: status }, () => drawn)).toBe(told);
});

test('of many registrations half are told', () => {
  let state = 1;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const told = Array.from({ length: 10_000 }, () => isTold({ appRedirectStatus: 1 }, chance)).filter(Boolean);
  expect(told.length / 10_000).toBeCloseTo(0.5, 1);
});
