import { day, earlierOf } from '@thumba/lending/day';
import { formatKwacha, subtract } from '@thumba/lending/money';
import { dayText } from '../../platform/lusaka-time.ts';
import { fromKwacha } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { ownHomeWords } from '../../words/own-home.ts';

type Loan = Pick<NonNullable<LoanInfo['order']>, 'coupon' | 'dueAmount' | 'dueDate' | 'overdueDays'>;

/** What is paid with the coupon of the next plan, and until when; undefined without one, or when the plan is late. */
export function withCouponText({ coupon, dueAmount, dueDate, overdueDays }: Loan): string | undefined {
  if (coupon === undefined || dueAmount === undefined || dueDate === undefined || overdueDays > 0) {
    return undefined;
  }
  const sum = formatKwacha(subtract(fromKwacha(dueAmount), fromKwacha(coupon.discount)));
  return ownHomeWords.openLoan.orWithCoupon(sum, dayText(earlierOf(day(coupon.validTo), day(dueDate))));
}
