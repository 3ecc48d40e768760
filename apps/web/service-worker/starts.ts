/*
 * How many pages in a row were given the shell and did not say that they had started. A worker is ended by the browser
 * whenever it rests, so the count stands in a cache.
 */

const CACHE = 'starts';
const COUNT = '/unconfirmed-starts';

export async function startsUnconfirmed(): Promise<number> {
  const counted = await (await caches.open(CACHE)).match(COUNT);
  return counted ? Number(await counted.text()) : 0;
}

export async function countStart(): Promise<void> {
  const count = (await startsUnconfirmed()) + 1;
  await (await caches.open(CACHE)).put(COUNT, new Response(String(count)));
}

export async function confirmStart(): Promise<void> {
  await (await caches.open(CACHE)).delete(COUNT);
}

/** A page that is shown after one that was not may have come from the server, and says nothing of the kept version. */
export async function confirmFirstStart(): Promise<void> {
  if ((await startsUnconfirmed()) === 1) await confirmStart();
}
