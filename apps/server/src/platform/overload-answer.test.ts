import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { marked } from '@thumba/words/en-xa';
import { expect, onTestFinished, test } from 'vitest';
import { createOverloadAnswer } from './overload-answer.ts';

const TOKENS = path.join(import.meta.dirname, '../../../web/src/ui/tokens.css');

async function waitingPage(): Promise<{ text: string; policy: string }> {
  const server = createServer(createOverloadAnswer()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  return { text: await page.text(), policy: page.headers.get('content-security-policy')! };
}

test('the page for a person has one style, and its headers allow that style and no other', async () => {
  const { text, policy } = await waitingPage();
  const [[, style] = [], ...more] = text.matchAll(/<style>(.*?)<\/style>/gs);
  expect(more).toEqual([]);
  expect(policy).toContain(`style-src 'sha256-${hash('sha256', style!, 'base64')}';`);
  expect(text).not.toMatch(/ style=|<link/);
});

test('the page for a person has the colours and the fonts of the app, and its text has the size of the browser', async () => {
  const { text } = await waitingPage();
  const tokens = readFileSync(TOKENS, 'utf8');
  const [fonts] = /(?<=--font: ).+(?=;)/.exec(tokens)!;
  const colourPattern = /#[0-9a-f]{3,}/g;
  const ofApp = new Set([...tokens.match(colourPattern)!, '#fff']);
  const ofPage = text.match(colourPattern)!;
  expect(ofPage.length).toBeGreaterThan(4);
  expect(ofPage.filter((colour) => !ofApp.has(colour))).toEqual([]);
  expect(text).toContain(`1rem/1.5 ${fonts!.replaceAll(', ', ',')}`);
  expect(text).not.toMatch(/font(-size)?:[^;}]*\dpx/);
});

test('an answer under overload is in the language of the one who asked', async () => {
  const server = createServer(createOverloadAnswer()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  const english = /Many people are using Thumba at the moment\. Please try again in \d seconds?\./;
  expect(await ask('/', { lang: 'en' })).toMatch(english);
  expect(await ask('/', { lang: 'en-XA' })).toContain(marked('Many people are using Thumba').slice(0, -1));
  expect(await ask('/', { lang: 'no-such' })).toMatch(english);
  expect(await ask('/?lang=en-XA', { accept: 'text/html' })).toContain(
    `<title>${marked('Please wait · Thumba')}</title>`,
  );
  expect(await ask('/', { accept: 'text/html' })).toContain('<title>Please wait · Thumba</title>');
});
