import { expect, test } from 'vitest';
import { BadSetting, readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://thumba@127.0.0.1/thumba',
  PUBLIC_URL: 'https://loans.example',
  DATA_KEY: 'a1'.repeat(32),
  LOOKUP_KEY: 'b2'.repeat(32),
  MTN_BASE_URL: 'https://mtn.example',
  AIRTEL_BASE_URL: 'https://airtel.example',
  AFRICAS_TALKING_USERNAME: 'lender',
  AFRICAS_TALKING_API_KEY: 'a key',
  LENDER_NAME: 'A Lender',
  LENDER_LICENCE: 'Licence 1',
  LENDER_PHONE: '0211 000 000',
};

test('production starts with the settings it needs and is no demo', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, ENQUIRY_TIME_SCALE: 1 });
});

test.each([
  ['DEMO', 'true'],
  ['SIMULATOR_URL', 'http://127.0.0.1:8090/sim'],
  ['ENQUIRY_TIME_SCALE', '0.05'],
])('production refuses %s, which only a simulated operator allows', (name, value) => {
  const start = () => readConfig({ ...production, [name]: value });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(name);
});

test('outside production the times between enquiries may be shortened, never lengthened', () => {
  const keys = { DATA_KEY: production.DATA_KEY, LOOKUP_KEY: production.LOOKUP_KEY };
  expect(readConfig({ ...keys, ENQUIRY_TIME_SCALE: '0.05' }).ENQUIRY_TIME_SCALE).toBe(0.05);
  for (const scale of ['0', '-1', '2']) {
    expect(() => readConfig({ ...keys, ENQUIRY_TIME_SCALE: scale })).toThrow(BadSetting);
  }
});
