import { languageTag } from '@thumba/words/catalogue';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../test/call-server.ts';
import { inLanguage } from './language.ts';

const OTHER = { lang: 'en-XA' };

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    register: ({ app }) => app.get('/fails', () => Promise.reject(new Error('broken'))),
  });
});
afterAll(() => server.stop());

const messageAt = async (url: string, headers: Record<string, string>) =>
  (await server.app.inject({ url, headers })).json().msg as string;

test('what is wrong with a field is said in the language of the request', async () => {
  const signIn = async (headers: Record<string, string>) =>
    (await server.call('mobileLogin', { headers, body: { mobile: '1', captcha: '1234' } })).data.fields
      .mobile;
  const english = 'Please enter the correct 10-digit phone number（0XXXXXXXXX）';
  expect(await signIn(OTHER)).toBe(marked(english));
  expect(await signIn({ lang: 'en' })).toBe(english);
  expect(await signIn({})).toBe(english);
});

test('a field of the wrong type is refused in words for a borrower', async () => {
  const signIn = async (headers: Record<string, string>) =>
    (await server.call('mobileLogin', { headers, body: { deviceBrand: 7 } })).data.fields.deviceBrand;
  expect(await signIn({ lang: 'en' })).toBe('Please check what you entered');
  expect(await signIn(OTHER)).toBe(marked('Please check what you entered'));
});

test('an address with nothing behind it, and a fault of the program, are told in the language of the request', async () => {
  expect(await messageAt('/api/nothing', { lang: 'en' })).toBe('There is nothing here');
  expect(await messageAt('/api/nothing', OTHER)).toBe(marked('There is nothing here'));
  expect(await messageAt('/fails', { lang: 'en' })).toMatch(
    /^Something went wrong on our side\. Please try again\. Reference \w{8}\.$/,
  );
  expect(await messageAt('/fails', OTHER)).toContain(marked('Something went wrong').slice(0, -1));
});

test('a caller who names another lender is refused in the language of the request', async () => {
  const ask = async (lang: string) =>
    (
      await server.call('sendSmsCode', {
        params: { phone: '0977000001' },
        headers: { lang, 'x-tenantid': 'other' },
      })
    ).msg;
  expect(await ask('en-XA')).toBe(marked('This lender is not known here'));
  expect(await ask('en')).toBe('This lender is not known here');
});

test('work in one language inside work in another has its own, and afterwards the other goes on', () => {
  const tags = inLanguage('en-XA', () => [
    inLanguage('en', languageTag),
    inLanguage('en-XA', languageTag),
    inLanguage('en', () => inLanguage('en-XA', languageTag)),
    languageTag(),
  ]);
  expect(tags).toEqual(['en', 'en-XA', 'en-XA', 'en-XA']);
});
