import { createHash } from 'node:crypto';
import type { ConsentKind } from '@thumba/contract/borrower/consents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { consentWordings, standingVersion } from './consent-wordings.ts';
import { hasConsent, MAX_GIVEN_A_DAY } from './consents.ts';
import { registerConsentRoutes } from './routes.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    register: (wire, parts) =>
      registerConsentRoutes(wire, { ...parts, messageSenders: () => null, sendsPush: true }),
  });
});
afterAll(() => server.stop());

let lastMobile = 0;
async function borrower() {
  const mobile = `0966${String(++lastMobile).padStart(6, '0')}`;
  const { token, id } = await server.signIn(mobile);
  return {
    id,
    mobile,
    list: async () => (await server.call('listConsents', { token })).data,
    save: (
      kind: string,
      given: boolean,
      wordingVersion = consentWordings[kind as ConsentKind]?.length ?? 1,
    ) => server.call('saveConsent', { token, body: { kind, given, wordingVersion } }),
    changes: async () =>
      (
        await server.db.pool.query(
          'select kind, ordinal, is_given, wording_version from consent_change where borrower_id = $1 order by kind, ordinal',
          [id],
        )
      ).rows,
  };
}

describe('consents', () => {
  test('signing in is agreeing to the privacy policy, kept once for the same words', async () => {
    const { id, mobile, list, changes } = await borrower();
    const [privacy] = await list();
    expect(privacy).toMatchObject({
      kind: 'privacy',
      given: true,
      withdrawable: false,
      changedAt: '2026-11-21T08:00:00.000Z',
      changedVersion: standingVersion('privacy'),
      changedWording: consentWordings.privacy.at(-1),
    });
    server.clock.advance({ minutes: 2 });
    expect((await server.signIn(mobile)).id).toBe(id);
    expect(await changes()).toEqual([{ kind: 'privacy', ordinal: 1, is_given: true, wording_version: 1 }]);
  });

  test('nothing else is allowed before it is given, and each change keeps its time and words', async () => {
    const { id, list, save, changes } = await borrower();
    expect((await list()).map((one: { kind: string; given: boolean }) => [one.kind, one.given])).toEqual([
      ['privacy', true],
      ['marketing', false],
      ['device', false],
      ['location', false],
      ['push', false],
      ['face', false],
    ]);
    expect(await hasConsent(server.db, id, 'device')).toBe(false);
    const given = await save('device', true);
    expect(given).toMatchObject({ code: 200, data: { kind: 'device', given: true, changedVersion: 2 } });
    expect(await hasConsent(server.db, id, 'device')).toBe(true);
    server.clock.advance({ minutes: 1 });
    expect((await save('device', false)).data.changedAt).toBe(new Date(server.clock.nowMs()).toISOString());
    expect(await hasConsent(server.db, id, 'device')).toBe(false);
    expect((await changes()).filter((one) => one.kind === 'device').map((one) => one.is_given)).toEqual([
      true,
      false,
    ]);
  });

  test('an equal change adds nothing, also fifty times at once', async () => {
    const { save, changes } = await borrower();
    await save('push', false);
    const answers = await Promise.all(Array.from({ length: 50 }, () => save('push', true)));
    expect(answers.every((answer) => answer.code === 200)).toBe(true);
    expect((await changes()).filter((one) => one.kind === 'push')).toEqual([
      { kind: 'push', ordinal: 1, is_given: true, wording_version: 1 },
    ]);
  });

  test('old and unknown words, kinds nobody asks for and the privacy consent are refused in a sentence', async () => {
    const { save, changes } = await borrower();
    expect(await save('marketing', true, standingVersion('marketing') + 1)).toMatchObject({
      code: 400,
      msg: 'Please open this page again and read the text',
    });
    expect(await save('messages', true)).toMatchObject({
      code: 409,
      msg: 'This lender does not ask for that',
    });
    expect(await save('privacy', false)).toMatchObject({
      code: 409,
      msg: 'Without this we cannot keep your data. To stop it, please delete your account.',
    });
    expect(await save('cookies', true)).toMatchObject({ code: 400, msg: 'Please choose what you allow' });
    expect(await changes()).toHaveLength(1);
  });

  test('words that were agreed to before new ones came are still shown, and the new ones can be agreed to', async () => {
    const { id, list, save, changes } = await borrower();
    const marketing = consentWordings.marketing as unknown as string[];
    await save('marketing', true);
    marketing.push('New words.');
    try {
      const held = (await list()).find((one: { kind: string }) => one.kind === 'marketing');
      expect(held).toMatchObject({
        given: true,
        wordingVersion: 2,
        wording: 'New words.',
        changedVersion: 1,
        changedWording: marketing[0],
      });
      expect(await hasConsent(server.db, id, 'marketing')).toBe(true);
      expect(await save('marketing', true, 1)).toMatchObject({
        code: 409,
        msg: 'This text has changed. Please open this page again and read the new one.',
      });
      expect(await save('marketing', true, 2)).toMatchObject({ code: 200, data: { changedVersion: 2 } });
    } finally {
      marketing.pop();
    }
    expect((await changes()).filter((one) => one.kind === 'marketing')).toHaveLength(2);
  });

  test('one consent can be given a limited number of times a day, also at once, and taken back at any time', async () => {
    const { save, changes } = await borrower();
    const given = async () => (await changes()).filter((one) => one.kind === 'device' && one.is_given).length;
    for (let times = 0; times < MAX_GIVEN_A_DAY - 1; times += 1) {
      expect(await save('device', true)).toMatchObject({ code: 200 });
      expect(await save('device', false)).toMatchObject({ code: 200 });
    }
    server.clock.advance({ minutes: 30 });
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => save('device', turn % 2 === 0 || turn === 19)),
    );
    expect(new Set(turns.map(({ code }) => code))).not.toContain(500);
    expect(await given()).toBe(MAX_GIVEN_A_DAY);
    await save('device', false);
    expect(await save('device', true)).toMatchObject({
      code: 429,
      msg: 'You allowed this 20 times in a day. Please try again in 24 hours.',
      data: { retryAfterSeconds: 23.5 * 60 * 60 },
    });
    expect(await save('device', false)).toMatchObject({ code: 200, data: { given: false } });
    expect(await save('location', true)).toMatchObject({ code: 200 });
    server.clock.advance({ hours: 23, minutes: 30 });
    expect(await save('device', true)).toMatchObject({ code: 200, data: { given: true } });
    // The same again is no further one.
    expect(await save('device', true)).toMatchObject({ code: 200, data: { given: true } });
    expect(await given()).toBe(MAX_GIVEN_A_DAY + 1);
  });

  test('a change that was kept cannot be changed', async () => {
    await expect(server.owner.pool.query('update consent_change set is_given = false')).rejects.toThrow(
      'append-only',
    );
  });

  test('a wording that was published never changes', () => {
    const prints = Object.entries(consentWordings).flatMap(([kind, wordings]) =>
      wordings.map(
        (wording, index) =>
          `${kind} ${index + 1} ${createHash('sha256').update(wording).digest('hex').slice(0, 12)}`,
      ),
    );
    expect(prints).toMatchInlineSnapshot(`
      [
        "privacy 1 1576b1d0e90e",
        "marketing 1 98a371a5e948",
        "device 1 9673ddbd3474",
        "device 2 90ceb15204c0",
        "messages 1 bbd6317a6254",
        "location 1 b2a5d6ccc9ce",
        "push 1 bd7546f38838",
        "face 1 d18b24541303",
        "bureau 1 f053f0d3f8fb",
      ]
    `);
  });
});
