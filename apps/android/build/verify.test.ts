import { expect, test } from 'vitest';
import { manifestOf } from './manifest.ts';
import type { LenderSettings } from './settings.ts';
import { serverSettingsOf, smsHashOf } from './signing.ts';
import { badgingOf, differencesOf, expectedBadging, sizeFaultsOf } from './verify.ts';

const settings: LenderSettings = {
  name: "Mary's Loans",
  applicationId: 'zm.example.loans',
  origin: 'https://app.loans.example',
  versionCode: 8,
  versionName: '1.7',
  icon: '/icon.svg',
  colours: { icon: '#b8561a', light: '#fbf9f5', dark: '#0f1714' },
  readsMessages: true,
  keyAlias: 'loans',
};

const STORE_BADGING = `package: name='zm.example.loans' versionCode='8' versionName='1.7' compileSdkVersion='34'
sdkVersion:'24'
targetSdkVersion:'36'
uses-permission: name='android.permission.INTERNET'
uses-permission: name='android.permission.ACCESS_NETWORK_STATE'
uses-permission: name='android.permission.CAMERA'
uses-permission: name='android.permission.READ_CALENDAR'
uses-permission: name='android.permission.WRITE_CALENDAR'
application-label:'Mary's Loans'
application: label='Mary's Loans' icon='res/a.png'
launchable-activity: name='com.thumba.wallet.MainActivity'  label='' icon=''
`;

const faultsOfStore = (badging: string) =>
  differencesOf(badgingOf(badging), expectedBadging(settings, 'store'));

test('an app that is as its settings say has no fault', () => {
  expect(faultsOfStore(STORE_BADGING)).toEqual([]);
});

test.each([
  ['a permission too many', "uses-permission: name='android.permission.READ_SMS'\n", 'permissions is '],
  ['an attribute for debugging', 'application-debuggable\n', 'isDebuggable is true, and must be false'],
])('%s is found', (_fault, line, sentence) => {
  expect(faultsOfStore(STORE_BADGING + line)).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  ["versionCode='8'", "versionCode='7'", 'versionCode is 7, and must be 8'],
  ["sdkVersion:'24'", "sdkVersion:'26'", 'oldestApi is 26, and must be 24'],
  ["targetSdkVersion:'36'", "targetSdkVersion:'34'", 'targetApi is 34, and must be 36'],
  ["name='zm.example.loans'", "name='com.thumba.wallet'", 'applicationId is com.thumba.wallet'],
])('%s is compared', (expected, found, sentence) => {
  expect(faultsOfStore(STORE_BADGING.replace(expected, found)).join()).toContain(sentence);
});

test('a flavour declares the permissions of its own, and only a direct app of a lender that reads SMS asks for them', () => {
  const names = (flavour: 'store' | 'direct', readsMessages: boolean) =>
    [
      ...manifestOf({ ...settings, readsMessages }, flavour).matchAll(
        /<uses-permission android:name="android\.permission\.(\w+)"/g,
      ),
    ]
      .map(([, name]) => name)
      .sort();
  const shared = ['ACCESS_NETWORK_STATE', 'CAMERA', 'INTERNET', 'READ_CALENDAR', 'WRITE_CALENDAR'];
  expect(names('store', true)).toEqual(shared);
  expect(names('direct', false)).toEqual(
    [...shared, 'ACCESS_COARSE_LOCATION', 'REQUEST_INSTALL_PACKAGES'].sort(),
  );
  expect(names('direct', true)).toEqual(
    [...shared, 'ACCESS_COARSE_LOCATION', 'REQUEST_INSTALL_PACKAGES', 'READ_SMS'].sort(),
  );
});

test('an app without the libraries of Google has at most 150 kB', () => {
  expect(sizeFaultsOf(150_000, settings)).toEqual([]);
  expect(sizeFaultsOf(150_001, settings)).toEqual(['it has 150001 bytes, and may have 150000']);
  const google = { clientId: '1-a.apps.googleusercontent.com' };
  expect(sizeFaultsOf(1_000_000, { ...settings, google })).toEqual([]);
  expect(sizeFaultsOf(1_000_001, { ...settings, google })).toHaveLength(1);
});

test('the hash for the SMS is the one that the shell command in the documents of Google gives', () => {
  // printf 'com.example.wallet 63657274696669636174650a' | sha256sum | cut -c1-64 | xxd -r -p | base64 | cut -c1-11
  expect(smsHashOf('com.example.wallet', Buffer.from('certificate\n'))).toBe('+Znoa+10/R/');
});

test('the settings of the server name the app with the hash of its certificate', () => {
  expect(serverSettingsOf('com.example.wallet', Buffer.from('certificate\n'))).toEqual([
    'ANDROID_APPS=com.example.wallet=bc5b91f7474e3fd8ed6753d0e1db413274b3eb3d1c8366289a9cc40e654cfd91',
    'ANDROID_SMS_HASHES=+Znoa+10/R/',
  ]);
});
