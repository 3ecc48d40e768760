import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';

const OTHER = { lang: 'en-XA' };
const ENGLISH = { lang: 'en' };
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.stop());

test('a borrower whose session has ended is asked in their language to log in', async () => {
  const listIn = async (headers: Record<string, string>) =>
    (await server.call('listSessions', { token: 'a'.repeat(43), headers })).msg;
  expect(await listIn(ENGLISH)).toBe('Please log in again');
  expect(await listIn(OTHER)).toBe(marked('Please log in again'));
});

test('devices and places are named in the language of the borrower who reads them', async () => {
  const mobile = '0977200001';
  await server.signIn(mobile);
  server.clock.advance({ minutes: 2 });
  const captcha = await server.requestCode(mobile);
  const signedIn = await server.call('mobileLogin', {
    headers: { ...OTHER, 'user-agent': CHROME },
    address: '41.72.96.17',
    body: { mobile, captcha },
  });
  const { token } = signedIn.data;
  const firstIn = async (headers: Record<string, string>) =>
    (await server.call('listSessions', { token, headers })).data.sessions[0];
  expect(await firstIn(ENGLISH)).toMatchObject({ device: 'Chrome on Android', place: 'Hidden' });
  expect(await firstIn(OTHER)).toMatchObject({
    device: marked('Chrome on Android'),
    place: marked('Hidden'),
  });
});

test('the name of a device that a message keeps is in English, because the borrower may read it in any language', async () => {
  const { rows } = await server.db.pool.query(
    `select figures ->> 'device' as device from message where kind = 'new_sign_in'`,
  );
  expect(rows).toEqual([{ device: 'Chrome on Android' }]);
});

test('a lender without Google says so in the language of the borrower', async () => {
  const askIn = async (headers: Record<string, string>) =>
    (await server.call('bindCheck', { headers, body: { authCode: 'token', thirdType: 1 } })).msg;
  const sentence = 'Google sign-in is not available here. Please log in with your mobile number.';
  expect(await askIn(ENGLISH)).toBe(sentence);
  expect(await askIn(OTHER)).toBe(marked(sentence));
});
