import type { Answer } from '@thumba/contract/wire';
import { type Day, daysBetween } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { moneyPaidOn } from '@thumba/lending/owed';
import type { StoredLoan } from '../../book/loan/queries.ts';

type PaidOff = NonNullable<Answer<'getMyLoanInfo'>['paidOff']>;

/** For how long the end of a loan is news. */
const NEWS_DAYS = 3;

/** The last loan, as long as its end is news. A loan that was given back or written off is not named. */
export function paidOffNews({ loan }: StoredLoan, today: Day): PaidOff | undefined {
  if (loan.state !== 'settled' || loan.closedOn === null) return undefined;
  if (daysBetween(loan.closedOn, today) > NEWS_DAYS) return undefined;
  return {
    orderId: loan.loanId,
    paid: toKwacha(moneyPaidOn(loan.instalments)),
    paidOffOn: loan.closedOn,
  };
}
