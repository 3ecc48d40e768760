import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** Whether an attempt was made with the number of a statement's row. */
export function isForNumber(
  sealing: Sealing,
  attempt: Pick<AttemptRow, 'borrower_id' | 'attempt_id' | 'msisdn_sealed'>,
  mobileHash: Buffer,
): boolean {
  const mobile = sealing.open('payment_attempt.msisdn_sealed', attempt, attempt.msisdn_sealed);
  return sealing.lookupHashes('mobile', mobile).some((hash) => hash.equals(mobileHash));
}
