import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';

/* A caller who writes X-Forwarded-For picks their own address, where the server believes it. */

const LIMIT = 12;
const PROXY = '10.0.0.9';

const settings = { CODES_PER_ADDRESS_PER_HOUR: String(LIMIT) };
const servers: Record<string, AppServer> = {};
beforeAll(async () => {
  servers.direct = await startAppServer({ settings });
  servers['one hop'] = await startAppServer({ settings: { ...settings, TRUST_PROXY: '1' } });
  servers['its networks'] = await startAppServer({ settings: { ...settings, TRUST_PROXY: '10.0.0.0/24' } });
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
});

async function sendFrom(server: AppServer, forwardedFor: string, remoteAddress: string): Promise<number> {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: `/api/authentication/sendSmsCode/${server.newMobile()}/1`,
    headers: { 'x-tenantid': 'tenant_26', 'x-forwarded-for': forwardedFor },
    remoteAddress,
  });
  return answer.json().code;
}

const inventedAddress = (place: number) => `41.72.${place}.7`;

test.each(Object.keys({ direct: 0, 'one hop': 0, 'its networks': 0 }))(
  'codes from one caller with a new invented address each reach the limit of one address: %s',
  async (name) => {
    const server = servers[name]!;
    const isDirect = name === 'direct';
    const codes: number[] = [];
    for (let place = 0; place < LIMIT + 8; place += 1) {
      // The proxy adds the address that it sees to what the caller wrote.
      const forwardedFor = isDirect ? inventedAddress(place) : `${inventedAddress(place)}, 197.0.0.5`;
      codes.push(await sendFrom(server, forwardedFor, isDirect ? '197.0.0.5' : PROXY));
    }
    expect(codes).toEqual([...Array(LIMIT).fill(200), ...Array(8).fill(429)]);
  },
);

test('a caller who goes past the proxies is believed only where their own network is', async () => {
  const server = servers['its networks']!;
  const codes: number[] = [];
  for (let place = 0; place < LIMIT + 4; place += 1) {
    codes.push(await sendFrom(server, inventedAddress(place), '198.51.100.4'));
  }
  expect(codes.slice(LIMIT)).toEqual([429, 429, 429, 429]);
});

test('a proxy that also names the port of the caller gives no new address with each connection', async () => {
  const server = servers['one hop']!;
  const codes: number[] = [];
  for (let port = 50_000; port < 50_000 + LIMIT + 4; port += 1) {
    codes.push(await sendFrom(server, `197.0.7.7:${port}`, PROXY));
  }
  expect(codes).toEqual([...Array(LIMIT).fill(200), ...Array(4).fill(429)]);
});

test('two callers behind the proxy are counted apart', async () => {
  const server = servers['one hop']!;
  expect(await sendFrom(server, '197.0.9.1', PROXY)).toBe(200);
});
