import type { Sealing } from '../../platform/sealing.ts';
import type { NewAttempt } from './attempt.ts';

const ATTEMPT_RECORD = `loan_id bigint, attempt_id uuid, direction text, purpose text, period integer,
      amount_ngwee bigint, account_id bigint, operator text, msisdn_sealed text, payer text, submitted_on date,
      quoted jsonb, allowed_by text, request_id bigint, same_number_as uuid`;

/** The borrower of an attempt, and the account that was read for the borrower. */
export type AttemptOwner = {
  borrowerId: number;
  /** `null` for a payout of wallet credit. */
  loanId: number | null;
  account: { accountId: number; mobileSealed: Buffer } | null;
};

/**
 * An instruction to an operator as a JSON record. The number is sealed for the attempt. It is opened as one of the same
 * borrower, so the number of an account of another borrower is refused.
 */
export function attemptRecord(sealing: Sealing, attempt: NewAttempt, owner: AttemptOwner) {
  const row = { borrower_id: owner.borrowerId, attempt_id: attempt.attemptId };
  const sealed = sealing.seal('payment_attempt.msisdn_sealed', row, mobileOf(sealing, attempt, owner));
  return {
    loan_id: owner.loanId,
    attempt_id: attempt.attemptId,
    direction: attempt.direction,
    purpose: attempt.purpose,
    period: attempt.period,
    quoted: attempt.quoted ?? null,
    amount_ngwee: attempt.amountNgwee,
    ...payerRecord(attempt),
    msisdn_sealed: sealed.toString('hex'),
    submitted_on: attempt.submittedOn,
    request_id: attempt.requestId ?? null,
    same_number_as: attempt.sameNumberAs ?? null,
  };
}

function mobileOf(sealing: Sealing, attempt: NewAttempt, { borrowerId, account }: AttemptOwner): string {
  if ('payer' in attempt) return attempt.payer.mobile;
  if ('payee' in attempt) {
    const { attemptId, mobileSealed } = attempt.payee;
    const replaced = { borrower_id: borrowerId, attempt_id: attemptId };
    return sealing.open('payment_attempt.msisdn_sealed', replaced, mobileSealed);
  }
  if (account?.accountId !== attempt.accountId) {
    throw new Error(`attempt ${attempt.attemptId} names an account that was not read`);
  }
  const row = { borrower_id: borrowerId, account_id: account.accountId };
  return sealing.open('repay_account.mobile_sealed', row, account.mobileSealed);
}

function payerRecord(attempt: NewAttempt) {
  if ('accountId' in attempt)
    return {
      account_id: attempt.accountId,
      payer: 'account',
      allowed_by: attempt.sharedNumberAllowedBy ?? null,
    };
  if ('payee' in attempt) return { operator: attempt.payee.operator, payer: 'account' };
  const { operator, isOwnNumber } = attempt.payer;
  return { operator, payer: isOwnNumber ? 'own_number' : 'other_number' };
}

/**
 * The CTEs `inserted_attempts`, `inserted_attempt_lookups` and `claimed_payout_numbers`. They insert the payment attempts
 * in `records` (a parameter that holds JSON records), each for the entry in `entries` that `joinedBy` names. `entries` has
 * the columns `borrower_id` and `recorded_at`. The first payout to a number claims it for the borrower. If another
 * borrower has claimed it meanwhile, the statement fails on a unique key and is decided again. An account that the
 * borrower does not have gives no operator, and the statement fails.
 */
export function insertAttempts(attempts: { records: string; entries: string; joinedBy?: string }): string {
  const { records, entries, joinedBy = 'true' } = attempts;
  return `inserted_attempts as (
    insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, period, amount_ngwee,
      operator, msisdn_sealed, payer, state, submitted_on, quoted, request_id, same_number_as,
      created_at, next_step_at)
    select a.borrower_id, n.attempt_id, n.loan_id, n.direction, n.purpose, n.period, n.amount_ngwee,
      coalesce(n.operator, c.operator), decode(n.msisdn_sealed, 'hex'), n.payer, 'created',
      n.submitted_on, n.quoted, n.request_id, n.same_number_as, a.recorded_at, a.recorded_at
    from json_to_recordset(${records}::json) as n(${ATTEMPT_RECORD})
    join ${entries} a on ${joinedBy}
    left join repay_account c on c.borrower_id = a.borrower_id and c.account_id = n.account_id
    returning borrower_id, attempt_id
  ),
  inserted_attempt_lookups as (
    insert into payment_by_attempt (attempt_id, borrower_id) select attempt_id, borrower_id from inserted_attempts
  ),
  claimed_payout_numbers as (
    insert into payout_number (mobile_hash, borrower_id, claimed_at, allowed_by)
    select c.mobile_hash, a.borrower_id, a.recorded_at, n.allowed_by
    from json_to_recordset(${records}::json) as n(${ATTEMPT_RECORD})
    join ${entries} a on ${joinedBy}
    join repay_account c on c.borrower_id = a.borrower_id and c.account_id = n.account_id
    where n.direction = 'payout' and not exists (select from payout_number p
      where p.mobile_hash = c.mobile_hash and p.borrower_id = a.borrower_id)
  )`;
}
