import { byDeadline } from './deadline.ts';

/**
 * Works off rows that are due, in batches. When no row is due, it looks again after a while, or at once when it is
 * poked.
 */
export type WorkLoop = { poke(): void; stop(): Promise<void> };

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
   * The least time from a batch without a due row to the next one, however often the loop is poked. Under load each
   * change pokes, and each look for nothing would cost the database a statement. 0 by default.
   */
  restMs?: number;
  /** Works off some of the due rows and answers how many. 0 means that none is due. */
  takeBatch(): Promise<number>;
  /** Is called for the first of several equal failures in a row, and once a minute while they go on. */
  onError(error: unknown): void;
}): WorkLoop {
  const failures = sayOnce(options.onError);
  let stopped = false;
  let poked = false;
  let wake: (() => void) | undefined;

  const { deadlineMs = DEADLINE_MS, restMs = 0 } = options;
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
      const restsUntil = performance.now() + restMs;
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
