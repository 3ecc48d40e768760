import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { androidFolder } from './folders.ts';
import { checkedSettings } from './settings.ts';

const demo = JSON.parse(readFileSync(join(androidFolder, 'lender.json'), 'utf8'));

test('the settings of the demo lender are complete', () => {
  expect(checkedSettings(demo)).toMatchObject({
    faults: [],
    settings: { readsMessages: false, keyAlias: 'thumba' },
  });
});

test.each([
  ['origin', 'http://app.example.zm'],
  ['origin', 'https://app.example.zm/'],
  ['origin', 'https://app.example.zm/home'],
  ['origin', 'https://user@app.example.zm'],
  ['origin', 'app.example.zm'],
  ['applicationId', 'thumba'],
  ['applicationId', 'zm.Example'],
  ['applicationId', 'zm.1example'],
  ['name', ''],
  ['name', 'n'.repeat(31)],
  ['versionCode', 0],
  ['versionCode', 1.5],
  ['versionCode', '8'],
  ['versionCode', 2_100_000_001],
  ['versionName', '1.0 beta'],
  ['icon', 'icon.jpg'],
  ['colours', { icon: 'red', light: '#ffffff', dark: '#000000' }],
  ['readsMessages', 'yes'],
  ['google', { clientId: 'client' }],
  ['applicationID', 'zm.example'],
])('a file with %s as %j names the field', (field, value) => {
  const { settings, faults } = checkedSettings({ ...demo, [field]: value });
  expect(settings).toBeUndefined();
  expect(faults.join()).toContain(field);
});

test('each field that is missing is a sentence of its own', () => {
  const { name, origin, ...rest } = demo;
  const { faults } = checkedSettings(rest);
  expect(name && origin).toBeTruthy();
  expect(faults).toEqual(['name: is missing', 'origin: is missing']);
});
