import type { Answer } from '@thumba/contract/wire';
import { catchUp } from '@thumba/lending/catch-up';
import { chargeCapRoom } from '@thumba/lending/charge-cap';
import { quoteCancellation } from '@thumba/lending/cooling-off';
import { couponUseOn } from '@thumba/lending/coupon';
import { type Day, daysBetween } from '@thumba/lending/day';
import { countedDaysLate } from '@thumba/lending/days-late';
import { quoteExtension } from '@thumba/lending/extension';
import type { Allocation, Instalment, Loan } from '@thumba/lending/loan';
import { add, type Ngwee, subtract, toKwacha, ZERO } from '@thumba/lending/money';
import { firstOwedInstalment, moneyPaidOn, owedOnInstalment, owedOnLoan } from '@thumba/lending/owed';
import { amountOfRuns, daysOfRuns, penaltyPerDay } from '@thumba/lending/penalty';
import { comesBeforeBill, quoteSettlement } from '@thumba/lending/settlement';
import { coolingOffEndsAt, hoursSincePayout, type Now } from './cooling-off-hours.ts';
import { planIdOf } from './plan-id.ts';
import type { StoredLoan } from './queries.ts';

type OrderSummary = NonNullable<Answer<'getMyLoanInfo'>['order']>;
type Plan = Answer<'queryRepaymentPlan'>['plans'][number];
type Details = Answer<'queryLoanDetail'>;
type Payment = Details['payments'][number];

/** The loan as of today. The charges of days are computed here and written with the next posting. */
export function loanToday(loan: Loan, today: Day): Loan {
  return catchUp(loan, today).loan;
}

/** Days past due of the oldest instalment still owed, without excused days; 0 when none is late. */
export function overdueDays(loan: Loan, today: Day): number {
  const owed = firstOwedInstalment(loan);
  if (!owed || loan.disbursedOn === null) return 0;
  return Math.max(0, countedDaysLate(owed, today));
}

export function orderSummary(stored: StoredLoan, now: Now): OrderSummary {
  const { today } = now;
  const loan = loanToday(stored.loan, today);
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
          planId: planIdOf(loan.loanId, owed.period),
          dueDate: owed.dueOn,
          dueAmount: toKwacha(owedOnInstalment(owed).totalNgwee),
          duePenalty: toKwacha(owedOnInstalment(owed).penaltyNgwee),
          ...couponView(loan, owed, today),
          daysUntilDue: Math.max(0, daysBetween(today, owed.dueOn)),
          ...penaltyView(loan, owed),
        }
      : {}),
    overdueDays: overdueDays(loan, today),
    penaltyToDate: toKwacha(owedOnLoan(loan).penaltyNgwee),
    penaltyPerDay: toKwacha(penaltyPerDay(loan)),
    plansLeft: loan.instalments.filter((instalment) => instalment.state !== 'settled').length,
    ...(isToBePaidOut(loan) ? { payoutAccountId: stored.accountId } : {}),
    ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
    ...extensionView(loan, today),
    ...settlementView(loan, today),
    ...cancellationView(stored, now),
  };
}

function isToBePaidOut({ state }: Loan): boolean {
  return state === 'applied' || state === 'approved' || state === 'paying_out' || state === 'payout_failed';
}

/** The days of the late charges of the next plan, and what the late charges of the loan can still grow to. */
function penaltyView(
  loan: Loan,
  owed: Instalment,
): Pick<OrderSummary, 'penaltyDays' | 'penaltyFreeDays' | 'mostPenalty'> {
  const { penaltyNgwee } = owedOnInstalment(owed);
  const isWhole = penaltyNgwee === amountOfRuns(owed.penaltyRuns);
  return {
    ...(isWhole ? { penaltyDays: daysOfRuns(owed.penaltyRuns) } : {}),
    penaltyFreeDays: loan.terms.penaltyGraceDays,
    mostPenalty: toKwacha(add(owedOnLoan(loan).penaltyNgwee, chargeCapRoom(loan))),
  };
}

/** Whether the next plan can be extended today, and what that costs. `loan` is already as of `today`. */
function extensionView(loan: Loan, today: Day): Pick<OrderSummary, 'extendable' | 'extension'> {
  const quote = quoteExtension(loan, today);
  if (!quote.ok) return { extendable: false };
  const { afterDueOn, feeNgwee, penaltyNgwee, amountNgwee } = quote.value;
  return {
    extendable: true,
    extension: {
      days: loan.terms.extension!.days,
      toDate: afterDueOn,
      fee: toKwacha(feeNgwee),
      penalty: toKwacha(penaltyNgwee),
      total: toKwacha(amountNgwee),
    },
  };
}

/** Until when the loan can be cancelled at no cost; nothing where it cannot be. */
export function cancellationView(stored: StoredLoan, now: Now): Pick<OrderSummary, 'cancelUntil'> {
  const { cancellation } = cancellationOffer(stored, now);
  return cancellation ? { cancelUntil: cancellation.cancelUntil } : {};
}

/** The price of settling the whole loan today, where it is less than the remaining plan. */
export function settlementView(loan: Loan, today: Day): Pick<Details, 'settlement'> {
  const quote = quoteSettlement(loan, today);
  if (!quote.ok || quote.value.savingNgwee === 0) return {};
  const { amountNgwee, savingNgwee } = quote.value;
  return {
    settlement: {
      amount: toKwacha(amountNgwee),
      saving: toKwacha(savingNgwee),
      comesFirst: comesBeforeBill(loan, today),
    },
  };
}

/** What returns the loan at no cost, and until when; nothing where it cannot be returned. */
export function cancellationOffer(
  { loan, disbursedAt }: StoredLoan,
  now: Now,
): Pick<Answer<'getRepayDetailV2'>, 'cancellation'> {
  const quote = quoteCancellation(loan, {
    hoursSincePayout: hoursSincePayout(loan, disbursedAt, now),
    on: now.today,
  });
  if (!quote.ok) return {};
  return {
    cancellation: {
      amount: toKwacha(quote.value.amountNgwee),
      cancelUntil: coolingOffEndsAt(loan, disbursedAt!, now).toISOString(),
    },
  };
}

/** `loan` is already as of `today`. */
export function planView(loan: Loan, instalment: Instalment, today: Day): Plan {
  return {
    planId: planIdOf(loan.loanId, instalment.period),
    loanPeriod: instalment.period,
    dueDate: instalment.dueOn,
    principal: toKwacha(instalment.principalNgwee),
    interest: toKwacha(billedInterest(instalment)),
    serviceFee: toKwacha(instalment.feeNgwee),
    penalty: toKwacha(instalment.penaltyNgwee),
    discount: toKwacha(instalment.discountNgwee),
    paid: toKwacha(moneyPaidOn([instalment])),
    remaining: toKwacha(owedOnInstalment(instalment).totalNgwee),
    status: instalment.state,
    ...couponView(loan, instalment, today),
  };
}

/** The coupon that is applied to a plan. `loan` is already as of `today`. */
function couponView(loan: Loan, instalment: Instalment, today: Day): Pick<Plan, 'coupon'> {
  const { discountNgwee } = planPayoff(loan, instalment, today);
  if (!loan.coupon || discountNgwee === 0) return {};
  return { coupon: { discount: toKwacha(discountNgwee), validTo: loan.coupon.validTo } };
}

/** The amount that clears a plan today, and the discount of its applied coupon. `loan` is already as of `today`. */
export function planPayoff(
  loan: Loan,
  instalment: Instalment,
  today: Day,
): { payoffNgwee: Ngwee; discountNgwee: Ngwee } {
  const discountNgwee = couponUseOn(loan, instalment, today)?.discountNgwee ?? ZERO;
  return { payoffNgwee: subtract(owedOnInstalment(instalment).totalNgwee, discountNgwee), discountNgwee };
}

/** The amounts that a payment was allocated to. */
export function allocationView(allocation: Allocation): Payment['allocation'] {
  return {
    penalty: toKwacha(allocation.penaltyNgwee),
    serviceFee: toKwacha(allocation.feeNgwee),
    interest: toKwacha(allocation.interestNgwee),
    principal: toKwacha(allocation.principalNgwee),
    wallet: toKwacha(allocation.walletNgwee),
  };
}

/** Whether the loan was cancelled in the cooling-off hours. Then it has cost nothing. */
export function isReturned(loan: Loan): boolean {
  return loan.state === 'cancelled' && loan.disbursedOn !== null;
}

/** The total of the schedule, without penalties. */
export function scheduledTotal(loan: Loan): number {
  if (isReturned(loan)) return loan.receivedNgwee;
  return loan.instalments.reduce(
    (total, instalment) =>
      total + instalment.principalNgwee + billedInterest(instalment) + instalment.feeNgwee,
    0,
  );
}

/** The interest of an instalment as its borrower paid or owes it. What went back to the wallet was paid before. */
export function billedInterest({ interestNgwee, creditedInterestNgwee }: Instalment): Ngwee {
  return add(interestNgwee, creditedInterestNgwee);
}
