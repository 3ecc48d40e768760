declare const self: ServiceWorkerGlobalScope;

/** What the server sends; apps/server/src/contact/message/notification.ts is its other side. */
type Notice = { id: number; title: string; text: string; path: string };
/** What a notification remembers of it. */
type Kept = Pick<Notice, 'id' | 'path'>;

/** One bill has one notification: a later one takes its place. */
const TAG = 'bill';
/** A browser that showed nothing for a push would take the permission away. */
const UNREADABLE: Notice = { id: 0, title: 'Thumba', text: '', path: '/home' };

/** Shows what was pushed. The same once more, as after an answer that was lost, is shown without a sound. */
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

/** The screen of a notification that was tapped: in the window that is open, or in a new one. */
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
