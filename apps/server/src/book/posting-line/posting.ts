import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change, Coupon, LadderPlace, Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { IdempotencyKey, KeyReused } from '../idempotency/idempotency.ts';
import type { PayerReceipt } from '../message/messages.ts';
import type { AttemptEnd, NewAttempt } from '../payment-attempt/attempt.ts';

/** What a verdict may look at: the loan and what moves with it, all read in one query. */
export type Subject = {
  loan: Loan;
  disbursedAt: Date | null;
  walletNgwee: Ngwee;
  ladder: LadderPlace;
  /** The attempt that the request names, if it exists. */
  attempt: { attemptId: string; state: AttemptState } | null;
  /** The account that the request names, if it is the borrower's. */
  account: { accountId: number; operator: OperatorName } | null;
  /** The coupon that the request names, if it is the borrower's. */
  coupon: { coupon: Coupon; state: CouponState; loanId: number | null } | null;
};

export type CouponState = 'usable' | 'applied' | 'used';

/** What a person decided on a referred application, kept beside what the rules had found. */
export type Review = { outcome: 'approve' | 'decline'; reason: string; mayApplyAgainOn: Day | null };

/** What is to be written at once: the change of the loan and all that belongs to it. */
export type Posting<Answer> = {
  change: Change;
  /** The business day its ledger rows and messages belong to. */
  on: Day;
  newAttempt?: NewAttempt;
  attemptEnd?: AttemptEnd;
  payerReceipt?: PayerReceipt & { attemptId: string };
  review?: Review;
  answer: Answer;
};

/** What is to become of a request: write this, or answer without writing anything, or refuse. */
export type Verdict<Answer, Refusal> =
  | Outcome<Posting<Answer>, Refusal>
  | { ok: true; unchanged: true; answer: Answer };

export const DEFAULT_ACCOUNT = 0;

export type PostingRequest<Answer, Refusal> = {
  borrowerId: number;
  loanId: number;
  attemptId?: string;
  /** One of the borrower's accounts, or `DEFAULT_ACCOUNT`. */
  accountId?: number;
  userCouponId?: number;
  idempotency?: IdempotencyKey;
  actor: string;
  decide(subject: Subject): Verdict<Answer, Refusal>;
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

export type PostingRefusal = { kind: 'no_such_loan' } | KeyReused;

export type PostingOutcome<Answer, Refusal> = Outcome<Answer, Refusal | PostingRefusal>;

export type PostingLineOptions = {
  db: Database;
  clock: Clock;
  /** For a line of work without waiting callers: larger batches, and several of them on their way at once. */
  bulk?: { batchSize(): number; lanes: number };
  /** Called after attempts were written, so that the operators are called at once. */
  onNewAttempts(): void;
  onNewMessages(): void;
  /** Called with the number of loans that one query read. */
  onBatch?(loans: number): void;
};

/** What one posting wrote that other parts of the program wait for. */
export type WrittenPosting = {
  newAttempt?: NewAttempt | undefined;
  change: { messages: readonly unknown[] };
};
