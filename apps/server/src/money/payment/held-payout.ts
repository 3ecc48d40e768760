import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { type AttemptRow, IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import {
  claimRefusedPayoutStatement,
  claimReplaceablePayoutStatement,
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

const CLAIM_MS = 60_000;

export type ReplaceablePayout = { attemptId: string; operator: OperatorName };

/** Claims a payout that waits for a person and was never sent, so that no server sends it while another one replaces it. */
export async function claimReplaceablePayout(
  db: Database,
  { borrowerId, loanId, nowMs }: { borrowerId: number; loanId: number; nowMs: number },
): Promise<ReplaceablePayout | undefined> {
  const claimedUntil = toDate(nowMs + CLAIM_MS);
  const row = await db.row(claimReplaceablePayoutStatement, { borrowerId, loanId, claimedUntil });
  return row && { attemptId: row.attempt_id, operator: row.operator };
}

/** Claims one that staff refuse, so that no server sends it while it ends. */
export function claimRefusedPayout(
  db: Database,
  { borrowerId, attemptId, nowMs }: { borrowerId: number; attemptId: string; nowMs: number },
): Promise<AttemptRow | undefined> {
  return db.row(claimRefusedPayoutStatement, {
    borrowerId,
    attemptId,
    claimedUntil: toDate(nowMs + CLAIM_MS),
  });
}
