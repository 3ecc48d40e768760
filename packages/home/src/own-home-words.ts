import { plural, words } from '@thumba/words/catalogue';

/** Home after signing in. */
export const ownHomeWords = words('ownHome', {
  me: (mobile: string) => `Me, ${mobile}`,
  product: 'Product',
  fromLimit: (limit: string) => `from a limit of ${limit}`,
  notOpenYet: 'not open yet',
  belowSmallest: (available: string, smallest: string) =>
    `You can borrow up to ${available} now. This loan starts at ${smallest}.`,

  openLoan: {
    toRepay: 'To repay',
    toRepayToday: 'To repay today',
    late: (days: string) => `${days} late`,
    billIsLate: 'This bill is late',
    billIsDaysLate: (days: string) => `This bill is ${days} late`,
    dueToday: 'today',
    dueTomorrow: 'tomorrow',
    dueIn: (days: number) => `in ${days} days`,
    by: (day: string) => `by ${day}`,
    /** Below the sum to repay: the lower sum with the coupon that is applied, and the last day for it. */
    orWithCoupon: (sum: string, day: string) =>
      `Or ${sum} with your coupon, if you pay it in full by ${day}.`,
    nextOf: (payments: number) => `the next of ${payments} payments`,
    both: (first: string, second: string) => `${first}, ${second}`,
    wasDue: (bill: string, day: string) => `${bill} due ${day}`,
    withLateCharges: (bill: string, charges: string) => `${bill} + ${charges} late charges`,
    withLateChargesOfDays: (bill: string, charges: string, days: string) =>
      `${bill} + ${charges} late charges for ${days}`,
    firstDaysFree: (count: number) =>
      plural(count, { one: 'The first day late is free.', other: `The first ${count} days late are free.` }),
    aDay: (charge: string) => `${charge} a day until paid.`,
    aDayUntilDeferred: (charge: string) => `${charge} a day until paid. More time (see below) also stops it.`,
    lateFromTomorrow: (charge: string) => `No late charge yet. From tomorrow ${charge} a day until paid.`,
    noLateCharges: 'No late charges',
    payPart: 'Pay a part',
    needMoreTime: (days: string) => `Need more time? Defer\u00a0${days}`,
    seePayment: 'See the payment',
    details: 'Bill details',
    plan: 'Repayment plan',
  },
});
