import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
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
