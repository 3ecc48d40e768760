export type RenewedValue = {
  get(): Promise<string | undefined>;
  /** Drops the value if it is still held, so that a hundred refusals of one token renew it once. */
  forget(value: string): void;
};

export type Fetched = { value: string; lifetimeSeconds: number };

/**
 * Keeps a value that an operator issues for a time: an access token, a public key. Callers at the same time share one
 * fetch. The value is fetched again when a sixth of its lifetime is left, so that it does not expire during a call.
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
