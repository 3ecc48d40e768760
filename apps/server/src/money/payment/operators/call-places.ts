export type CallPlaces = {
  /** False when no place became free in time. Otherwise the caller must call `leave`. */
  enter(waitMs: number): Promise<boolean>;
  leave(): void;
};

/** At most `limit` calls at once, first come, first served. */
export function createCallPlaces(limit: number): CallPlaces {
  let free = limit;
  const waiting = new Set<() => void>();

  return {
    async enter(waitMs) {
      if (free > 0) {
        free -= 1;
        return true;
      }
      return new Promise((resolve) => {
        const admit = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(admit);
          resolve(false);
        }, waitMs);
        waiting.add(admit);
      });
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
