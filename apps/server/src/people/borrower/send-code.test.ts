import { ENGLISH } from '@thumba/words/catalogue';
import { smsParts } from '@thumba/words/sms-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLanguage } from '../../platform/language.ts';
import { openLanguages } from '../../platform/language-files.ts';
import {
  CODES_PER_ADDRESS,
  type SessionServer,
  startSessionServer,
} from '../session/session-server.test-support.ts';
import { codeMessageWords } from './code-message-words.ts';
import { addressHash } from './network-address.ts';

const SMS_HASH = 'FA+9qCX9VS/';

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server.stop());

describe('sending a code', () => {
  test('sends four digits and says how long they last', async () => {
    const mobile = server.newMobile();
    expect(await server.send(mobile)).toEqual({ status: 200, code: 200, msg: 'OK', data: null });
    expect(server.sms.sent.at(-1)).toEqual({
      mobile,
      text: expect.stringMatching(/^\d{4} is your Thumba code\. It works for 5 minutes\. Do not share it\.$/),
    });
  });

  test('names the app’s host in a last line, where it is reached over https, so that phones fill the code in', async () => {
    const onHttps = await startSessionServer({ appHost: 'app.example' });
    await onHttps.send(onHttps.newMobile());
    const [message, empty, last] = onHttps.sms.sent.at(-1)!.text.split('\n');
    expect(message).toMatch(/ Do not share it\.$/);
    expect([empty, last]).toEqual(['', `@app.example #${message!.slice(0, 4)}`]);
    await onHttps.stop();
  });

  test('ends with the hash of an Android app that the lender has listed, and with nothing else', async () => {
    const listed = await startSessionServer({
      appHost: 'app.example',
      androidSmsHashes: ['AAAAAAAAAAA', SMS_HASH],
    });
    const textFor = async (query: Record<string, string>) => {
      expect(await listed.send(listed.newMobile(), { query })).toMatchObject({ code: 200 });
      return listed.sms.sent.at(-1)!.text;
    };
    expect(await textFor({ appHash: SMS_HASH })).toMatch(
      /^\d{4} is your Thumba code\. It works for 5 minutes\. Do not share it\.\nFA\+9qCX9VS\/$/,
    );
    const unlisted: Record<string, string>[] = [
      {},
      { appHash: 'FA+9qCX9VSv' },
      { appHash: 'fa+9qcx9vs/' },
      { appHash: `${SMS_HASH}\n` },
    ];
    for (const query of unlisted) expect(await textFor(query)).toMatch(/\n\n@app\.example #\d{4}$/);
    await listed.stop();
  });

  test('with the hash of an app the SMS is one, and short enough for the SMS Retriever, in every language', async () => {
    const languages = await openLanguages(['bem', 'ny']);
    const tags = [ENGLISH.tag, ...languages.map(({ tag }) => tag)];
    expect(tags).toEqual(expect.arrayContaining(['en', 'bem', 'ny']));
    for (const tag of tags) {
      const text = `${inLanguage(tag, () => codeMessageWords.signIn('4827'))}\n${SMS_HASH}`;
      expect(smsParts(text), text).toMatchObject({ encoding: 'gsm7', parts: 1 });
      expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(140);
    }
  });

  test.each(['0123456789', '0991234567', '097712345', '09771234567', '+26097712345', 'abcdefghij'])(
    'refuses %s, which is not a Zambian mobile number',
    async (phone) => {
      const answer = await server.send(phone);
      expect(answer).toMatchObject({ code: 400, data: { fields: { phone: expect.any(String) } } });
      expect(answer.msg).toBe('Please enter the correct 10-digit phone number（0XXXXXXXXX）');
    },
  );

  test('refuses to send again within 60 seconds and says when it will', async () => {
    const mobile = server.newMobile();
    await server.send(mobile);
    server.clock.advance({ seconds: 18 });
    expect(await server.send(mobile)).toMatchObject({
      code: 429,
      msg: 'Please wait 42 seconds before you ask for another code',
      data: { retryAfterSeconds: 42 },
    });
    server.clock.advance({ seconds: 42 });
    expect(await server.send(mobile)).toMatchObject({ code: 200 });
  });

  test('sends one code when twenty are asked for at once', async () => {
    const mobile = server.newMobile();
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.send(mobile)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 429)).toHaveLength(19);
    expect(server.sms.sent.filter((message) => message.mobile === mobile)).toHaveLength(1);
  });

  test('sends five an hour and ten a day to one number', async () => {
    const mobile = server.newMobile();
    for (let sends = 0; sends < 5; sends += 1) {
      expect(await server.send(mobile)).toMatchObject({ code: 200 });
      server.clock.advance({ minutes: 2 });
    }
    expect(await server.send(mobile)).toMatchObject({
      code: 429,
      msg: 'Please wait 50 minutes before you ask for another code',
      data: { retryAfterSeconds: 50 * 60 },
    });
    server.clock.advance({ minutes: 50 });
    for (let sends = 0; sends < 5; sends += 1) {
      expect(await server.send(mobile)).toMatchObject({ code: 200 });
      server.clock.advance({ hours: 1 });
    }
    expect(await server.send(mobile)).toMatchObject({
      code: 429,
      msg: 'Please wait 18 hours before you ask for another code',
      data: { retryAfterSeconds: 18 * 3600 },
    });
    server.clock.advance({ hours: 18 });
    expect(await server.send(mobile)).toMatchObject({ code: 200 });
  });

  test('counts the sends of an address, whatever the numbers', async () => {
    const address = server.newAddress();
    for (let sends = 0; sends < CODES_PER_ADDRESS; sends += 1) {
      expect(await server.send(server.newMobile(), { address })).toMatchObject({ code: 200 });
    }
    expect(await server.send(server.newMobile(), { address })).toMatchObject({
      code: 429,
      msg: 'Too many codes were asked for from your network. Please wait 60 minutes.',
      data: { retryAfterSeconds: 3600 },
    });
    expect(await server.send(server.newMobile())).toMatchObject({ code: 200 });
    server.clock.advance({ hours: 1 });
    expect(await server.send(server.newMobile(), { address })).toMatchObject({ code: 200 });
  });

  test('counts a /64 of IPv6 as one address', async () => {
    for (let sends = 0; sends < CODES_PER_ADDRESS; sends += 1) {
      await server.send(server.newMobile(), { address: `2001:db8:1:2::${sends.toString(16)}` });
    }
    expect(await server.send(server.newMobile(), { address: '2001:db8:1:2:ffff::9' })).toMatchObject({
      code: 429,
    });
    expect(await server.send(server.newMobile(), { address: '2001:db8:1:3::9' })).toMatchObject({
      code: 200,
    });
  });

  test('a send that the network refuses counts against nobody', async () => {
    const mobile = server.newMobile();
    const address = server.newAddress();
    server.sms.isDown = true;
    for (let sends = 0; sends < 6; sends += 1) {
      expect(await server.send(mobile, { address })).toMatchObject({
        status: 200,
        code: 500,
        msg: expect.stringMatching(
          /^We could not send the SMS\. Please try again in a moment\. Reference \w{8}\.$/,
        ),
      });
    }
    server.sms.isDown = false;
    expect(server.logLines.at(-1)).toContain('the SMS gateway answered 503');
    expect(await server.send(mobile, { address })).toMatchObject({ code: 200 });
    const uses = (kind: string, subjectHash: Buffer) =>
      server.count('counted_use', 'kind = $1 and subject_hash = $2', [kind, subjectHash]);
    const mobileHash = server.sealing.lookupHash('mobile', mobile);
    expect(
      await server.count('signin_code', 'mobile_hash = $1 and cardinality(sends) = 1', [mobileHash]),
    ).toBe(1);
    expect(
      await server.count('growing_pause', 'subject_hash = $1 and cardinality(used_at) = 1', [mobileHash]),
    ).toBe(1);
    expect(await uses('code_from_address', addressHash(server.sealing, address))).toBe(1);
  });

  test('answers a registered number and a new one alike', async () => {
    const known = server.newMobile();
    await server.signIn(known);
    server.clock.advance({ minutes: 1 });
    expect(await server.send(known)).toEqual(await server.send(server.newMobile()));
  });

  test('asks the database once', async () => {
    const before = server.db.roundTrips();
    await server.send(server.newMobile());
    expect(server.db.roundTrips() - before).toBe(1);
  });
});
