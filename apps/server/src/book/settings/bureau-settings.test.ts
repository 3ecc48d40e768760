import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { production } from './production.test-support.ts';

const BUREAU_URL = 'https://bureau.example';
const named = { ...production, BUREAU_URL, BUREAU_NAME: 'Bureau Ltd' };

test('production refuses a credit bureau without the name that the privacy policy says', () => {
  expect(() => readConfig({ ...production, BUREAU_URL })).toThrow(
    'NODE_ENV=production needs these settings: BUREAU_NAME.',
  );
  expect(readConfig(named).BUREAU_NAME).toBe('Bureau Ltd');
});

test('production refuses a credit bureau without https, and a simulated one', () => {
  expect(() => readConfig({ ...named, BUREAU_URL: 'http://bureau.example' })).toThrow(
    'NODE_ENV=production needs a BUREAU_URL that begins with https://.',
  );
  expect(() => readConfig({ ...production, BUREAU_SIMULATED: 'true' })).toThrow(
    'NODE_ENV=production does not start with BUREAU_SIMULATED.',
  );
});
