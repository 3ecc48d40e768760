import { followedBy } from '@thumba/lending/change';
import { collectionSucceeded } from '@thumba/lending/collection';
import type { Day } from '@thumba/lending/day';
import type { LadderRule, LadderStanding } from '@thumba/lending/ladder';
import type { Change, Loan } from '@thumba/lending/loan';
import { type Ngwee, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import type { Actor } from '../../book/actor.ts';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { type ChangePreview, previewOf } from '../../book/loan/staff-preview.ts';
import type { LinkPayer } from '../../book/payment-attempt/attempt.ts';
import {
  DEFAULT_ACCOUNT,
  type Posting,
  type PostingOutcome,
  type PostingRequest,
  type Subject,
} from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { checkOperator, type OperatorRefusal, type Operators } from './operators/operator.ts';
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
  /** The person of staff who asks for it. Otherwise it is the borrower, or the holder of a link. */
  actor?: Actor;
  /** The rule of lending that makes the loan wait for the money, or refuses the payment. */
  submit(loan: Loan, submission: Submission): Outcome<Change, Refusal>;
};

export type Submission = { attemptId: string; on: Day; disbursedAt: Date | null; ladder: LadderStanding };
export type Submitted = { paymentId: string; status: 'pending' | 'succeeded' };
export type AccountRefusal = { kind: 'no_such_account' } | OperatorRefusal;

/**
 * Has the operator send a PIN prompt. The loan waits for the payment as soon as this is written. A payment of nothing
 * needs no prompt and is done at once.
 */
export function submitCollection<Refusal>(
  deps: CollectionDeps,
  request: CollectionRequest<Refusal>,
): Promise<PostingOutcome<Submitted, Refusal | AccountRefusal>> {
  const attemptId = deps.newAttemptId();
  return deps.line.post(
    collectionPosting(request, (subject) => decideCollection(deps, request, { attemptId, subject })),
  );
}

/** What would happen to the loan once the prompt is answered with the PIN. Nothing is sent or written. */
export async function previewCollection<Refusal>(
  deps: CollectionDeps,
  request: CollectionRequest<Refusal>,
): Promise<PostingOutcome<CollectionPreview, Refusal | AccountRefusal>> {
  const attemptId = deps.newAttemptId();
  return deps.line.post<CollectionPreview, Refusal | AccountRefusal>(
    collectionPosting(request, (subject) => {
      const decided = decideCollection(deps, request, { attemptId, subject });
      if (!decided.ok) return decided;
      const on = deps.today();
      const { change } = decided.value;
      const { pending } = change.loan;
      const { operator } = subject.account ?? {};
      const isPrompt = pending?.attemptId === attemptId && operator !== undefined;
      const ladder = { rule: deps.ladderRule(), place: subject.ladder };
      const paid = isPrompt
        ? followedBy(change, (loan) =>
            collectionSucceeded(written(loan), { ...pending, operator, on, ladder }),
          )
        : change;
      const answer = {
        preview: previewOf(loanToday(subject.loan, on), paid),
        amountNgwee: isPrompt ? pending.amountNgwee : ZERO,
      };
      return { ok: true, unchanged: true, answer };
    }),
  );
}

/** The loan as the payment finds it: the submission is written by then. The number of a receipt follows from it. */
function written(loan: Loan): Loan {
  return { ...loan, version: loan.version + 1 };
}

export type CollectionPreview = {
  preview: ChangePreview;
  /** What the prompt asks for. Nothing where no prompt is needed. */
  amountNgwee: Ngwee;
};

function collectionPosting<Answer, Refusal>(
  { borrowerId, loanId, payer, idempotency, actor }: CollectionRequest<Refusal>,
  decide: PostingRequest<Answer, Refusal | AccountRefusal>['decide'],
): PostingRequest<Answer, Refusal | AccountRefusal> {
  return {
    borrowerId,
    loanId,
    ...('operator' in payer ? {} : { accountId: payer.accountId ?? DEFAULT_ACCOUNT }),
    ...(idempotency ? { idempotency } : {}),
    actor: actor ?? ('operator' in payer ? 'repay_link' : 'borrower'),
    decide,
  };
}

function decideCollection<Refusal>(
  deps: Pick<CollectionDeps, 'operators' | 'ladderRule' | 'today'>,
  request: Pick<CollectionRequest<Refusal>, 'payer' | 'submit'>,
  { attemptId, subject }: { attemptId: string; subject: Subject },
): Outcome<Posting<Submitted>, Refusal | AccountRefusal> {
  const { payer } = request;
  const { loan, account, disbursedAt, ladder: place } = subject;
  const on = deps.today();
  const ladder = { rule: deps.ladderRule(), place };
  const submitted = request.submit(loan, { attemptId, on, disbursedAt, ladder });
  if (!submitted.ok) return submitted;
  const change = submitted.value;
  const waits = change.loan.pending?.attemptId === attemptId;
  if (!waits) return allow({ change, on, answer: { paymentId: receiptNoIn(change), status: 'succeeded' } });
  const { operator } = 'operator' in payer ? payer : (account ?? {});
  if (!operator) return refuse({ kind: 'no_such_account' });
  const connection = checkOperator(deps.operators, operator);
  if (!connection.ok) return connection;
  return allow({
    change,
    on,
    newAttempt: {
      ...attemptOf(change.loan),
      ...('operator' in payer ? { payer } : { accountId: account!.accountId }),
    },
    answer: { paymentId: attemptId, status: 'pending' },
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
  if (refusal.kind === 'operator_stopped')
    return refused(409, payerWords.operator_stopped, { reason: refusal.kind });
  return accountId === undefined ? noAccount() : NOT_FOUND;
}
