import type { Answer } from '@thumba/contract/wire';
import { type Day, formatDayCount } from '@thumba/lending/day';
import { isRunning, type Loan, type LoanEvent } from '@thumba/lending/loan';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment, owedOnLoan, paidOnLoan, serviceFeeOf } from '@thumba/lending/owed';
import { penaltyPerDay } from '@thumba/lending/penalty';
import { formatPercent } from '@thumba/lending/rate';
import { type Account, accountTitle } from '../borrower/accounts.ts';
import { allocationView, loanToday, overdueDays, planView, scheduledTotal } from '../loan/loan-view.ts';
import type { HistoryEvent, StoredLoan } from '../loan/queries.ts';
import { describeFailure, type FailureReason } from '../payment/operators/operator.ts';

type Details = Answer<'queryLoanDetail'>;

/** A loan as its borrower reads it: what is owed, what was charged and why, and what happened, newest first. */
export function billingDetails(
  stored: StoredLoan,
  history: readonly HistoryEvent[],
  account: Account | undefined,
  today: Day,
): Details {
  const loan = loanToday(stored.loan, today);
  const owes = isRunning(loan) || loan.state === 'written_off';
  const receiveAccount = account ? accountTitle(account) : 'Mobile money';
  return {
    orderId: loan.loanId,
    status: loan.state,
    product: loan.terms.productName,
    principal: toKwacha(loan.terms.principalNgwee),
    receivedAmount: toKwacha(loan.receivedNgwee),
    totalRepay: toKwacha(scheduledTotal(loan)),
    paid: toKwacha(paidOnLoan(loan).totalNgwee),
    remaining: toKwacha(owes ? owedOnLoan(loan).totalNgwee : 0),
    appliedAt: stored.appliedAt.toISOString(),
    appliedOn: loan.appliedOn,
    ...(stored.disbursedAt && loan.disbursedOn
      ? { disbursedAt: stored.disbursedAt.toISOString(), disbursedOn: loan.disbursedOn }
      : {}),
    receiveAccount,
    dueDate: firstOwedInstalment(loan)?.dueOn ?? loan.instalments.at(-1)!.dueOn,
    overdueDays: overdueDays(loan, today),
    charges: charges(loan),
    plans: loan.instalments.map((instalment) => planView(loan, instalment)),
    payments: history.flatMap(payment),
    timeline: history.flatMap((entry) => step(entry, receiveAccount)).reverse(),
    extensions: [],
    contractUrl: `/al?orderId=${loan.loanId}`,
    ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
    penaltyPerDay: toKwacha(penaltyPerDay(loan)),
  };
}

function charges(loan: Loan): Details['charges'] {
  const { terms } = loan;
  const interest = loan.instalments.reduce((total, instalment) => total + instalment.interestNgwee, 0);
  const penalty = loan.instalments.reduce((total, instalment) => total + instalment.penaltyNgwee, 0);
  return [
    {
      name: 'Interest',
      amount: toKwacha(interest),
      explanation: `${formatDayCount(terms.termDays)} at ${formatPercent(terms.dailyRate)} a day${
        terms.interestMethod === 'declining' ? ' on what is still owed' : ''
      }`,
    },
    {
      name: 'Service fee',
      amount: toKwacha(serviceFeeOf(loan)),
      explanation: `${formatPercent(terms.serviceFeeRate)} of the loan, ${
        terms.feeMode === 'added' ? 'paid back with it' : 'kept back from the payout'
      }`,
    },
    ...(penalty > 0
      ? [
          {
            name: 'Late charges',
            amount: toKwacha(penalty),
            explanation: `${formatPercent(terms.penaltyDailyRate)} a day on what is late, after ${formatDayCount(terms.penaltyGraceDays)} of grace`,
          },
        ]
      : []),
  ];
}

function payment({ event, at }: HistoryEvent): Details['payments'] {
  if (event.kind !== 'repaid') return [];
  return [
    {
      paymentId: event.attemptId ?? event.receiptNo,
      amount: toKwacha(event.amountNgwee),
      at: at.toISOString(),
      on: event.on,
      source: event.source,
      allocation: allocationView(event.allocation),
      receiptNo: event.receiptNo,
    },
  ];
}

function step(entry: HistoryEvent, receiveAccount: string): Details['timeline'] {
  const words = describeStep(entry.event, receiveAccount);
  if (!words) return [];
  return [{ ...words, on: entry.on, at: entry.at.toISOString() }];
}

/** What a borrower is told of an event; what only the lender's books need is left out. */
function describeStep(
  event: LoanEvent,
  receiveAccount: string,
): { title: string; detail?: string } | undefined {
  switch (event.kind) {
    case 'applied':
      return { title: `Applied for ${formatKwacha(event.amountNgwee)}` };
    case 'referred':
      return { title: 'Under review', detail: 'A person looks at your application' };
    case 'approved':
      return { title: 'Approved' };
    case 'declined':
      return { title: 'Declined' };
    case 'cancelled':
      return { title: 'Cancelled' };
    case 'paid_out':
      return { title: `Received ${formatKwacha(event.amountNgwee)}`, detail: `To ${receiveAccount}` };
    case 'payout_failed':
      return { title: 'The payout failed', detail: describeFailure(event.reason as FailureReason) };
    case 'repayment_failed':
      return { title: 'A payment failed', detail: describeFailure(event.reason as FailureReason) };
    case 'repaid':
      return {
        title: `Paid ${formatKwacha(event.amountNgwee)}`,
        detail: `${describeAllocation(event.allocation)}. Receipt ${event.receiptNo}`,
      };
    case 'penalty_accrued':
      return {
        title: `Late charge ${formatKwacha(event.amountNgwee)}`,
        detail: `For ${formatDayCount(event.days)}`,
      };
    case 'penalty_waived':
      return {
        title: `Late charge of ${formatKwacha(event.amountNgwee)} taken back`,
        detail: 'Your payment had been sent before it was charged',
      };
    case 'instalment_overdue':
      return { title: `Instalment ${event.period} is late` };
    case 'settled':
      return { title: 'Paid off', detail: event.onTime ? 'On time, thank you' : 'Thank you' };
    case 'payout_started':
    case 'paid_out_unexpectedly':
    case 'repayment_submitted':
    case 'instalment_due':
      return undefined;
  }
}

function describeAllocation(allocation: Extract<LoanEvent, { kind: 'repaid' }>['allocation']): string {
  const parts: [string, number][] = [
    ['late charges', allocation.penaltyNgwee],
    ['fee', allocation.feeNgwee],
    ['interest', allocation.interestNgwee],
    ['loan', allocation.principalNgwee],
    ['wallet credit', allocation.walletNgwee],
  ];
  const text = parts
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => `${name} ${formatKwacha(amount)}`)
    .join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
