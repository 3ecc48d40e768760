import { request } from 'node:http';
import { STAFF_HEADER } from '@thumba/contract/staff/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ settings: { CONSOLE_URL: 'https://office.example/console' } });
});
afterAll(() => server.stop());

/** `fetch` sends no other host than the one of the address. */
function statusAt(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/html', [STAFF_HEADER]: 'person' };
    const asked = request(server.url + path, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    asked.on('error', reject).end();
  });
}

test.each([
  ['/console', 200, 404],
  ['/console/api/session', 200, 404],
  ['/', 302, 200],
  ['/docs', 404, 200],
  ['/loan/appVersion/last', 404, 200],
  ['/healthz', 200, 200],
])(
  '%s answers %i at the host of the console and %i at that of borrowers',
  async (path, office, borrowers) => {
    expect(await statusAt('office.example', path)).toBe(office);
    expect(await statusAt(new URL(server.url).host, path)).toBe(borrowers);
  },
);
