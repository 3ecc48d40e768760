import { type Day, earlierOf } from '@thumba/lending/day';
import { incomeOfDays } from '@thumba/lending/earning';
import type { Transfer } from '@thumba/lending/ledger';
import { isRunning, type Loan } from '@thumba/lending/loan';
import { minimum, type Ngwee, ngwee, subtract } from '@thumba/lending/money';
import { lastDayOf, monthAfter, monthOf } from './month.ts';

/** Income in ngwee that a loan earned up to the last day of a month, and that the book does not have yet. */
export type MonthIncome = { throughOn: Day; interestNgwee: Ngwee; feeNgwee: Ngwee };

/** A transfer, and the day on which it is booked where that is the end of an earlier month. */
export type BookedTransfer = Transfer & { cutOffOn?: Day };

/**
 * The income of each month that ended before `on` and that the book does not have yet, from the loan before it changes
 * on `on`. A change on 3 January that also posts income of December books that part on 31 December, so that December
 * has the same income whether the month-end run comes before the change or after it. While a payment is pending, no day
 * after its submission earns. Rule: docs/rules/accrual.md.
 */
export function incomeOfEndedMonths(before: Loan, on: Day): MonthIncome[] {
  if (!isRunning(before) || before.accruedThroughOn === null) return [];
  const months: MonthIncome[] = [];
  let interestNgwee = before.interestEarnedNgwee;
  let feeNgwee = before.feeEarnedNgwee;
  let month = monthOf(before.accruedThroughOn);
  for (let throughOn = lastDayOf(month); throughOn < on; throughOn = lastDayOf(month)) {
    const earned = incomeOfDays(before, earlierOf(throughOn, before.pending?.submittedOn ?? throughOn));
    const part = {
      throughOn,
      interestNgwee: partAbove(interestNgwee, earned.interestNgwee),
      feeNgwee: partAbove(feeNgwee, earned.feeNgwee),
    };
    if (part.interestNgwee > 0 || part.feeNgwee > 0) months.push(part);
    interestNgwee = ngwee(Math.max(interestNgwee, earned.interestNgwee));
    feeNgwee = ngwee(Math.max(feeNgwee, earned.feeNgwee));
    month = monthAfter(month);
  }
  return months;
}

/**
 * Splits the transfers of a change that bring interest and fee to income: the part of an ended month is booked on its
 * last day, the rest with the change. The sums of the transfers stay.
 */
export function bookByMonth(
  transfers: readonly Transfer[],
  months: readonly MonthIncome[],
): readonly BookedTransfer[] {
  if (months.length === 0) return transfers;
  const left = {
    unearned_interest: months.map(({ throughOn, interestNgwee: amount }) => ({ throughOn, amount })),
    unearned_fee: months.map(({ throughOn, feeNgwee: amount }) => ({ throughOn, amount })),
  };
  return transfers.flatMap((transfer) => {
    const { debitAccount, creditAccount } = transfer;
    if (debitAccount === 'unearned_interest' && creditAccount === 'interest_income')
      return splitOff(transfer, left.unearned_interest);
    if (debitAccount === 'unearned_fee' && creditAccount === 'fee_income')
      return splitOff(transfer, left.unearned_fee);
    return transfer;
  });
}

type Part = { throughOn: Day; amount: Ngwee };

function splitOff(transfer: Transfer, parts: Part[]): BookedTransfer[] {
  const booked: BookedTransfer[] = [];
  let rest = transfer.amountNgwee;
  for (const part of parts) {
    const amountNgwee = minimum(part.amount, rest);
    if (amountNgwee > 0) booked.push({ ...transfer, amountNgwee, cutOffOn: part.throughOn });
    part.amount = subtract(part.amount, amountNgwee);
    rest = subtract(rest, amountNgwee);
  }
  if (rest > 0) booked.push({ ...transfer, amountNgwee: rest });
  return booked;
}

function partAbove(posted: Ngwee, earned: Ngwee): Ngwee {
  return ngwee(Math.max(0, earned - posted));
}
