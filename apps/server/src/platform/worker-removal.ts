/**
 * A service worker that removes itself and the caches of all versions before it, and reloads the pages that an earlier
 * version controls. It claims no page, so a page that registers it again is not reloaded again.
 */
export const WORKER_REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => undefined);
}
`;
