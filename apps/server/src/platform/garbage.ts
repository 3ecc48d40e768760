import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PAUSE_MS = 1000;

/**
 * Collects garbage soon after large bodies were handled. By itself the engine keeps the memory of a hundred megabytes of
 * dropped text until it needs it. A collection stops the process for some tens of milliseconds, so there is at most one
 * in a second.
 */
export function createGarbageCollection(): { collectSoon(): void } {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let isWaiting = false;
  let isAskedAgain = false;
  const collectSoon = () => {
    // What was handled just before a collection may still be in use then, so another one follows.
    isAskedAgain = isWaiting;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      collect();
      if (isAskedAgain) collectSoon();
    }, PAUSE_MS).unref();
  };
  return { collectSoon };
}
