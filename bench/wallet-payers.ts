import { randomBytes, randomUUID } from 'node:crypto';
import { planIdOf } from '../apps/server/src/book/loan/plan-id.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { copyBorrower } from './copy-borrower.ts';
import { makeFirstBorrower } from './first-borrower.ts';

/** A borrower who repays a loan in small part payments, as many as its first instalment allows. */
export type Payer = { token: string; uid: string; loanId: number; planId: number; paymentsLeft: number };

export async function makePayers(
  db: Database,
  sealing: Sealing,
  { count, takenDaysAgo }: { count: number; takenDaysAgo: number },
): Promise<Payer[]> {
  const first = await makeFirstBorrower(db, sealing, takenDaysAgo);
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const tokenHashes = tokens.map((token) => sealing.lookupHashes('token', token)[0]!);
  const copies = await copyBorrower(db, sealing, first.borrowerId, tokenHashes);
  return copies.map(({ loanIdsLater }, index) => {
    const loanId = first.loanId + loanIdsLater;
    return {
      token: tokens[index]!,
      uid: randomUUID(),
      loanId,
      planId: planIdOf(loanId, 1),
      paymentsLeft: first.partPayments,
    };
  });
}
