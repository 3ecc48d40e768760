import { createHash } from 'node:crypto';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Sealing } from '../../platform/sealing.ts';

export type IdempotencyKey = { keyHash: Buffer; inputHash: Buffer };

/** The same key came with another request. */
export type KeyReused = { kind: 'key_reused' };

/**
 * What is answered to a key that came before: the same again to the same request, a refusal to any other. Nothing where
 * no key came, or one that was never used.
 */
export function answerToUsedKey<Answer>(
  key: IdempotencyKey | undefined,
  used: { inputHash: Buffer | null; answer: unknown },
): Outcome<Answer, KeyReused> | undefined {
  if (!key || !used.inputHash) return undefined;
  return used.inputHash.equals(key.inputHash) ? allow(used.answer as Answer) : refuse({ kind: 'key_reused' });
}

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
