import { expect, test } from 'vitest';
import { isExternal } from './external-link.ts';

const own = 'https://app.example.zm';

test.each(['https://play.google.com/store/apps/details?id=a', 'tel:+260211000000', 'market://details?id=a'])(
  '%s is the phone’s to open',
  (address) => {
    expect(isExternal(address, own)).toBe(true);
  },
);

test.each([
  `${own}/paper/abc`,
  'http://play.google.com/',
  'javascript:alert(1)',
  'intent://details#Intent;scheme=market;end',
  'file:///sdcard/a.pdf',
  'content://sms',
  'blob:https://app.example.zm/1',
  'data:text/html,a',
  'sms:0977',
  'no address',
  '',
  `https://elsewhere.example/${'x'.repeat(2000)}`,
])('%s is not', (address) => {
  expect(isExternal(address, own)).toBe(false);
});
