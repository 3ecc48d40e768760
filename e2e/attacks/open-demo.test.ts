import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
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
  program = await startProgram();
});
afterAll(() => program?.stop());

/** A request with headers that a browser or a tunnel would set, which `fetch` does not let a program set. */
async function ask(place: string, headers: Record<string, string> = {}) {
  const asking = request(program.url + place, { headers });
  asking.end();
  const [answer] = await once(asking, 'response');
  return { status: answer.statusCode as number, body: await text(answer) };
}

describe('a stranger reads no code of a demo', () => {
  const CODES = `/sim/api/phones/${MOBILE}`;

  test('while this machine does', async () => {
    expect((await ask(CODES)).status).toBe(200);
    expect((await ask('/sim/')).status).toBe(200);
  });

  test.each(['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', 'sim'])(
    'by a web site whose name %s was pointed at this machine',
    async (host) => {
      for (const place of [CODES, '/sim/', '/sim/api/faults']) {
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

  test('from another machine, because the server listens on this one alone unless it is told otherwise', () => {
    expect(readConfig({ DATA_DIR: program.dataDir }).HOST).toBe('127.0.0.1');
  });
});

test.each([
  ['MTN_BASE_URL', 'https://proxy.momoapi.mtn.com'],
  ['AFRICAS_TALKING_API_KEY', 'a key'],
  ['PUBLIC_URL', 'https://loans.example'],
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
