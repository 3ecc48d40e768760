/*
 * How many pages in a row did not report a start, and whether the last one was of the kept version. The browser stops an
 * idle worker, so both are kept in a cache.
 */

const CACHE = 'starts';
const STARTS = '/starts';

type Starts = { unconfirmed: number; isOtherVersion: boolean };

export async function startsUnconfirmed(): Promise<number> {
  return (await readStarts()).unconfirmed;
}

/** `isOtherVersion`: the page came from the server and is not the one that this worker keeps. */
export async function countStart({ isOtherVersion }: { isOtherVersion: boolean }): Promise<void> {
  const starts: Starts = { unconfirmed: (await startsUnconfirmed()) + 1, isOtherVersion };
  await (await caches.open(CACHE)).put(STARTS, Response.json(starts));
}

/** The start of a page of another version does not prove that the kept version starts. */
export async function confirmStart(): Promise<void> {
  const { isOtherVersion } = await readStarts();
  if (!isOtherVersion) await forgetStarts();
}

/** A version that has just been activated is not blamed for pages of the one before. */
export async function forgetStarts(): Promise<void> {
  await (await caches.open(CACHE)).delete(STARTS);
}

/** After a page that failed, what is shown may be its error. So only the first page is confirmed by being shown. */
export async function confirmFirstStart(): Promise<void> {
  if ((await startsUnconfirmed()) === 1) await confirmStart();
}

async function readStarts(): Promise<Starts> {
  const counted = await (await caches.open(CACHE)).match(STARTS);
  return counted ? await counted.json() : { unconfirmed: 0, isOtherVersion: false };
}
