import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { PictureToRetake, StaffDeclineReason } from '@thumba/lending/decision-reason';
import type { EvidenceKind } from '@thumba/lending/evidence-kind';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change, Coupon, LadderPlace, Loan, LoanTerms } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Actor } from '../actor.ts';
import type { IdempotencyKey, KeyReused } from '../idempotency/idempotency.ts';
import type { PayerReceipt } from '../message/messages.ts';
import type { AttemptEnd, NewAttempt } from '../payment-attempt/attempt.ts';
import type { SuspensePlacement } from '../suspense/placement.ts';
import type { TraceKind } from '../trace/borrower-trace.ts';

/** The loan and everything else that a verdict needs, read in one query. */
export type Subject = {
  loan: Loan;
  disbursedAt: Date | null;
  walletNgwee: Ngwee;
  ladder: LadderPlace;
  /** The attempt that the request names, if it exists. */
  attempt: { attemptId: string; state: AttemptState } | null;
  /** The account that the request names, if it is the borrower's. */
  account: SubjectAccount | null;
  /** The coupon that the request names, if it is the borrower's. */
  coupon: { coupon: Coupon; state: CouponState; loanId: number | null } | null;
};

export type SubjectAccount = {
  accountId: number;
  operator: OperatorName;
  /** Sealed for the account. */
  mobileSealed: Buffer;
  /** Whether another borrower was paid on this number, or signs in with it. */
  isShared: boolean;
  /** Whether money that goes out to this borrower is held. */
  isFrozen: boolean;
  addedAt: Date;
  /** A new account waits for payouts until then. Null for one that never waited. */
  payoutsFrom: Date | null;
};

export type CouponState = 'usable' | 'applied' | 'used';

/**
 * What becomes of an application after the rules: staff decide it, send it back or ask for evidence, the borrower gives
 * evidence or does not, or asks for another look. It is kept beside the findings of the rules. Each review ends the
 * request for evidence and the counter-offer that stand.
 */
export type Review = {
  /** The note of staff, sealed for `application_review.note_sealed`; null for a borrower. */
  noteSealed: Buffer | null;
  /** What a page showed of it. The database refuses the decision if it is not so any more. Null where no page was open. */
  shown: object | null;
} & (
  | { outcome: 'approve'; reason: string }
  | {
      outcome: 'decline';
      reason: string;
      reasonCode: string;
      declinedFor: StaffDeclineReason;
      mayApplyAgainOn: Day;
    }
  | { outcome: 'send_back'; picture: PictureToRetake; fileId: string | null }
  | { outcome: 'ask_evidence'; evidence: EvidenceKind; endsAt: Date }
  | { outcome: 'evidence_given'; fileIds: readonly string[] }
  | { outcome: 'counter_offer'; offer: OfferedTerms }
  | { outcome: 'counter_offer_signed'; reason: string; approvedBy: Actor }
  | { outcome: 'counter_offer_refused' | 'counter_offer_lapsed' }
  | { outcome: 'evidence_lapsed' | 'another_look' }
);

/** Terms that staff offer, for the account that the money was to go to. */
export type OfferedTerms = {
  terms: LoanTerms;
  contractVersion: string;
  accountId: number;
  /** When the operator told the other name of the account, which staff saw; null where it told none. */
  holderAskedAt: Date | null;
  endsAt: Date;
};

/** The difference to an operator's statement that a change resolves: a collection that the operator took back. */
export type TakenBackDifference = {
  differenceId: number;
  reason: string;
  actor: Actor;
  requestId: number | null;
  approvedBy: Actor | null;
  /** The business day on which the money left the float. */
  leftOn: Day;
};

/** The change of a loan and everything that is written with it, at once. */
export type Posting<Answer> = {
  change: Change;
  /** The business day of its transfers and messages. */
  on: Day;
  newAttempt?: NewAttempt;
  /** The account that the money of an application goes to from now on. */
  payoutAccountId?: number;
  attemptEnd?: AttemptEnd;
  payerReceipt?: PayerReceipt & { attemptId: string };
  review?: Review;
  /** For an application whose terms change: what the borrower signs. The loan of the change has the terms. */
  acceptance?: Acceptance;
  /** The pieces of suspense that the change takes its money from. */
  placement?: SuspensePlacement;
  takenBack?: TakenBackDifference;
  answer: Answer;
};

/** The decision on a request: to write a posting, to answer without writing, or to refuse. */
export type Verdict<Answer, Refusal> =
  | Outcome<Posting<Answer>, Refusal>
  | { ok: true; unchanged: true; answer: Answer };

/** In a request: the borrower's default account. No account has this id. */
export const DEFAULT_ACCOUNT = 0;

export type PostingRequest<Answer, Refusal> = {
  borrowerId: number;
  loanId: number;
  attemptId?: string;
  /** One of the borrower's accounts, or `DEFAULT_ACCOUNT`. */
  accountId?: number;
  userCouponId?: number;
  idempotency?: IdempotencyKey;
  actor: Actor;
  decide(subject: Subject): Verdict<Answer, Refusal>;
};

/** What a borrower read and agreed to. */
export type Acceptance = {
  contract_version: string;
  shown: unknown;
  shown_hash: string;
  purpose: string;
  app_version_code: string;
  app_channel_code: string;
};

/** A new loan, with the acceptance and the decision that it came from. */
export type Opening = {
  borrowerId: number;
  account: Pick<SubjectAccount, 'accountId' | 'mobileSealed'>;
  /**
   * The identity that was judged. Each confirmation seals it anew, so another one has other bytes. Null where the loan
   * rests on no identity: in measurements and tests.
   */
  identitySealed: Buffer | null;
  change: Change;
  on: Day;
  newAttempt?: NewAttempt;
  idempotency?: IdempotencyKey & { answer: unknown };
  actor: Actor;
  acceptance: Acceptance;
  decision: {
    outcome: 'approve' | 'refer' | 'decline';
    points: number;
    reasons: unknown;
    inputs: unknown;
    versions: unknown;
    may_apply_again_on: Day | null;
  };
  /** What the borrower may have in common with others. */
  traces?: readonly { kind: TraceKind; subjectHashes: Buffer[] }[];
};

export type PostingRefusal = { kind: 'no_such_loan' } | KeyReused;

export type PostingOutcome<Answer, Refusal> = Outcome<Answer, Refusal | PostingRefusal>;

export type PostingLineOptions = {
  db: Database;
  clock: Clock;
  /** Called for attempts only, so that staff change loans also where the keys are not set. */
  sealing(): Sealing;
  /** For a line without waiting callers: larger batches, and more of them at once. */
  bulk?: { batchSize(): number; lanes: number };
  /** Called after attempts were written, so that the operators are called at once. */
  onNewAttempts(): void;
  onNewMessages(): void;
  /** Called with the number of loans that one query read. */
  onBatch?(loans: number): void;
};

/** What a part of the line needs to write postings and to notify the rest of the program of them. */
export type WriteDeps = Pick<PostingLineOptions, 'db' | 'clock' | 'sealing'> & {
  announce(written: WrittenPosting[]): void;
};

/** An error of one item, which its caller gets. */
export type Failure = { error: unknown };

/** The parts of a written posting that other parts of the program are notified of. */
export type WrittenPosting = {
  newAttempt?: NewAttempt | undefined;
  change: { messages: readonly unknown[] };
};
