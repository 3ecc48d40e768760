import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../apps/server/src/book/settings/config.ts';
import { type Program, startProgram } from '../support/program.ts';

/* In a demo every code can be read and every payment approved on `/sim`, so a stranger must not reach it. */

const MAIN = path.join(import.meta.dirname, '../../apps/server/src/main.ts');
const MOBILE = '0961234567';

let program: Program;
beforeAll(async () => {
  program = await startProgram({ env: { HOST: '0.0.0.0' } });
});
afterAll(() => program?.stop());

/** A request with headers that a browser or a tunnel would set, which `fetch` does not let a program set. */
async function ask(
  place: string,
  headers: Record<string, string> = {},
  sent: { form?: string; at?: string } = {},
) {
  const asking = request((sent.at ?? program.url) + place, {
    headers,
    method: sent.form === undefined ? 'GET' : 'POST',
  });
  asking.end(sent.form);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** An address of this machine in its network: a caller who uses it is not on 127.0.0.1 for the server. */
const ownNetworkAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('a stranger reads no code of a demo', () => {
  const CODES = `/sim/api/phones/${MOBILE}`;

  test('while this machine does', async () => {
    expect((await ask(CODES)).status).toBe(200);
    expect((await ask('/sim/')).status).toBe(200);
  });

  test.each(['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', 'sim'])(
    'by a web site whose name %s was pointed at this machine',
    async (host) => {
      for (const place of [
        CODES,
        '/sim/',
        '/sim/api/faults',
        '/sim/mtn/collection/v1_0/account/balance',
        '/sim/google/authorize',
      ]) {
        expect((await ask(place, { host })).status).toBe(403);
      }
    },
  );

  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'cf-connecting-ip', 'x-real-ip'])(
    'through a tunnel on the same machine, which sets %s',
    async (name) => {
      for (const place of [CODES, '/sim/']) {
        expect((await ask(place, { [name]: '127.0.0.1' })).status).toBe(403);
      }
    },
  );

  test('by a page of another site in a browser of this machine', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      origin: 'https://evil.example',
    };
    expect((await ask(CODES, headers)).status).toBe(403);
  });

  test('by a form on a page of another site, which would approve a payment', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'content-type': 'text/plain',
    };
    const form = `{"to":"26${MOBILE}","from":"=","from":"MTN","text":"You have won"}`;
    expect((await ask('/sim/api/sms', headers, { form })).status).toBe(403);
    expect((await ask(CODES)).body).not.toContain('You have won');
    expect((await ask('/sim/api/sms', {}, { form })).status).toBe(200);
  });

  test('from another machine, because the server listens on this one alone unless it is told otherwise', () => {
    const { settings } = program;
    expect(readConfig({ ...settings, HOST: undefined }).HOST).toBe('127.0.0.1');
  });

  test.skipIf(ownNetworkAddress === undefined)(
    'from another machine, without the pass phrase that the terminal shows',
    async () => {
      const at = program.url.replace('127.0.0.1', ownNetworkAddress!);
      const html = { accept: 'text/html' };
      expect((await ask('/healthz', {}, { at })).status).toBe(200);
      expect((await ask(CODES, {}, { at })).status).toBe(401);
      expect((await ask('/sim/', { ...html, host: 'evil.example' }, { at })).status).toBe(403);
      const asked = await ask('/sim/', html, { at });
      expect(asked.body).toContain('The terminal of the server shows the pass phrase.');
      const passPhrase = /pass phrase {2}([a-z2-9-]{14})\n/.exec(program.output())![1]!;
      expect(asked.body).not.toContain(passPhrase);

      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const wrong = await ask('/sim/pass', form, { at, form: 'passPhrase=aaaa-aaaa-aaaa' });
      expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
      const right = await ask('/sim/pass', form, { at, form: `passPhrase=${passPhrase}` });
      const cookie = right.headers['set-cookie']![0]!;
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
      expect((await ask(CODES, { cookie: cookie.split(';')[0]! }, { at })).status).toBe(200);
    },
  );
});

test.each([
  ['MTN_BASE_URL', 'https://proxy.momoapi.mtn.com'],
  ['AFRICAS_TALKING_API_KEY', 'a key'],
  ['PUBLIC_URL', 'https://loans.example'],
  ['SIMULATOR_URL', 'http://192.0.2.1/sim'],
  ['DATABASE_URL', 'postgres://thumba@db.example/thumba'],
])('a demo with a real %s does not start, and says why in one line', async (name, value) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-open-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DEMO: 'true', PORT: '0', [name]: value },
  });
  const [[code], output] = await Promise.all([once(server, 'exit'), text(server.stderr)]);
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^A demo does not start with .*${name}.*\\n$`));
});
