import { expect, test } from 'vitest';
import {
  attemptId,
  decrypt,
  instruction,
  operatorKeys,
  paidOut,
  publicKeyText,
  refusedWith,
  signedText,
  startAirtel,
  widerKeys,
} from './stub-airtel.test-support.ts';
import type { StubReply } from './stub-operator.test-support.ts';

/* What differs between Airtel's portals, and what happens if a setting does not fit the portal. */

test('at v2 the call names the account, and both floats are known', async () => {
  const { airtel, calls } = await startAirtel(
    ({ path }) => ({
      status: 200,
      json: { data: { balance: path.endsWith('COLL') ? '12.50' : '37,600.00', currency: 'ZMW' } },
    }),
    { balanceVersion: 'v2' },
  );
  expect(await airtel.balance('payout')).toEqual({ amountNgwee: 3_760_000 });
  expect(await airtel.balance('collection')).toEqual({ amountNgwee: 1250 });
  expect(calls().map(({ path }) => path)).toEqual([
    '/standard/v2/users/balance?type=DISB',
    '/standard/v2/users/balance?type=COLL',
  ]);
});

const settingsRefusals: Array<[string, StubReply, string[]]> = [
  ['a payout without the signature', refusedWith('DP00900001016', 403), ['AIRTEL_SIGNS_MESSAGES']],
  ['a signature with the wrong padding', refusedWith('DP00900001018'), ['AIRTEL_SIGNATURE_PADDING']],
  [
    'a PIN with the wrong padding',
    refusedWith('ROUTER116', 400),
    ['AIRTEL_PIN_PADDING', 'AIRTEL_PUBLIC_KEY'],
  ],
  ['a wrong PIN', refusedWith('ROUTER115', 400), ['AIRTEL_PIN']],
  ['a country that the application does not have', refusedWith('ROUTER007', 400), ['AIRTEL_BASE_URL']],
  ['an application without a wallet', refusedWith('ROUTER001', 400), ['AIRTEL_CLIENT_ID']],
  [
    'a version that the portal does not have',
    { status: 404, text: '<html>' },
    ['AIRTEL_DISBURSEMENTS_VERSION'],
  ],
];

test.each(settingsRefusals)('%s is held, and the log names the settings', async (_, reply, check) => {
  const { airtel, calls, log, clock } = await startAirtel(() => reply, { signsMessages: true });
  expect(await airtel.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  const line = JSON.parse(log.entries.at(-1) ?? '');
  expect(line.check).toEqual(expect.arrayContaining(check));
  expect(log.entries.at(-1)).toContain('the operator refuses our settings');

  const sent = calls().length;
  expect(await airtel.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(calls(), 'the next payout is not sent, because wrong PINs lock the account').toHaveLength(sent);
  clock.ms += 60_000;
  await airtel.payOut(instruction);
  expect(calls().length).toBeGreaterThan(sent);
});

test('a payout that is refused for a field is failed, and the log names the settings of the fields', async () => {
  const { airtel, log } = await startAirtel(() => refusedWith('ESB000008', 400));
  expect(await airtel.payOut(instruction)).toMatchObject({ kind: 'failed', operatorCode: 'ESB000008' });
  expect(log.entries[0]).toContain('AIRTEL_WALLET_TYPE');
});

test('at v3 a payout names the wallet type and is signed, though messages are not signed otherwise', async () => {
  const { airtel, calls } = await startAirtel(() => paidOut, {
    disbursementsVersion: 'v3',
    walletType: 'SALARY',
    signaturePadding: 'oaep_sha256',
    pinPadding: 'oaep_sha256',
    publicKey: publicKeyText(widerKeys),
  });
  expect((await airtel.payOut(instruction)).kind).toBe('succeeded');
  const [call] = calls();
  expect(call?.path).toBe('/standard/v3/disbursements');
  const { pin, ...body } = JSON.parse(call?.bodyText ?? '');
  expect(body).toEqual({
    payee: { msisdn: '977123456', wallet_type: 'SALARY' },
    reference: 'Loan1042',
    transaction: { amount: 150.5, id: attemptId, type: 'B2C' },
  });
  expect(decrypt(pin, widerKeys, 'oaep_sha256')).toBe('4821');
  expect(signedText(call, widerKeys, 'oaep_sha256')).toBe(call?.bodyText);
});

test('a key that is too short for OAEP holds the payout, and the log names the settings', async () => {
  const { airtel, calls, log } = await startAirtel(() => paidOut, {
    disbursementsVersion: 'v3',
    signaturePadding: 'oaep_sha256',
  });
  expect(await airtel.payOut(instruction)).toEqual({ kind: 'held', reason: 'operator_down' });
  expect(calls()).toHaveLength(0);
  expect(log.entries[0]).toContain('AIRTEL_SIGNATURE_PADDING');
});

test('the two paddings are chosen apart', async () => {
  const { airtel, calls } = await startAirtel(() => paidOut, {
    signsMessages: true,
    pinPadding: 'oaep_sha256',
  });
  await airtel.payOut(instruction);
  const [call] = calls();
  expect(decrypt(JSON.parse(call?.bodyText ?? '').pin, operatorKeys, 'oaep_sha256')).toBe('4821');
  expect(signedText(call, operatorKeys, 'pkcs1')).toBe(call?.bodyText);
});

const statusAtTheOther: Array<[string, StubReply, object]> = [
  ['paid there', paidOut, { kind: 'succeeded', operatorReference: 'CI230512.1' }],
  ['unknown there too', refusedWith('DP00900001015'), { kind: 'not_found' }],
  ['with status 404 unknown there too', refusedWith('DP00900001015', 404), { kind: 'not_found' }],
  ['once an unknown address there', { status: 404, text: '<html>' }, { kind: 'unanswered' }],
  // A gateway also answers so for a while about a version that has the payout.
  ['turned away there', { status: 403, json: {} }, { kind: 'unanswered' }],
  ['not answered there', { status: 502 }, { kind: 'unanswered' }],
];

test.each(statusAtTheOther)(
  'a payout unknown at one version is asked for at the other: %s',
  async (_, reply, outcome) => {
    for (const [version, other] of [
      ['v3', 'v2'],
      ['v2', 'v3'],
    ] as const) {
      const { airtel, calls } = await startAirtel(
        ({ path }) => (path.includes(`/${other}/`) ? reply : refusedWith('DP00900001015')),
        { disbursementsVersion: version },
      );
      expect(await airtel.payoutStatus(attemptId)).toEqual(outcome);
      expect(calls().map(({ path }) => path)).toEqual(
        [version, other].map((one) => `/standard/${one}/disbursements/${attemptId}?transactionType=B2C`),
      );
    }
  },
);

const UNKNOWN_ADDRESS: StubReply = { status: 404, text: '<html>' };
const UNANSWERED = { kind: 'unanswered' };

/** Asks about a payout that version 2 does not know, and answers what it was told at each of these minutes. */
async function askedAtMinutes(minutes: number[], replyAt: (minute: number) => StubReply) {
  let now = 0;
  const { airtel, clock } = await startAirtel(({ path }) =>
    path.includes('/v3/') ? replyAt(now) : refusedWith('DP00900001015'),
  );
  const beginMs = clock.ms;
  const told: object[] = [];
  for (now of minutes) {
    clock.ms = beginMs + now * 60_000;
    told.push(await airtel.payoutStatus(attemptId));
  }
  return told;
}

test('a version that is an unknown address again and again, for five minutes, is not offered', async () => {
  const told = await askedAtMinutes([0, 1, 4.9, 5, 30], () => UNKNOWN_ADDRESS);
  expect(told).toEqual([UNANSWERED, UNANSWERED, UNANSWERED, { kind: 'not_found' }, { kind: 'not_found' }]);
});

test('two such answers are not enough, however far apart they are', async () => {
  expect(await askedAtMinutes([0, 20], () => UNKNOWN_ADDRESS)).toEqual([UNANSWERED, UNANSWERED]);
  const told = await askedAtMinutes([0, 59, 120, 130], () => UNKNOWN_ADDRESS);
  expect(told).toEqual([UNANSWERED, UNANSWERED, UNANSWERED, UNANSWERED]);
});

test('another answer in between shows that the version is there', async () => {
  const told = await askedAtMinutes([0, 2, 4, 6], (minute) =>
    minute === 4 ? refusedWith('DP00900001015') : UNKNOWN_ADDRESS,
  );
  expect(told).toEqual([UNANSWERED, UNANSWERED, { kind: 'not_found' }, UNANSWERED]);
});

test('no answer in between says nothing about the version', async () => {
  const told = await askedAtMinutes([0, 2, 4, 6], (minute) => (minute === 2 ? 'reset' : UNKNOWN_ADDRESS));
  expect(told).toEqual([UNANSWERED, UNANSWERED, UNANSWERED, { kind: 'not_found' }]);
});
