import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  apply,
  earnCredit,
  giveIdentity,
  PATIENCE,
  signIn,
  signUp,
  stepUp,
  waitForPayment,
  wishOf,
} from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';

/*
 * A stranger has the token of a borrower, or guessed a sign-in code on a new device. The calls that would hand the
 * account over ask for more.
 */
let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

let lastIdNumber = 560_000;
const newIdNumber = () => `${++lastIdNumber}/10/1`;
const digitsOf = (idNumber: string) => idNumber.slice(2, 6);
const otherThan = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');

type Proof = { stepUpCode?: string; identityDigits?: string };

/** A borrower who signed up, and a session on another device, as after a guessed code. */
async function guessedSignIn(): Promise<{ owner: AppBorrower; stranger: AppBorrower; idNumber: string }> {
  const idNumber = newIdNumber();
  const owner = await signUp(server, { idNumber });
  server.clock.advance({ minutes: 2 });
  return { owner, stranger: await signInElsewhere(owner), idNumber };
}

/** Signs in from a device that the account does not know. */
function signInElsewhere({ mobile }: AppBorrower): Promise<AppBorrower> {
  return signIn(server, mobile, randomBytes(32).toString('base64url'));
}

async function captchaOf(borrower: AppBorrower, mobile: string): Promise<string> {
  await borrower.ask('sendSmsCode', { params: { phone: mobile } });
  return server.handset.waitForCode(mobile);
}

const accountsOf = async ({ borrowerId }: AppBorrower): Promise<number> =>
  (await server.query('select account_id from repay_account where borrower_id = $1', [borrowerId])).length;

const download = (borrower: AppBorrower, proof: Proof = {}) =>
  borrower.call('downloadMyData', { body: { format: 'json', ...proof } });

const required = (purpose: string, asksIdentity = false) => ({
  code: 400,
  msg: 'For your safety we now ask for a second code here. Please update the app under Me, Settings, then try again.',
  data: { reason: 'step_up_required', purpose, asksIdentity },
});

describe('a stolen token alone', () => {
  test('downloads nothing, adds no account, moves no number; an older app reads what to do', async () => {
    const borrower = await signUp(server);
    expect(await download(borrower)).toEqual(required('download'));
    const mobile = server.newMobile('airtel');
    const captcha = await captchaOf(borrower, mobile);
    expect(await borrower.call('addAccount', { body: { mobile, captcha } })).toEqual(required('account'));
    expect(await accountsOf(borrower)).toBe(1);
    const body = { mobile: server.newMobile(), oldCaptcha: '0000', newCaptcha: '0000' };
    expect(await borrower.call('changeMobile', { body })).toEqual(required('mobile'));

    // The code of the new number was not used up by the call without a second code.
    const stepUpCode = await stepUp(server, borrower, 'account');
    const right = { mobile, captcha, stepUpCode };
    expect(
      await borrower.call('addAccount', { body: { ...right, captcha: otherThan(captcha) } }),
    ).toMatchObject({ data: { fields: { captcha: expect.any(String) } } });
    expect(
      await borrower.call('addAccount', { body: { ...right, stepUpCode: otherThan(stepUpCode) } }),
    ).toMatchObject({
      code: 400,
      data: { reason: 'step_up_wrong', fields: { stepUpCode: 'This code is wrong. You have 4 tries left.' } },
    });
    expect(await borrower.call('addAccount', { body: right })).toMatchObject({ code: 200 });
    await expect
      .poll(
        async () => (await server.handset.phone(borrower.mobile)).messages.map(({ text }) => text),
        PATIENCE,
      )
      .toContainEqual(expect.stringMatching(/^A payout account was added .* call 0211 000 000\.$/));
  });

  test('sends no wallet credit to an account that was added, also after its day', async () => {
    const borrower = await signUp(server);
    await earnCredit(server, borrower);
    const { repayAccountId, payoutsFrom } = await addAccount(server, borrower, {
      mobile: server.newMobile('airtel'),
    });
    const wish = { amount: 30, repayAccountId };
    expect(await borrower.call('payOutWallet', { body: wish })).toMatchObject({
      code: 409,
      data: { reason: 'account_waits', payoutsFrom },
    });
    server.clock.advance({ hours: 23, minutes: 59 });
    expect(await borrower.call('payOutWallet', { body: wish })).toMatchObject({ code: 409 });
    server.clock.advance({ minutes: 1 });
    expect(await borrower.call('payOutWallet', { body: wish })).toEqual(required('payout'));
    expect(await borrower.ask('getWallet', { query: {} })).toMatchObject({ balance: 230 });

    const stepUpCode = await stepUp(server, borrower, 'payout');
    const options = { idempotencyKey: 'one-payout' };
    const paid = await borrower.call('payOutWallet', { body: { ...wish, stepUpCode } }, options);
    expect(paid).toMatchObject({ code: 200 });
    // The repeat of a lost answer costs no further code.
    expect(await borrower.call('payOutWallet', { body: wish }, options)).toEqual(paid);
    await waitForPayment(borrower, paid.data!.paymentId);
    expect(await borrower.call('payOutWallet', { body: { ...wish, stepUpCode } })).toMatchObject({
      code: 400,
      data: { reason: 'step_up_wrong' },
    });
  });

  test('gets no loan to an account that is younger than a day', async () => {
    const borrower = await signUp(server);
    const mobile = server.newMobile('airtel');
    const added = await addAccount(server, borrower, { mobile });
    const { contractVersion } = await borrower.ask('productTrial', { body: wishOf() });
    const body = {
      ...wishOf(),
      contractVersion,
      agreed: true as const,
      repayAccountId: added.repayAccountId,
    };
    expect(await borrower.call('appManualGetLoan', { body })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(
        /^This account is new\. It can get money from \d+ \w+ at \d\d:\d\d\. Please choose another account until then\.$/,
      ),
      data: { reason: 'account_waits' },
    });
    // A number that is added again keeps its wait.
    server.clock.advance({ hours: 23 });
    expect(await addAccount(server, borrower, { mobile, operator: 'mtn' })).toEqual({
      ...added,
      operator: 'mtn',
    });
    expect(await apply(borrower)).toMatchObject({ orderId: expect.any(Number) });
  });
});

describe('a second code', () => {
  test('of one purpose, of another session or of another borrower opens nothing', async () => {
    const [borrower, other] = await Promise.all([signUp(server), signUp(server)]);
    const ofAccount = await stepUp(server, borrower, 'account');
    expect(await download(borrower, { stepUpCode: ofAccount })).toMatchObject({ code: 400 });
    const ofOther = await stepUp(server, other, 'download');
    const own = await stepUp(server, borrower, 'download');
    if (ofOther !== own)
      expect(await download(borrower, { stepUpCode: ofOther })).toMatchObject({
        data: { reason: 'step_up_wrong' },
      });
    expect(await download(borrower, { stepUpCode: own })).toMatchObject({ code: 200 });
    expect(await download(borrower, { stepUpCode: own })).toMatchObject({ code: 400 });
  });

  test('ends after five minutes, and of 200 guesses at once five are compared', async () => {
    const borrower = await signUp(server);
    const late = await stepUp(server, borrower, 'download');
    server.clock.advance({ minutes: 5 });
    expect(await download(borrower, { stepUpCode: late })).toMatchObject({ code: 400 });
    const stepUpCode = await stepUp(server, borrower, 'download');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => download(borrower, { stepUpCode: otherThan(stepUpCode) })),
    );
    expect(answers.filter(({ msg }) => msg.startsWith('This code is wrong'))).toHaveLength(5);
    expect(await download(borrower, { stepUpCode })).toMatchObject({ code: 400 });
  });

  test('is sent five times an hour and ten times a day, and says what it is for', async () => {
    const borrower = await signIn(server);
    const send = () => borrower.call('sendStepUpCode', { body: { purpose: 'download' } });
    expect(await send()).toMatchObject({ code: 200, data: { asksIdentity: false } });
    const { text } = (await server.handset.phone(borrower.mobile)).messages[0]!;
    expect(text).toMatch(/^\d{6} is your Thumba code to download your data\. .*Not you\?/);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(await send()).toMatchObject({ code: 429 });
    for (const _ of [2, 3, 4, 5]) {
      server.clock.advance({ seconds: 60 });
      expect(await send()).toMatchObject({ code: 200 });
    }
    server.clock.advance({ seconds: 60 });
    expect(await send()).toMatchObject({ code: 429 });
  });
});

describe('a guessed sign-in on a new device', () => {
  test('is signed out after five wrong second codes, counted over all purposes', async () => {
    const { owner, stranger, idNumber } = await guessedSignIn();
    const identityDigits = digitsOf(idNumber);
    for (const purpose of ['download', 'device'] as const)
      await stranger.ask('sendStepUpCode', { body: { purpose } });
    const guess = (index: number) => {
      const stepUpCode = `00000${index}`;
      return index % 2 === 0
        ? download(stranger, { stepUpCode, identityDigits })
        : stranger.call('confirmDevice', { body: { stepUpCode, identityDigits } });
    };
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => guess(index)));
    const compared = answers.filter(({ msg }) => msg.startsWith('This code is wrong'));
    expect(compared).toHaveLength(5);
    expect(await stranger.call('getUserInfo', {})).toMatchObject({ code: 401 });
    expect(await owner.call('getUserInfo', {})).toMatchObject({ code: 200 });
  });

  test('also needs the digits of the NRC, three tries a day over all sessions, and then is trusted', async () => {
    const { stranger, idNumber, owner } = await guessedSignIn();
    const right = digitsOf(idNumber);
    const stepUpCode = await stepUp(server, stranger, 'download');
    expect(await download(stranger, { stepUpCode })).toMatchObject({
      code: 400,
      data: { reason: 'step_up_required', asksIdentity: true },
    });
    for (const _ of [1, 2])
      expect(await download(stranger, { stepUpCode, identityDigits: otherThan(right) })).toMatchObject({
        code: 400,
        data: { reason: 'identity_wrong', fields: { identityDigits: expect.any(String) } },
      });
    server.clock.advance({ minutes: 2 });
    const further = await signInElsewhere(owner);
    const code = await stepUp(server, further, 'device');
    const confirm = (identityDigits: string) =>
      further.call('confirmDevice', { body: { stepUpCode: code, identityDigits } });
    expect(await confirm(otherThan(right))).toMatchObject({ data: { reason: 'identity_wrong' } });
    expect(await confirm(right)).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/^These digits were wrong 3 times\. Please try again in \d+ hours\.$/),
    });
    server.clock.advance({ hours: 16 });
    const next = await stepUp(server, further, 'device');
    const body = { stepUpCode: next, identityDigits: right };
    const deviceSecret = 'd'.repeat(43);
    expect(await further.call('registerDevice', { body: { deviceSecret } })).toMatchObject({ code: 403 });
    expect(await further.call('confirmDevice', { body })).toMatchObject({ code: 200 });
    expect(await further.ask('getUserInfo', {})).toMatchObject({ isNewDevice: false });
    expect(await further.call('registerDevice', { body: { deviceSecret } })).toMatchObject({ code: 200 });
    expect(await stranger.ask('getUserInfo', {})).toMatchObject({ isNewDevice: true });
  });

  test('of an account without identity opens nothing for three days', async () => {
    const owner = await signIn(server);
    server.clock.advance({ minutes: 2 });
    const stranger = await signInElsewhere(owner);
    const stepUpCode = await stepUp(server, stranger, 'device');
    for (const identityDigits of ['0000', '1234'])
      expect(await stranger.call('confirmDevice', { body: { stepUpCode, identityDigits } })).toMatchObject({
        code: 409,
        data: { reason: 'no_identity' },
      });
    server.clock.advance({ days: 3 });
    const later = await stepUp(server, stranger, 'device');
    expect(await stranger.call('confirmDevice', { body: {} })).toMatchObject(required('device'));
    expect(await stranger.call('confirmDevice', { body: { stepUpCode: later } })).toMatchObject({
      code: 200,
    });
  });

  test('does not answer the question with an identity that it gave itself', async () => {
    const owner = await signIn(server);
    server.clock.advance({ minutes: 2 });
    const stranger = await signInElsewhere(owner);
    const idNumber = newIdNumber();
    await giveIdentity(stranger, { idNumber });
    const stepUpCode = await stepUp(server, stranger, 'device');
    expect(
      await stranger.call('confirmDevice', { body: { stepUpCode, identityDigits: digitsOf(idNumber) } }),
    ).toMatchObject({ code: 409, data: { reason: 'no_identity' } });
  });

  test('gets money only to accounts that were there before it', async () => {
    const { owner, stranger } = await guessedSignIn();
    await earnCredit(server, owner);
    server.clock.advance({ minutes: 1 });
    const { repayAccountId } = await addAccount(server, owner, { mobile: server.newMobile('airtel') });
    server.clock.advance({ hours: 25 });
    const newer = { code: 409, data: { reason: 'account_newer_than_session' } };
    expect(await stranger.call('payOutWallet', { body: { amount: 30, repayAccountId } })).toMatchObject(
      newer,
    );
    const { contractVersion } = await stranger.ask('productTrial', { body: wishOf() });
    const body = { ...wishOf(), contractVersion, agreed: true as const };
    expect(await stranger.call('appManualGetLoan', { body: { ...body, repayAccountId } })).toMatchObject(
      newer,
    );
    const { paymentId } = await stranger.ask('payOutWallet', { body: { amount: 30 } });
    await waitForPayment(owner, paymentId);
  });
});

describe('a borrower who is not under attack', () => {
  test('of an unknown prefix adds the first account and borrows at once; later accounts wait', async () => {
    const borrower = await signUp(server, { mobile: '0988000077', idNumber: newIdNumber() });
    const first = await addAccount(server, borrower, { mobile: '0988000077', operator: 'mtn' });
    expect(first).not.toHaveProperty('payoutsFrom');
    const second = await addAccount(server, borrower, { mobile: server.newMobile('airtel') });
    expect(second).toMatchObject({ payoutsFrom: expect.any(String) });
    expect(await apply(borrower)).toMatchObject({ orderId: expect.any(Number) });
  });

  test('on the phone of the registration needs no digits of the NRC', async () => {
    const borrower = await signIn(server);
    await giveIdentity(borrower, { idNumber: newIdNumber() });
    const stepUpCode = await stepUp(server, borrower, 'download');
    expect(await download(borrower, { stepUpCode })).toMatchObject({ code: 200 });
  });
});
