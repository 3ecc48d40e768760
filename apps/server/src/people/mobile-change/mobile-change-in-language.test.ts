import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

test('a number that is the borrower’s own is refused in their language', async () => {
  const borrower = await signIn(server);
  const body = { mobile: borrower.mobile };
  const sentence = 'This is already your number';
  expect((await borrower.call('sendMobileChangeCode', { body })).msg).toBe(sentence);
  expect(await borrower.call('sendMobileChangeCode', { body }, { lang: 'en-XA' })).toMatchObject({
    msg: marked(sentence),
    data: { fields: { mobile: marked(sentence) } },
  });
});

test('a lender that sends no notifications, and a consent that is missing, are told in the language of the borrower', async () => {
  const borrower = await signIn(server);
  const info = {
    latitudeLocation: -15.4,
    longitudeLocation: 28.3,
    northOrSouthLocation: 'S',
    eastOrWestLocation: 'E',
  };
  const report = { body: { kind: 'location', info } } as const;
  const notAllowed = 'You did not allow this, so we do not keep it';
  expect((await borrower.call('addUserGrabInfoToRisk', report as never)).msg).toBe(notAllowed);
  expect((await borrower.call('addUserGrabInfoToRisk', report as never, { lang: 'en-XA' })).msg).toBe(
    marked(notAllowed),
  );
  const subscription = {
    endpoint: 'https://elsewhere.example/1',
    p256dh: 'a'.repeat(87),
    auth: 'a'.repeat(22),
  };
  const refusalIn = async (lang: string) =>
    (await borrower.call('savePushSubscription', { body: subscription }, { lang })).msg;
  const english = await refusalIn('en');
  expect(['This lender does not send notifications', 'We cannot send notifications to this phone']).toContain(
    english,
  );
  expect(await refusalIn('en-XA')).toBe(marked(english));
});
