import { cacheNames, clientsClaim } from 'workbox-core';
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { openNotice, showNotice } from './notifications.ts';
import { confirmFirstStart, confirmStart, countStart, forgetStarts, startsUnconfirmed } from './starts.ts';

declare const self: ServiceWorkerGlobalScope;

/** Values of the build, inserted by build-plugin.ts. */
declare const BUILD: {
  /** The page and the files of the first screen. */
  shell: { url: string; revision: string | null }[];
  /** Further files, for use without a network. */
  offlineParts: string[];
  /** All others, except the languages. */
  furtherParts: string[];
  /** Those of the languages besides English. They are kept once they were used. */
  languageParts: string[];
};
const { shell, offlineParts, furtherParts, languageParts } = BUILD;
const shellParts = shell.filter(({ revision }) => revision === null).map(({ url }) => url);
const allParts = [...shellParts, ...offlineParts, ...furtherParts];

/** Messages from pages to this worker. */
type Message =
  | { type: 'SKIP_WAITING' }
  | { type: 'SHOWN' }
  | { type: 'STARTED'; keep: 'used' | 'offline' | 'all' };

const PARTS = 'parts';
const SERVER_ANSWER_MS = 10_000;
/** After this many pages in a row that did not start, this version ends. */
const GIVE_UP_AFTER = 2;

/** Pages that are not the app's page, besides calls and files. */
const NOT_OF_THE_APP =
  /^\/(api|paper|my-data|verify|sim|docs|console|callback|healthz|readyz|metrics|google-return\.html)([/?]|$)/;

registerRoute(new NavigationRoute(answerPage, { denylist: [NOT_OF_THE_APP] }));
precacheAndRoute(shell, { directoryIndex: '', cleanURLs: false });
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: PARTS }),
);
clientsClaim();

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keepPartsOfOpenPages(), keepUsedLanguages()])),
);
self.addEventListener('activate', (event) => event.waitUntil(forgetStarts()));

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message.type === 'SHOWN') event.waitUntil(confirmFirstStart());
  if (message.type === 'STARTED') event.waitUntil(afterStart(message.keep));
});

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)));

/**
 * Serves the kept page. A page reports when it has started. After one that did not, the next comes from the server. If
 * that does not start either, or is of another version, the load after it ends this version. So a broken release cannot
 * block the app.
 */
async function answerPage({ request }: { request: Request }): Promise<Response> {
  const unconfirmed = await startsUnconfirmed();
  const kept = await matchPrecache('/index.html');
  const answer = kept && unconfirmed === 0 ? undefined : await askServer(request.url);
  const page = answer?.ok ? answer : (kept ?? answer ?? Response.error());
  await countStart({ isOtherVersion: page !== kept && !(await isSamePage(page, kept)) });
  if (answer?.ok && unconfirmed >= GIVE_UP_AFTER) await endThisVersion();
  return page;
}

/** Answers undefined without a network. */
function askServer(url: string): Promise<Response | undefined> {
  return fetch(url, {
    headers: { accept: 'text/html' },
    cache: 'no-cache',
    signal: AbortSignal.timeout(SERVER_ANSWER_MS),
  }).catch(() => undefined);
}

async function isSamePage(page: Response, kept: Response | undefined): Promise<boolean> {
  return kept !== undefined && (await page.clone().text()) === (await kept.clone().text());
}

/** A newer version that waits takes over with the files that it keeps. Without one, nothing stays on the phone. */
async function endThisVersion(): Promise<void> {
  const { waiting } = self.registration;
  if (waiting) {
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies Message);
    return;
  }
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

async function afterStart(keep: 'used' | 'offline' | 'all'): Promise<void> {
  await confirmStart();
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length === 1) await forgetParts();
  if (keep !== 'used') await keepParts(keep === 'all' ? allParts : offlineParts);
}

/**
 * One after the other, so that requests of the open page go first. A newer version that waits makes this end: it cannot
 * take over before, and needs other parts.
 */
async function keepParts(urls: readonly string[]): Promise<void> {
  const parts = await caches.open(PARTS);
  for (const url of urls) {
    if (self.registration.waiting) return;
    if (!(await caches.match(url))) await parts.add(url);
  }
}

/** A page of the previous version may still be open and need its parts, which are no longer on the server. */
async function keepPartsOfOpenPages(): Promise<void> {
  const [before, parts] = await Promise.all([caches.open(cacheNames.precache), caches.open(PARTS)]);
  const current = new Set(shell.map(({ url }) => new URL(url, location.origin).href));
  for (const request of await before.keys()) {
    const isPart = new URL(request.url).pathname.startsWith('/assets/');
    const response = isPart && !current.has(request.url) && (await before.match(request));
    if (response) await parts.put(request, response);
  }
}

/** A language that was used on this phone works without a network in this version too. */
async function keepUsedLanguages(): Promise<void> {
  const parts = await caches.open(PARTS);
  const used = (await parts.keys()).map(({ url }) => languageOf(url));
  const wanted = languageParts.filter((url) => used.includes(languageOf(url)));
  await parts.addAll(wanted).catch(() => undefined);
}

/** The part of a language without the hash of its version. Undefined for any other part. */
function languageOf(url: string): string | undefined {
  return /\/language\..*-/.exec(url)?.[0];
}

/** With no other page open, the parts of other versions are not needed. */
async function forgetParts(): Promise<void> {
  const parts = await caches.open(PARTS);
  const current = new Set([...allParts, ...languageParts].map((url) => new URL(url, location.origin).href));
  for (const request of await parts.keys()) if (!current.has(request.url)) await parts.delete(request);
}
