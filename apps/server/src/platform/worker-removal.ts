/**
 * A service worker that takes itself and all that any version before it kept off the phone, and loads the pages anew
 * that one still answered for. It claims no page, so a page that registers it again is not loaded again for it.
 */
export const WORKER_REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => undefined);
}
`;
