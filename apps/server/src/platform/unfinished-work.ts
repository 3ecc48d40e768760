import { isDatabaseAway, isLockTimeout, isSilent } from './database.ts';
import { isOverdue } from './deadline.ts';

/** For how long work has got no answer. What was answered, also with an error, does not wait. */
export type UnfinishedWork = {
  /** Runs the work. Its failure is the caller's. */
  watch<Result>(work: () => Promise<Result>, errorsIn?: (result: Result) => unknown[]): Promise<Result>;
  /** 0 while a lane is free or was answered. */
  forMs(): number;
};

/** Between two tries of work that has no answer, while nothing else waits. */
const BETWEEN_TRIES_MS = 1_000;

/**
 * `lanes`: how many pieces of work may be under way at once. Only when every lane waits does the work stand still.
 * `isTriedAgain`: a try that had no answer counts until another one has, because there is always another one.
 */
export function watchUnfinishedWork(
  lanes: number,
  isTriedAgain: boolean,
  nowMs: () => number = () => performance.now(),
): UnfinishedWork {
  let underWay = 0;
  let sinceMs: number | undefined;
  let freeAtMs = 0;

  function forMs(): number {
    const isWaiting = underWay >= lanes || isTriedAgain || nowMs() - freeAtMs < BETWEEN_TRIES_MS;
    return sinceMs === undefined || !isWaiting ? 0 : nowMs() - sinceMs;
  }

  function begin(): void {
    if (forMs() === 0) sinceMs = undefined;
    underWay += 1;
    if (underWay >= lanes) sinceMs ??= nowMs();
  }

  function end(wasAnswered: boolean): void {
    underWay -= 1;
    if (underWay < lanes) freeAtMs = nowMs();
    if (wasAnswered) sinceMs = underWay >= lanes ? nowMs() : undefined;
  }

  return {
    forMs,
    async watch(work, errorsIn = () => []) {
      begin();
      try {
        const result = await work();
        const errors = errorsIn(result);
        end(errors.length === 0 || !errors.every(isUnanswered));
        return result;
      } catch (error) {
        end(!isUnanswered(error));
        throw error;
      }
    },
  };
}

function isUnanswered(error: unknown): boolean {
  return isSilent(error) || isOverdue(error) || isDatabaseAway(error) || isLockTimeout(error);
}
