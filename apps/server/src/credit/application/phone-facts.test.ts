import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { saveScorecard } from '../../../test/saved-offer.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ settings: { READS_MESSAGES: 'true' } });
});
afterAll(() => server.stop());

async function allow(borrower: AppBorrower, kind: 'device' | 'messages', given = true): Promise<void> {
  await borrower.ask('saveConsent', { body: { kind, given, wordingVersion: standingVersion(kind) } });
}

/** The phone says what it is, a second after the one before. */
async function tell(borrower: AppBorrower, deviceid: string): Promise<void> {
  server.clock.advance({ seconds: 1 });
  await allow(borrower, 'device');
  await borrower.ask('addUserGrabInfoToRisk', {
    body: {
      kind: 'device',
      info: {
        deviceid,
        appNameDevice: 'Thumba',
        appVersionDevice: '1016',
        deviceTypeDevice: 'h5',
        language: 'en',
      },
    },
  });
}

async function decide(borrower: AppBorrower) {
  await apply(borrower, { amount: 100 });
  const [row] = await server.query(
    'select outcome, points, reasons, inputs from loan_decision where borrower_id = $1',
    [borrower.borrowerId],
  );
  return row;
}

describe('a phone that several accounts use', () => {
  test('has a person look from the fourth on, and declines nobody', async () => {
    const shared = randomUUID();
    const [first, second, third, fourth] = [
      await signIn(server),
      await signIn(server),
      await signUp(server),
      await signUp(server),
    ];
    for (const borrower of [first, second, third]) await tell(borrower, shared);
    // The same phone again is no further account.
    await tell(third, shared);
    expect(await decide(third)).toMatchObject({ outcome: 'approve', inputs: { accountsOnDevice: 3 } });
    await tell(fourth, shared);
    expect(await decide(fourth)).toMatchObject({
      outcome: 'refer',
      reasons: ['device_to_check'],
      inputs: { accountsOnDevice: 4 },
    });
  });

  test('counts for whoever uses it now, and not for whoever has another since or never told', async () => {
    const shared = randomUUID();
    const moved = await signUp(server);
    const silent = await signUp(server);
    const back = await signUp(server);
    for (const borrower of [moved, back, silent, await signIn(server)]) await tell(borrower, shared);
    await tell(moved, randomUUID());
    expect(await decide(moved)).toMatchObject({ outcome: 'approve', inputs: { accountsOnDevice: 1 } });
    await allow(silent, 'device', false);
    expect(await decide(silent)).toMatchObject({ outcome: 'approve', inputs: { accountsOnDevice: 1 } });
    // Who took it back is on that phone no more.
    await tell(back, shared);
    expect(await decide(back)).toMatchObject({ outcome: 'approve', inputs: { accountsOnDevice: 3 } });
  });
});

describe('what SMS add up to', () => {
  const sms = (address: string, amount: string) => ({
    address,
    body: `You have received ZMW ${amount} from JANE (0978555613)`,
    date: server.clock.nowMs(),
    type: 1 as const,
  });

  test('gives the points of the scorecard, and no longer once that is taken back', async () => {
    const [silent, poor, rich, sorry] = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
    for (const [borrower, amount] of [
      [poor!, '2,999.99'],
      [rich!, '9,000.00'],
      [sorry!, '9,000.00'],
    ] as const) {
      await allow(borrower, 'messages');
      const appUserMessages = [sms('MoMo', amount), sms('Jane', '50,000.00')];
      const told = { userId: borrower.borrowerId, appUserMessages };
      expect(await borrower.ask('saveMessages', { body: told })).toEqual({ kept: 1 });
    }
    await allow(sorry!, 'messages', false);
    const { points } = await decide(silent!);
    expect(await decide(poor!)).toMatchObject({ points, inputs: { moneyReceivedNgwee: 299_999 } });
    expect(await decide(rich!)).toMatchObject({
      points: points + 20,
      inputs: { moneyReceivedNgwee: 900_000 },
    });
    expect(await decide(sorry!)).toMatchObject({ points, inputs: { moneyReceivedNgwee: null } });
  });

  test('counts for the ninety days that it is about, and not for what was so long ago', async () => {
    const [lately, longAgo] = [await signUp(server), await signUp(server)];
    for (const borrower of [lately, longAgo]) {
      await allow(borrower, 'messages');
      const told = { userId: borrower.borrowerId, appUserMessages: [sms('MoMo', '9,000.00')] };
      expect(await borrower.ask('saveMessages', { body: told })).toEqual({ kept: 1 });
    }
    server.clock.advance({ days: 90 });
    const stillCounting = await signIn(server, lately.mobile);
    expect(await decide(stillCounting)).toMatchObject({ inputs: { moneyReceivedNgwee: 900_000 } });
    server.clock.advance({ minutes: 1 });
    const notAnyMore = await signIn(server, longAgo.mobile);
    expect(await decide(notAnyMore)).toMatchObject({ inputs: { moneyReceivedNgwee: null } });
  });

  test('is not asked for by a lender whose scorecard gives no points for it', async () => {
    const { version: _version, ...scorecard } = server.app.catalogue.current().scorecard;
    const { moneyReceivedKwacha: _named, ...bands } = scorecard.bands;
    const borrower = await signUp(server);
    await allow(borrower, 'messages');
    await saveScorecard(
      { db: server.db, clock: server.clock, catalogue: server.app.catalogue },
      { ...scorecard, bands },
      'operator Mwila',
    );
    const told = { userId: borrower.borrowerId, appUserMessages: [sms('MoMo', '9,000.00')] };
    expect(await borrower.call('saveMessages', { body: told })).toMatchObject({
      code: 501,
      data: { reason: 'messages_not_read' },
    });
  });
});
