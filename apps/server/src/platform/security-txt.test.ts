import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { DAY_MS } from './clock.ts';

const YEAR_MS = 365 * DAY_MS;

async function securityTxt(server: AppServer) {
  const response = await fetch(`${server.url}/.well-known/security.txt`, {
    headers: { accept: 'text/html' },
  });
  const text = await response.text();
  const fields = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(': ') as [string, string]);
  return {
    response,
    text,
    fields,
    expiresAtMs: Date.parse(fields.find(([name]) => name === 'Expires')?.[1] ?? ''),
  };
}

describe('the page that says where a weakness is reported', () => {
  let server: AppServer;
  beforeAll(async () => {
    server = await startAppServer({
      settings: {
        SECURITY_CONTACT: 'mailto:security@lender.example, https://lender.example/security',
        SECURITY_POLICY_URL: 'https://lender.example/security-policy',
        SECURITY_CONTACT_VALID_DAYS: '364',
      },
    });
  });
  afterAll(() => server.stop());

  test('has the contacts of the settings in their order, and the fields of RFC 9116', async () => {
    const { response, text, fields } = await securityTxt(server);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(fields).toEqual([
      ['Contact', 'mailto:security@lender.example'],
      ['Contact', 'https://lender.example/security'],
      ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)],
      ['Canonical', `${server.url}/.well-known/security.txt`],
      ['Preferred-Languages', 'en'],
      ['Policy', 'https://lender.example/security-policy'],
    ]);
  });

  test('expires in the future and in less than a year, also after the server ran for two years', async () => {
    for (const days of [0, 730]) {
      server.clock.advance({ days });
      const { expiresAtMs } = await securityTxt(server);
      expect(expiresAtMs).toBe(server.clock.nowMs() + 364 * DAY_MS);
      expect(expiresAtMs - server.clock.nowMs()).toBeLessThan(YEAR_MS);
    }
  });
});

test('without a page about reports there is no line about it', async () => {
  const server = await startAppServer({ settings: { SECURITY_CONTACT: 'mailto:security@lender.example' } });
  const { fields } = await securityTxt(server);
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Canonical', 'Preferred-Languages']);
  await server.stop();
});

test('without a contact there is no page, not even that of the app', async () => {
  const server = await startAppServer();
  const { response } = await securityTxt(server);
  expect(response.status).toBe(404);
  await server.stop();
});
