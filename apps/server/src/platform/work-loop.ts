import { byDeadline } from './deadline.ts';
import { watchUnfinishedWork } from './unfinished-work.ts';

/**
 * Works off rows that are due, in batches. When no row is due, it looks again after a while, or at once when it is
 * poked.
 */
export type WorkLoop = { poke(): void; stop(): Promise<void> };

/** So many may follow each other at once. Further ones are this time apart, until as much time has passed for each. */
export type VainLooks = { atOnce: number; everyMs: number };

/** `unfinishedForMs`: for how long the loop has waited for its batch, with the tries before that got no answer. */
export type WatchedLoop = WorkLoop & { unfinishedForMs(): number };

const DEADLINE_MS = 60_000;
const SAY_AGAIN_MS = 60_000;

export function startWorkLoop(options: {
  everyMs: number;
  /**
   * A batch that has not ended by then has failed, and the loop goes on without it. One minute by default. Work over whole
   * tables takes longer; each of its statements has its own limit.
   */
  deadlineMs?: number;
  /**
   * How often a poked loop may look for nothing. Under load each change pokes, and each such look costs the database a
   * statement. Unset, after every poke.
   */
  vainLooks?: VainLooks;
  /** Works off some of the due rows and answers how many. 0 means that none is due. */
  takeBatch(): Promise<number>;
  /** Is called for the first of several equal failures in a row, and once a minute while they go on. */
  onError(error: unknown): void;
}): WatchedLoop {
  const failures = sayOnce(options.onError);
  let stopped = false;
  let poked = false;
  const pause = pauseThatEnds();

  const { deadlineMs = DEADLINE_MS } = options;
  const rest = restBetween(options.vainLooks);
  const unfinished = watchUnfinishedWork(1, true);
  const takeBatch = () => unfinished.watch(() => byDeadline(deadlineMs, options.takeBatch));

  async function run(): Promise<void> {
    while (!stopped) {
      poked = false;
      let taken = 0;
      try {
        taken = await takeBatch();
        failures.end();
      } catch (error) {
        failures.say(error);
      }
      if (stopped || taken > 0) continue;
      const restsUntil = rest(performance.now());
      if (!poked) await pause.wait(options.everyMs);
      while (!stopped && performance.now() < restsUntil) await pause.wait(restsUntil - performance.now());
    }
  }

  const finished = run();
  return {
    unfinishedForMs: () => (stopped ? 0 : unfinished.forMs()),
    poke() {
      poked = true;
      pause.end();
    },
    async stop() {
      stopped = true;
      pause.end();
      await finished;
    },
  };
}

/** A wait that `end` ends early. */
function pauseThatEnds() {
  let wake: (() => void) | undefined;
  return {
    end: () => wake?.(),
    async wait(ms: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    },
  };
}

/** Answers until when a loop rests that has just looked for nothing. */
function restBetween({ atOnce, everyMs }: VainLooks = { atOnce: 1, everyMs: 0 }) {
  let spentUntil = 0;
  return (now: number): number => {
    spentUntil = Math.max(now, spentUntil) + everyMs;
    return spentUntil - atOnce * everyMs;
  };
}

/** A database that is away fails every try of every loop. One line each would hide what else is in the log. */
function sayOnce(onError: (error: unknown) => void) {
  let said: { text: string; atMs: number } | undefined;
  return {
    say(error: unknown) {
      const text = String(error);
      if (said?.text === text && performance.now() - said.atMs < SAY_AGAIN_MS) return;
      said = { text, atMs: performance.now() };
      onError(error);
    },
    end() {
      said = undefined;
    },
  };
}
