import { DEFAULT_TENANT } from '@thumba/contract/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrow, signIn, signUp } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';
import { deviceSecretOf, signedHeaders } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { command as coupons } from '../../staff/terminal/commands/coupons.ts';
import { deskBeside } from '../../staff/terminal/staff-desk.test-support.ts';
import { showEvents } from '../../upkeep/terminal/commands/security-log.ts';
import { recordKeyRotation } from './events.ts';
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

async function newToken(): Promise<string> {
  const mobile = server.newMobile();
  const client = server.newClient();
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  return (await client.ask('mobileLogin', { body: { mobile, captcha } })).token;
}

describe('refused access is kept', () => {
  async function refusals(address: string) {
    const events = await server.eventsOf('access_refused');
    return events
      .filter(({ network_hash }) => network_hash?.equals(server.networkOf(address)))
      .map(({ borrower_id, outcome, detail }) => [outcome, borrower_id, detail.reason]);
  }

  test('without a session, with an ended one, and of a request that is not signed or is repeated', async () => {
    const from = { 'x-forwarded-for': '41.72.2.1' };
    const client = server.newClient(from);
    await client.call('getUserInfo', {});
    client.setToken('a'.repeat(43));
    await client.call('getUserInfo', {});
    const token = await newToken();
    const headers = { 'X-TenantID': DEFAULT_TENANT, ...signedHeaders(token, server.clock.nowMs()), ...from };
    const get = (more: Record<string, string> = {}) =>
      fetch(server.url + routeOf('getUserInfo'), { headers: { ...headers, ...more } });
    await get();
    await get();
    await get({ sign: 'wrong' });
    await get({ 'X-TenantID': 'tenant_9' });
    expect(await refusals('41.72.2.1')).toEqual([
      ['refused', null, 'no_session'],
      ['refused', null, 'session_ended'],
      ['refused', null, 'request_repeated'],
      ['refused', null, 'request_not_signed'],
      ['refused', null, 'unknown_lender'],
    ]);
  });

  test('to the record of another borrower, and on a device that is not confirmed', async () => {
    const owner = await signUp(server);
    const orderId = await borrow(owner);
    const other = await signIn(server);
    expect(await other.call('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ code: 404 });
    server.clock.advance({ minutes: 1 });
    const unconfirmed = await signIn(server, other.mobile, deviceSecretOf('yet another phone'));
    expect(await unconfirmed.call('sendDeletionCode', { body: {} })).toMatchObject({ code: 403 });
    const events = await server.eventsOf('access_refused', other.borrowerId);
    expect(events.map(({ outcome, detail }) => [outcome, detail.reason])).toEqual([
      ['refused', 'not_found'],
      ['refused', 'device_unconfirmed'],
    ]);
    expect(JSON.stringify(events)).not.toContain(`/${orderId}`);
  });

  test('to the metrics, from a network that may not read them', async () => {
    const headers = { 'x-forwarded-for': '41.72.3.1' };
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(404);
    expect(await refusals('41.72.3.1')).toEqual([['refused', null, 'hidden_page']]);
    expect(
      (await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '10.9.9.1' } })).status,
    ).toBe(200);
    expect(await refusals('10.9.9.1')).toEqual([]);
  });
});

test('a flood of refused requests from one network is two rows and a number', async () => {
  const clients = Array.from({ length: 10 }, (_, place) =>
    server.newClient({ 'x-forwarded-for': `41.72.8.${place}` }),
  );
  for (let round = 0; round < 30; round += 1)
    await Promise.all(clients.map((client) => client.call('getUserInfo', {})));
  const events = (await server.eventsOf('access_refused')).filter(({ network_hash }) =>
    network_hash?.equals(server.networkOf('41.72.8.1')),
  );
  expect(events.map(({ times }) => times)).toEqual([1, 299]);
});

test('a callback to a wrong address, and one that is not readable, are kept', async () => {
  const headers = { 'x-forwarded-for': '41.72.4.1' };
  const send = (place: string) =>
    fetch(server.url + place, { method: 'POST', headers, body: '{"secret":"x"}' });
  expect((await send(`/callback/mtn/${'0'.repeat(64)}`)).status).toBe(404);
  await server.sendCallback('mtn', { nothing: 'known' });
  const refused = await server.eventsOf('callback_refused');
  expect(refused.map(({ outcome, detail }) => ({ outcome, ...detail }))).toEqual([
    { outcome: 'refused', route: '/callback/mtn', reason: 'wrong_address' },
    { outcome: 'refused', route: '/callback/mtn', reason: 'unsigned_or_unreadable' },
  ]);
  expect(refused[0]).toMatchObject(server.ofRequest(null, '41.72.4.1'));
});

test('a body and an address that cannot be read are kept', async () => {
  const headers = {
    'x-forwarded-for': '41.72.5.1',
    'content-type': 'application/json',
    'X-TenantID': DEFAULT_TENANT,
  };
  await fetch(server.url + routeOf('mobileLogin'), { method: 'POST', headers, body: '{"mobile":' });
  await fetch(`${server.url}/%zz`, { headers });
  const event = { ...server.ofRequest(null), kind: 'malformed_request', outcome: 'refused' };
  expect(await server.eventsOf('malformed_request')).toEqual([
    {
      ...event,
      network_hash: server.networkOf('41.72.5.1'),
      detail: { status: 400, route: routeOf('mobileLogin') },
    },
    // Where not even the address is read, the caller behind a proxy is not known.
    { ...event, network_hash: null, detail: { status: 400 } },
  ]);
});

test('a reached limit is kept by its name', async () => {
  const mobile = server.newMobile();
  const client = server.newClient({ 'x-forwarded-for': '41.72.6.1' });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  expect(await client.call('sendSmsCode', { params: { phone: mobile } })).toMatchObject({ code: 429 });
  const events = await server.eventsOf('limit_reached');
  expect(events.at(-1)).toEqual({
    ...server.ofRequest(null, '41.72.6.1'),
    kind: 'limit_reached',
    outcome: 'refused',
    detail: { route: expect.stringMatching(/sendSmsCode/), limit: 'codes_of_number' },
  });
});

test('a command of staff that gives or decides is kept with its user, and a list of coupons is not', async () => {
  const borrower = await signIn(server);
  const desk = await deskBeside(server);
  await coupons.atDesk(desk, []);
  await coupons.atDesk(desk, ['give', borrower.mobile, 'no-such-offer', 'a reason with canary words']);
  const events = await server.eventsOf('staff_command');
  expect(events.filter(({ detail }) => detail.command === 'coupons')).toEqual([
    {
      kind: 'staff_command',
      outcome: 'refused',
      times: 1,
      borrower_id: null,
      actor: 'staff:mary',
      request_reference: null,
      network_hash: null,
      detail: { command: 'coupons', action: 'give' },
    },
  ]);
});

describe('the use of keys is kept', () => {
  test('which ones a process started with, and a change of them', async () => {
    const { data, lookup } = server.sealing.keyNumbers;
    expect(await server.eventsOf('keys_loaded')).toMatchObject([
      { outcome: 'succeeded', detail: { dataKeys: data, lookupKeys: lookup } },
    ]);
    const rotation = { actor: 'staff:mary', keyNumbers: { data: [2, 1], lookup: [1] } };
    const now = new Date(server.clock.nowMs());
    await recordKeyRotation(server.db, { ...rotation, step: 'begun' }, now);
    await recordKeyRotation(server.db, { ...rotation, step: 'finished', values: 12 }, now);
    expect(await server.eventsOf('key_rotation')).toMatchObject([
      { actor: 'staff:mary', detail: { step: 'begun', dataKeys: [2, 1], lookupKeys: [1] } },
      { actor: 'staff:mary', detail: { step: 'finished', values: 12 } },
    ]);
  });

  test('and a sealed value that was copied from another borrower, changed, or sealed under an unknown key', async () => {
    const [victim, thief] = [await signIn(server), await signIn(server)];
    const seal = (number: number) => Buffer.concat([Buffer.of(2, number), Buffer.alloc(40, 7)]);
    const sealed = (borrowerId: number) =>
      server.query('select mobile_sealed from borrower where borrower_id = $1', [borrowerId]);
    const [{ mobile_sealed: ofThief }] = await sealed(thief.borrowerId);
    const [{ mobile_sealed: ofVictim }] = await sealed(victim.borrowerId);
    for (const value of [ofThief, seal(200)]) {
      await server.query('update borrower set mobile_sealed = $2 where borrower_id = $1', [
        victim.borrowerId,
        value,
      ]);
      expect(await victim.call('getUserInfo', {})).toMatchObject({ code: 500 });
    }
    await server.query('update borrower set mobile_sealed = $2 where borrower_id = $1', [
      victim.borrowerId,
      ofVictim,
    ]);
    const events = await server.eventsOf('value_not_opened', victim.borrowerId);
    const column = 'borrower.mobile_sealed';
    expect(events.map(({ outcome, detail }) => ({ outcome, ...detail }))).toEqual([
      { outcome: 'refused', column, reason: 'changed_or_of_another_row', key: 1 },
      { outcome: 'refused', column, reason: 'unknown_key', key: 200 },
    ]);
  });
});

test('no number, name, code, token, reason or address stands in the table or in what the command shows', async () => {
  const address = '41.72.77.123';
  const canary = 'Canary-Words-77';
  const mobile = server.newMobile();
  const client = server.newClient({ 'x-forwarded-for': address, deviceSecret: deviceSecretOf(mobile) });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const { token } = await client.ask('mobileLogin', { body: { mobile, captcha } });
  await client.call('mobileLogin', { body: { mobile, captcha: otherThan(captcha) } });
  await fetch(`${server.url}/callback/mtn/${canary}`, { method: 'POST', body: canary });
  await fetch(`${server.url}/${canary}%zz`);
  await coupons.atDesk(await deskBeside(server), ['give', mobile, 'welcome', canary]);
  await server.app.securityLog.flush();
  const rows = await server.query('select t::text as line from security_event t');
  const shown = await showEvents(server.db, { filter: {}, isJson: true });
  const printed = await showEvents(server.db, { filter: {}, isJson: false });
  const text = [...rows.map(({ line }) => line), ...shown.lines, ...printed.lines].join('\n');
  expect(rows.length).toBeGreaterThan(20);
  expect(
    secretsIn(text, [mobile, mobile.slice(1), token, address, '41.72.77', canary, 'Chipo', 'Lungu']),
  ).toEqual([]);
  expect(text).not.toContain(`"${captcha}"`);
  expect(await dumpDatabase(server.owner)).toContain(server.networkOf(address).toString('hex'));
});

test('a graceful stop writes what waits', async () => {
  const beside = await startAppServer({ besides: server });
  const count = async () =>
    (
      await server.query(
        `select count(*)::integer as count from security_event where kind = 'malformed_request'`,
      )
    )[0].count;
  const before = await count();
  await fetch(`${beside.url}/%zz`);
  await fetch(`${beside.url}/%zz`);
  await fetch(`${beside.url}/%zz`);
  await beside.leave();
  const rows = await server.query(
    `select times from security_event where kind = 'malformed_request' order by event_id offset $1`,
    [before],
  );
  expect(rows.map(({ times }) => times)).toEqual([1, 2]);
});
