import { hash } from 'node:crypto';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { type AdmissionFigures, admitRequests } from './admission.ts';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';
import type { RequestClass } from './request-class.ts';

const log = createLog({ level: 'silent', service: 'test' });
let http: FastifyInstance | undefined;
afterEach(() => http?.close());

const CLASSES: RequestClass[] = ['always', 'callback', 'money', 'call', 'page'];

/** A server with one route of each class. A request is answered when the test says so. */
async function startServer(limit: number) {
  const app = await createHttpServer({ log, trustProxy: 1 });
  http = app;
  let framed = 0;
  app.addHook('onRequest', async () => {
    framed += 1;
  });
  const waiting: (() => void)[] = [];
  const figures = admitRequests(app, {
    least: limit,
    most: limit,
    addressOf: (address) => address,
    headers: { 'strict-transport-security': 'max-age=1' },
  });
  for (const requestClass of CLASSES) {
    app.post(`/${requestClass}`, { config: { requestClass } }, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { answered: requestClass };
    });
  }
  // As the simulated operators do.
  await app.register(async (part) => {
    part.addHook('onRoute', (route) => {
      route.config = { ...route.config, requestClass: 'always' };
    });
    part.get('/part', async () => ({}));
  });
  app.get('/waits', { config: { requestClass: 'call' } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  app.post('/of/:name', { config: { requestClass: 'call' } }, async () => ({}));
  app.post('/throws', { config: { requestClass: 'call' } }, async () => {
    throw new Error('a fault');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return {
    port,
    figures,
    /** How many requests the framework saw. */
    framed: () => framed,
    ask: (path: string, from = '203.0.113.1', signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/${path}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        ...(signal ? { signal } : {}),
      }),
    answerAll() {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** A busy machine can be slow. */
const PATIENCE = { timeout: 90_000, interval: 5 };

const inWorkIs = (figures: () => AdmissionFigures, count: number) =>
  vi.waitFor(() => expect(figures().inWork).toBe(count), PATIENCE);

let lastAddress = 0;
const otherAddress = () => `198.51.100.${++lastAddress}`;

test('a request beyond the limit gets 503 at once, and the seconds after which to try again', async () => {
  const { ask, figures, answerAll } = await startServer(2);
  const taken = [ask('money', otherAddress()), ask('money', otherAddress())];
  await inWorkIs(figures, 2);
  const refused = await ask('money', otherAddress());
  expect(refused.status).toBe(503);
  const { code, msg, data } = (await refused.json()) as {
    code: number;
    msg: string;
    data: { retryAfterSeconds: number };
  };
  expect(code).toBe(503);
  expect(refused.headers.get('retry-after')).toBe(String(data.retryAfterSeconds));
  expect(Number.isInteger(data.retryAfterSeconds)).toBe(true);
  expect(msg).toMatch(/^Many people are using Thumba at the moment. Please try again in \d seconds?.$/);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  answerAll();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
  await inWorkIs(figures, 0);
  expect(figures().refused).toEqual({ callback: 0, money: 1, call: 0, page: 0 });
});

test('a refusal comes with the headers of every answer, also for an address with a parameter', async () => {
  const { ask, figures, answerAll } = await startServer(1);
  const taken = ask('money', otherAddress());
  await inWorkIs(figures, 1);
  for (const path of ['call', 'of/one']) {
    const refused = await ask(path, otherAddress());
    expect([path, refused.status]).toEqual([path, 503]);
    expect(refused.headers.get('strict-transport-security')).toBe('max-age=1');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(figures().refused).toEqual({ callback: 0, money: 0, call: 2, page: 0 });
  answerAll();
  await taken;
});

test('a refused request to an address without a parameter does not reach the framework', async () => {
  const { ask, figures, framed, answerAll } = await startServer(1);
  const taken = ask('money', otherAddress());
  await inWorkIs(figures, 1);
  for (const path of ['call', 'money', 'callback', 'call?and=more']) {
    expect([path, (await ask(path, otherAddress())).status]).toEqual([path, 503]);
  }
  expect(framed()).toBe(1);
  answerAll();
  await taken;
});

test('a person who opens a page gets one that says so, with a script that its headers allow', async () => {
  const { ask, figures, answerAll, port } = await startServer(1);
  const taken = ask('money', otherAddress());
  await inWorkIs(figures, 1);
  const page = await fetch(`http://127.0.0.1:${port}/page`, { headers: { accept: 'text/html,*/*' } });
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  const text = await page.text();
  expect(text).toContain('Many people are using Thumba at the moment.');
  const [, script] = /<script>(.*)<\/script>/s.exec(text)!;
  expect(page.headers.get('content-security-policy')).toContain(hash('sha256', script!, 'base64'));
  answerAll();
  await taken;
});

test('those who are refused together are told different times', async () => {
  const { ask, figures, answerAll } = await startServer(1);
  const taken = ask('money', otherAddress());
  await inWorkIs(figures, 1);
  const waits = new Set<string | null>();
  for (let count = 0; count < 5; count += 1) {
    waits.add((await ask('money', otherAddress())).headers.get('retry-after'));
  }
  expect(waits.size).toBe(5);
  answerAll();
  await taken;
});

test('pages are refused first, then other calls, then money and callbacks', async () => {
  const { ask, figures, answerAll } = await startServer(20);
  const taken: Promise<Response>[] = [];
  const inWork = async (count: number) => {
    while (taken.length < count) taken.push(ask('callback', otherAddress()));
    await inWorkIs(figures, count);
  };
  const isLetIn = async (path: string) => {
    const before = figures().inWork;
    const asked = ask(path, otherAddress());
    let status: number | undefined;
    void asked.then((answer) => {
      status = answer.status;
    });
    await vi.waitFor(() => expect(status === 503 || figures().inWork > before).toBe(true), PATIENCE);
    if (status === 503) return false;
    taken.push(asked);
    return true;
  };
  await inWork(14);
  expect(await isLetIn('page')).toBe(false);
  expect(await isLetIn('call')).toBe(true);
  await inWork(17);
  expect(await isLetIn('call')).toBe(false);
  expect(await isLetIn('money')).toBe(true);
  expect(await isLetIn('callback')).toBe(true);
  await inWork(20);
  expect(await isLetIn('money')).toBe(false);
  expect(await isLetIn('callback')).toBe(false);
  answerAll();
  await Promise.all(taken);
});

test('one address cannot take all places, and callbacks may come from one', async () => {
  const { ask, figures, answerAll } = await startServer(10);
  const taken = Array.from({ length: 5 }, () => ask('money', '192.0.2.1'));
  await inWorkIs(figures, 5);
  expect((await ask('money', '192.0.2.1')).status).toBe(503);
  taken.push(ask('money', '192.0.2.2'));
  for (let count = 0; count < 4; count += 1) taken.push(ask('callback', '192.0.2.1'));
  await inWorkIs(figures, 10);
  answerAll();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('probes and figures are let in whatever is in work', async () => {
  const { ask, figures, answerAll } = await startServer(1);
  const taken = ask('money');
  await inWorkIs(figures, 1);
  const probe = ask('always');
  const refused = await ask('money');
  expect(refused.status).toBe(503);
  answerAll();
  await taken;
  await vi.waitFor(async () => {
    answerAll();
    expect((await probe).status).toBe(200);
  }, PATIENCE);
});

test('a class that a part of the program gives to all its routes counts', async () => {
  const { port, ask, figures, answerAll } = await startServer(1);
  const taken = ask('money');
  await inWorkIs(figures, 1);
  expect((await fetch(`http://127.0.0.1:${port}/part`)).status).toBe(200);
  answerAll();
  await taken;
});

test('a caller who leaves, a fault and an unknown address each give their place back', async () => {
  const { ask, figures, answerAll } = await startServer(2);
  const leaving = new AbortController();
  const left = ask('money', otherAddress(), leaving.signal).catch(() => 'left');
  await inWorkIs(figures, 1);
  leaving.abort();
  expect(await left).toBe('left');
  await inWorkIs(figures, 0);
  expect((await ask('throws', otherAddress())).status).toBe(500);
  expect((await ask('not-there', otherAddress())).status).toBe(404);
  await inWorkIs(figures, 0);
  answerAll();
});

test('a body that arrives slowly holds no place', async () => {
  const { port, ask, figures, answerAll } = await startServer(1);
  const slow = connect({ port, host: '127.0.0.1' });
  slow.write(
    'POST /money HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
  );
  await inWorkIs(figures, 0);
  const quick = ask('money', otherAddress());
  await inWorkIs(figures, 1);
  answerAll();
  expect((await quick).status).toBe(200);
  await inWorkIs(figures, 0);
  const answered = new Promise<string>((resolve) => slow.once('data', (data) => resolve(String(data))));
  slow.write(':"b"}');
  await inWorkIs(figures, 1);
  answerAll();
  expect(await answered).toContain('200 OK');
  slow.destroy();
  await inWorkIs(figures, 0);
});

test('a request whose body is never read has its place, also while that body is on its way', async () => {
  const { port, figures, answerAll } = await startServer(1);
  const sockets = Array.from({ length: 5 }, () => connect({ port, host: '127.0.0.1' }));
  const statuses = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data).slice(9, 12)))),
  );
  let refused = 0;
  for (const status of statuses) void status.then((text) => (refused += text === '503' ? 1 : 0));
  for (const socket of sockets)
    socket.write('GET /waits HTTP/1.1\r\nhost: test\r\ncontent-length: 1\r\n\r\n');
  await vi.waitFor(() => expect(refused).toBe(4), PATIENCE);
  expect(figures().inWork).toBe(1);
  answerAll();
  expect((await Promise.all(statuses)).sort()).toEqual(['200', '503', '503', '503', '503']);
  for (const socket of sockets) socket.destroy();
  await inWorkIs(figures, 0);
});
