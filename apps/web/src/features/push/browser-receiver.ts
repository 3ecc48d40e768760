import { call } from '../../platform/call.ts';
import type { Receiver } from './receiver.ts';

/** A browser takes notifications from the push service of its maker, and its service worker shows them. */
export const browserReceiver: Receiver = {
  permission: async () => Notification.permission,
  ask: () => Notification.requestPermission(),
  currentAddress: async () => (await keptSubscription())?.endpoint,
  async subscribe() {
    const subscribed = await subscription();
    if (!subscribed) return undefined;
    const { endpoint, keys } = subscribed.toJSON();
    return {
      address: subscribed.endpoint,
      body: { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! },
    };
  },
  async unsubscribe() {
    await (await keptSubscription())?.unsubscribe();
  },
  async closeNotices() {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  },
};

/** This browser's subscription to this lender; undefined without one. */
async function subscription(): Promise<PushSubscription | undefined> {
  const manager = await pushManager();
  const { publicKey } = await call('getPushKey', {}, { failureShownBy: 'background' });
  if (!manager || publicKey === null) return undefined;
  const kept = await manager.getSubscription();
  if (kept && keyOf(kept) === publicKey) return kept;
  await kept?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function keptSubscription(): Promise<PushSubscription | undefined> {
  return (await (await pushManager())?.getSubscription()) ?? undefined;
}

async function pushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
