export type RenewedValue = {
  get(): Promise<{ value: string } | NotFetched>;
  /** Drops the value if it is still held, so that a hundred refusals of one token renew it once. */
  forget(value: string): void;
};

export type Fetched = { value: string; lifetimeSeconds: number };
/** `retryAfterSeconds`: the operator gives no value before then. */
export type NotFetched = { value: undefined; retryAfterSeconds?: number };

/**
 * Keeps a value that an operator issues for a time: an access token, a public key. Callers at the same time share one
 * fetch. The value is fetched again when a sixth of its lifetime is left, so that it does not expire during a call.
 */
export function createRenewedValue(
  fetchValue: () => Promise<Fetched | NotFetched>,
  now: () => number,
): RenewedValue {
  let held: { value: string; renewAt: number } | undefined;
  let underWay: ReturnType<RenewedValue['get']> | undefined;

  async function renew(): ReturnType<RenewedValue['get']> {
    const askedAt = now();
    const fetched = await fetchValue();
    if (fetched.value === undefined) return fetched;
    held = { value: fetched.value, renewAt: askedAt + (fetched.lifetimeSeconds * 1000 * 5) / 6 };
    return { value: fetched.value };
  }

  return {
    async get() {
      if (held !== undefined && now() < held.renewAt) return { value: held.value };
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
