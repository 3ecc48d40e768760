import type { OperatorName } from '@thumba/lending/ledger';
import { statement } from '../../platform/database.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from './attempt-statements.ts';

/** For this long no server takes a step with a payout that a person posts, refuses or replaces. */
export const CLAIM_MS = 60_000;

/** SQL: the payout of this id waits since the book was restored, or its posting was begun. */
const HELD_PAYOUT = `b.attempt_id = $attemptId::uuid and p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
     and p.direction = 'payout' and p.operator = $operator and p.amount_ngwee = $amountNgwee
     and ($isBegun::boolean or (p.state = 'created' and p.held_reason = 'book_restored'))`;

/** A payout that waits since the book was restored. */
export const findHeldPayoutStatement = statement<
  AttemptRow,
  { attemptId: string; operator: OperatorName; amountNgwee: number; isBegun: boolean }
>(
  'payment: find payout held since a restore',
  `select ${ATTEMPT_COLUMNS}, p.state as was from payment_attempt p, payment_by_attempt b where ${HELD_PAYOUT}`,
);

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
   where ${HELD_PAYOUT}
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

/** SQL: a payout waits for a person. A step that a server takes with it meanwhile does not change that. */
export const WAITS_FOR_PERSON = `direction = 'payout' and state in ('created', 'sent') and held_reason = 'under_review'`;

const UNSENT_PAYOUT = `direction = 'payout' and state = 'created'
     and first_sent_at is null and known_to_operator_at is null`;

/**
 * SQL, of `payment_attempt p`: it waits for a person, or for an operator that staff stopped, and was never sent. So
 * another one may take its place. Of one from before a restore the operator is asked first, because what was lost may
 * have sent it.
 */
export const MAY_BE_REPLACED = `${UNSENT_PAYOUT} and held_reason in ('under_review', 'operator_stopped')
     and not exists (select from restored_book r where r.restored_at > p.created_at)`;

/**
 * Claims the payout of a loan that may be replaced, so that no server takes a step with it meanwhile. There is no row
 * while a server takes a step, because it may be sending it.
 */
export const claimReplacedPayoutStatement = statement<
  AttemptRow,
  { borrowerId: number; loanId: number; claimedUntil: Date }
>(
  'payment: claim payout that may be replaced',
  `update payment_attempt p set next_step_at = $claimedUntil::timestamptz
   where p.borrower_id = $borrowerId and p.loan_id = $loanId and p.purpose = 'loan_payout' and ${MAY_BE_REPLACED}
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);

/** Claims a payout that waits for a person and was never sent, for the person who refuses it. */
export const claimRefusedPayoutStatement = statement<
  AttemptRow,
  { borrowerId: number; attemptId: string; claimedUntil: Date }
>(
  'payment: claim payout that a person refuses',
  `update payment_attempt p set next_step_at = $claimedUntil::timestamptz
   where p.borrower_id = $borrowerId and p.attempt_id = $attemptId and ${UNSENT_PAYOUT} and held_reason = 'under_review'
   returning ${ATTEMPT_COLUMNS}, p.state as was`,
);
