import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';

const log = createLog({ level: 'silent', service: 'test' });

async function listening(options: { isHttpsOnly?: boolean } = {}) {
  const http = await createHttpServer({ log, trustProxy: false, ...options });
  http.post('/slow', async () => {
    await sleep(200);
    return { done: true };
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  return { http, port: (http.server.address() as { port: number }).port };
}

test('a request that never ends is cut off after two minutes, as its client would do', async () => {
  const { http } = await listening();
  expect(http.server.requestTimeout).toBe(120_000);
  await http.close();
});

test('a connection that was opened for nothing does not hold up the end of the server', async () => {
  const { http, port } = await listening();
  const idle = connect(port, '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  const arrived = once(http.server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST' });
  await arrived;
  const closingSinceMs = performance.now();
  await http.close();
  expect(performance.now() - closingSinceMs).toBeLessThan(10_000);
  expect(await (await answer).json()).toEqual({ done: true });
  idle.destroy();
});

test('a request of which the rest never comes is given up by a server that ends', async () => {
  const { http, port } = await listening();
  const arrived = once(http.server, 'request');
  const halting = connect(port, '127.0.0.1');
  halting.write(
    'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await arrived;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isClosed = false;
  const closed = http.close().then(() => {
    isClosed = true;
  });
  let seconds = 0;
  for (; !isClosed && seconds < 60; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  vi.useRealTimers();
  await closed;
  expect(seconds).toBeGreaterThanOrEqual(20);
  expect(seconds).toBeLessThan(60);
  halting.destroy();
});

test.each([
  ['no sign-in with Google', undefined, 'same-origin'],
  ['a sign-in with Google', {}, 'same-origin-allow-popups'],
])('pages of a lender with %s load nothing from elsewhere', async (_what, google, opener) => {
  const http = await createHttpServer({ log, trustProxy: false, google });
  http.get('/page', async () => 'page');
  const { headers } = await http.inject('/page');
  expect(headers['cross-origin-opener-policy']).toBe(opener);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(policy).toContain("object-src 'none';base-uri 'none'");
  expect(headers['referrer-policy']).toBe('no-referrer');
  await http.close();
});

test('a production server tells browsers to use https only, with every answer, and a demo does not', async () => {
  for (const isHttpsOnly of [true, false]) {
    const http = await createHttpServer({ log, trustProxy: false, isHttpsOnly });
    for (const url of ['/', '/api/nothing', '/healthz']) {
      const answer = await http.inject({ url });
      expect(answer.headers['strict-transport-security']).toBe(isHttpsOnly ? 'max-age=31536000' : undefined);
    }
    await http.close();
  }
});

test('a refusal before any route has the headers of an answer too', async () => {
  const { http, port } = await listening({ isHttpsOnly: true });
  const unreadable = [
    'GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: a miracle\r\n\r\n',
    'no request\r\n\r\n',
  ];
  for (const request of unreadable) {
    const socket = connect(port, '127.0.0.1').end(request);
    let answer = '';
    for await (const part of socket) answer += String(part).toLowerCase();
    expect(answer).toMatch(/^http\/1\.1 40[04] /);
    expect(answer).toContain('content-type: application/json; charset=utf-8\r\n');
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    expect(answer).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
    expect(answer).toContain('strict-transport-security: max-age=31536000\r\n');
    expect(answer).toMatch(/\{"code":40[04],/);
  }
  await http.close();
});
