import { expect, test } from 'vitest';
import { bodyOf, formOf } from './channel-form.ts';

const sha256 = 'ab'.repeat(32);
const form = { ...formOf(undefined), channelCode: 'LINK', name: 'By link' };

test('an app file is sent as a number and a hash, without the blanks of a copied line', () => {
  const typed = {
    apkUrl: ' https://a.example/thumba-8.apk ',
    apkVersionCode: ' 8 ',
    apkSha256: `${sha256} `,
  };
  expect(bodyOf({ ...form, ...typed })).toMatchObject({
    apkUrl: 'https://a.example/thumba-8.apk',
    apkVersionCode: 8,
    apkSha256: sha256,
  });
});

test('an empty field removes the version code, and a text that is no number does not', () => {
  expect(bodyOf(form)).toMatchObject({ apkVersionCode: null, apkSha256: null });
  for (const text of ['8a', '1.5', '-8', '1e3', '0x8'])
    expect(bodyOf({ ...form, apkVersionCode: text })).toMatchObject({ apkVersionCode: 0 });
});

test('the form of a channel sends what the channel has', () => {
  const channel = {
    ...{ version: 2, savedAt: '2026-11-01T08:00:00Z', madeBy: null, checkedBy: null, requestId: null },
    ...{ channelCode: 'LINK', name: 'By link', isDefault: false, waitingRequestId: null },
    ...{ pixelId: null, mayHavePixel: false, hasPixelToken: false },
    ...{ apkUrl: 'https://a.example/thumba-8.apk', apkVersionCode: 8, apkSha256: sha256 },
    ...{ packageName: 'com.example.app', intentHost: 'details' },
  };
  const { channelCode, name, pixelId, apkUrl, apkVersionCode, apkSha256, packageName, intentHost } = channel;
  expect(bodyOf(formOf(channel))).toEqual({
    ...{ channelCode, name, pixelId, apkUrl, apkVersionCode, apkSha256, packageName, intentHost },
  });
});

test('nothing is sent while the code, the name or the package is missing', () => {
  for (const missing of ['channelCode', 'name', 'packageName', 'intentHost'])
    expect(bodyOf({ ...form, [missing]: ' ' })).toBeNull();
});
