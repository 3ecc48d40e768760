export type CircuitBreaker = {
  /** After a pause a single caller is admitted to probe. An admitted caller must call `record`. */
  admits(): boolean;
  record(operatorWorks: boolean): void;
};

export type CircuitBreakerSettings = { failuresToOpen: number; openMs: number };

export function createCircuitBreaker(
  { failuresToOpen, openMs }: CircuitBreakerSettings,
  now: () => number,
): CircuitBreaker {
  let failuresInARow = 0;
  let openUntil = 0;
  let probing = false;

  return {
    admits() {
      if (failuresInARow < failuresToOpen) return true;
      const leftMs = openUntil - now();
      // More than a whole pause is left only where the clock was set back.
      if (probing || (leftMs > 0 && leftMs <= openMs)) return false;
      probing = true;
      return true;
    },
    record(operatorWorks) {
      probing = false;
      failuresInARow = operatorWorks ? 0 : failuresInARow + 1;
      if (failuresInARow >= failuresToOpen) openUntil = now() + openMs;
    },
  };
}
