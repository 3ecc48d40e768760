import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';
import { registerWebApp } from './web-app.ts';

const PAGE = '<!doctype html><title>Thumba</title>';
const MANIFEST = JSON.stringify({
  id: '/',
  start_url: '/?source=pwa',
  shortcuts: [{ name: 'Borrow', url: '/home?source=pwa' }],
});
const WORKER =
  'var b={shell:[{url:"/index.html",revision:"0123456789abcdef"},{url:"/icon.svg",revision:null}]};';
const SCRIPT = 'console.log("thumba");'.repeat(50);

let folder: string;
let http: FastifyInstance;

/** The files of a build: a page, hashed files, and a compressed copy of each. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-web-'));
  for (const name of ['assets', 'face/assets']) await mkdir(path.join(folder, name), { recursive: true });
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/index-B1a2c3.js', SCRIPT],
    ['face/assets/guide-D4e5f6.js', SCRIPT],
  ] as const) {
    await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text));
  }
  await writeFile(path.join(folder, 'sw.js'), WORKER);
  await writeFile(path.join(folder, 'manifest.webmanifest'), MANIFEST);
  await writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  http = await serverOf(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serverOf(
  place: string,
  options?: Parameters<typeof registerWebApp>[2],
): Promise<FastifyInstance> {
  const log = createLog({ level: 'silent', service: 'test' });
  const server = await createHttpServer({ log, trustProxy: false });
  await registerWebApp(server, place, options);
  return server;
}

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}, server = http) =>
  server.inject({ method: 'GET', url, headers });

describe('the page', () => {
  test.each(['/', '/index.html', '/home', '/order/100001', '/apidocs'])(
    'is at %s and is never kept',
    async (url) => {
      const answer = await get(url, asPage);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toBe(PAGE);
    },
  );

  test('may load from its own origin only', async () => {
    const { headers } = await get('/home', asPage);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('may run WebAssembly in the face check only', async () => {
    const policyOf = async (url: string) =>
      String((await get(url, asPage)).headers['content-security-policy']);
    const allowed = ['/face', '/face/face-start', '/face/face-recognition?with=picture'];
    for (const url of [...allowed, '/face/assets/guide-D4e5f6.js'])
      expect(await policyOf(url), url).toContain("script-src 'self' 'wasm-unsafe-eval';");
    for (const url of ['/', '/home', '/facebook', '/assets/index-B1a2c3.js', '/sw.js'])
      expect(await policyOf(url), url).toContain("script-src 'self';");
  });

  test('and its files keep the guide of the face check for a year', async () => {
    const { headers } = await get('/face/assets/guide-D4e5f6.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

describe('the page of another tenant', () => {
  test.each(['/', '/index.html', '/home'])('names the tenant at %s, also compressed', async (url) => {
    const server = await serverOf(folder, { tenant: 'tenant "7" <&' });
    const named =
      '<!doctype html><meta name="tenant" content="tenant &quot;7&quot; &lt;&amp;"><title>Thumba</title>';
    const answer = await get(url, asPage, server);
    expect(answer.body).toBe(named);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    });
    const compressed = await get(url, { ...asPage, 'accept-encoding': 'gzip, br' }, server);
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(named);
    const again = await get(url, { ...asPage, 'if-none-match': String(answer.headers.etag) }, server);
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('the page where more than English is on', () => {
  const languages = [{ tag: 'ny', name: 'Chinyanja', isDraft: true }];
  const named =
    '<!doctype html><meta name="languages" content="[{&quot;tag&quot;:&quot;ny&quot;,&quot;name&quot;:&quot;Chinyanja&quot;,&quot;isDraft&quot;:true}]"><title>Thumba</title>';

  test('names the languages', async () => {
    const server = await serverOf(folder, { languages });
    for (const url of ['/', '/home']) expect((await get(url, asPage, server)).body).toBe(named);
  });

  test('is another version of the page for the service worker, which would keep the one before', async () => {
    const other = [...languages, { tag: 'bem', name: 'Ichibemba', isDraft: false }];
    const revisions = await Promise.all(
      [[], languages, other].map(async (on) => {
        const { body, headers } = await get('/sw.js', {}, await serverOf(folder, { languages: on }));
        expect(headers['content-type']).toContain('javascript');
        expect(headers['cache-control']).toBe('no-cache');
        expect(body.replace(/revision:"\w+"/, 'revision:"0123456789abcdef"')).toBe(WORKER);
        return /revision:"(\w+)"/.exec(body)![1];
      }),
    );
    expect(revisions[0]).toBe('0123456789abcdef');
    expect(new Set(revisions).size).toBe(3);
  });
});

describe('the manifest', () => {
  const manifestAt = async (search: string) => (await get(`/manifest.webmanifest${search}`)).json();

  test('starts the app with the channel that its address names', async () => {
    expect(await manifestAt('?appChannelCode=WM2')).toEqual({
      id: '/',
      start_url: '/?source=pwa&appChannelCode=WM2',
      shortcuts: [{ name: 'Borrow', url: '/home?source=pwa&appChannelCode=WM2' }],
    });
  });

  test.each(['', '?appChannelCode=', '?appChannelCode=%26evil', '?appChannelCode=a&appChannelCode=b'])(
    'is that of the build at "%s"',
    async (search) => {
      expect(await manifestAt(search)).toEqual(JSON.parse(MANIFEST));
    },
  );
});

describe('a file with a hash in its name', () => {
  test('is kept for good', async () => {
    const answer = await get('/assets/index-B1a2c3.js');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.body).toBe(SCRIPT);
  });

  test('comes compressed to whoever reads Brotli, and says that it does', async () => {
    const answer = await get('/assets/index-B1a2c3.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    expect(answer.rawPayload.length).toBeLessThan(SCRIPT.length / 5);
  });

  test('that is no longer there is not found, instead of being a page', async () => {
    const answer = await get('/assets/index-gone.js', { accept: '*/*' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 404, msg: 'There is nothing here', data: null });
  });
});

test('the page comes compressed too, and is still never kept', async () => {
  for (const url of ['/', '/home']) {
    const answer = await get(url, { ...asPage, 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(PAGE);
  }
});

describe('the service worker', () => {
  test('is a script that is asked for again each time', async () => {
    const answer = await get('/sw.js');
    expect(answer.body).toBe(WORKER);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('gives way to one that removes itself, when phones are to keep the app no more', async () => {
    const server = await serverOf(folder, { isKeptOnPhones: false });
    const answer = await get('/sw.js', {}, server);
    expect(answer.body).toContain('registration.unregister()');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/index-B1a2c3.js', {}, server)).body).toBe(SCRIPT);
    expect((await get('/home', asPage, server)).body).toBe(PAGE);
  });

  test('finds what an installed app is called and looks like', async () => {
    const { headers } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
  });
});

test('any other file is asked for again each time', async () => {
  expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/api',
  '/api/nothing',
  '/api?x=1',
  '/sim/nothing',
  '/metrics',
  '/callback/mtn/x',
  '/console/requests',
  '/docs2/../api/x',
])('nothing is at %s, whoever asks', async (url) => {
  for (const headers of [asPage, { accept: 'application/json' }]) {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 404, msg: 'There is nothing here', data: null });
  }
});

test.each(['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/etc/passwd'])(
  'nothing outside the folder is served: %s',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  },
);

test('a server whose app is not built answers its calls all the same', async () => {
  const server = await serverOf(path.join(folder, 'nowhere'));
  expect((await get('/home', asPage, server)).statusCode).toBe(404);
});
