import { type CancellationRefusal, quoteCancellation, submitCancellation } from '@thumba/lending/cooling-off';
import { type ExtensionRefusal, quoteExtension, submitExtension } from '@thumba/lending/extension';
import type { Allocation, Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { firstOwedInstalment, owedOnLoan } from '@thumba/lending/owed';
import type { StaleQuoteRefusal } from '@thumba/lending/pending';
import {
  type RepaymentRefusal,
  repayFromWallet,
  submitRepayment,
  type WalletRefusal,
} from '@thumba/lending/repayment';
import { quoteSettlement, type SettlementRefusal, submitSettlement } from '@thumba/lending/settlement';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { hoursSincePayout } from '../../book/loan/cooling-off-hours.ts';
import { readPlanId } from '../../book/loan/plan-id.ts';
import type { PostingOutcome } from '../../book/posting-line/posting.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  type AccountRefusal,
  type CollectionDeps,
  type Submitted,
  submitCollection,
} from '../payment/submit-collection.ts';
import { isQuote, type QuoteKind } from './quote-id.ts';

export type RepaymentDeps = CollectionDeps & { db: Database; clock: Clock; sealing: Sealing };

export type Payment = {
  borrowerId: number;
  planId: number;
  amountNgwee: Ngwee;
  payer: { accountId: number | undefined };
  idempotency: IdempotencyKey | undefined;
};

type NotFirstOwed = Extract<RepaymentRefusal, { kind: 'not_first_owed' }>;

/** Asks for a PIN prompt over the first plan owed, or a part of it. */
export function submitRepaymentByPrompt(
  deps: RepaymentDeps,
  payment: Payment,
): Promise<PostingOutcome<Submitted, RepaymentRefusal | AccountRefusal>> {
  const { loanId, period } = readPlanId(payment.planId);
  const { amountNgwee } = payment;
  return submitCollection<RepaymentRefusal>(deps, {
    ...payment,
    loanId,
    submit: (loan, { attemptId, on }) => submitRepayment(loan, { attemptId, period, amountNgwee, on }),
  });
}

/** Asks for a PIN prompt over the quoted price of an extension. */
export function submitExtensionByPrompt(
  deps: RepaymentDeps,
  payment: Payment,
): Promise<PostingOutcome<Submitted, ExtensionRefusal | StaleQuoteRefusal | NotFirstOwed | AccountRefusal>> {
  const { loanId, period } = readPlanId(payment.planId);
  const { amountNgwee } = payment;
  return submitCollection<ExtensionRefusal | StaleQuoteRefusal | NotFirstOwed>(deps, {
    ...payment,
    loanId,
    submit(loan, { attemptId, on }) {
      const quote = quoteExtension(loan, on);
      if (!quote.ok) return quote;
      const firstOwed = checkFirstOwed(loan, period);
      return firstOwed.ok ? submitExtension(loan, { attemptId, amountNgwee, on }) : firstOwed;
    },
  });
}

/** Asks for a PIN prompt over a quote that settles the whole loan, or gives its money back. */
export function submitQuotedByPrompt(
  deps: RepaymentDeps,
  payment: Payment & { kind: QuoteKind; quoteId: string },
): Promise<
  PostingOutcome<
    Submitted,
    SettlementRefusal | CancellationRefusal | StaleQuoteRefusal | NotFirstOwed | AccountRefusal
  >
> {
  const { loanId, period } = readPlanId(payment.planId);
  const { kind, quoteId, amountNgwee } = payment;
  return submitCollection<SettlementRefusal | CancellationRefusal | StaleQuoteRefusal | NotFirstOwed>(deps, {
    ...payment,
    loanId,
    submit(loan, { attemptId, on, disbursedAt, ladder }) {
      const firstOwed = checkFirstOwed(loan, period);
      if (!firstOwed.ok) return firstOwed;
      const hours = hoursSincePayout(loan, disbursedAt, { today: on, nowMs: deps.clock.nowMs() });
      const quote =
        kind === 'settlement'
          ? quoteSettlement(loan, on)
          : quoteCancellation(loan, { hoursSincePayout: hours, on });
      if (!quote.ok) return quote;
      // A quote holds for its day only, also where today's amount is the same.
      const isToday = isQuote(deps.sealing, quoteId, { kind, loanId, amountNgwee, on });
      if (!isToday) return refuse({ kind: 'stale_quote', amountNgwee: quote.value.amountNgwee });
      return kind === 'settlement'
        ? submitSettlement(loan, { attemptId, amountNgwee, on, ladder })
        : submitCancellation(loan, { attemptId, amountNgwee, hoursSincePayout: hours, on });
    },
  });
}

function checkFirstOwed(loan: Loan, period: number): Outcome<null, NotFirstOwed> {
  const first = firstOwedInstalment(loan);
  return first === undefined || first.period === period
    ? allow(null)
    : refuse({ kind: 'not_first_owed', firstOwedPeriod: first.period });
}

export type PaidFromWallet = {
  paidNgwee: Ngwee;
  remainingNgwee: Ngwee;
  walletNgwee: number;
  allocation: Allocation;
  receiptNo: string;
};

/** Repays from wallet credit at once, by the rules of a repayment and without an operator. */
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
  const { loanId, period } = readPlanId(request.planId);
  return deps.line.post<PaidFromWallet, RepaymentRefusal | WalletRefusal>({
    borrowerId: request.borrowerId,
    // The plan of another loan than the named one is refused as no loan.
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
        ladder: { rule: deps.ladderRule(), place: ladder },
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
