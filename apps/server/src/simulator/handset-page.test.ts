import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerHandsetPage } from './handset-page.ts';

let folder: string;
let app: FastifyInstance;
let address: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handset-page-'));
  app = Fastify();
  await app.register(registerHandsetPage, { prefix: '/sim', folder: join(folder, 'dist') });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the page and its files are served under a strict policy, and nothing else is', async () => {
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), '<title>Handset</title>');
  await writeFile(join(folder, 'dist/assets/page-1a2b.js'), 'export {}');
  await writeFile(join(folder, 'secret.js'), 'secret');

  for (const path of ['/sim', '/sim/']) {
    const page = await fetch(address + path);
    expect(await page.text()).toBe('<title>Handset</title>');
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  }
  const script = await fetch(`${address}/sim/assets/page-1a2b.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.headers.get('cache-control')).toContain('immutable');
  for (const path of ['..%2f..%2fsecret.js', '..%2findex.html', 'none.js', 'page-1a2b.map']) {
    expect((await fetch(`${address}/sim/assets/${path}`)).status).toBe(404);
  }
});

test('before the page is built, the answer says how to build it', async () => {
  const answer = await fetch(`${address}/sim`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: expect.stringContaining('npm run build') });
});
