import type { Day } from '@thumba/lending/day';
import type { LadderRule, LadderStanding } from '@thumba/lending/ladder';
import type { Change, Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import type { LinkPayer } from '../../book/payment-attempt/attempt.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { Operators } from './operators/operator.ts';
import { payerWords } from './payment-words.ts';

export type CollectionDeps = {
  line: PostingLine;
  operators: Operators;
  ladderRule(): LadderRule;
  today(): Day;
  newAttemptId(): string;
};

export type CollectionRequest<Refusal> = {
  borrowerId: number;
  loanId: number;
  /** One of the borrower's accounts (the default one where none is named), or the number that pays through a link. */
  payer: { accountId: number | undefined } | LinkPayer;
  idempotency: IdempotencyKey | undefined;
  /** The rule of lending that makes the loan wait for the money, or refuses the payment. */
  submit(loan: Loan, submission: Submission): Outcome<Change, Refusal>;
};

export type Submission = { attemptId: string; on: Day; disbursedAt: Date | null; ladder: LadderStanding };
export type Submitted = { paymentId: string; status: 'pending' | 'succeeded' };
export type AccountRefusal = { kind: 'no_such_account' } | { kind: 'operator_not_connected' };

/**
 * Has the operator send a PIN prompt. The loan waits for the payment as soon as this is written. A payment of nothing
 * needs no prompt and is done at once.
 */
export function submitCollection<Refusal>(
  deps: CollectionDeps,
  request: CollectionRequest<Refusal>,
): Promise<PostingOutcome<Submitted, Refusal | AccountRefusal>> {
  const attemptId = deps.newAttemptId();
  const { payer } = request;
  return deps.line.post<Submitted, Refusal | AccountRefusal>({
    borrowerId: request.borrowerId,
    loanId: request.loanId,
    ...('operator' in payer ? {} : { accountId: payer.accountId ?? DEFAULT_ACCOUNT }),
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'operator' in payer ? 'repay_link' : 'borrower',
    decide({ loan, account, disbursedAt, ladder: place }) {
      const on = deps.today();
      const ladder = { rule: deps.ladderRule(), place };
      const submitted = request.submit(loan, { attemptId, on, disbursedAt, ladder });
      if (!submitted.ok) return submitted;
      const change = submitted.value;
      const waits = change.loan.pending?.attemptId === attemptId;
      if (!waits)
        return allow({ change, on, answer: { paymentId: receiptNoIn(change), status: 'succeeded' } });
      const { operator } = 'operator' in payer ? payer : (account ?? {});
      if (!operator) return refuse({ kind: 'no_such_account' });
      if (!deps.operators[operator]) return refuse({ kind: 'operator_not_connected' });
      return allow({
        change,
        on,
        newAttempt: {
          ...attemptOf(change.loan),
          ...('operator' in payer ? { payer } : { accountId: account!.accountId }),
        },
        answer: { paymentId: attemptId, status: 'pending' },
      });
    },
  });
}

/** A payment without an operator is found by its receipt number. */
function receiptNoIn({ events, loan }: Change): string {
  const payment = events.find(isPaymentEvent);
  if (!payment) throw new Error(`nothing was booked on loan ${loan.loanId}`);
  return payment.receiptNo;
}

function attemptOf({ loanId, pending }: Loan) {
  if (!pending) throw new Error(`loan ${loanId} waits for no payment`);
  const { attemptId, purpose, period, amountNgwee, quoted, submittedOn } = pending;
  return {
    attemptId,
    direction: 'collection' as const,
    purpose,
    period,
    amountNgwee,
    quoted,
    submittedOn,
  };
}

export function noAccount(): Reply<never> {
  return refused(409, payerWords.no_account);
}

/** Where no account was named, the borrower has none. A named account is not this borrower's. */
export function replyToAccountRefusal(refusal: AccountRefusal, accountId: number | undefined): Reply<never> {
  if (refusal.kind === 'operator_not_connected') return refused(400, payerWords.operator_not_connected);
  return accountId === undefined ? noAccount() : NOT_FOUND;
}
