import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { demoBorrowers } from './demo-borrowers.ts';
import { type DemoSession, demoSessions } from './demo-session.ts';

let server: AppServer;
let openSession: (mobile: string) => Promise<DemoSession | undefined>;
beforeAll(async () => {
  server = await startAppServer({ settings: { TENANT: 'tenant_of_the_demo' } });
  openSession = demoSessions({
    baseUrl: server.url,
    simulatorUrl: `${server.url}/sim`,
    tenant: 'tenant_of_the_demo',
    nowMs: server.clock.nowMs,
  });
});
afterAll(() => server.stop());

const [{ mobile }] = demoBorrowers as [(typeof demoBorrowers)[0]];

async function clientOf({ token, deviceSecret }: DemoSession) {
  const client = server.newClient({ deviceSecret, 'X-TenantID': 'tenant_of_the_demo' });
  client.setToken(token);
  return client;
}

test('a borrower of the demo is signed in on the phone that they registered with, and by one code', async () => {
  const session = (await openSession(mobile))!;
  const client = await clientOf(session);
  const { sessions } = await client.ask('listSessions', {});
  expect(sessions).toEqual([expect.objectContaining({ isCurrent: true, isNewDevice: false })]);
  expect(await openSession(mobile)).toEqual(session);
  expect((await server.handset.phone(mobile)).messages).toHaveLength(1);

  await client.ask('logout', { body: {} });
  const next = (await openSession(mobile))!;
  expect(next.token).not.toBe(session.token);
  expect((await (await clientOf(next)).call('getUserInfo', {})).code).toBe(200);
});

test('no other number is signed in, and none gets a code', async () => {
  const other = server.newMobile();
  expect(await openSession(other)).toBeUndefined();
  expect((await server.handset.phone(other)).messages).toEqual([]);
});
