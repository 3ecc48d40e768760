import { WAITS_FOR_PERSON } from '../../book/payment-attempt/claim-held-payout.ts';
import { isOnBlockedList } from '../../people/screening/blocked-list.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

const findHeldStatement = statement<{
  borrower_id: number;
  attempt_id: string;
  loan_id: number;
  msisdn_sealed: Buffer;
}>(
  'payment: payouts of loans held for a person',
  `select borrower_id, attempt_id, loan_id, msisdn_sealed from payment_attempt
   where next_step_at is not null and purpose = 'loan_payout' and ${WAITS_FOR_PERSON} order by created_at limit 500`,
);

/** SQL: whether a borrower, or the number with the hashes `$payeeHashes`, is on the blocked list. */
export function isPayeeBlocked(borrowerId: string): string {
  return `exists (select from unnest($payeeHashes::bytea[]) as payee (mobile_hash)
       where ${isOnBlockedList(borrowerId, 'payee')})`;
}

const readBlockStatement = statement<{ is_blocked: boolean }, { borrowerId: number; payeeHashes: Buffer[] }>(
  'payment: whether the payee is blocked',
  `select ${isPayeeBlocked('$borrowerId')} as is_blocked`,
);

/** The payouts of loans that wait because of the blocked list, the longest wait first. For staff only. */
export async function findBlockedPayouts({
  db,
  sealing,
}: {
  db: Database;
  sealing: Sealing;
}): Promise<{ borrowerId: number; loanId: number }[]> {
  const found: { borrowerId: number; loanId: number }[] = [];
  for (const held of await db.rows(findHeldStatement, {})) {
    const { borrower_id: borrowerId, loan_id: loanId } = held;
    const mobile = sealing.open('payment_attempt.msisdn_sealed', held, held.msisdn_sealed);
    const payeeHashes = sealing.lookupHashes('mobile', mobile);
    const block = await db.row(readBlockStatement, { borrowerId, payeeHashes });
    if (block!.is_blocked) found.push({ borrowerId, loanId });
  }
  return found;
}
