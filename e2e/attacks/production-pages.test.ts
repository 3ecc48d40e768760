import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { createTestDatabase } from '../../apps/server/test/database.ts';
import { type ServerProcess, serverProcess } from '../support/processes.ts';

/* What a stranger gets from the server of a lender, behind one proxy, beside the app and its calls. */

const SECRETS = [
  'MTN_API_USER',
  'MTN_API_KEY',
  'MTN_COLLECTION_KEY',
  'MTN_DISBURSEMENT_KEY',
  'AIRTEL_CLIENT_ID',
]
  .concat(['AIRTEL_CLIENT_SECRET', 'AFRICAS_TALKING_USERNAME', 'AFRICAS_TALKING_API_KEY'])
  .concat(['LENDER_NAME', 'LENDER_LICENCE', 'LENDER_PHONE', 'LENDER_HOURS']);
const STRANGER = '41.72.96.5';
const OFFICE = '10.9.0.5';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let url: string;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-production-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = serverProcess(url, () => ({
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.programUrl,
    ...newKeys(),
    PUBLIC_URL: 'https://loans.invalid',
    MTN_BASE_URL: 'https://mtn.invalid',
    AIRTEL_BASE_URL: 'https://airtel.invalid',
    AFRICAS_TALKING_URL: 'https://sms.invalid',
    AIRTEL_PIN: '1234',
    ...Object.fromEntries(SECRETS.map((name) => [name, 'something'])),
    SECURITY_CONTACT: 'mailto:security@lender.invalid',
    SECURITY_POLICY_URL: 'https://lender.invalid/security-policy',
    TRUST_PROXY: '1',
    METRICS_FOR: '10.9.0.0/16',
  }));
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The proxy adds the address of its caller to what the caller wrote. */
const get = (place: string, forwardedFor: string) =>
  fetch(url + place, { headers: { 'x-forwarded-for': forwardedFor, accept: 'text/html' } });

describe('a stranger at the server of a lender', () => {
  test.each([
    '/docs',
    '/docs/json',
    '/docs/page.js',
    '/sim',
    '/sim/',
    '/sim/api/phones/0961234567',
    '/sim/api/borrowers',
    '/sim/api/people',
  ])('finds nothing at %s', async (place) => {
    for (const address of [STRANGER, OFFICE, '127.0.0.1']) {
      expect((await get(place, address)).status).toBe(404);
    }
  });

  test('reads the figures by no invented address', async () => {
    for (const forwardedFor of [STRANGER, '127.0.0.1', `${OFFICE}, ${STRANGER}`, `${OFFICE}, 127.0.0.1`]) {
      expect((await get('/metrics', forwardedFor)).status).toBe(404);
    }
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const forTheOffice = await get('/metrics', `${STRANGER}, ${OFFICE}`);
    expect(await forTheOffice.text()).toContain('thumba_request_seconds');
  });

  test('reads where a weakness is reported', async () => {
    const response = await get('/.well-known/security.txt', STRANGER);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('Contact: mailto:security@lender.invalid\r\n');
    expect(text).toContain('Canonical: https://loans.invalid/.well-known/security.txt\r\n');
    expect(text).toContain('Policy: https://lender.invalid/security-policy\r\n');
    const [, expires = ''] = /^Expires: (.+)\r$/m.exec(text) ?? [];
    const daysAhead = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(daysAhead).toBeGreaterThan(0);
    expect(daysAhead).toBeLessThan(365);
  });

  test.each([
    '/',
    '/api/nothing',
    '/healthz',
    '/verify/AAAA-BBBB-CCCC',
    '/.well-known/security.txt',
    '/api/api/v4/product/public',
  ])('gets at %s an answer that no other site may frame, read or take for another type', async (place) => {
    const { headers } = await fetch(url + place, { headers: { origin: 'https://other.invalid' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-type')).toMatch(/; charset=utf-8$/i);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('gets nothing back by TRACE', async () => {
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${url}/`, { method: 'TRACE', headers: { 'x-secret': 'mirror' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.once('error', reject).end();
    });
    expect(status).toBe(404);
  });

  test.each(['/', '/api/nothing', '/healthz', '/readyz', '/metrics', '/paper/x'])(
    'is told at %s to use https only',
    async (place) => {
      const { headers } = await get(place, STRANGER);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    },
  );
});
