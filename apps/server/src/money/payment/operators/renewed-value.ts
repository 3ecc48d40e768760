export type RenewedValue = {
  get(): Promise<string | undefined>;
  /** Drops the value if it is still the one held, so that a hundred refusals of one token renew it once. */
  forget(value: string): void;
};

export type Fetched = { value: string; lifetimeSeconds: number };

/**
 * Keeps something the operator lends us for a while: an access token, a public key. However many ask at once,
 * it is fetched once, and again when a sixth of its life is left, so that a call under way does not outlive it.
 */
export function createRenewedValue(
  fetchValue: () => Promise<Fetched | undefined>,
  now: () => number,
): RenewedValue {
  let held: { value: string; renewAt: number } | undefined;
  let underWay: Promise<string | undefined> | undefined;

  async function renew(): Promise<string | undefined> {
    const askedAt = now();
    const fetched = await fetchValue();
    if (fetched === undefined) return undefined;
    held = { value: fetched.value, renewAt: askedAt + (fetched.lifetimeSeconds * 1000 * 5) / 6 };
    return fetched.value;
  }

  return {
    async get() {
      if (held !== undefined && now() < held.renewAt) return held.value;
      underWay ??= renew().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    forget(value) {
      if (held?.value === value) held = undefined;
    },
  };
}
