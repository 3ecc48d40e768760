import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { androidFolder } from './folders.ts';

const script = readFileSync(join(androidFolder, 'src/main/assets/bridge.js'), 'utf8');
const constants = {
  answeredAtOnce: { version: '1', origin: 'https://app.example.zm' },
  hooks: ['location', 'share', 'signInWithGoogle'],
};

type Host = Record<string, (...values: unknown[]) => unknown>;
type Port = { postMessage: (message: string) => void; onmessage?: (event: { data: string }) => void };
type Page = {
  top: unknown;
  thumbaPort?: Port;
  ThumbaAndroid?: Host;
  onThumbaAndroid?: (requestId: string, answer: string) => void;
  onThumbaGoogleSignIn?: (token: string) => void;
};

/** A page on which the script has run, and what it sent. */
function pageWith({ isFramed = false, hasPort = true, hooks = constants.hooks } = {}) {
  const sent: { requestId: string; method: string; argument: string }[] = [];
  const port: Port = { postMessage: (message) => sent.push(JSON.parse(message)) };
  const page: Page = { top: undefined, ...(hasPort && { thumbaPort: port }) };
  page.top = isFramed ? {} : page;
  const withConstants = script.replace('(CONSTANTS)', `(${JSON.stringify({ ...constants, hooks })})`);
  runInNewContext(withConstants, { window: page });
  const answer = (requestId: string, answered: string) =>
    port.onmessage?.({ data: JSON.stringify({ requestId, answer: answered }) });
  return { page, sent, answer };
}

const hostOf = (page: Page) => page.ThumbaAndroid as Host;

test('a page in a frame gets no object', () => {
  expect(pageWith({ isFramed: true }).page.ThumbaAndroid).toBeUndefined();
});

test('a page without the port gets no object', () => {
  expect(pageWith({ hasPort: false }).page.ThumbaAndroid).toBeUndefined();
});

test('constants answer at once, and a hook that the app does not have is missing', () => {
  const { page, sent } = pageWith({ hooks: ['location'] });
  expect(hostOf(page).version?.()).toBe('1');
  expect(hostOf(page).origin?.()).toBe('https://app.example.zm');
  expect(Object.keys(hostOf(page)).sort()).toEqual(['location', 'origin', 'version']);
  expect(sent).toEqual([]);
});

test('the page cannot change the object', () => {
  const { page } = pageWith();
  expect(Object.isFrozen(page.ThumbaAndroid)).toBe(true);
  expect(Reflect.set(page, 'ThumbaAndroid', {})).toBe(false);
  expect(Reflect.deleteProperty(page, 'ThumbaAndroid')).toBe(false);
});

test('a hook is asked in texts, and its answer comes back unchanged', () => {
  const { page, sent, answer } = pageWith();
  const heard = vi.fn();
  page.onThumbaAndroid = heard;
  hostOf(page).location?.('7', '{}');
  hostOf(page).share?.(8, '{"text":"x"}');
  expect(sent).toEqual([
    { requestId: '7', method: 'location', argument: '{}' },
    { requestId: '8', method: 'share', argument: '{"text":"x"}' },
  ]);
  answer('7', '{"ok":true,"value":1}');
  expect(heard.mock.calls).toEqual([['7', '{"ok":true,"value":1}']]);
});

test('an answer that comes before the page listens is dropped', () => {
  const { answer } = pageWith();
  expect(() => answer('7', '{"ok":true,"value":1}')).not.toThrow();
  expect(() => answer('google-0', '{"ok":true,"value":"token"}')).not.toThrow();
});

test('of several Google sign-ins the newest is answered: with an empty text if no account was chosen, with nothing if it failed', () => {
  const { page, sent, answer } = pageWith();
  const heard = vi.fn();
  page.onThumbaGoogleSignIn = heard;
  hostOf(page).signInWithGoogle?.();
  hostOf(page).signInWithGoogle?.();
  expect(sent.map(({ requestId }) => requestId)).toEqual(['google-1', 'google-2']);
  answer('google-1', '{"ok":true,"value":"older"}');
  answer('google-2', '{"ok":false,"error":"refused"}');
  expect(heard.mock.calls).toEqual([['']]);
  hostOf(page).signInWithGoogle?.();
  answer('google-3', '{"ok":true,"value":"token"}');
  hostOf(page).signInWithGoogle?.();
  answer('google-4', '{"ok":false,"error":"failed"}');
  expect(heard.mock.calls).toEqual([[''], ['token'], [undefined]]);
});
