import { expect, test } from 'vitest';
import { letterOf } from './keys.ts';

test.each([
  { key: 'G', shiftKey: false, means: 'g', with: 'Caps Lock' },
  { key: 'g', shiftKey: false, means: 'g', with: 'no other key' },
  { key: 'G', shiftKey: true, means: 'G', with: 'Shift' },
  { key: 'g', shiftKey: true, means: 'G', with: 'Shift and Caps Lock' },
  { key: '?', shiftKey: true, means: '?', with: 'Shift' },
  { key: 'Enter', shiftKey: false, means: 'Enter', with: 'no other key' },
])('the key $key with $with means $means', ({ key, shiftKey, means }) => {
  expect(letterOf({ key, shiftKey })).toBe(means);
});
