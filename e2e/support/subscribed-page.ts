import type { BrowserContext, Page } from 'playwright-core';
import type { PushService, SubscribedBrowser } from '../../apps/server/test/push-service.ts';

/**
 * From now on the pages of this window subscribe to the push service of the tests. The list holds their
 * subscriptions.
 */
export async function subscribeHere(
  context: BrowserContext,
  service: PushService,
): Promise<SubscribedBrowser[]> {
  const subscribed: SubscribedBrowser[] = [];
  await context.exposeFunction('subscribeAtService', (key: string) => {
    const one = service.subscribe(key);
    subscribed.push(one);
    return one.subscription;
  });
  await context.addInitScript(SUBSCRIBES_HERE);
  return subscribed;
}

/** Whether the browser of this page has a subscription. */
export function isSubscribedHere(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`document.cookie.includes('subscribedHere=')`);
}

/**
 * Subscribes to the push service of the tests as a browser does to that of its maker. A subscription is no data of the
 * page, so it is in none of the storages that the app clears.
 */
const SUBSCRIBES_HERE = `(() => {
  const keep = (text, age) => (document.cookie = 'subscribedHere=' + text + '; path=/; max-age=' + age);
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
  const kept = () => {
    const text = /subscribedHere=([^;]+)/.exec(document.cookie)?.[1];
    const made = text === undefined ? null : JSON.parse(decodeURIComponent(text));
    return made && {
      endpoint: made.endpoint,
      options: { applicationServerKey: bytes(made.key) },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: made.p256dh, auth: made.auth } }),
      unsubscribe: async () => (keep('', 0), true),
    };
  };
  PushManager.prototype.getSubscription = async () => kept();
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    keep(encodeURIComponent(JSON.stringify({ key, ...(await subscribeAtService(key)) })), 86400);
    return kept();
  };
})()`;
