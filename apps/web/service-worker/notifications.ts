declare const self: ServiceWorkerGlobalScope;

/** What the server sends. apps/server/src/contact/message/notification.ts writes it. */
type Notice = { id: number; title: string; text: string; path: string };
/** The data kept with a notification. */
type Kept = Pick<Notice, 'id' | 'path'>;

/** One bill has one notification: a later one takes its place. */
const TAG = 'bill';
/** A browser withdraws the permission when a push shows nothing. */
const UNREADABLE: Notice = { id: 0, title: 'Thumba', text: '', path: '/home' };

/** Shows a pushed notification. One that was sent twice, because an answer was lost, makes no second sound. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const { id, title, text, path } = readNotice(data);
  const shown = await self.registration.getNotifications({ tag: TAG });
  const isShown = shown.some((notification) => (notification.data as Kept).id === id);
  const options: NotificationOptions & { renotify: boolean } = {
    body: text,
    tag: TAG,
    icon: '/install/icon-192.png',
    data: { id, path } satisfies Kept,
    renotify: !isShown,
  };
  await self.registration.showNotification(title, options);
}

function readNotice(data: PushMessageData | null): Notice {
  try {
    const { id, title, text, path } = (data?.json() ?? UNREADABLE) as Notice;
    const isOurs = new URL(path, location.origin).origin === location.origin;
    return isOurs && title && text ? { id, title, text, path } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Opens the screen of a tapped notification, in the open window or in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as Kept;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) {
    await self.clients.openWindow(path);
    return;
  }
  open.postMessage({ type: 'OPEN', path });
  await open.focus();
}
