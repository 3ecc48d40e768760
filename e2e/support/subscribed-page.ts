import type { BrowserContext } from 'playwright-core';
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

/** Subscribes to the push service of the tests as a browser does to that of its maker. */
const SUBSCRIBES_HERE = `(() => {
  const KEPT = 'subscribed here';
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
  const kept = () => {
    const made = JSON.parse(localStorage.getItem(KEPT));
    return made && {
      endpoint: made.endpoint,
      options: { applicationServerKey: bytes(made.key) },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: made.p256dh, auth: made.auth } }),
      unsubscribe: async () => (localStorage.removeItem(KEPT), true),
    };
  };
  PushManager.prototype.getSubscription = async () => kept();
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    localStorage.setItem(KEPT, JSON.stringify({ key, ...(await subscribeAtService(key)) }));
    return kept();
  };
})()`;
