import type { Answer } from '@thumba/contract/wire';
import { fromKwacha, moneyText } from '@thumba/home/wire-money';
import { day, earlierOf } from '@thumba/lending/day';
import { formatKwacha, subtract } from '@thumba/lending/money';
import { dayText, lusakaToday } from '../../platform/lusaka-time.ts';
import { billWords } from '../../words/bill.ts';

type Plan = Pick<
  Answer<'queryRepaymentPlan'>['plans'][number],
  'loanPeriod' | 'dueDate' | 'remaining' | 'coupon'
>;

/**
 * What is paid with the coupon that is applied to one of the plans, and until when; undefined without one. From the due
 * date on the sum is that of today, because late charges change it.
 */
export function planCouponText(plans: readonly Plan[]): string | undefined {
  const plan = plans.find(({ coupon }) => coupon !== undefined);
  if (plan?.coupon === undefined) return undefined;
  const { loanPeriod, dueDate, remaining, coupon } = plan;
  const discount = moneyText(coupon.discount);
  const sum = formatKwacha(subtract(fromKwacha(remaining), fromKwacha(coupon.discount)));
  const lastDay = earlierOf(day(coupon.validTo), day(dueDate));
  const isToday = lastDay <= lusakaToday();
  const words = billWords.coupon;
  if (plans.length === 1)
    return isToday ? words.today(discount, sum) : words.by(discount, sum, dayText(lastDay));
  return isToday
    ? words.ofPartToday(discount, sum, loanPeriod)
    : words.ofPartBy(discount, sum, loanPeriod, dayText(lastDay));
}
