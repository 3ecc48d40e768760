import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDone } from './android-answers.ts';
import { openAndroidBridge } from './android-bridge.ts';
import { type AndroidHost, constantOf, findAndroidHost } from './android-host.ts';

type Page = {
  onThumbaAndroid(requestId: unknown, answer: unknown): void;
  onThumbaGoogleSignIn(token: unknown): void;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const constants: AndroidHost = { version: () => '1', origin: () => 'https://app.example.zm' };
const DONE = '{"ok":true,"value":true}';

function openWith(hooks: Partial<AndroidHost>) {
  const page = {};
  const bridge = openAndroidBridge({ ...constants, ...hooks }, page);
  return { bridge, page: page as Page };
}

describe('a hook', () => {
  test('is given a request and its argument as texts, and its answer finds its request', async () => {
    const asked: [string, string][] = [];
    const { bridge, page } = openWith({ openExternal: (...request) => void asked.push(request) });
    const first = bridge.ask('openExternal', { url: 'tel:211' }, readDone);
    const second = bridge.ask('openExternal', { url: 'tel:212' }, readDone);
    expect(asked.map(([, argument]) => argument)).toEqual(['{"url":"tel:211"}', '{"url":"tel:212"}']);
    page.onThumbaAndroid(asked[1]![0], DONE);
    page.onThumbaAndroid(asked[0]![0], '{"ok":false,"error":"refused"}');
    expect([await first, await second]).toEqual([undefined, true]);
  });

  test('is called on its object, where alone it works', async () => {
    let calledOn: unknown;
    const host: AndroidHost = {
      ...constants,
      location(this: unknown) {
        calledOn = this;
      },
    };
    void openAndroidBridge(host, {}).ask('location', {}, readDone);
    expect(calledOn).toBe(host);
  });

  test('that hangs has refused after ten seconds, or after as long as a person may take', async () => {
    const { bridge } = openWith({ location: () => undefined });
    const told: string[] = [];
    void bridge.ask('location', {}, readDone).then((value) => told.push(`at ten: ${value}`));
    void bridge
      .ask('location', {}, readDone, { withinMs: 60_000 })
      .then((value) => told.push(`at sixty: ${value}`));
    await vi.advanceTimersByTimeAsync(9999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['at ten: undefined']);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(told).toEqual(['at ten: undefined', 'at sixty: undefined']);
  });

  test('that throws, is no function or is not there has refused', async () => {
    const broken = () => {
      throw new Error('Java exception was raised during method invocation');
    };
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    const { bridge } = openWith({ location: broken, deviceInfo: 'rubbish' as never });
    for (const hook of ['location', 'deviceInfo', 'messageFigures'] as const)
      expect(await bridge.ask(hook, {}, readDone)).toBeUndefined();
    expect(warning).toHaveBeenCalledOnce();
    warning.mockRestore();
  });

  test('answers once: what comes again, of another request, or too long, counts for nothing', async () => {
    let requestId = '';
    const { bridge, page } = openWith({
      location(id) {
        requestId = id;
      },
    });
    const answer = bridge.ask('location', {}, (value) => value);
    page.onThumbaAndroid('1', '{"ok":true,"value":"of nobody"}');
    page.onThumbaAndroid(undefined, undefined);
    page.onThumbaAndroid(requestId, '{"ok":true,"value":"the first"}');
    page.onThumbaAndroid(requestId, '{"ok":true,"value":"the second"}');
    expect(await answer).toBe('the first');
    const long = bridge.ask('location', {}, (value) => value);
    page.onThumbaAndroid(requestId, JSON.stringify({ ok: true, value: 'x'.repeat(10_000) }));
    expect(await long).toBeUndefined();
  });
});

describe('Google', () => {
  test('answers by a callback of its own, with a token or without', async () => {
    const { bridge, page } = openWith({ signInWithGoogle: () => undefined });
    const chosen = bridge.signInWithGoogle();
    page.onThumbaGoogleSignIn('ya29.token');
    expect(await chosen).toBe('ya29.token');
    const nobody = bridge.signInWithGoogle();
    page.onThumbaGoogleSignIn('');
    expect(await nobody).toBe('');
  });

  test('asked again lets go of what was asked before, and two minutes are enough', async () => {
    const { bridge, page } = openWith({ signInWithGoogle: () => undefined });
    const before = bridge.signInWithGoogle();
    const again = bridge.signInWithGoogle();
    expect(await before).toBeUndefined();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await again).toBeUndefined();
    page.onThumbaGoogleSignIn('ya29.late');
    const rubbish = bridge.signInWithGoogle();
    page.onThumbaGoogleSignIn({ token: 'ya29' });
    expect(await rubbish).toBeUndefined();
    expect(await openWith({}).bridge.signInWithGoogle()).toBeUndefined();
  });
});

describe('the wrapper’s object', () => {
  const location = { origin: 'https://app.example.zm' };
  const pageWith = (host: unknown, further: object = {}) => {
    const page = { location, ThumbaAndroid: host, ...further };
    return { top: page, ...page, ...further } as unknown as Window;
  };
  const topOf = (host: unknown) => {
    const page = pageWith(host) as unknown as { top: unknown };
    page.top = page;
    return page as unknown as Window;
  };

  test.each(['1', '2', '10', 1])('of version %j is used', (version) => {
    expect(findAndroidHost(topOf({ ...constants, version: () => version }))).toBeDefined();
  });

  const notOurs: unknown[] = [
    undefined,
    null,
    'ThumbaAndroid',
    {},
    { version: () => '1' },
    { origin: constants.origin },
    { ...constants, origin: () => 'https://elsewhere.example' },
    { ...constants, origin: () => 'https://app.example.zm/' },
    { ...constants, origin: 'https://app.example.zm' },
    ...['', '0', '-1', '1.5', '1; drop', 'one', '99999', null, {}].map((said) => ({
      ...constants,
      version: () => said,
    })),
  ];

  test.each(notOurs)('is left alone as %o', (host) => {
    expect(findAndroidHost(topOf(host))).toBeUndefined();
  });

  test('is left alone in a frame, and where it throws', () => {
    expect(findAndroidHost(pageWith(constants))).toBeUndefined();
    const broken = {
      ...constants,
      version(): string {
        throw new Error('gone');
      },
    };
    expect(findAndroidHost(topOf(broken))).toBeUndefined();
  });
});

describe('a constant of the wrapper', () => {
  test('is the text that the wrapper tells', () => {
    expect(constantOf({ ...constants, smsHash: () => 'FA+9qCX9VSu' }, 'smsHash')).toBe('FA+9qCX9VSu');
  });

  test.each([undefined, () => 7, () => undefined, 'seven' as never])('is empty where it is %o', (told) => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    expect(constantOf({ ...constants, versionCode: told! }, 'versionCode')).toBe('');
    warning.mockRestore();
  });

  test('is empty where the wrapper throws', () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    const broken = () => {
      throw new Error('Java exception was raised during method invocation');
    };
    expect(constantOf({ ...constants, versionCode: broken }, 'versionCode')).toBe('');
    expect(warning).toHaveBeenCalledOnce();
    warning.mockRestore();
  });
});
