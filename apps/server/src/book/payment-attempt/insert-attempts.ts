import type { NewAttempt } from './attempt.ts';

const ATTEMPT_RECORD = `loan_id bigint, attempt_id uuid, direction text, purpose text, period integer,
      amount_ngwee bigint, account_id bigint, operator text, msisdn_sealed text, payer text, submitted_on date,
      quoted jsonb, allowed_by text`;

/** An instruction to an operator as a JSON record. `loanId` is null for a payout of wallet credit. */
export function attemptRecord(attempt: NewAttempt, loanId: number | null) {
  return {
    loan_id: loanId,
    attempt_id: attempt.attemptId,
    direction: attempt.direction,
    purpose: attempt.purpose,
    period: attempt.period,
    quoted: attempt.quoted ?? null,
    amount_ngwee: attempt.amountNgwee,
    ...numberRecord(attempt),
    submitted_on: attempt.submittedOn,
  };
}

function numberRecord(attempt: NewAttempt) {
  if ('accountId' in attempt)
    return {
      account_id: attempt.accountId,
      payer: 'account',
      allowed_by: attempt.sharedNumberAllowedBy ?? null,
    };
  if ('payee' in attempt) {
    const { mobileSealed, operator } = attempt.payee;
    return { msisdn_sealed: mobileSealed.toString('hex'), operator, payer: 'account' };
  }
  const { mobileSealed, operator, isOwnNumber } = attempt.payer;
  return {
    msisdn_sealed: mobileSealed.toString('hex'),
    operator,
    payer: isOwnNumber ? 'own_number' : 'other_number',
  };
}

/**
 * The CTEs `inserted_attempts`, `inserted_attempt_lookups` and `claimed_payout_numbers`. They insert the payment attempts in `records` (a
 * parameter that holds JSON records), each for the entry in `entries` that `joinedBy` names. `entries` has the columns
 * `borrower_id` and `recorded_at`. The first payout to a number claims it for the borrower. If another borrower has
 * claimed it meanwhile, the statement fails on a unique key and is decided again.
 */
export function insertAttempts(attempts: { records: string; entries: string; joinedBy?: string }): string {
  const { records, entries, joinedBy = 'true' } = attempts;
  return `inserted_attempts as (
    insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, period, amount_ngwee,
      operator, msisdn_sealed, payer, state, submitted_on, quoted, created_at, next_step_at)
    select a.borrower_id, n.attempt_id, n.loan_id, n.direction, n.purpose, n.period, n.amount_ngwee,
      coalesce(n.operator, c.operator), coalesce(decode(n.msisdn_sealed, 'hex'), c.mobile_sealed), n.payer, 'created',
      n.submitted_on, n.quoted, a.recorded_at, a.recorded_at
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
