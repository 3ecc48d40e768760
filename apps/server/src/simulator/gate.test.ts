import { hostname } from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardSimulator, newPassPhrase } from './gate.ts';

const PASS_PHRASE = 'abcd-efgh-jkmn';
const PHONE = '192.168.1.20';

let nowMs = 0;
let closed: FastifyInstance;
let open: FastifyInstance;
beforeAll(async () => {
  const start = async (passPhrase: string | undefined) => {
    const app = Fastify();
    await app.register(
      async (sim) => {
        guardSimulator(sim, { passPhrase, now: () => nowMs });
        sim.get('/', async () => 'the handset');
        sim.get('/api/codes', async () => ({ code: '1234' }));
        sim.post('/api/prompts', async () => ({ outcome: 'approved' }));
      },
      { prefix: '/sim' },
    );
    return app;
  };
  closed = await start(undefined);
  open = await start(PASS_PHRASE);
});
afterAll(async () => {
  await closed.close();
  await open.close();
});
beforeEach(() => {
  nowMs += 3_600_000;
});

type From = { address?: string; host?: string; headers?: Record<string, string> };

const get = (app: FastifyInstance, url: string, { address, host, headers }: From = {}) =>
  app.inject({
    url,
    remoteAddress: address ?? '127.0.0.1',
    headers: { host: host ?? 'localhost:8080', ...headers },
  });

const enter = (passPhrase: string, remoteAddress = PHONE) =>
  open.inject({
    method: 'POST',
    url: '/sim/pass',
    remoteAddress,
    headers: { host: '192.168.1.5:8080', 'content-type': 'application/x-www-form-urlencoded' },
    payload: `passPhrase=${encodeURIComponent(passPhrase)}`,
  });

describe('on this machine', () => {
  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost'])(
    '%s is answered',
    async (host) => {
      expect((await get(closed, '/sim/api/codes', { host })).json()).toEqual({ code: '1234' });
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '192.168.1.5:8080', 'a b'])(
    'a web site whose name %j points here is refused',
    async (host) => {
      for (const app of [closed, open]) {
        expect((await get(app, '/sim/api/codes', { host })).statusCode).toBe(403);
      }
    },
  );

  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via', 'cf-connecting-ip'])(
    'a tunnel that sets %s is refused',
    async (name) => {
      for (const app of [closed, open]) {
        expect((await get(app, '/sim/', { headers: { [name]: '127.0.0.1' } })).statusCode).toBe(403);
      }
    },
  );
});

describe('a form on the page of another site', () => {
  const post = (headers: object) =>
    closed.inject({
      method: 'POST',
      url: '/sim/api/prompts',
      headers: { host: 'localhost:8080', ...headers },
    });

  test.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('approves no payment: %j', async (headers) => {
    expect((await post(headers)).statusCode).toBe(403);
  });

  test('while a form of this machine and a program do', async () => {
    for (const headers of [{}, { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }]) {
      expect((await post(headers)).json()).toEqual({ outcome: 'approved' });
    }
  });

  test('may be a link to the handset', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await get(closed, '/sim/', { headers })).statusCode).toBe(200);
  });
});

describe('from another machine', () => {
  test('is refused where there is no pass phrase', async () => {
    expect((await get(closed, '/sim/', { address: PHONE, host: '192.168.1.5:8080' })).statusCode).toBe(403);
  });

  test('asks for the pass phrase, and opens with it', async () => {
    const from = { address: PHONE, host: '192.168.1.5:8080' };
    const page = await get(open, '/sim/', { ...from, headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(401);
    expect(page.body).toContain('<form method="post" action="/sim/pass">');
    expect(page.body).not.toContain(PASS_PHRASE);
    expect((await get(open, '/sim/api/codes', from)).statusCode).toBe(401);

    const wrong = await enter('abcd-efgh-jkmm');
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    const right = await enter(` ${PASS_PHRASE.toUpperCase()} `);
    expect(right.statusCode).toBe(303);
    const cookie = String(right.headers['set-cookie']);
    expect(cookie).toMatch(/^sim_pass=[0-9a-f]{64}; Path=\/sim; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    expect((await get(open, '/sim/api/codes', { ...from, headers })).json()).toEqual({ code: '1234' });
    const forged = { cookie: `sim_pass=${'0'.repeat(64)}` };
    expect((await get(open, '/sim/api/codes', { ...from, headers: forged })).statusCode).toBe(401);
  });

  test('is refused under a name that is not of this machine', async () => {
    expect((await get(open, '/sim/', { address: PHONE, host: 'evil.example' })).statusCode).toBe(403);
    expect((await get(open, '/sim/', { address: PHONE, host: `${hostname()}:8080` })).statusCode).toBe(401);
  });

  test('may guess the pass phrase ten times a minute, and holds no other machine up', async () => {
    const guesses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) guesses.push((await enter(`guess-${tries}`)).statusCode);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await enter(PASS_PHRASE)).statusCode).toBe(429);
    expect((await enter(PASS_PHRASE, '192.168.1.21')).statusCode).toBe(303);
    nowMs += 60_000;
    expect((await enter(PASS_PHRASE)).statusCode).toBe(303);
  });
});

test('a pass phrase is three groups of letters, another one each time', () => {
  const passPhrases = Array.from({ length: 50 }, newPassPhrase);
  for (const passPhrase of passPhrases) expect(passPhrase).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  expect(new Set(passPhrases).size).toBe(50);
});
