import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, inApp, signIn, signUp, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';
import type { PublishedWording } from '../../book/message/messages.ts';
import * as steps from '../../demo/borrower-steps.ts';
import { messageWords } from './message-words.ts';
import { textIn } from './wording.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const choose = (borrower: AppBorrower, language: string) =>
  borrower.call('chooseLanguage', { body: { language } });

async function textsOnPhone({ mobile }: AppBorrower): Promise<string[]> {
  const { messages } = await server.handset.phone(mobile);
  return messages.map(({ text }) => text);
}

const languageOf = async ({ borrowerId }: AppBorrower) =>
  (await server.query('select language from borrower where borrower_id = $1', [borrowerId]))[0].language;

const MARKED_DUE_DAY = marked(`21 ${marked('December')}`);

const paidOut = (template: string, dueOn: string) =>
  template
    .replace('{amountNgwee}', 'K1,000.00')
    .replace('{firstDueNgwee}', 'K1,150.00')
    .replace('{firstDueOn}', dueOn);

describe('an SMS', () => {
  test('is in the language of its borrower, also where the work loop sends it with those of others', async () => {
    const [chipo, mary] = await Promise.all([signUp(server), signUp(server)]);
    expect(await choose(chipo, 'en-XA')).toMatchObject({ code: 200 });
    await Promise.all([borrow(chipo), borrow(mary)]);
    await expect
      .poll(() => textsOnPhone(chipo))
      .toContain(paidOut(marked(messageWords.loan_paid_out), MARKED_DUE_DAY));
    await expect.poll(() => textsOnPhone(mary)).toContain(paidOut(messageWords.loan_paid_out, '21 December'));

    await server.passDays(30);
    const reminder = (texts: string[]) => texts.find((text) => text.includes('/qp?code='));
    await expect
      .poll(async () => reminder(await textsOnPhone(chipo)))
      .toContain(
        marked('Your bill of {owedNgwee} is due on {dueOn}.')
          .slice(0, -1)
          .replace('{owedNgwee}', 'K1,150.00')
          .replace('{dueOn}', MARKED_DUE_DAY),
      );
    await expect
      .poll(async () => reminder(await textsOnPhone(mary)))
      .toContain('Your bill of K1,150.00 is due on 21 December.');
  });

  test('is read in the language of the app, whatever language it was sent in', async () => {
    const borrower = await signUp(server);
    await choose(borrower, 'en-XA');
    await borrow(borrower);
    const texts = async (app: AppBorrower) => (await app.ask('listMessages', { query: {} })).items;
    const marks = await inApp(server, borrower, 'en-XA');
    const ofAmount = (template: string) => template.replace('{amountNgwee}', 'K1,000.00');
    expect((await texts(borrower)).map(({ text }) => text)).toContain(ofAmount(messageWords.loan_approved));
    expect((await texts(marks)).map(({ text }) => text)).toContain(
      ofAmount(marked(messageWords.loan_approved)),
    );
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => texts(place % 2 === 0 ? borrower : marks)),
    );
    for (const [place, items] of answers.entries()) {
      expect(items.length).toBeGreaterThan(0);
      for (const { text } of items) expect(text.startsWith('⟦'), `${place}: ${text}`).toBe(place % 2 === 1);
    }
  });
});

describe('the language of a borrower', () => {
  test('is that of the app they registered with, until they choose another one or sign in to one', async () => {
    const mobile = server.newMobile();
    const client = server.newClient({ lang: 'en-XA', deviceSecret: deviceSecretOf(mobile) });
    const { id } = await steps.signIn(client, server.handset, mobile);
    const borrower = { ...client, mobile, borrowerId: id };
    expect(await languageOf(borrower)).toBe('en-XA');
    await choose(borrower, 'en');
    expect(await languageOf(borrower)).toBe('en');
    await inApp(server, borrower, 'en-XA');
    expect(await languageOf(borrower)).toBe('en-XA');
    await inApp(server, borrower, 'xx');
    expect(await languageOf(borrower)).toBe('en');
  });

  test('is one that there is, or the app is told so', async () => {
    const borrower = await signIn(server);
    const sentence = 'This language is not available. Please choose another one.';
    const refused = { code: 400, msg: sentence, data: { fields: { language: sentence } } };
    for (const language of ['xx', '', "en'; drop"]) {
      expect(await choose(borrower, language)).toMatchObject(refused);
    }
    expect(await choose(await inApp(server, borrower, 'en-XA'), 'xx')).toMatchObject({
      msg: marked(sentence),
    });
    expect(await languageOf(borrower)).toBe('en-XA');
  });

  test('is not changed from a phone that is not confirmed, and is that of its app once it is', async () => {
    const borrower = await signIn(server);
    const stranger = await inApp(server, borrower, 'en-XA', deviceSecretOf('another phone'));
    expect(await choose(stranger, 'en-XA')).toMatchObject({
      code: 403,
      data: { reason: 'device_unconfirmed' },
    });
    expect(await languageOf(borrower)).toBe('en');
    server.clock.advance({ hours: 73 });
    const stepUpCode = await stepUp(server, stranger, 'device');
    await stranger.ask('confirmDevice', { body: { stepUpCode } });
    expect(await languageOf(borrower)).toBe('en-XA');
  });

  test('stands in the download of the data', async () => {
    const borrower = await signIn(server);
    await choose(borrower, 'en-XA');
    const stepUpCode = await stepUp(server, borrower, 'download');
    const { url } = await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
    const data = await (await fetch(server.url + url)).json();
    expect(data).toMatchObject({ profile: [{ language: 'en-XA' }] });
  });
});

describe('the words of a message', () => {
  const ours = messageWords.payer_receipt;
  const theirs = 'Zikomo {amountNgwee}';
  const figures = { amountNgwee: 5_000, receiptNo: '1-1' };
  test.each<{ published: PublishedWording; said: string }>([
    { published: { english: ours, translations: {} }, said: '⟦Ţĥáñķ ýóú.' },
    { published: { english: 'Got {amountNgwee}', translations: {} }, said: 'Got K50.00' },
    { published: { english: 'Got {amountNgwee}', translations: { ny: theirs } }, said: 'Got K50.00' },
    { published: { english: ours, translations: { 'en-XA': theirs } }, said: 'Zikomo K50.00' },
    { published: { english: 'Got it', translations: { 'en-XA': theirs } }, said: 'Zikomo K50.00' },
  ])('are "$said" of $published', ({ published, said }) => {
    const text = textIn('en-XA', { kind: 'payer_receipt', wording: published }, figures);
    expect(text.startsWith(said), text).toBe(true);
  });

  test('are those that were sent, where the program does not know the kind', () => {
    const wording = { english: 'An old text', translations: {} };
    expect(textIn('en-XA', { kind: 'of_an_earlier_version', wording }, {})).toBe('An old text');
  });
});
