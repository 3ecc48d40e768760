import type { Request } from '@thumba/contract/wire';
import { callHeaders, httpRequest } from './call-request.ts';
import { device } from './device.ts';
import { session } from './session.ts';

type Told = Request<'buriedPointV2'>['body'];
type AnalyticsEvent = Exclude<Told, readonly unknown[]>;
type Waiting = { event: AnalyticsEvent; at: number };

const SEND_EVERY_MS = 3_000;
const TRY_AGAIN_AFTER_MS = 30_000;
const MOST_WAITING = 100;
/** Events that are older are not sent any more. */
const OLDEST_MS = 5 * 60_000;

let waiting: Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

type Click = Pick<AnalyticsEvent, 'pageId' | 'pageName' | 'actionId' | 'actionName'> & { value: string };

/** Counts a tap. */
export function trackClick(click: Click): void {
  add(click);
}

/** Counts a screen that was shown. */
export function trackScreen({ pageId, pageName }: { pageId: string; pageName: string }): void {
  add({ pageId, pageName, actionId: 'show', actionName: 'show' });
}

function add(event: AnalyticsEvent): void {
  const { appName, AppVersionCode } = session.getState();
  waiting.push({
    event: { deviceType: device.type, appName, appVersion: AppVersionCode, ...event },
    at: Date.now(),
  });
  timer ??= setTimeout(send, SEND_EVERY_MS);
}

/** A failure is not shown. Without a network, the event is tried again for a while. */
async function send(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const now = Date.now();
  const sent = waiting.filter(({ at }) => now - at < OLDEST_MS).slice(-MOST_WAITING);
  waiting = [];
  if (sent.length === 0) return;
  try {
    if (!navigator.onLine) throw new TypeError();
    const body: Told = sent.map(({ event }) => event);
    const { url, ...request } = httpRequest('buriedPointV2', { body });
    await fetch(url, {
      method: request.method,
      body: request.body ?? null,
      headers: callHeaders(session.getState(), device.brand(), undefined),
      credentials: 'omit',
      // The browser finishes this request even if the page is closed.
      keepalive: true,
    });
  } catch {
    waiting = [...sent, ...waiting];
    timer ??= setTimeout(send, TRY_AGAIN_AFTER_MS);
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => void send());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void send();
  });
}
