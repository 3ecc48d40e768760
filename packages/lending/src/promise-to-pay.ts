import { addDays, type Day, daysBetween } from './day.ts';
import { add, type Ngwee, ngwee } from './money.ts';

// A promise moves neither penalties nor classes nor due dates. Rule: docs/rules/arrears.md.

/** A promise is for a day at most this many days after the day on which it is made. */
export const PROMISE_MOST_DAYS = 14;

export type PromiseToPay = { promisedOn: Day; dueOn: Day; amountNgwee: Ngwee };

/** What a promise is compared with. */
export type PromisedLoan = {
  isOverdue: boolean;
  isPaymentPending: boolean;
  /** All that the loan owes on the day of the promise. */
  owedNgwee: Ngwee;
};

export type PromiseRefusal =
  | { kind: 'not_late' }
  | { kind: 'payment_pending' }
  | { kind: 'promise_day_over' }
  | { kind: 'promise_too_far'; latestOn: Day }
  | { kind: 'promise_of_nothing' }
  | { kind: 'promise_above_owed'; owedNgwee: Ngwee };

/** Null where the promise can be taken. The refusals come in the order of `PromiseRefusal`. */
export function refusalOfPromise(loan: PromisedLoan, promise: PromiseToPay): PromiseRefusal | null {
  if (!loan.isOverdue) return { kind: 'not_late' };
  if (loan.isPaymentPending) return { kind: 'payment_pending' };
  const days = daysBetween(promise.promisedOn, promise.dueOn);
  if (days < 0) return { kind: 'promise_day_over' };
  if (days > PROMISE_MOST_DAYS)
    return { kind: 'promise_too_far', latestOn: addDays(promise.promisedOn, PROMISE_MOST_DAYS) };
  if (promise.amountNgwee <= 0) return { kind: 'promise_of_nothing' };
  if (promise.amountNgwee > loan.owedNgwee) return { kind: 'promise_above_owed', owedNgwee: loan.owedNgwee };
  return null;
}

/** Money that reached the loan, by the day on which the operator moved it. */
export type PromisePayment = { on: Day; amountNgwee: Ngwee };

/**
 * Kept once the payments from the day of the promise to the promised day reach its amount, or the loan owes nothing more.
 * Broken once the promised day is over without that. A payment of the promised day that is learned of later counts, so a
 * broken promise can become kept. `on` is the day that has ended last.
 */
export function judgePromise(
  { promisedOn, dueOn, amountNgwee }: PromiseToPay,
  { payments, hasLoanEnded, on }: { payments: readonly PromisePayment[]; hasLoanEnded: boolean; on: Day },
): 'open' | 'kept' | 'broken' {
  const inTime = payments.filter((payment) => payment.on >= promisedOn && payment.on <= dueOn);
  const paidNgwee = inTime.reduce((paid, payment) => add(paid, payment.amountNgwee), ngwee(0));
  if (paidNgwee >= amountNgwee || (hasLoanEnded && inTime.length > 0)) return 'kept';
  return on >= dueOn ? 'broken' : 'open';
}
