import { expect, test } from 'vitest';
import { newerVersion } from './newer-version.ts';

const sha256 = '0123456789abcdef'.repeat(4);
const app = { apkUrl: 'https://downloads.example.zm/thumba-8.apk', apkVersionCode: 8, apkSha256: sha256 };
const INSTALLED = 7;

test('a higher version with an address and a hash is offered, as the wrapper takes it', () => {
  const version = { url: app.apkUrl, sha256, versionCode: 8 };
  expect(newerVersion(app, INSTALLED)).toEqual(version);
  expect(newerVersion({ ...app, apkSha256: sha256.toUpperCase() }, INSTALLED)).toEqual(version);
});

test.each<[string, object]>([
  ['the installed version', { apkVersionCode: 7 }],
  ['an older version', { apkVersionCode: 6 }],
  ['no version', { apkVersionCode: undefined }],
  ['a version that is no whole number', { apkVersionCode: 8.5 }],
  ['a version that Android does not know', { apkVersionCode: 2_100_000_001 }],
  ['no hash', { apkSha256: undefined }],
  ['an empty hash', { apkSha256: '' }],
  ['a hash that is too short', { apkSha256: sha256.slice(1) }],
  ['a hash that is too long', { apkSha256: `${sha256}0` }],
  ['a hash with another character', { apkSha256: `g${sha256.slice(1)}` }],
  ['no address', { apkUrl: '' }],
  ['an address of this site', { apkUrl: '/thumba.apk' }],
  ['an address without https', { apkUrl: 'http://downloads.example.zm/thumba-8.apk' }],
  ['an address without a host', { apkUrl: 'https:///thumba-8.apk' }],
  ['an address with a blank', { apkUrl: 'https://downloads.example.zm/thumba 8.apk' }],
  ['an address that is too long', { apkUrl: app.apkUrl.padEnd(2001, 'x') }],
])('a channel with %s offers nothing', (_what, other) => {
  expect(newerVersion({ ...app, ...other }, INSTALLED)).toBeUndefined();
});
