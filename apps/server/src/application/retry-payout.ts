import { USER_STATUS } from '@thumba/contract/codes';
import type { LoanStateRefusal } from '@thumba/lending/application';
import { allow, refuse } from '@thumba/lending/outcome';
import { startPayout } from '@thumba/lending/payout';
import { DEFAULT_ACCOUNT, type PostingOutcome } from '../loan/posting.ts';
import type { IdempotencyKey } from '../platform/idempotency.ts';
import type { Applied, ApplyDeps } from './apply.ts';

export type RetryRefusal =
  | LoanStateRefusal
  | { kind: 'no_such_account' }
  | { kind: 'operator_not_connected' };

/** Sends a loan again that could not be paid out: a new instruction, to the account that is named now. */
export function retryFailedPayout(
  deps: ApplyDeps,
  request: {
    borrowerId: number;
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
      if (!account) return refuse({ kind: 'no_such_account' });
      if (!deps.operators[account.operator]) return refuse({ kind: 'operator_not_connected' });
      return allow({
        change: retried.value,
        on,
        newAttempt: {
          attemptId,
          direction: 'payout',
          purpose: 'loan_payout',
          period: null,
          amountNgwee: loan.receivedNgwee,
          accountId: account.accountId,
          submittedOn: on,
        },
        answer: { orderId: loan.loanId, userStatus: USER_STATUS.payingOut },
      });
    },
  });
}
