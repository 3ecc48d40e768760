import { words } from '@thumba/words/catalogue';

/** The amount of a payment, wherever one is typed. */
export const amountWords = words('amount', {
  label: 'Repayment amount',
  missing: 'Please enter your Repayment amount',
  due: (day: string) => `Due ${day}`,
  instalmentDue: (number: number, day: string) => `Instalment ${number}, due ${day}`,
  inAll: (what: string, sum: string) => `${what}: ${sum} in all`,
  /** Said before anything is typed: the whole bill, the smallest payment and the smallest rest. */
  limits: (bill: string, minimum: string, leftover: string) =>
    `The bill is ${bill}. Pay at least ${minimum}. What is left must be ${leftover} or more, or nothing.`,
  /** The same where a coupon is chosen: the sum that pays the bill off with it. */
  limitsWithCoupon: (bill: string, payoff: string, minimum: string, leftover: string) =>
    `The bill is ${bill}. With the coupon, ${payoff} pays it off. Pay at least ${minimum}. What is left must be ${leftover} or more, or nothing.`,
  /** The same where one of the buttons below, “All”, pays the whole loan off for less than the bill. */
  limitsOfPart: (minimum: string, leftover: string) =>
    `“All” costs the least and pays off the whole loan. If you pay a part, pay at least ${minimum}. ${leftover} or more of the bill must be left.`,
  quick: 'How much do you want to pay?',
  all: 'All',
  nextPlan: 'Next payment',
  half: 'Half of the bill',
  halfOfNext: 'Half of the next payment',
  payAnother: 'Pay another amount',
  pay: 'Pay',
  paySum: (sum: string) => `Pay ${sum}`,
});
