import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  acceptInvitation,
  codeOf,
  hire,
  newStaffClient,
  openOffice,
  type StaffMember,
  signInAgain,
} from '../../../test/staff-client.ts';

let server: AppServer;
let first: StaffMember;
let second: StaffMember;
let officer: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ first, second } = await openOffice(server));
  officer = await hire(
    server,
    { maker: first, checker: second },
    { userName: 'natasha', roles: ['underwriter'] },
  );
});
afterAll(() => server.stop());

const now = () => server.clock.nowMs();
const nextCode = ({ secret }: StaffMember) => {
  server.clock.advance({ seconds: 30 });
  return codeOf(secret, now());
};

async function atCodeStep(member: StaffMember) {
  const client = newStaffClient(server);
  const { userName, password } = member;
  const entered = await client.call('staffPassword', { body: { userName, password } });
  expect(entered).toMatchObject({ code: 200, data: { step: 'code', person: null } });
  return client;
}

describe('signing in as a person of staff', () => {
  test('takes a password and a code, and answers who is signed in with roles and permissions', async () => {
    const client = await atCodeStep(officer);
    expect(await client.call('staffSession')).toMatchObject({ data: { step: 'code' } });
    const entered = await client.call('staffCode', { body: { code: nextCode(officer) } });
    expect(entered).toMatchObject({
      code: 200,
      data: { step: 'signed_in', person: { userName: 'natasha', roles: ['underwriter'] } },
    });
    expect(entered.data.person!.permissions).toContain('decideApplications');
    expect(entered.data.person!.permissions).not.toContain('manageStaff');
  });

  test('stays known as the time at which the person was last seen, once the session is gone', async () => {
    const signedInAt = new Date(now()).toISOString();
    await signInAgain(server, officer);
    const administrator = await signInAgain(server, first);
    const seenAt = async () => {
      const { data } = await administrator.call('listStaff', { query: {} });
      return data.items.find(({ staffId }) => staffId === officer.staffId)!;
    };
    await administrator.call('endStaffSessions', {
      params: { staffId: officer.staffId },
      body: { reason: 'a phone was lost' },
    });
    const { openSessions, lastSeenAt } = await seenAt();
    expect(openSessions).toBe(0);
    expect(Date.parse(lastSeenAt!)).toBeGreaterThanOrEqual(Date.parse(signedInAt));
  });

  test('sets cookies that no script and no other site can use', async () => {
    const client = newStaffClient(server);
    const { userName, password } = officer;
    const response = await fetch(
      `http://localhost:${new URL(server.url).port}/console/api/sign-in/password`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'thumba-console': 'person' },
        body: JSON.stringify({ userName, password }),
      },
    );
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-thumba-staff=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(client.cookies.size).toBe(0);
  });

  test('says the same for a wrong password, an unknown name and an account that is only invited', async () => {
    await first.client.call('inviteStaff', {
      body: { userName: 'invited', name: 'Only Invited', roles: ['support'], reason: 'hired' },
    });
    const client = newStaffClient(server);
    for (const userName of ['natasha', 'no-such-person', 'invited']) {
      const entered = await client.call('staffPassword', {
        body: { userName, password: 'wrong password 1' },
      });
      expect(entered, userName).toMatchObject({ code: 403, reason: 'wrong_password' });
    }
  });

  test('takes each code once, and none before the password', async () => {
    const client = await atCodeStep(officer);
    const code = nextCode(officer);
    expect(await client.call('staffCode', { body: { code } })).toMatchObject({ code: 200 });
    const other = await atCodeStep(officer);
    expect(await other.call('staffCode', { body: { code } })).toMatchObject({
      code: 403,
      reason: 'wrong_code',
    });
    const without = newStaffClient(server);
    expect(await without.call('staffCode', { body: { code: nextCode(officer) } })).toMatchObject({
      code: 409,
      reason: 'begin_again',
    });
  });

  test('has to come from the console: header, host and origin', async () => {
    const client = await signInAgain(server, officer);
    const tries: Record<string, string>[] = [
      { 'Thumba-Console': '' },
      { 'Thumba-Console': 'other' },
      { origin: 'https://other.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of tries) {
      expect(await client.call('ownAccount', {}, headers), JSON.stringify(headers)).toMatchObject({
        code: 400,
        reason: 'not_from_console',
      });
    }
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const atOtherHost = await fetch(`${server.url}/console/api/account`, {
      headers: { cookie, 'thumba-console': 'person' },
    });
    expect(await atOtherHost.json()).toMatchObject({ code: 400 });
    expect(await client.call('ownAccount')).toMatchObject({ code: 200 });
  });

  test('ends after 15 minutes without use and after 12 hours in any case; a timer does not keep it awake', async () => {
    const idle = await signInAgain(server, officer);
    server.clock.advance({ minutes: 14 });
    expect(await idle.call('ownAccount', {}, { 'Thumba-Console': 'timer' })).toMatchObject({ code: 200 });
    server.clock.advance({ minutes: 2 });
    expect(await idle.call('ownAccount')).toMatchObject({ code: 401 });

    const used = await signInAgain(server, officer);
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      server.clock.advance({ minutes: 10 });
      expect(await used.call('ownAccount')).toMatchObject({ code: 200 });
    }
    server.clock.advance({ minutes: 10 });
    expect(await used.call('ownAccount')).toMatchObject({ code: 401 });
    first.client = await signInAgain(server, first);
    second.client = await signInAgain(server, second);
  });

  test('lists the own sessions, ends one, and ends all others with a new password', async () => {
    const here = await signInAgain(server, officer);
    const there = await signInAgain(server, officer);
    const { data } = await here.call('ownAccount');
    expect(data.sessions).toHaveLength(2);
    const other = data.sessions.find(({ isThisOne }) => !isThisOne)!;
    expect(await here.call('endOwnSession', { params: { sessionId: other.sessionId } })).toMatchObject({
      code: 200,
    });
    expect(await there.call('ownAccount')).toMatchObject({ code: 401 });

    const third = await signInAgain(server, officer);
    const change = (password: string) =>
      here.call('changeOwnPassword', { body: { password, newPassword: 'a much longer pass phrase' } });
    expect(await change('not my password')).toMatchObject({ code: 403 });
    expect(await change(officer.password)).toMatchObject({ code: 200 });
    officer.password = 'a much longer pass phrase';
    expect(await third.call('ownAccount')).toMatchObject({ code: 401 });
    expect(await here.call('ownAccount')).toMatchObject({ code: 200 });
  });
});

describe('a person of staff and a borrower', () => {
  test('are not the same to any call: each side ignores what the other side shows', async () => {
    const staff = await signInAgain(server, officer);
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asBorrower = await fetch(`${server.url}/api/my/getUserInfo`, {
      headers: { cookie, 'x-tenantid': 'tenant_26', 'thumba-console': 'person' },
    });
    expect(await asBorrower.json()).toMatchObject({ code: 401 });
    const token = staff.cookies.get('__Host-thumba-staff')!;
    const withToken = newStaffClient(server);
    expect(await withToken.call('ownAccount', {}, { token, authorization: `Bearer ${token}` })).toMatchObject(
      {
        code: 401,
      },
    );
  });
});

describe('what is wrong is told at its field', () => {
  test('a user name that is taken, a wrong password, and a passkey without a name', async () => {
    const { client } = first;
    const body = {
      userName: 'natasha',
      name: 'Another Natasha',
      roles: ['support' as const],
      reason: 'hired',
    };
    const sentence = 'This user name is taken. Choose another.';
    expect(await client.call('inviteStaff', { body })).toMatchObject({
      data: { fields: { userName: sentence } },
    });
    const passwords = { password: 'wrong password 1', newPassword: 'a long new password' };
    const changed = await client.call('changeOwnPassword', { body: passwords });
    expect(changed).toMatchObject({ data: { fields: { password: 'The password is wrong.' } } });
    const response = { id: 'a', rawId: 'a' };
    const added = await client.call('addPasskey', { body: { response, name: ' ' } });
    expect(added).toMatchObject({ data: { fields: { name: 'Enter a name of the device' } } });
  });
});

describe('an invitation', () => {
  test('works once, ends after three days, and a new link takes every way in and the roles away', async () => {
    const { data } = await first.client.call('inviteStaff', {
      body: { userName: 'thandiwe', name: 'Thandiwe Zulu', roles: ['support'], reason: 'hired' },
    });
    const { link, requestId } = data;
    await second.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'seen' },
    });
    const member = await acceptInvitation(server, { link, userName: 'thandiwe' });
    const again = newStaffClient(server);
    const token = new URL(link).hash.slice(1);
    expect(await again.call('openInvitation', { body: { token } })).toMatchObject({ code: 404 });

    const renewed = await first.client.call('renewInvitation', {
      params: { staffId: member.staffId },
      body: { reason: 'lost the phone' },
    });
    expect(await member.client.call('ownAccount')).toMatchObject({ code: 401 });
    server.clock.advance({ hours: 71, minutes: 59 });
    const renewedToken = new URL(renewed.data.link).hash.slice(1);
    expect(await again.call('openInvitation', { body: { token: renewedToken } })).toMatchObject({
      code: 200,
      data: { userName: 'thandiwe', name: 'Thandiwe Zulu' },
    });
    const { client } = await acceptInvitation(server, { link: renewed.data.link, userName: 'thandiwe' });
    expect(await client.call('staffSession')).toMatchObject({ data: { person: { roles: [] } } });
    first.client = await signInAgain(server, first);
    second.client = await signInAgain(server, second);
  });

  test('after three days is no invitation any more', async () => {
    const { data } = await first.client.call('inviteStaff', {
      body: { userName: 'late', name: 'Comes Late', roles: ['support'], reason: 'hired' },
    });
    server.clock.advance({ hours: 72, minutes: 1 });
    const token = new URL(data.link).hash.slice(1);
    expect(await newStaffClient(server).call('openInvitation', { body: { token } })).toMatchObject({
      code: 404,
    });
    first.client = await signInAgain(server, first);
    second.client = await signInAgain(server, second);
  });
});

describe('guesses', () => {
  test('200 passwords at once: ten are looked at, and the person still signs in where they always do', async () => {
    await signInAgain(server, officer);
    const strangers = Array.from({ length: 200 }, () => newStaffClient(server));
    const answers = await Promise.all(
      strangers.map((client, index) =>
        client.call('staffPassword', { body: { userName: 'natasha', password: `guess number ${index}` } }),
      ),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 403)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(190);
    expect(answers.find(({ code }) => code === 429)!.msg).toMatch(/^Too many tries\. Try again in /);

    const { userName, password } = officer;
    const stranger = newStaffClient(server);
    expect(await stranger.call('staffPassword', { body: { userName, password } })).toMatchObject({
      code: 429,
    });
    const known = newStaffClient(server);
    const { cookies } = await knownBrowser();
    for (const [name, value] of cookies) known.cookies.set(name, value);
    expect(await known.call('staffPassword', { body: { userName, password } })).toMatchObject({ code: 200 });
  });

  test('of 650 tries with a passkey from one network 600 are begun, and a password still signs in', async () => {
    const client = await knownBrowser();
    const begun: { code: number; msg: string }[] = [];
    while (begun.length < 650) {
      const strangers = Array.from({ length: 50 }, () => newStaffClient(server));
      begun.push(...(await Promise.all(strangers.map((one) => one.call('passkeySignInOptions')))));
    }
    expect(begun.filter(({ code }) => code === 200)).toHaveLength(600);
    const refused = begun.filter(({ code }) => code === 429);
    expect(refused).toHaveLength(50);
    expect(refused[0]!.msg).toMatch(
      /^Too many tries with a passkey from your network\. Try again in .+, or use your password\.$/,
    );
    const { userName, password } = officer;
    expect(await client.call('staffPassword', { body: { userName, password } })).toMatchObject({ code: 200 });
  });

  async function knownBrowser() {
    server.clock.advance({ hours: 1, minutes: 1 });
    const client = await signInAgain(server, officer);
    const strangers = Array.from({ length: 12 }, () => newStaffClient(server));
    await Promise.all(
      strangers.map((one) =>
        one.call('staffPassword', { body: { userName: 'natasha', password: 'one more guess' } }),
      ),
    );
    return client;
  }

  test('200 codes at once: ten are looked at, and a right one among the others does not count', async () => {
    server.clock.advance({ hours: 2 });
    const client = await atCodeStep(officer);
    const right = nextCode(officer);
    const wrong = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => code !== right,
    );
    const answers = await Promise.all(wrong.map((code) => client.call('staffCode', { body: { code } })));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 403)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(wrong.length - 10);
    expect(await client.call('staffCode', { body: { code: right } })).toMatchObject({ code: 429 });
  });
});
