import { expect, test } from 'vitest';
import { type Browser, installWay } from './install-way.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`;

function browser(facts: Partial<Browser>): Browser {
  return { userAgent: CHROME, touchPoints: 5, isCapable: true, isInstalled: false, ...facts };
}

test('Chrome on Android asks by itself, and by its menu when it handed nothing over', () => {
  expect(installWay(browser({}), 'browser')).toBe('prompt');
  expect(installWay(browser({}), 'own')).toBe('menu');
});

test('Chrome at a desk asks too', () => {
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
  expect(installWay(browser({ userAgent, touchPoints: 0 }), 'browser')).toBe('prompt');
});

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari',
  ],
  [
    'an iPad',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  ],
])('%s is shown how to, whatever prompt there is', (_name, userAgent) => {
  expect(installWay(browser({ userAgent, isCapable: false }), 'none')).toBe('share');
  expect(installWay(browser({ userAgent }), 'browser')).toBe('share');
});

test.each([
  ['Samsung Internet', `${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`],
  ['Opera', `${CHROME} OPR/80.0`],
  ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'],
  [
    'another app',
    `${ANDROID.replace('X6525', 'X6525; wv')} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
  ],
])('%s on Android is sent to Chrome', (_name, userAgent) => {
  expect(installWay(browser({ userAgent }), 'browser')).toBe('chrome');
});

test('a browser that cannot, that holds no prompt, or that runs the installed app offers nothing', () => {
  expect(installWay(browser({ isCapable: false }), 'browser')).toBeUndefined();
  expect(installWay(browser({}), 'none')).toBeUndefined();
  expect(installWay(browser({ isInstalled: true }), 'browser')).toBeUndefined();
});
