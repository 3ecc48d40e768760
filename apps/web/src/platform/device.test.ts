import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const CHROMIUM = [{ brand: 'Not)A;Brand' }, { brand: 'Chromium' }, { brand: 'Google Chrome' }];

async function deviceOf(navigator: object) {
  vi.stubGlobal('navigator', { userAgent: '', ...navigator });
  const { device } = await import('./device.ts');
  const { learnBrand } = await import('./browser-brand.ts');
  void learnBrand();
  return device;
}

test('a browser is device type 4, and of no brand where it tells none', async () => {
  const device = await deviceOf({});
  expect(device.type).toBe(4);
  expect(device.brand()).toBe('');
});

test('a browser that tells the model of its phone is of that brand, and before of its own', async () => {
  let tell: (hints: { model: string }) => void = () => undefined;
  const asked = new Promise<{ model: string }>((resolve) => {
    tell = resolve;
  });
  const getHighEntropyValues = (names: string[]) => (names.includes('model') ? asked : undefined);
  const userAgentData = { platform: 'Android', brands: CHROMIUM, getHighEntropyValues };
  const device = await deviceOf({ userAgentData });
  expect(device.brand()).toBe('Google Chrome');
  tell({ model: 'SM-A146P' });
  await expect.poll(() => device.brand()).toBe('SM-A146P');
});

test.each([
  ['at a desk tells no model', async () => ({ model: '' })],
  ['may refuse to tell it', () => Promise.reject(new Error('not allowed'))],
])('a browser that %s is of its own brand', async (_which, getHighEntropyValues) => {
  const device = await deviceOf({ userAgentData: { brands: CHROMIUM, getHighEntropyValues } });
  await Promise.resolve();
  expect(device.brand()).toBe('Google Chrome');
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 'Safari'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Firefox'],
])('a browser without hints is of its family: %s', async (userAgent, brand) => {
  expect((await deviceOf({ userAgent })).brand()).toBe(brand);
});
