import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { registerConsentRoutes } from './routes.ts';

const OTHER = { lang: 'en-XA' };

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    register: (wire, parts) =>
      registerConsentRoutes(wire, { ...parts, messageSenders: () => null, sendsPush: true }),
  });
});
afterAll(() => server.stop());

test('a consent is shown in the language of the borrower, with the version of its English wording', async () => {
  const { token } = await server.signIn('0977300001');
  const listIn = async (headers: Record<string, string>) =>
    (await server.call('listConsents', { token, headers })).data;
  const english = await listIn({ lang: 'en' });
  const other = await listIn(OTHER);
  expect(english.length).toBeGreaterThan(3);
  for (const [index, { wording, wordingVersion }] of english.entries()) {
    expect(other[index]).toMatchObject({ wording: marked(wording), wordingVersion });
  }
  const body = { kind: 'device', given: true, wordingVersion: 2 };
  const saved = await server.call('saveConsent', { token, headers: OTHER, body });
  expect(saved.data).toMatchObject({ given: true, changedVersion: 2, changedWording: saved.data.wording });
});

test('a consent that is not saved is refused in the language of the borrower', async () => {
  const { token } = await server.signIn('0977300002');
  const saveIn = async (headers: Record<string, string>) => {
    const body = { kind: 'device', given: true, wordingVersion: 1 };
    return (await server.call('saveConsent', { token, headers, body })).msg;
  };
  const sentence = 'This text has changed. Please open this page again and read the new one.';
  expect(await saveIn({ lang: 'en' })).toBe(sentence);
  expect(await saveIn(OTHER)).toBe(marked(sentence));
});
