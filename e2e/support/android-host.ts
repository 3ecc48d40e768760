import type { BrowserContext } from 'playwright-core';

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
  inbox: { address: string; body: string; date: number; type: 1 | 2 }[];
  /** The token that Google gives for the chosen account. */
  googleToken: string;
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
  await context.addInitScript({ content: `(${HOST})(${JSON.stringify({ origin, mode, phone })})` });
  return heard;
}

const HOST = `({ origin, mode, phone }) => {
  if (window.top !== window || location.origin !== origin) return;

  const granted = {};
  const senderKey = (sender) => sender.replace(/[\\s_-]/g, '').toLowerCase();
  const done = (value) => ({ ok: true, value });
  const refused = { ok: false, error: 'refused' };
  const calendar = new Map();
  const hooks = {
    checkPermissions: () => done({
      camera: 'prompt',
      location: granted.location ?? 'prompt',
      messages: granted.messages ?? 'prompt',
      calendar: granted.calendar ?? 'prompt',
      notifications: 'denied',
    }),
    requestPermission({ permission }) {
      granted[permission] = 'granted';
      return done('granted');
    },
    deviceInfo() {
      const { deviceId, manufacturer, model, osVersion } = phone;
      return done({ deviceId, manufacturer, model, osVersion });
    },
    location: () => (granted.location ? done(phone.place) : refused),
    listMessages({ senders }) {
      if (!granted.messages) return refused;
      const wanted = new Set(senders.map(senderKey));
      return done(phone.inbox.filter(({ address }) => wanted.has(senderKey(address))));
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
    signInWithGoogle() {
      hear('signInWithGoogle', '{}');
      const token = { granted: phone.googleToken, refused: '', rubbish: { token: phone.googleToken } }[mode];
      if (mode !== 'hanging') setTimeout(() => window.onThumbaGoogleSignIn(token), 50);
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
      const answer = mode === 'granted' ? hooks[hook](JSON.parse(argument)) : refused;
      setTimeout(() => window.onThumbaAndroid(requestId, JSON.stringify(answer)), 20);
    };
  }
  Object.defineProperty(window, 'ThumbaAndroid', { value: host });
}`;
