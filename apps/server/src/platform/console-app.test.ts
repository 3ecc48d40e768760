import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepHostsApart, leadToConsole, registerConsoleApp } from './console-app.ts';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';
import { registerWebApp } from './web-app.ts';

const PAGE = '<!doctype html><title>Thumba console</title>';
const BORROWER_PAGE = '<!doctype html><title>Thumba</title>';
const SCRIPT = 'console.log("console");'.repeat(50);

let folder: string;
let http: FastifyInstance;

/** The files of the two builds: a page and hashed files, with a compressed copy. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-console-'));
  for (const name of ['console/assets', 'web/assets'])
    await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'web/index.html'), BORROWER_PAGE);
  await writeFile(path.join(folder, 'console/index.html'), PAGE);
  await writeFile(path.join(folder, 'console/secret.txt'), 'not a part of the build');
  await writeFile(path.join(folder, 'console/assets/index-B1a2c3.js'), SCRIPT);
  await writeFile(path.join(folder, 'console/assets/index-B1a2c3.js.br'), brotliCompressSync(SCRIPT));
  http = await serverOf('console');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serverOf(
  consoleFolder: string,
  begin: (server: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const server = await createHttpServer({
    log: createLog({ level: 'silent', service: 'test' }),
    trustProxy: false,
  });
  begin(server);
  await registerConsoleApp(server, path.join(folder, consoleFolder));
  await registerWebApp(server, path.join(folder, 'web'));
  server.get('/console/api/session', () => ({ code: 200 }));
  return server;
}

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}, server = http) =>
  server.inject({ method: 'GET', url, headers });

describe('the page of the console', () => {
  test.each(['/console', '/console/', '/console/requests/17', '/console/invitation', '/console/apis'])(
    'is at %s and is never kept',
    async (url) => {
      const answer = await get(url, asPage);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toBe(PAGE);
    },
  );

  test('may load and send to its own origin only, and be in no frame', async () => {
    const policy = String((await get('/console/', asPage)).headers['content-security-policy']);
    for (const rule of ["default-src 'self'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
      expect(policy.split(';')).toContain(rule);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test.each(['/console/api', '/console/api/none', '/console/api/session/none', '/console/assets/none.js'])(
    'is not at %s',
    async (url) => {
      const answer = await get(url, asPage);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe(404);
    },
  );

  test('is no answer to a request for something else', async () => {
    expect((await get('/console/none.js', { accept: '*/*' })).statusCode).toBe(404);
  });

  test('leaves a call to its handler, and other addresses to the borrower app', async () => {
    expect((await get('/console/api/session', asPage)).json()).toEqual({ code: 200 });
    for (const url of ['/', '/home', '/consoles'])
      expect((await get(url, asPage)).body, url).toBe(BORROWER_PAGE);
  });
});

test('a hashed file is kept for a year, and comes compressed', async () => {
  const answer = await get('/console/assets/index-B1a2c3.js', { 'accept-encoding': 'br' });
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
});

test('a file beside the parts of the page is not served', async () => {
  for (const url of ['/console/secret.txt', '/console/assets/..%2fsecret.txt'])
    expect((await get(url)).statusCode, url).toBe(404);
});

test('where the console is not built, its address is not found', async () => {
  const server = await serverOf('none');
  expect((await get('/console/requests', asPage, server)).statusCode).toBe(404);
});

describe('the console at a host of its own', () => {
  const OFFICE = 'https://office.example';
  let apart: FastifyInstance;
  beforeAll(async () => {
    apart = await serverOf('console', (server) => keepHostsApart(server, OFFICE));
    apart.get('/healthz', () => ({ status: 'alive' }));
    apart.get('/loan/home', () => ({ code: 200 }));
  });

  test.each([
    ['office.example', '/console', 200],
    ['office.example', '/console/api/session', 200],
    ['office.example', '/healthz', 200],
    ['office.example', '/pay/17', 404],
    ['office.example', '/loan/home', 404],
    ['office.example', '/consoles', 404],
    ['app.example', '/console', 404],
    ['app.example', '/console/api/session', 404],
    ['app.example', '/console/assets/index-B1a2c3.js', 404],
    ['app.example', '/loan/home', 200],
    ['app.example', '/pay/17', 200],
    ['app.example', '/healthz', 200],
  ])('at %s the address %s answers %i', async (host, url, status) => {
    expect((await get(url, { ...asPage, host }, apart)).statusCode).toBe(status);
  });

  test('leads from its bare host to the console', async () => {
    const answer = await get('/', { ...asPage, host: 'office.example' }, apart);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/console']);
  });
});

test('a demo leads from another name of the machine to the one that passkeys work at', async () => {
  const demo = await serverOf('console', (server) => leadToConsole(server, 'http://localhost:8080'));
  const answer = await get('/console/staff', { ...asPage, host: '127.0.0.1:8080' }, demo);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:8080/console/staff']);
  expect((await get('/console/staff', { ...asPage, host: 'localhost:8080' }, demo)).body).toBe(PAGE);
  expect((await get('/', { ...asPage, host: '127.0.0.1:8080' }, demo)).body).toBe(BORROWER_PAGE);
});
