import type { OperatorAnswer } from './operator-http.ts';

const LEAST_TIMES = 3;
const LEAST_MS = 5 * 60_000;
/** After a longer silence it is not known what the gateway would have answered in between. */
const LONGEST_GAP_MS = 60 * 60_000;

/**
 * Tells whether a portal lacks a version of a call. A gateway answers 404 about an address that it does not know. For a
 * while it may also answer so about one that it has. So only the same answer again and again, over minutes and without
 * another one in between, means that the version is absent.
 */
export function createAbsentVersion(now: () => number, timeScale = 1) {
  let unknownSince = 0;
  let lastAt = 0;
  let times = 0;
  return {
    /** Takes an answer of the version. True: the portal does not have it. */
    isAbsent(answer: OperatorAnswer, isUnknownAddress: boolean): boolean {
      // No answer says nothing about the address.
      if (answer.kind !== 'answered') return false;
      const nowMs = now();
      if (times === 0 || !isUnknownAddress || nowMs - lastAt > LONGEST_GAP_MS) {
        unknownSince = nowMs;
        times = 0;
      }
      if (!isUnknownAddress) return false;
      lastAt = nowMs;
      times += 1;
      return times >= LEAST_TIMES && nowMs - unknownSince >= LEAST_MS * timeScale;
    },
  };
}

export type AbsentVersion = ReturnType<typeof createAbsentVersion>;
