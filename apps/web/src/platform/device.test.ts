import { expect, test } from 'vitest';
import { device } from './device.ts';

test('a browser is device type 4, and of the brand h5 where it does not say more', () => {
  expect(device.type).toBe(4);
  expect(device.brand()).toBe('h5');
});
