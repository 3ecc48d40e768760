import { USER_STATUS } from '@thumba/contract/codes';
import type { LoanStateRefusal } from '@thumba/lending/application';
import { unchanged } from '@thumba/lending/change';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { restartPayout, startPayout } from '@thumba/lending/payout';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { findLoan } from '../../book/loan/queries.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import {
  DEFAULT_ACCOUNT,
  type Posting,
  type PostingOutcome,
  type Subject,
} from '../../book/posting-line/posting.ts';
import { claimReplacedPayout } from '../../money/payment/held-payout.ts';
import {
  checkOwnPayoutAccount,
  loanPayout,
  type PayoutAccountRefusal,
} from '../../money/payment/loan-payout.ts';
import type { CallerSession } from '../../platform/serve.ts';
import type { Applied, ApplyDeps } from './apply.ts';

export type RetryRefusal = LoanStateRefusal | PayoutAccountRefusal;

/**
 * Names the account that the money of a loan goes to. A payout that failed is sent again, and one that waits for a person
 * or a stopped operator is replaced. An application that waits for a person is not decided by it.
 */
export async function retryPayout(
  deps: ApplyDeps,
  request: {
    borrowerId: number;
    session: CallerSession;
    loanId: number;
    accountId: number | undefined;
    idempotency: IdempotencyKey | undefined;
  },
): Promise<PostingOutcome<Applied, RetryRefusal>> {
  const attemptId = deps.newAttemptId();
  const nowMs = deps.clock.nowMs();
  const { borrowerId, loanId } = request;
  const [replaced, stored] = await Promise.all([
    claimReplacedPayout(deps.db, { borrowerId, loanId, nowMs }),
    findLoan(deps.db, borrowerId, loanId),
  ]);
  return deps.line.post<Applied, RetryRefusal>({
    borrowerId,
    loanId,
    accountId: request.accountId ?? DEFAULT_ACCOUNT,
    ...(replaced ? { attemptId: replaced.attempt_id } : {}),
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'borrower',
    decide(subject) {
      const { loan } = subject;
      const on = deps.today();
      const payee = checkOwnPayoutAccount(subject.account, deps.operators, {
        session: request.session,
        nowMs: deps.clock.nowMs(),
      });
      if (loan.state === 'applied') {
        if (!payee.ok) return payee;
        const { accountId } = payee.value;
        const answer = { orderId: loan.loanId, userStatus: USER_STATUS.underReview };
        // A posting raises the version of the loan, and a decision on what a page showed is refused then.
        if (stored?.loan.version === loan.version && stored.accountId === accountId)
          return { ok: true, unchanged: true, answer };
        return allow({ change: unchanged(loan), on, payoutAccountId: accountId, answer });
      }
      const sent = sendAgain(subject, replaced, { attemptId, on });
      if (!sent.ok) return sent;
      if (!payee.ok) return payee;
      return allow({
        ...sent.value,
        on,
        newAttempt: loanPayout(loan, { attemptId, accountId: payee.value.accountId, on }),
        answer: { orderId: loan.loanId, userStatus: USER_STATUS.payingOut },
      });
    },
  });
}

/** A payout that waits ends in favour of the new one. */
export function sendAgain(
  { loan, attempt }: Subject,
  replaced: Pick<AttemptRow, 'attempt_id' | 'operator'> | undefined,
  { attemptId, on }: { attemptId: string; on: Day },
): Outcome<Pick<Posting<unknown>, 'change' | 'attemptEnd'>, LoanStateRefusal> {
  if (replaced === undefined || attempt?.state !== 'created') {
    const started = startPayout(loan, { attemptId, on });
    return started.ok ? allow({ change: started.value }) : started;
  }
  const restarted = restartPayout(loan, { attemptId, insteadOf: replaced.attempt_id, on });
  if (!restarted.ok) return restarted;
  return allow({
    change: restarted.value,
    attemptEnd: {
      ...{ attemptId: replaced.attempt_id, state: 'failed', operator: replaced.operator },
      ...{ operatorReference: null, failureReason: 'superseded', receiptNo: null },
    },
  });
}
