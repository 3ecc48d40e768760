import type { BrowserContext } from 'playwright-core';
import { figuresOf, type PhoneMessage } from '../../apps/server/src/people/device/money-messages.ts';

/*
 * A stand-in for the Android wrapper in a browser, written from docs/android-bridge.md alone. Its object is there
 * before the first script of a page. It can refuse, hang, or answer nonsense.
 */

export type HostMode = 'granted' | 'refused' | 'hanging' | 'rubbish';

export type Phone = {
  deviceId: string;
  manufacturer: string;
  model: string;
  osVersion: string;
  place: { latitude: number; longitude: number };
  /** The SMS inbox of the phone, from all senders. */
  inbox: PhoneMessage[];
  /** The ID token that Google gives for the chosen account: another one for each sign-in. */
  googleToken(): Promise<string>;
  /** What the wrapper tells at once. */
  constants: { versionCode: string; shortestTermDays: string; smsHash: string };
  /** The text of the next SMS whose last line is the hash of the wrapper. */
  retrieveSms(): Promise<string>;
  /** Downloads the file of a newer version and opens Android's installer, unless it ends in another way. */
  installUpdate?(): Promise<'opened' | 'refused' | 'unsupported' | 'failed'>;
  /** The token of Firebase. Without it the wrapper was built without Firebase. */
  pushToken?: string;
};

/** A hook that was called, with the argument it was given. */
export type HookCall = { hook: string; argument: Record<string, unknown> };

/** From now on the pages of this window run in the wrapper. The list holds the calls of its hooks in their order. */
export async function runInWrapper(
  context: BrowserContext,
  origin: string,
  mode: HostMode,
  phone: Phone,
): Promise<HookCall[]> {
  const heard: HookCall[] = [];
  await context.exposeFunction('wrapperHeard', (hook: string, argument: string) => {
    heard.push({ hook, argument: JSON.parse(argument) });
  });
  await context.exposeFunction('wrapperGoogleToken', () => phone.googleToken());
  await context.exposeFunction('wrapperReads', (senders: string[]) => {
    const { readCount, figures } = figuresOf(phone.inbox, senders, Date.now());
    return { ...figures, readCount };
  });
  await context.exposeFunction('wrapperRetrieves', async () => {
    const lines = (await phone.retrieveSms()).split('\n');
    if (lines.at(-1) !== phone.constants.smsHash) throw new Error('the SMS is not for this app');
    return /\d{4,8}/.exec(lines[0]!)![0];
  });
  await context.exposeFunction('wrapperInstalls', async () => (await phone.installUpdate?.()) ?? 'opened');
  await context.addInitScript({ content: `(${HOST})(${JSON.stringify({ origin, mode, phone })})` });
  return heard;
}

const HOST = `({ origin, mode, phone }) => {
  if (window.top !== window || location.origin !== origin) return;

  // As on a phone, a permission is kept when the page is loaded again.
  const granted = JSON.parse(window.name || '{}');
  const done = (value) => ({ ok: true, value });
  const refused = { ok: false, error: 'refused' };
  const calendar = new Map();
  const hooks = {
    checkPermissions: () => done({
      camera: 'prompt',
      location: granted.location ?? 'prompt',
      messages: granted.messages ?? 'prompt',
      calendar: granted.calendar ?? 'prompt',
      notifications: phone.pushToken ? (granted.notifications ?? 'prompt') : 'denied',
    }),
    requestPermission({ permission }) {
      granted[permission] = 'granted';
      window.name = JSON.stringify(granted);
      return done('granted');
    },
    deviceInfo() {
      const { deviceId, manufacturer, model, osVersion } = phone;
      return done({ deviceId, manufacturer, model, osVersion });
    },
    location: () => (granted.location ? done(phone.place) : refused),
    messageFigures: async ({ senders }) =>
      granted.messages ? done(await window.wrapperReads(senders)) : refused,
    readCode: async () => done(await window.wrapperRetrieves()),
    hideScreen: ({ hidden }) => (typeof hidden === 'boolean' ? done(true) : refused),
    share: ({ text }) => (text.length > 0 && text.length <= 2000 ? done(true) : refused),
    async updateApp({ url, sha256, versionCode }) {
      if (phone.constants.shortestTermDays !== '1') return { ok: false, error: 'unsupported' };
      const isNewer = Number.isInteger(versionCode) && versionCode > Number(phone.constants.versionCode);
      const isAsAgreed = url.startsWith('https://') && /^[0-9a-f]{64}$/.test(sha256) && isNewer;
      const outcome = isAsAgreed ? await window.wrapperInstalls() : 'failed';
      return outcome === 'opened' ? done(true) : { ok: false, error: outcome };
    },
    addCalendarEvent(event) {
      if (!granted.calendar) return refused;
      calendar.set(event.key, event);
      return done(true);
    },
    removeCalendarEvent({ key }) {
      calendar.delete(key);
      return done(true);
    },
    ...(phone.pushToken && {
      pushToken: () => (granted.notifications ? done(phone.pushToken) : refused),
    }),
    openExternal: ({ url }) => (/^(https|tel|market):/.test(url) && url.length <= 2000 ? done(true) : refused),
  };

  let nonsense = 0;
  const NONSENSE = [
    (requestId) => window.onThumbaAndroid(requestId, 'granted'),
    (requestId) => window.onThumbaAndroid(requestId, JSON.stringify({ ok: true, value: { latitude: '', deviceId: 1 } })),
    (requestId) => window.onThumbaAndroid(requestId, { ok: true, value: true }),
    (requestId) => window.onThumbaAndroid(requestId, JSON.stringify({ ok: true, value: 'x'.repeat(600000) })),
    (requestId) => window.onThumbaAndroid(requestId + '0', JSON.stringify({ ok: true, value: true })) ||
      window.onThumbaAndroid(requestId, '['.repeat(9000)),
    () => { throw new Error('Java exception was raised during method invocation'); },
    (requestId) => window.onThumbaAndroid(requestId),
  ];

  function hear(hook, argument) {
    window.wrapperHeard(hook, argument);
  }

  const host = {
    version: () => '1',
    origin: () => origin,
    versionCode: () => phone.constants.versionCode,
    shortestTermDays: () => phone.constants.shortestTermDays,
    smsHash: () => phone.constants.smsHash,
    signInWithGoogle() {
      hear('signInWithGoogle', '{}');
      if (mode === 'hanging') return;
      window.wrapperGoogleToken().then((token) =>
        window.onThumbaGoogleSignIn({ granted: token, refused: '', rubbish: { token } }[mode]),
      );
    },
  };
  for (const hook of Object.keys(hooks)) {
    host[hook] = function (requestId, argument) {
      // As in a WebView, a method is found by the number of its parameters and works on its own object only.
      if (arguments.length !== 2 || typeof requestId !== 'string' || typeof argument !== 'string')
        throw new Error('Method not found');
      if (this !== host) throw new Error("Java bridge method can't be invoked on a non-injected object");
      hear(hook, argument);
      if (mode === 'hanging') return;
      if (mode === 'rubbish') {
        nonsense += 1;
        NONSENSE[nonsense % NONSENSE.length](requestId);
        return;
      }
      const answering = mode === 'granted' ? hooks[hook](JSON.parse(argument)) : refused;
      Promise.resolve(answering).then((answer) =>
        setTimeout(() => window.onThumbaAndroid(requestId, JSON.stringify(answer)), 20),
      );
    };
  }
  Object.defineProperty(window, 'ThumbaAndroid', { value: host });
}`;
