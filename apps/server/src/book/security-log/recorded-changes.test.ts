import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, giveIdentity, signIn, signUp, stepUp } from '../../../test/app-borrower.ts';
import { approveRequest } from '../../../test/approve-request.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';
import { googleToken } from '../../../test/google-token.ts';
import { command as complaints } from '../../staff/terminal/commands/complaints.ts';
import { deskBeside } from '../../staff/terminal/staff-desk.test-support.ts';
import {
  type LoggedServer,
  otherThan,
  routeOf,
  startLoggedServer,
} from './security-log-server.test-support.ts';

let server: LoggedServer;
beforeAll(async () => {
  server = await startLoggedServer();
});
afterAll(() => server.stop());

describe('a sign-in is kept', () => {
  test('by a code, on the device that registered, on a known one and on a new one', async () => {
    const first = await signIn(server);
    await signIn(server, first.mobile);
    await signIn(server, first.mobile, deviceSecretOf('another phone'));
    const signIns = await server.eventsOf('sign_in', first.borrowerId);
    const event = { ...server.ofRequest(first.borrowerId), kind: 'sign_in', outcome: 'succeeded' };
    expect(signIns).toEqual([
      { ...event, detail: { method: 'code', isNewDevice: false, isNewBorrower: true } },
      { ...event, detail: { method: 'code', isNewDevice: false, isNewBorrower: false } },
      { ...event, detail: { method: 'code', isNewDevice: true, isNewBorrower: false } },
    ]);
  });

  test('by Google, with the code that links the account and without it', async () => {
    const simulator = `${server.url}/sim`;
    const mobile = server.newMobile();
    const client = server.newClient();
    const token = () => googleToken(simulator, 'log.person@example.com');
    const unlinked = { authCode: await token(), thirdType: 1 } as const;
    expect(await client.call('mobileLogin', { body: unlinked })).toMatchObject({ code: 409 });
    await client.ask('sendSmsCode', { params: { phone: mobile } });
    const captcha = await server.handset.waitForCode(mobile);
    const { id } = await client.ask('mobileLogin', {
      body: { mobile, captcha, authCode: await token(), thirdType: 1 },
    });
    await client.ask('mobileLogin', { body: { authCode: await token(), thirdType: 1 } });
    expect((await server.eventsOf('sign_in', id)).map(({ detail }) => detail.method)).toEqual([
      'code_and_google',
      'google',
    ]);
    expect(await server.eventsOf('sign_in')).toContainEqual({
      ...server.ofRequest(null),
      kind: 'sign_in',
      outcome: 'refused',
      detail: { route: routeOf('mobileLogin'), reason: 'google_not_linked' },
    });
  });

  test('by Google, where it is refused, with the reason', async () => {
    const simulator = `${server.url}/sim`;
    const client = server.newClient();
    const tokenOf = (email: string, clientId?: string) => googleToken(simulator, email, clientId);
    const logIn = async (authCode: string, mobile?: string) => {
      if (mobile === undefined) return client.call('mobileLogin', { body: { authCode, thirdType: 1 } });
      await client.ask('sendSmsCode', { params: { phone: mobile } });
      const captcha = await server.handset.waitForCode(mobile);
      return client.call('mobileLogin', { body: { mobile, captcha, authCode, thirdType: 1 } });
    };
    const used = await tokenOf('log.linked@example.com');
    expect(await logIn(used, server.newMobile())).toMatchObject({ code: 200 });
    const before = (await server.eventsOf('sign_in')).length;
    await logIn('an-invented-token-of-nothing');
    await logIn(await tokenOf('log.foreign@example.com', 'another-app'));
    await logIn(await tokenOf('log.linked@example.com'), server.newMobile());
    await logIn(used, server.newMobile());
    const refused = (await server.eventsOf('sign_in')).slice(before);
    expect(refused.map(({ outcome, detail }) => [outcome, detail.reason])).toEqual([
      ['refused', 'google_ended'],
      ['refused', 'google_of_other_app'],
      ['refused', 'google_linked_elsewhere'],
      ['refused', 'google_token_used'],
    ]);
  });
});

test('the end of a session by its borrower is kept', async () => {
  const borrower = await signIn(server);
  const other = await signIn(server, borrower.mobile);
  const { sessions } = await other.ask('listSessions', {});
  const { sessionId } = sessions.find(({ isCurrent }) => !isCurrent)!;
  await other.ask('endSessions', { body: { sessionId } });
  await other.ask('logout', { body: { everywhere: true } });
  const ends = await server.eventsOf('session_end', borrower.borrowerId);
  expect(ends.map(({ outcome, detail }) => ({ outcome, ...detail }))).toEqual([
    { outcome: 'succeeded', reason: 'ended_by_borrower', everywhere: false },
    { outcome: 'succeeded', reason: 'ended_by_borrower', everywhere: true },
  ]);
});

test('a wrong code is kept, without the code and the number', async () => {
  const mobile = server.newMobile();
  const client = server.newClient({ 'x-forwarded-for': '41.72.1.9' });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = otherThan(await server.handset.waitForCode(mobile));
  expect(await client.call('mobileLogin', { body: { mobile, captcha } })).toMatchObject({ code: 400 });
  const wrong = (await server.eventsOf('wrong_code')).filter(({ network_hash }) =>
    network_hash.equals(server.networkOf('41.72.1.200')),
  );
  expect(wrong).toMatchObject([{ ...server.ofRequest(null, '41.72.1.9'), outcome: 'refused' }]);
  expect(wrong[0].detail).toEqual({ route: routeOf('mobileLogin'), reason: 'wrong_code' });
});

describe('the second code is kept', () => {
  test('when it is asked for, wrong, and right; and the device that it confirms', async () => {
    const known = await signUp(server);
    server.clock.advance({ minutes: 1 });
    const borrower = await signIn(server, known.mobile, deviceSecretOf('new phone'));
    server.clock.advance({ minutes: 1 });
    const stepUpCode = await stepUp(server, borrower, 'device');
    const identityDigits = '0000';
    const wrong = { stepUpCode: otherThan(stepUpCode), identityDigits };
    expect(await borrower.call('confirmDevice', { body: wrong })).toMatchObject({ code: 400 });
    expect(await borrower.call('confirmDevice', { body: { stepUpCode, identityDigits } })).toMatchObject({
      data: { reason: 'identity_wrong' },
    });
    const [{ identity_sealed }] = await server.query(
      'select identity_sealed from borrower_identity where borrower_id = $1',
      [borrower.borrowerId],
    );
    const identity = server.sealing.open(
      'borrower_identity.identity_sealed',
      { borrower_id: borrower.borrowerId },
      identity_sealed,
    );
    const digits = JSON.parse(identity).idNumber.slice(2, 6);
    await borrower.ask('confirmDevice', { body: { stepUpCode, identityDigits: digits } });
    const { borrowerId } = borrower;
    expect(await server.eventsOf('step_up_asked', borrowerId)).toMatchObject([
      { ...server.ofRequest(borrowerId), outcome: 'succeeded', detail: { purpose: 'device' } },
    ]);
    const refused = await server.eventsOf('step_up_refused', borrowerId);
    expect(refused.map(({ outcome, detail }) => [outcome, detail.reason])).toEqual([
      ['refused', 'step_up_wrong'],
      ['refused', 'identity_wrong'],
    ]);
    expect(await server.eventsOf('step_up_passed', borrowerId)).toMatchObject([
      { ...server.ofRequest(borrowerId), outcome: 'succeeded', detail: { purpose: 'device' } },
      { detail: { purpose: 'device' } },
    ]);
    expect(await server.eventsOf('device_trusted', borrowerId)).toMatchObject([
      { ...server.ofRequest(borrowerId), outcome: 'succeeded', detail: {} },
    ]);
  });

  test('and the session of a new device that ends after five wrong ones', async () => {
    const known = await signUp(server);
    server.clock.advance({ minutes: 1 });
    const thief = await signIn(server, known.mobile, deviceSecretOf('phone of a thief'));
    server.clock.advance({ minutes: 1 });
    const stepUpCode = otherThan(await stepUp(server, thief, 'device'));
    for (let tries = 0; tries < 5; tries += 1)
      await thief.call('confirmDevice', { body: { stepUpCode, identityDigits: '0000' } });
    expect(await server.eventsOf('session_end', known.borrowerId)).toMatchObject([
      { ...server.ofRequest(known.borrowerId), detail: { reason: 'wrong_step_up_codes' } },
    ]);
  });
});

test('a new payout account is kept once, and not its number', async () => {
  const borrower = await signUp(server);
  const account = { mobile: server.newMobile('airtel') };
  await addAccount(server, borrower, account);
  server.clock.advance({ minutes: 2 });
  await addAccount(server, borrower, account);
  expect(await server.eventsOf('payout_account_added', borrower.borrowerId)).toEqual([
    {
      ...server.ofRequest(borrower.borrowerId),
      kind: 'payout_account_added',
      outcome: 'succeeded',
      detail: {},
    },
  ]);
});

describe('a change of number is kept', () => {
  test('made by two codes', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    await borrower.ask('sendMobileChangeCode', { body: {} });
    const oldCaptcha = await server.handset.waitForCode(borrower.mobile);
    await borrower.ask('sendMobileChangeCode', { body: { mobile } });
    const newCaptcha = await server.handset.waitForCode(mobile);
    const stepUpCode = await stepUp(server, borrower, 'mobile');
    const codes = { mobile, newCaptcha, stepUpCode };
    const wrong = { ...codes, oldCaptcha: otherThan(oldCaptcha) };
    expect(await borrower.call('changeMobile', { body: wrong })).toMatchObject({ code: 400 });
    await borrower.ask('changeMobile', { body: { ...codes, oldCaptcha } });
    const { borrowerId } = borrower;
    expect(await server.eventsOf('wrong_code', borrowerId)).toHaveLength(1);
    expect(await server.eventsOf('mobile_change', borrowerId)).toMatchObject([
      {
        ...server.ofRequest(borrowerId),
        actor: 'borrower',
        outcome: 'succeeded',
        detail: { step: 'changed' },
      },
    ]);
  });

  test.each(['approve', 'decline'])('asked for, and decided by staff: %s', async (decision) => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    await borrower.ask('sendMobileChangeCode', { body: { mobile } });
    const newCaptcha = await server.handset.waitForCode(mobile);
    const { ticketNo } = await borrower.ask('requestMobileChange', { body: { mobile, newCaptcha } });
    const desk = await deskBeside(server);
    const words = ['change-number', ticketNo, decision, 'seen', 'in', 'the', 'office'];
    expect(await complaints.atDesk(desk, words)).toMatchObject({ done: true });
    if (decision === 'approve') expect(await approveRequest(server)).toMatchObject({ state: 'done' });
    const step = decision === 'approve' ? 'changed' : 'declined';
    expect(await server.eventsOf('mobile_change', borrower.borrowerId)).toMatchObject([
      { ...server.ofRequest(borrower.borrowerId), detail: { step: 'asked' } },
      { actor: 'staff:mary', request_reference: null, network_hash: null, detail: { step } },
    ]);
  });
});

test('a confirmed identity, a download and a deletion are kept; the deletion stays', async () => {
  const borrower = await signIn(server);
  const { borrowerId, mobile } = borrower;
  await giveIdentity(borrower);
  const stepUpCode = await stepUp(server, borrower, 'download');
  await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
  await borrower.ask('sendDeletionCode', { body: {} });
  const captcha = await server.handset.waitForCode(mobile);
  await borrower.ask('deleteAccount', { body: { captcha } });
  for (const kind of ['identity_confirmed', 'data_downloaded', 'account_deleted'])
    expect(await server.eventsOf(kind, borrowerId)).toEqual([
      { ...server.ofRequest(borrowerId), kind, outcome: 'succeeded', detail: {} },
    ]);
  expect(await server.eventsOf('sign_in', borrowerId)).toHaveLength(1);
});

test('the download of a borrower has the events of the borrower and of no other', async () => {
  const borrower = await signIn(server);
  await signIn(server);
  const stepUpCode = await stepUp(server, borrower, 'download');
  await server.app.securityLog.flush();
  const { url } = await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
  const { securityEvents } = (await (await fetch(server.url + url)).json()) as {
    securityEvents: Record<string, unknown>[];
  };
  expect(securityEvents.map(({ kind }) => kind).sort()).toEqual([
    'sign_in',
    'step_up_asked',
    'step_up_passed',
  ]);
});
