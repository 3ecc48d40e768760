import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { registerBorrowerRoutes } from './routes.ts';
import { registerStepUpRoutes } from './step-up-routes.ts';

const OTHER = { lang: 'en-XA' };
const ENGLISH = { lang: 'en' };

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    register(routes, parts) {
      const lender = { phone: '0211 000 000' };
      registerStepUpRoutes(routes, { ...parts, lender, appHost: undefined });
      registerBorrowerRoutes(routes, {
        ...parts,
        lender,
        today: () => parts.calendar.today(),
        onNewMessages() {},
        askHolderName: async () => undefined,
        operatorOfMobile: () => undefined,
      });
    },
  });
});
afterAll(() => server.stop());

test('a wrong code is refused in the language of the borrower, with the tries that are left', async () => {
  const tryIn = async (mobile: string, headers: Record<string, string>) => {
    const captcha = (await server.requestCode(mobile)) === '0000' ? '0001' : '0000';
    return (await server.call('mobileLogin', { headers, body: { mobile, captcha } })).msg;
  };
  expect(await tryIn('0977100001', ENGLISH)).toBe('This code is wrong. You have 1 try left.');
  expect(await tryIn('0977100005', OTHER)).toBe(marked('This code is wrong. You have 1 try left.'));
});

test('the SMS with a code is in the language of the borrower', async () => {
  const textIn = async (phone: string, headers: Record<string, string>) => {
    await server.call('sendSmsCode', { headers, params: { phone } });
    return server.sms.sent.findLast(({ mobile }) => mobile === phone)!.text;
  };
  expect(await textIn('0977100006', ENGLISH)).toMatch(
    /^\d{4} is your Thumba code\. It works for 5 minutes\. Do not share it\.$/,
  );
  const other = await textIn('0977100007', OTHER);
  expect(other).toBe(
    marked(`${other.slice(1, 5)} is your Thumba code. It works for 5 minutes. Do not share it.`),
  );
});

test('the SMS with a second code says in the language of the borrower what it is for', async () => {
  const mobile = '0977100008';
  const { token } = await server.signIn(mobile);
  const body = { purpose: 'download' };
  await server.call('sendStepUpCode', { token, headers: OTHER, body });
  const text = server.sms.sent.findLast((message) => message.mobile === mobile)!.text;
  const english = `${text.slice(1, 7)} is your Thumba code to download your data. It works for 5 minutes. Not you? Do not share it and call 0211 000 000.`;
  expect(text).toBe(marked(english));
});

test('a wait is told in the language of the borrower', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await server.call('sendSmsCode', { headers, params: { phone: '0977100002' } })).msg;
  await ask(ENGLISH);
  expect(await ask(ENGLISH)).toBe('Please wait 60 seconds before you ask for another code');
  expect(await ask(OTHER)).toBe(
    marked(`Please wait ${marked('60 seconds')} before you ask for another code`),
  );
});

test('a phone that is new to an account is told so in the language of the borrower', async () => {
  const mobile = '0977100003';
  await server.signIn(mobile);
  server.clock.advance({ hours: 1 });
  const captcha = await server.requestCode(mobile);
  const { token } = (await server.call('mobileLogin', { body: { mobile, captcha } })).data;
  const chooseIn = async (headers: Record<string, string>) =>
    (await server.call('chooseLanguage', { token, headers, body: { language: 'en' } })).msg;
  const sentence =
    'This phone is new to your account. Please confirm it first, under Me. If you do not see how, update the app under Me, Settings.';
  expect(await chooseIn(ENGLISH)).toBe(sentence);
  expect(await chooseIn(OTHER)).toBe(marked(sentence));
});

test('a call without the second code is refused in the language of the borrower', async () => {
  const { token } = await server.signIn('0977100004');
  const captcha = await server.requestCode('0966100004');
  const body = { mobile: '0966100004', captcha, operator: 'mtn' };
  const addIn = async (headers: Record<string, string>) =>
    (await server.call('addAccount', { token, headers, body })).msg;
  const sentence =
    'For your safety we now ask for a second code here. Please update the app under Me, Settings, then try again.';
  expect(await addIn(ENGLISH)).toBe(sentence);
  expect(await addIn(OTHER)).toBe(marked(sentence));
});
