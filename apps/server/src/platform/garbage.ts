import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PAUSE_MS = 1000;
/** The garbage of smaller bodies is left to the engine, because a collection delays every answer. */
const WORTH_BYTES = 5_000_000;

type Collect = (options?: { execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Collects garbage soon after large bodies were handled, or many small ones. By itself the engine keeps the memory of a
 * hundred megabytes of dropped text until it needs it. A collection stops the process for some tens of milliseconds, so
 * there is at most one in a second. After several bodies the last one is thorough and takes about 100 ms: an ordinary
 * one keeps the memory that the engine reserved for new objects.
 */
export function createGarbageCollection(collect = collectionOfEngine()): {
  collectSoon(receivedBytes: number): void;
} {
  let uncollectedBytes = 0;
  let isWaiting = false;
  let isAskedAgain = false;
  const collectAfterPause = (isAfterSeveral: boolean) => {
    isWaiting = true;
    isAskedAgain = false;
    setTimeout(() => {
      isWaiting = false;
      if (isAskedAgain) {
        collect();
        // What was handled just before may still be in use, so another collection follows.
        collectAfterPause(true);
      } else if (isAfterSeveral) {
        collect({ execution: 'sync', flavor: 'last-resort' });
      } else {
        collect();
      }
    }, PAUSE_MS).unref();
  };
  return {
    collectSoon(receivedBytes) {
      uncollectedBytes += receivedBytes;
      if (uncollectedBytes < WORTH_BYTES) return;
      uncollectedBytes = 0;
      if (isWaiting) isAskedAgain = true;
      else collectAfterPause(false);
    },
  };
}

function collectionOfEngine(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
