/**
 * Work that waits in its own rows (attempts to enquire about, messages to send): taken in batches until none is
 * due, then looked for again after a while, or at once when somebody pokes.
 */
export type WorkLoop = { poke(): void; stop(): Promise<void> };

export function startWorkLoop(options: {
  everyMs: number;
  /** Does what is due and answers how many rows it took; 0 means nothing is due now. */
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
