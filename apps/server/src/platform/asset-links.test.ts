import { expect, test } from 'vitest';
import { startAppServer } from '../../test/app-server.ts';
import { readConfig } from '../book/settings/config.ts';

const PAIRS = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase());
const COLONS = PAIRS.join(':');
const PATH = '/.well-known/assetlinks.json';

test('the apps of the settings may open links of this site and use its keys', async () => {
  const apps = `com.thumba.wallet=${COLONS}, com.thumba.wallet.store=${PAIRS.join('').toLowerCase()}`;
  const server = await startAppServer({ settings: { ANDROID_APPS: apps } });
  const response = await fetch(`${server.url}${PATH}`, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const app = (packageName: string) => ({
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: [COLONS] },
  });
  expect(await response.json()).toEqual([app('com.thumba.wallet'), app('com.thumba.wallet.store')]);
  await server.stop();
});

test('without an app in the settings there is no such page', async () => {
  const server = await startAppServer();
  expect((await fetch(`${server.url}${PATH}`)).status).toBe(404);
  await server.stop();
});

test.each([
  'com.thumba.wallet',
  `com.thumba.wallet=${COLONS.slice(3)}`,
  `com.thumba.wallet=${PAIRS.join('')}00`,
  `com.thumba.wallet=${PAIRS.join('-')}`,
  `wallet=${COLONS}`,
  `com.thumba wallet=${COLONS}`,
  `com.thumba.wallet=${COLONS}=`,
  `com.thumba.wallet=${COLONS},com.other`,
])('the setting ANDROID_APPS cannot be %s', (apps) => {
  expect(() => readConfig({ ANDROID_APPS: apps })).toThrow('The setting ANDROID_APPS cannot be used');
});

test.each(['FA+9qCX9VS', 'FA+9qCX9VSuu', 'FA-9qCX9VSu', 'FA+9qCX9VSu;FA+9qCX9VSv'])(
  'the setting ANDROID_SMS_HASHES cannot be %s',
  (hashes) => {
    expect(() => readConfig({ ANDROID_SMS_HASHES: hashes })).toThrow(
      'The setting ANDROID_SMS_HASHES cannot be used',
    );
  },
);
