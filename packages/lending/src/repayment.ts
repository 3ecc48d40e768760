import type { AllocatedPayment } from './allocation.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import type { Day } from './day.ts';
import { earnAll } from './earning.ts';
import { type LadderStanding, placeAfterSettled } from './ladder.ts';
import { floatAccount, type LedgerAccount, type OperatorName, transfer } from './ledger.ts';
import { type Change, isRunning, type Loan, type LoanMessage, type LoanState } from './loan.ts';
import { type Ngwee, ngwee, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan } from './owed.ts';
import { checkRepayment, type RepaymentAmountRefusal } from './repayment-rules.ts';
import { allocateForValueDay, waiveSinceValueDay, worstDaysLateOf } from './value-day.ts';

export type RepaymentRefusal =
  | { kind: 'not_repayable'; state: LoanState }
  | { kind: 'payment_pending'; attemptId: string; amountNgwee: Ngwee }
  | { kind: 'not_first_owed'; firstOwedPeriod: number }
  | RepaymentAmountRefusal;

export type WalletRefusal = { kind: 'wallet_too_low'; walletNgwee: Ngwee };

/**
 * A borrower sends an amount for the first owed instalment. From `on` the loan stands still until the attempt has
 * ended. Refuses, in this order: a loan that is not being repaid; another payment that waits; any other instalment;
 * an amount that `checkRepayment` refuses for what is owed at the end of `on`.
 */
export function submitRepayment(
  loan: Loan,
  { attemptId, period, amountNgwee, on }: { attemptId: string; period: number; amountNgwee: Ngwee; on: Day },
): Outcome<Change, RepaymentRefusal> {
  const checked = checkPayable(loan, { period, amountNgwee, on });
  if (!checked.ok) return checked;
  return allow(
    followedBy(checked.value, (caughtUp) => ({
      ...unchanged({
        ...caughtUp,
        pending: { attemptId, period, amountNgwee, submittedOn: on },
        nextEventOn: null,
      }),
      events: [{ kind: 'repayment_submitted', on, attemptId, period, amountNgwee }],
    })),
  );
}

export type ReceivedRepayment = {
  attemptId: string;
  operator: OperatorName;
  amountNgwee: Ngwee;
  /** The value day: what is owed is judged as it stood at the end of it. */
  submittedOn: Day;
  on: Day;
  ladder: LadderStanding;
};

/**
 * The operator says that the money came. Never refused: whatever the amount, the state of the loan, or how late, it
 * counts for the day it was submitted, for the first owed instalment, then the next ones, then the wallet.
 */
export function repaymentSucceeded(
  loan: Loan,
  { attemptId, operator, amountNgwee, submittedOn, on, ladder }: ReceivedRepayment,
): Change {
  const freed = withoutPending(loan, attemptId);
  const caughtUp = catchUp(freed, submittedOn);
  return followedBy(caughtUp, (before) =>
    post(before, {
      source: 'operator',
      from: floatAccount(operator, 'collection'),
      attemptId,
      amountNgwee,
      valueOn: submittedOn,
      on,
      ladder,
    }),
  );
}

/** The attempt ended without money. The loan moves again, from the day of the attempt up to `on`. */
export function repaymentFailed(
  loan: Loan,
  { attemptId, on, reason }: { attemptId: string; on: Day; reason: string },
): Change {
  if (loan.pending?.attemptId !== attemptId) return unchanged(loan);
  const failed: Change = {
    ...unchanged(withoutPending(loan, attemptId)),
    events: [{ kind: 'repayment_failed', on, attemptId, reason }],
  };
  return followedBy(failed, (freed) => catchUp(freed, on));
}

/** Pays from wallet credit, at once. Refuses as `submitRepayment` does, and then an amount the wallet does not hold. */
export function repayFromWallet(
  loan: Loan,
  {
    amountNgwee,
    period,
    walletNgwee,
    on,
    ladder,
  }: { amountNgwee: Ngwee; period: number; walletNgwee: Ngwee; on: Day; ladder: LadderStanding },
): Outcome<Change, RepaymentRefusal | WalletRefusal> {
  const checked = checkPayable(loan, { period, amountNgwee, on });
  if (!checked.ok) return checked;
  if (amountNgwee > walletNgwee) return refuse({ kind: 'wallet_too_low', walletNgwee });
  return allow(
    followedBy(checked.value, (before) => {
      const posted = post(before, {
        source: 'wallet',
        from: 'wallet_credit',
        attemptId: null,
        amountNgwee,
        valueOn: on,
        on,
        ladder,
      });
      return { ...posted, walletNgwee: posted.walletNgwee - amountNgwee };
    }),
  );
}

function checkPayable(
  loan: Loan,
  { period, amountNgwee, on }: { period: number; amountNgwee: Ngwee; on: Day },
): Outcome<Change, RepaymentRefusal> {
  if (!isRunning(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
  if (loan.pending !== null) {
    const { attemptId, amountNgwee: pendingNgwee } = loan.pending;
    return refuse({ kind: 'payment_pending', attemptId, amountNgwee: pendingNgwee });
  }
  const caughtUp = catchUp(loan, on);
  const first = firstOwedInstalment(caughtUp.loan);
  if (first === undefined) throw new Error(`loan ${loan.loanId} runs and owes nothing`);
  if (period !== first.period) return refuse({ kind: 'not_first_owed', firstOwedPeriod: first.period });
  const amount = checkRepayment({
    amountNgwee,
    remainingNgwee: owedOnInstalment(first).totalNgwee,
    minRepayNgwee: loan.terms.minRepayNgwee,
    minLeftoverNgwee: loan.terms.minLeftoverNgwee,
  });
  return amount.ok ? allow(caughtUp) : amount;
}

type Posting = {
  source: 'operator' | 'wallet';
  from: LedgerAccount;
  attemptId: string | null;
  amountNgwee: Ngwee;
  valueOn: Day;
  on: Day;
  ladder: LadderStanding;
};

/** Lays money on a loan that is accrued to the value day, or past it when we had given the payment up. */
function post(loan: Loan, posting: Posting): Change {
  const { amountNgwee, valueOn, on } = posting;
  const receiptNo = `${loan.loanId}-${loan.version + 1}`;
  const waived =
    isRunning(loan) || loan.state === 'settled' ? waiveSinceValueDay(loan, posting) : unchanged(loan);
  const paid = followedBy(waived, (before) => layOnInstalments(before, posting, receiptNo));
  const settled = followedBy(paid, (before) => settleWhenCleared(before, valueOn, posting.ladder));
  const caughtUp = followedBy(settled, (before) => catchUp(before, on));
  const hasSettled = isRunning(loan) && !isRunning(caughtUp.loan);
  const walletNgwee = ngwee(caughtUp.walletNgwee);
  const message: LoanMessage = hasSettled
    ? { kind: 'loan_settled', amountNgwee, receiptNo, walletNgwee }
    : {
        kind: 'repayment_received',
        amountNgwee,
        receiptNo,
        remainingNgwee: isRunning(caughtUp.loan) ? owedOnLoan(caughtUp.loan).totalNgwee : ZERO,
        walletNgwee,
      };
  return { ...caughtUp, messages: [...caughtUp.messages, message] };
}

function layOnInstalments(loan: Loan, posting: Posting, receiptNo: string): Change {
  const { source, from, attemptId, amountNgwee, valueOn } = posting;
  const { instalments, parts, remainderNgwee } = isRunning(loan)
    ? allocateForValueDay(loan, amountNgwee, valueOn)
    : nothingAllocated(loan, amountNgwee);
  const period = firstOwedInstalment(loan)?.period ?? loan.instalments.length;
  return {
    ...unchanged({ ...loan, instalments }),
    transfers: [
      ...transfer(from, 'penalty_receivable', parts.penaltyNgwee),
      ...transfer(from, 'fee_receivable', parts.feeNgwee),
      ...transfer(from, 'interest_receivable', parts.interestNgwee),
      ...transfer(from, 'principal_receivable', parts.principalNgwee),
      ...transfer(from, 'wallet_credit', remainderNgwee),
    ],
    walletNgwee: remainderNgwee,
    events: [
      {
        kind: 'repaid',
        on: valueOn,
        source,
        attemptId,
        period,
        amountNgwee,
        allocation: { ...parts, walletNgwee: remainderNgwee },
        receiptNo,
      },
    ],
  };
}

function nothingAllocated(loan: Loan, amountNgwee: Ngwee): AllocatedPayment {
  return {
    instalments: loan.instalments,
    parts: { penaltyNgwee: ZERO, feeNgwee: ZERO, interestNgwee: ZERO, principalNgwee: ZERO },
    remainderNgwee: amountNgwee,
  };
}

function settleWhenCleared(loan: Loan, valueOn: Day, ladder: LadderStanding): Change {
  if (!isRunning(loan) || owedOnLoan(loan).totalNgwee > 0) return unchanged(loan);
  const worstDaysLate = worstDaysLateOf(loan.instalments);
  const earned = earnAll(loan);
  return {
    ...earned,
    loan: {
      ...earned.loan,
      state: 'settled',
      closedOn: valueOn,
      nextEventOn: null,
      worstDaysLate,
      instalments: loan.instalments.map((instalment) => ({ ...instalment, state: 'settled' })),
    },
    events: [{ kind: 'settled', on: valueOn, onTime: worstDaysLate === 0 }],
    ladder: placeAfterSettled(ladder.rule, ladder.place, worstDaysLate),
  };
}

function withoutPending(loan: Loan, attemptId: string): Loan {
  return loan.pending?.attemptId === attemptId ? { ...loan, pending: null } : loan;
}
