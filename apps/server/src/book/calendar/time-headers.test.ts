import { DEFAULT_TENANT } from '@thumba/contract/envelope';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function toldTime(tenant: string) {
  const answer = await fetch(`${server.url}/api/api/v4/product/public`, {
    headers: { 'X-TenantID': tenant },
  });
  return {
    serverTimeMs: Number(answer.headers.get('Server-Time')),
    businessDate: answer.headers.get('Business-Date'),
  };
}

test('every answer of a call tells the time of the server and the business date, also a refusal', async () => {
  const atStart = { serverTimeMs: server.clock.nowMs(), businessDate: server.today() };
  expect(await toldTime(DEFAULT_TENANT)).toEqual(atStart);
  await server.passDays(73);
  const moved = { serverTimeMs: server.clock.nowMs(), businessDate: '2027-02-02' };
  expect(await toldTime(DEFAULT_TENANT)).toEqual(moved);
  expect(await toldTime('another lender')).toEqual(moved);
  server.clock.advance({ hours: 20 });
  expect(await toldTime(DEFAULT_TENANT)).toEqual({
    serverTimeMs: server.clock.nowMs(),
    businessDate: '2027-02-03',
  });
});
