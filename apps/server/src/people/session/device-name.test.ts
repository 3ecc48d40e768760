import { expect, test } from 'vitest';
import { inLanguage } from '../../platform/language.ts';
import { deviceName, deviceNameOf, placeName } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; TECNO; wv) AppleWebKit/537.36 Version/4.0 Chrome/100.0 Mobile Safari/537.36',
    'the Android app on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone or iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux'],
  ['', 'Unknown device'],
  ['<b>curl</b>', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
  const inMarks = inLanguage('en-XA', () => deviceName(userAgent));
  expect(inMarks).not.toBe(name);
  expect(inLanguage('en-XA', () => deviceNameOf(name))).toBe(inMarks);
});

test('a name that this version does not give stays as it was kept', () => {
  expect(deviceNameOf('A device of an earlier version')).toBe('A device of an earlier version');
});

test.each([
  ['41.72.96.17', 'Network 41.72.96.x'],
  ['2c0f:f318:1:2::/64', 'Network 2c0f:f318:1:2::/64'],
  ['', 'Not known'],
])('the place of %s is %s', (network, place) => {
  expect(placeName(network)).toBe(place);
});
