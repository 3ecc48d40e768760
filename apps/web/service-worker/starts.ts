/*
 * How many pages in a row were served from the phone and did not report a start. The browser stops an idle worker, so
 * the count is kept in a cache.
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

/**
 * A page that starts after a failed one may have come from the server, so it does not prove that the kept version
 * works.
 */
export async function confirmFirstStart(): Promise<void> {
  if ((await startsUnconfirmed()) === 1) await confirmStart();
}
