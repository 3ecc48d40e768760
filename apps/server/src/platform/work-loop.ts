/**
 * Works off rows that are due, in batches. When no row is due, it looks again after a while, or at once when it is
 * poked.
 */
export type WorkLoop = { poke(): void; stop(): Promise<void> };

export function startWorkLoop(options: {
  everyMs: number;
  /** Works off some of the due rows and answers how many. 0 means that none is due. */
  takeBatch(): Promise<number>;
  onError(error: unknown): void;
}): WorkLoop {
  let stopped = false;
  let poked = false;
  let wake: (() => void) | undefined;

  async function run(): Promise<void> {
    while (!stopped) {
      poked = false;
      let taken = 0;
      try {
        taken = await options.takeBatch();
      } catch (error) {
        options.onError(error);
      }
      if (stopped || taken > 0 || poked) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, options.everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
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
