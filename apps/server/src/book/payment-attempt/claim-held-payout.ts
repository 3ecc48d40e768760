import type { OperatorName } from '@thumba/lending/ledger';
import { statement } from '../../platform/database.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from './attempt-statements.ts';

/**
 * Claims a payout that waits since the book was restored, so that no server takes a step with it meanwhile. A posting that
 * was begun finds it in whatever state it is.
 */
export const claimHeldPayoutStatement = statement<
  AttemptRow,
  {
    attemptId: string;
    operator: OperatorName;
    amountNgwee: number;
    isBegun: boolean;
    claimedUntil: Date;
  }
>(
  'payment: claim held payout',
  `update payment_attempt p set
     next_step_at = case when p.state = 'created' then $claimedUntil::timestamptz else p.next_step_at end
   from payment_by_attempt b
   where b.attempt_id = $attemptId::uuid and p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
     and p.direction = 'payout' and p.operator = $operator and p.amount_ngwee = $amountNgwee
     and ($isBegun::boolean or (p.state = 'created' and p.held_reason = 'book_restored'))
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

const IS_REPLACEABLE = `state = 'created' and held_reason = 'under_review' and first_sent_at is null
     and known_to_operator_at is null`;

/** Claims a payout that waits for a person and was never sent, so that no server takes a step with it meanwhile. */
export const claimRefusedPayoutStatement = statement<
  AttemptRow,
  { borrowerId: number; attemptId: string; claimedUntil: Date }
>(
  'payment: claim payout that is refused',
  `update payment_attempt p set next_step_at = $claimedUntil::timestamptz
   where p.borrower_id = $borrowerId and p.attempt_id = $attemptId::uuid and p.direction = 'payout'
     and ${IS_REPLACEABLE}
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

/** Claims such a payout of a loan. */
export const claimReplaceablePayoutStatement = statement<
  { attempt_id: string; operator: OperatorName },
  { borrowerId: number; loanId: number; claimedUntil: Date }
>(
  'payment: claim payout that is replaced',
  `update payment_attempt set next_step_at = $claimedUntil::timestamptz
   where borrower_id = $borrowerId and loan_id = $loanId and purpose = 'loan_payout' and ${IS_REPLACEABLE}
   returning attempt_id, operator`,
);
