import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import type { Allocation } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { allow, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import {
  type RepaymentRefusal,
  repayFromWallet,
  submitRepayment,
  type WalletRefusal,
} from '@thumba/lending/repayment';
import { loanOfPlan } from '../loan/loan-row.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome } from '../loan/posting.ts';
import type { PostingLine } from '../loan/posting-line.ts';
import type { Operators } from '../payment/operators/operator.ts';
import type { IdempotencyKey } from '../platform/idempotency.ts';

export type RepaymentDeps = {
  line: PostingLine;
  operators: Operators;
  ladderRule: LadderRule;
  today(): Day;
  newAttemptId(): string;
};

export type AccountRefusal = { kind: 'no_such_account' } | { kind: 'operator_not_connected' };
export type Submitted = { paymentId: string; status: 'pending' };

/** Asks the borrower's operator for a PIN prompt: the loan waits for it from the moment this is written. */
export function submitRepaymentByPrompt(
  deps: RepaymentDeps,
  request: {
    borrowerId: number;
    planId: number;
    amountNgwee: Ngwee;
    accountId: number | undefined;
    idempotency: IdempotencyKey | undefined;
  },
): Promise<PostingOutcome<Submitted, RepaymentRefusal | AccountRefusal>> {
  const { loanId, period } = loanOfPlan(request.planId);
  const attemptId = deps.newAttemptId();
  return deps.line.post<Submitted, RepaymentRefusal | AccountRefusal>({
    borrowerId: request.borrowerId,
    loanId,
    accountId: request.accountId ?? DEFAULT_ACCOUNT,
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'borrower',
    decide({ loan, account }) {
      const on = deps.today();
      const { amountNgwee } = request;
      const submitted = submitRepayment(loan, { attemptId, period, amountNgwee, on });
      if (!submitted.ok) return submitted;
      if (!account) return refuse({ kind: 'no_such_account' });
      if (!deps.operators[account.operator]) return refuse({ kind: 'operator_not_connected' });
      return allow({
        change: submitted.value,
        on,
        newAttempt: {
          attemptId,
          direction: 'collection',
          purpose: 'repayment',
          period,
          amountNgwee,
          accountId: account.accountId,
          submittedOn: on,
        },
        answer: { paymentId: attemptId, status: 'pending' },
      });
    },
  });
}

export type PaidFromWallet = {
  paidNgwee: Ngwee;
  remainingNgwee: Ngwee;
  walletNgwee: number;
  allocation: Allocation;
  receiptNo: string;
};

/** Repays from wallet credit: every rule of a repayment, no operator, done when it answers. */
export function repayFromWalletCredit(
  deps: RepaymentDeps,
  request: {
    borrowerId: number;
    loanId: number;
    planId: number;
    amountNgwee: Ngwee;
    idempotency: IdempotencyKey | undefined;
  },
): Promise<PostingOutcome<PaidFromWallet, RepaymentRefusal | WalletRefusal>> {
  const { loanId, period } = loanOfPlan(request.planId);
  return deps.line.post<PaidFromWallet, RepaymentRefusal | WalletRefusal>({
    borrowerId: request.borrowerId,
    // A plan of another loan than the one named belongs to no loan at all.
    loanId: loanId === request.loanId ? loanId : 0,
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'borrower',
    decide({ loan, walletNgwee, ladder }) {
      const on = deps.today();
      const paid = repayFromWallet(loan, {
        amountNgwee: request.amountNgwee,
        period,
        walletNgwee,
        on,
        ladder: { rule: deps.ladderRule, place: ladder },
      });
      if (!paid.ok) return paid;
      const change = paid.value;
      const repaid = change.events.find((event) => event.kind === 'repaid');
      if (!repaid) throw new Error('a repayment left no event');
      return allow({
        change,
        on,
        answer: {
          paidNgwee: request.amountNgwee,
          remainingNgwee: owedOnLoan(change.loan).totalNgwee,
          walletNgwee: walletNgwee + change.walletNgwee,
          allocation: repaid.allocation,
          receiptNo: repaid.receiptNo,
        },
      });
    },
  });
}
