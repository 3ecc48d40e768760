import { USER_STATUS } from '@thumba/contract/codes';
import type { LoanStateRefusal } from '@thumba/lending/application';
import { allow } from '@thumba/lending/outcome';
import { startPayout } from '@thumba/lending/payout';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome } from '../../book/posting-line/posting.ts';
import {
  checkOwnPayoutAccount,
  loanPayout,
  type PayoutAccountRefusal,
} from '../../money/payment/loan-payout.ts';
import type { CallerSession } from '../../platform/serve.ts';
import type { Applied, ApplyDeps } from './apply.ts';

export type RetryRefusal = LoanStateRefusal | PayoutAccountRefusal;

/** Pays out a loan whose payout failed: a new attempt, to the account that is named now. */
export function retryFailedPayout(
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
  return deps.line.post<Applied, RetryRefusal>({
    borrowerId: request.borrowerId,
    loanId: request.loanId,
    accountId: request.accountId ?? DEFAULT_ACCOUNT,
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'borrower',
    decide({ loan, account }) {
      const on = deps.today();
      const retried = startPayout(loan, { attemptId, on });
      if (!retried.ok) return retried;
      const payee = checkOwnPayoutAccount(account, deps.operators, {
        session: request.session,
        nowMs: deps.clock.nowMs(),
      });
      if (!payee.ok) return payee;
      return allow({
        change: retried.value,
        on,
        newAttempt: loanPayout(loan, { attemptId, accountId: payee.value.accountId, on }),
        answer: { orderId: loan.loanId, userStatus: USER_STATUS.payingOut },
      });
    },
  });
}
