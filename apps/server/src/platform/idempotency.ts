import { createHash } from 'node:crypto';
import type { Sealing } from './sealing.ts';

export type IdempotencyKey = { keyHash: Buffer; inputHash: Buffer };

/**
 * A key as it is kept: hashed, so that any length will do and none shows what it was. The input is hashed with the
 * call's name, so that a key repeated on another call is told apart.
 */
export function idempotencyOf(
  sealing: Sealing,
  key: string | undefined,
  call: string,
  input: unknown,
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  return {
    keyHash: sealing.lookupHash('idempotency_key', key).subarray(0, 16),
    inputHash: createHash('sha256')
      .update(`${call}:${JSON.stringify(input)}`)
      .digest()
      .subarray(0, 16),
  };
}
