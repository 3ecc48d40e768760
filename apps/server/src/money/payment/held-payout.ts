import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { type AttemptRow, IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import {
  CLAIM_MS,
  claimRefusedPayoutStatement,
  claimReplacedPayoutStatement,
} from '../../book/payment-attempt/claim-held-payout.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { HoldReason } from './operators/operator.ts';
import { heldPayoutWords } from './payment-words.ts';

/** The message to a borrower whose payout waits. It is sent once. */
export type PayoutHeldMessage = { kind: 'payout_held'; amountNgwee: Ngwee };

export type HeldPayout = { reason: HoldReason; operator: OperatorName };

/** The sentence that the borrower reads while the payout waits. */
export function describeHold({ reason, operator }: HeldPayout): string {
  return heldPayoutWords[reason](OPERATOR_TITLES[operator]);
}

const findHeldPayoutStatement = statement<
  { held_reason: HoldReason; operator: OperatorName },
  { borrowerId: number; loanId: number }
>(
  'payment: find held payout',
  `select held_reason, operator from payment_attempt
   where borrower_id = $borrowerId and loan_id = $loanId and purpose = 'loan_payout' and ${IS_HELD}`,
);

/** Why the payout of a loan waits, if it does. */
export async function findHeldPayout(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<HeldPayout | undefined> {
  const row = await db.row(findHeldPayoutStatement, { borrowerId, loanId });
  return row && { reason: row.held_reason, operator: row.operator };
}

type Claim<Named> = Named & { borrowerId: number; nowMs: number };

/**
 * Claims the payout of a loan that another one may replace, so that no server sends it meanwhile. Undefined while a server
 * takes a step with it.
 */
export function claimReplacedPayout(
  db: Database,
  { nowMs, ...payout }: Claim<{ loanId: number }>,
): Promise<AttemptRow | undefined> {
  return db.row(claimReplacedPayoutStatement, { ...payout, claimedUntil: toDate(nowMs + CLAIM_MS) });
}

/** Claims a payout that waits for a person, so that no server sends it while it ends. Undefined as above. */
export function claimRefusedPayout(
  db: Database,
  { nowMs, ...payout }: Claim<{ attemptId: string }>,
): Promise<AttemptRow | undefined> {
  return db.row(claimRefusedPayoutStatement, { ...payout, claimedUntil: toDate(nowMs + CLAIM_MS) });
}
