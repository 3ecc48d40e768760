import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { calls } from '@thumba/contract/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { signIn } from '../../demo/borrower-steps.ts';
import { schemaRows } from './schema-rows.ts';

let server: AppServer;
let html: string;
beforeAll(async () => {
  server = await startAppServer();
  const answer = await fetch(`${server.url}/docs`);
  expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
  html = await answer.text();
});
afterAll(() => server.stop());

const plain = (text: string) =>
  text.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_all, point) => String.fromCodePoint(Number(point)));

test('the page shows every call of the contract without a click, in its group', () => {
  for (const [name, { method, path, token }] of Object.entries(calls)) {
    const [, article = ''] = new RegExp(`<article id="${name}">(.*?)</article>`, 's').exec(html) ?? [];
    expect(plain(article), name).toContain(`${method} /api${path}`);
    expect(plain(article), name).toMatch(token ? /\btoken\b/ : /no token/);
    expect(plain(article), name).toMatch(/Refusals: \d{3}/);
  }
  expect(html).not.toContain('<details');
  const paying = /<h2 id="paying">.*?<\/section>/s.exec(html)![0];
  for (const name of ['submitRepayApplyV2', 'settlementQuote']) expect(paying).toContain(`id="${name}"`);
  expect(paying).not.toContain('id="sendSmsCode"');
});

test('the page loads nothing but its own style and script', async () => {
  const loaded = [...html.matchAll(/<(?:link|script|img)[^>]*?(?:href|src)="([^"]*)"/g)].map(
    ([, url]) => url!,
  );
  expect(loaded).toEqual(['/icon.svg', '/docs/page.css', '/docs/page.js']);
  for (const url of loaded.slice(1)) expect((await fetch(server.url + url)).status).toBe(200);
  expect(html).not.toMatch(/<script(?![^>]* src)|<style|\sstyle=|\son\w+=/);
  const { openapi } = (await (await fetch(`${server.url}/docs/json`)).json()) as { openapi: string };
  expect(openapi).toBe('3.1.0');
});

test('the program on the page makes a call with a token', async () => {
  const client = server.newClient();
  const { token } = await signIn(client, server.handset, server.newMobile());
  const sample = plain(/<pre id="signed-call"[^>]*>(.*?)<\/pre>/s.exec(html)![1]!);
  // The clock of a server under test stands still at another time than that of this machine.
  const program = sample.replace('THE TOKEN', token).replace('Date.now()', String(server.clock.nowMs()));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toMatch(/code: 200/);
});

test('a field inside a list or inside another field has its path', () => {
  const shared = { Plan: { type: 'object', properties: { dueOn: { type: 'string', format: 'date' } } } };
  const schema = {
    type: 'object',
    required: ['plans'],
    properties: {
      plans: { type: 'array', items: { $ref: '#/components/schemas/Plan' } },
      next: { anyOf: [{ $ref: '#/components/schemas/Plan' }, { type: 'null' }] },
      kind: { enum: ['a', 1], description: 'Which' },
    },
  };
  expect(schemaRows(schema, shared)).toEqual([
    { name: 'plans', type: 'list of object', isRequired: true, about: '' },
    { name: 'plans[].dueOn', type: 'string (date)', isRequired: false, about: '' },
    { name: 'next', type: 'object or null', isRequired: false, about: '' },
    { name: 'next.dueOn', type: 'string (date)', isRequired: false, about: '' },
    { name: 'kind', type: '"a" | 1', isRequired: false, about: 'Which' },
  ]);
});
