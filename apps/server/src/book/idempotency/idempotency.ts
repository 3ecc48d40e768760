import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Sealing } from '../../platform/sealing.ts';
import { sha256Of } from '../../platform/text-hash.ts';

export type IdempotencyKey = {
  /** Under each live key. The answer is kept under the first, and may be found under any. */
  keyHashes: [Buffer, ...Buffer[]];
  inputHash: Buffer;
};

/** The same key was used for another request. */
export type KeyReused = { kind: 'key_reused' };

/**
 * The answer to a key that was used before: the first answer for the same request, a refusal for another one. Undefined
 * without a key, or for a new key.
 */
export function answerToUsedKey<Answer>(
  key: IdempotencyKey | undefined,
  used: { inputHash: Buffer | null; answer: unknown },
): Outcome<Answer, KeyReused> | undefined {
  if (!key || !used.inputHash) return undefined;
  return used.inputHash.equals(key.inputHash) ? allow(used.answer as Answer) : refuse({ kind: 'key_reused' });
}

/**
 * A key as it is stored: hashed, so that it may have any length and is not readable. The input is hashed with the name
 * of the call, so that the same key on another call is refused.
 */
export function idempotencyOf(
  sealing: Sealing,
  key: string | undefined,
  call: string,
  input: unknown,
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  return {
    keyHashes: sealing
      .lookupHashes('idempotency_key', key)
      .map((hash) => hash.subarray(0, 16)) as IdempotencyKey['keyHashes'],
    inputHash: sha256Of(`${call}:${JSON.stringify(input)}`).subarray(0, 16),
  };
}
