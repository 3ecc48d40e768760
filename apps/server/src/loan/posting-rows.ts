import type { Day } from '@thumba/lending/day';
import type { Change, Loan } from '@thumba/lending/loan';
import type { IdempotencyKey } from '../platform/idempotency.ts';
import type { AttemptEnd, NewAttempt } from './posting.ts';

/*
 * What a change writes beside its loan, as the JSON rows of the writing statements. Their names are the columns'.
 */

type Dated = { change: Change; on: Day };

export function transferRecords({ change, on }: Dated) {
  return change.transfers.map((row, index) => ({
    loan_id: change.loan.loanId,
    line: index + 1,
    debit_account: row.debitAccount,
    credit_account: row.creditAccount,
    amount_ngwee: row.amountNgwee,
    business_on: on,
  }));
}

export function eventRecords(change: Change, actor: string) {
  return change.events.map(({ kind, on, ...detail }, index) => ({
    loan_id: change.loan.loanId,
    ordinal: index + 1,
    loan_version: change.loan.version + 1,
    kind,
    on_day: on,
    detail,
    actor,
  }));
}

export function messageRecords({ change, on }: Dated) {
  return change.messages.map(({ kind, ...figures }) => ({
    loan_id: change.loan.loanId,
    kind,
    figures,
    on_day: on,
  }));
}

export function standingRecords(change: Change) {
  if (change.walletNgwee === 0 && change.ladder === null) return [];
  return [
    {
      loan_id: change.loan.loanId,
      wallet_change_ngwee: change.walletNgwee,
      ladder_step: change.ladder?.step ?? null,
      on_time_loans: change.ladder?.onTimeLoans ?? null,
    },
  ];
}

export function attemptRecords(loan: Loan, attempt: NewAttempt | undefined) {
  if (!attempt) return [];
  return [
    {
      loan_id: loan.loanId,
      attempt_id: attempt.attemptId,
      direction: attempt.direction,
      purpose: attempt.purpose,
      period: attempt.period,
      amount_ngwee: attempt.amountNgwee,
      account_id: attempt.accountId,
      submitted_on: attempt.submittedOn,
    },
  ];
}

export function attemptEndRecords(loan: Loan, end: AttemptEnd | undefined) {
  if (!end) return [];
  return [
    {
      loan_id: loan.loanId,
      attempt_id: end.attemptId,
      state: end.state,
      operator_reference: end.operatorReference,
      failure_reason: end.failureReason,
      receipt_no: end.receiptNo,
    },
  ];
}

export function keyRecords(loan: Loan, key: IdempotencyKey | undefined, answer: unknown) {
  if (!key) return [];
  return [
    {
      loan_id: loan.loanId,
      key_hash: key.keyHash.toString('hex'),
      input_hash: key.inputHash.toString('hex'),
      answer,
    },
  ];
}
