import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

export type SeenReadiness = {
  /** Each change of the status of `/readyz`. 0 is a server that took no connection. */
  statuses: number[];
  answersMs: number[];
};

/** Asks `/readyz` again and again, until the answer is called. */
export function watchReadiness(url: string): () => Promise<SeenReadiness> {
  const seen: SeenReadiness = { statuses: [], answersMs: [] };
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const askedAt = performance.now();
      const status = await fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      );
      seen.answersMs.push(performance.now() - askedAt);
      if (status !== seen.statuses.at(-1)) seen.statuses.push(status);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
    return seen;
  };
}
