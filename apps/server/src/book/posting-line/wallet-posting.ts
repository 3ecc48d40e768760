import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import type { WalletChange, WalletMessage } from '@thumba/lending/wallet-payout';
import type { Actor } from '../actor.ts';
import type { IdempotencyKey } from '../idempotency/idempotency.ts';
import type { AttemptEnd, NewAttempt, NumberOfAttempt } from '../payment-attempt/attempt.ts';
import type { SuspensePlacement } from '../suspense/placement.ts';
import type { SubjectAccount } from './posting.ts';

/** Everything that a decision about a wallet needs, read in one query. */
export type WalletSubject = {
  walletNgwee: Ngwee;
  /** The account that the request names, if it is the borrower's. */
  account: SubjectAccount | null;
  /** The state of the attempt that the request names, if it exists. */
  attemptState: AttemptState | null;
};

/** A payout goes to an account of the borrower, or to the number of an earlier attempt. */
export type WalletPayoutAttempt = NewAttempt & ({ accountId: number } | { payee: NumberOfAttempt });

/** The change of a wallet with its cause, written at once: an attempt that begins or ends, or money of suspense. */
export type WalletPosting<Answer> = {
  change: WalletChange & { messages: readonly WalletMessage[] };
  on: Day;
  cause: { begins: WalletPayoutAttempt } | { ends: AttemptEnd } | { places: SuspensePlacement };
  answer: Answer;
};

export type WalletVerdict<Answer, Refusal> =
  | Outcome<WalletPosting<Answer>, Refusal>
  | { ok: true; unchanged: true; answer: Answer };

export type WalletPostingRequest<Answer, Refusal> = {
  borrowerId: number;
  /** One of the borrower's accounts, or `DEFAULT_ACCOUNT`. */
  accountId?: number;
  attemptId?: string;
  idempotency?: IdempotencyKey;
  actor: Actor;
  decide(subject: WalletSubject): WalletVerdict<Answer, Refusal>;
};
