import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Change, LadderPlace, Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import type { IdempotencyKey } from '../platform/idempotency.ts';

export type AttemptState = 'created' | 'sent' | 'pending' | 'succeeded' | 'failed' | 'expired' | 'unknown';

/** What a decision may look at: the loan and what moves with it, all read in one query. */
export type Subject = {
  loan: Loan;
  walletNgwee: Ngwee;
  ladder: LadderPlace;
  /** The attempt that the request names, if it exists. */
  attempt: { attemptId: string; state: AttemptState } | null;
  /** The account that the request names, if it is the borrower's. */
  account: { accountId: number; operator: OperatorName } | null;
};

/** An instruction to an operator, recorded with the change that wants it and before the operator hears of it. */
export type NewAttempt = {
  attemptId: string;
  direction: PaymentDirection;
  purpose: 'repayment' | 'loan_payout';
  period: number | null;
  amountNgwee: Ngwee;
  /** Whose number and operator to use: one of the borrower's accounts. */
  accountId: number;
  submittedOn: Day;
};

/** The end of an attempt, written with what it does to the loan. */
export type AttemptEnd = {
  attemptId: string;
  state: 'succeeded' | 'failed' | 'expired';
  operator: OperatorName;
  operatorReference: string | null;
  failureReason: string | null;
  receiptNo: string | null;
};

/** What is to be written at once: the change of the loan and all that belongs to it. */
export type Posting<Answer> = {
  change: Change;
  /** The business day its ledger rows and messages belong to. */
  on: Day;
  newAttempt?: NewAttempt;
  attemptEnd?: AttemptEnd;
  answer: Answer;
};

/** A decision: write this, or answer without writing anything, or refuse. */
export type Decision<Answer, Refusal> =
  | Outcome<Posting<Answer>, Refusal>
  | { ok: true; unchanged: true; answer: Answer };

export const DEFAULT_ACCOUNT = 0;

export type PostingRequest<Answer, Refusal> = {
  borrowerId: number;
  loanId: number;
  attemptId?: string;
  /** One of the borrower's accounts, or `DEFAULT_ACCOUNT`. */
  accountId?: number;
  idempotency?: IdempotencyKey;
  actor: string;
  decide(subject: Subject): Decision<Answer, Refusal>;
};

/** A loan that does not exist yet, with all that is kept of how it came to be. */
export type Opening = {
  borrowerId: number;
  accountId: number;
  change: Change;
  on: Day;
  newAttempt?: NewAttempt;
  idempotency?: IdempotencyKey & { answer: unknown };
  actor: string;
  acceptance: {
    contract_version: string;
    shown: unknown;
    shown_hash: string;
    purpose: string;
    app_version_code: string;
    app_channel_code: string;
  };
  decision: {
    outcome: 'approve' | 'refer' | 'decline';
    points: number;
    reasons: unknown;
    inputs: unknown;
    versions: unknown;
    may_apply_again_on: Day | null;
  };
};

export type PostingRefusal =
  | { kind: 'no_such_loan' }
  /** The same key came with another request. */
  | { kind: 'key_reused' };

export type PostingOutcome<Answer, Refusal> = Outcome<Answer, Refusal | PostingRefusal>;
