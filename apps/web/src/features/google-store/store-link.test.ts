import { expect, test } from 'vitest';
import { storeLink } from './store-link.ts';

const app = { packageName: 'com.thumba.wallet', intentHost: 'details' };
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K)';
const CHROME = `${PHONE} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36`;
const LISTING = 'https://play.google.com/store/apps/details?id=com.thumba.wallet';

test('Chrome on Android opens the store by the intent of the channel, and its page where there is no store', () => {
  expect(storeLink(app, CHROME)).toBe(
    'intent://details?id=com.thumba.wallet#Intent;scheme=market;package=com.android.vending;S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.thumba.wallet;end',
  );
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'],
  ['Opera on Android', `${CHROME} OPR/80.0`],
  ['Samsung Internet', `${PHONE} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`],
])('%s opens the page of the listing', (_browser, userAgent) => {
  expect(storeLink(app, userAgent)).toBe(LISTING);
});
