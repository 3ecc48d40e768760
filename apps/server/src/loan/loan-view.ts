import type { Answer } from '@thumba/contract/wire';
import { catchUp } from '@thumba/lending/catch-up';
import { type Day, daysBetween } from '@thumba/lending/day';
import type { Allocation, Instalment, Loan } from '@thumba/lending/loan';
import { toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan, paidOnInstalment } from '@thumba/lending/owed';
import { penaltyPerDay } from '@thumba/lending/penalty';
import { planIdOf } from './loan-row.ts';

type OrderSummary = NonNullable<Answer<'getMyLoanInfo'>['order']>;
type Plan = Answer<'queryRepaymentPlan'>['plans'][number];
type Payment = Answer<'queryLoanDetail'>['payments'][number];

/** The loan as it stands today: what days alone have done to it is computed here and written by whoever posts next. */
export function loanToday(loan: Loan, today: Day): Loan {
  return catchUp(loan, today).loan;
}

/** Days past due of the oldest instalment still owed; 0 when none is late. */
export function overdueDays(loan: Loan, today: Day): number {
  const owed = firstOwedInstalment(loan);
  if (!owed || loan.disbursedOn === null) return 0;
  return Math.max(0, daysBetween(owed.dueOn, today));
}

/** `loan` is already as of `today`. */
export function orderSummary(loan: Loan, today: Day): OrderSummary {
  const owed = firstOwedInstalment(loan);
  const running = loan.disbursedOn !== null && owed !== undefined;
  return {
    orderId: loan.loanId,
    status: loan.state,
    productName: loan.terms.productName,
    principal: toKwacha(loan.terms.principalNgwee),
    receivedAmount: toKwacha(loan.receivedNgwee),
    totalRepay: toKwacha(scheduledTotal(loan)),
    remaining: toKwacha(running ? owedOnLoan(loan).totalNgwee : 0),
    appliedOn: loan.appliedOn,
    ...(running
      ? {
          dueDate: owed.dueOn,
          dueAmount: toKwacha(owedOnInstalment(owed).totalNgwee),
          daysUntilDue: Math.max(0, daysBetween(today, owed.dueOn)),
        }
      : {}),
    overdueDays: overdueDays(loan, today),
    penaltyToDate: toKwacha(owedOnLoan(loan).penaltyNgwee),
    penaltyPerDay: toKwacha(penaltyPerDay(loan)),
    plansLeft: loan.instalments.filter((instalment) => instalment.state !== 'settled').length,
    ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
  };
}

/** `loan` is already as of today. */
export function planView(loan: Loan, instalment: Instalment): Plan {
  return {
    planId: planIdOf(loan.loanId, instalment.period),
    loanPeriod: instalment.period,
    dueDate: instalment.dueOn,
    principal: toKwacha(instalment.principalNgwee),
    interest: toKwacha(instalment.interestNgwee),
    serviceFee: toKwacha(instalment.feeNgwee),
    penalty: toKwacha(instalment.penaltyNgwee),
    discount: 0,
    paid: toKwacha(paidOnInstalment(instalment).totalNgwee),
    remaining: toKwacha(owedOnInstalment(instalment).totalNgwee),
    status: instalment.state,
  };
}

/** What a payment went to. */
export function allocationView(allocation: Allocation): Payment['allocation'] {
  return {
    penalty: toKwacha(allocation.penaltyNgwee),
    serviceFee: toKwacha(allocation.feeNgwee),
    interest: toKwacha(allocation.interestNgwee),
    principal: toKwacha(allocation.principalNgwee),
    wallet: toKwacha(allocation.walletNgwee),
  };
}

/** What the schedule asks for, without penalties. */
export function scheduledTotal(loan: Loan): number {
  return loan.instalments.reduce(
    (total, { principalNgwee, interestNgwee, feeNgwee }) => total + principalNgwee + interestNgwee + feeNgwee,
    0,
  );
}
