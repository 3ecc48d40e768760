import { byDeadline } from './deadline.ts';

/**
 * Works off rows that are due, in batches. When no row is due, it looks again after a while, or at once when it is
 * poked.
 */
export type WorkLoop = { poke(): void; stop(): Promise<void> };

/** So many may follow each other at once. Further ones are this time apart, until as much time has passed for each. */
export type VainLooks = { atOnce: number; everyMs: number };

const DEADLINE_MS = 60_000;
const SAY_AGAIN_MS = 60_000;

export function startWorkLoop(options: {
  everyMs: number;
  /**
   * A batch that has not ended by then has failed, and the loop goes on without it. One minute by default. `none` is for
   * work over whole tables, of which each statement has its own limit.
   */
  deadlineMs?: number | 'none';
  /**
   * How often a poked loop may look for nothing. Under load each change pokes, and each such look costs the database a
   * statement. Unset, after every poke.
   */
  vainLooks?: VainLooks;
  /** Works off some of the due rows and answers how many. 0 means that none is due. */
  takeBatch(): Promise<number>;
  /** Is called for the first of several equal failures in a row, and once a minute while they go on. */
  onError(error: unknown): void;
}): WorkLoop {
  const failures = sayOnce(options.onError);
  let stopped = false;
  let poked = false;
  let wake: (() => void) | undefined;

  const { deadlineMs = DEADLINE_MS } = options;
  const rest = restBetween(options.vainLooks);
  const takeBatch = () =>
    deadlineMs === 'none' ? options.takeBatch() : byDeadline(deadlineMs, options.takeBatch);

  /** Ends early when `wake` is called. */
  async function wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = undefined;
  }

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
      if (!poked) await wait(options.everyMs);
      while (!stopped && performance.now() < restsUntil) await wait(restsUntil - performance.now());
    }
  }

  const finished = run();
  return {
    poke() {
      poked = true;
      wake?.();
    },
    async stop() {
      stopped = true;
      wake?.();
      await finished;
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
