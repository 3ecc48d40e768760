import { describeAmountRefusal, type RepaymentAmountRefusal } from '@thumba/lending/repayment-rules';
import { words } from './catalogue.ts';

/** The amount of a payment, wherever one is typed. */
export const amountWords = words('amount', {
  label: 'Repayment amount',
  missing: 'Please enter your Repayment amount',
  refused: (refusal: RepaymentAmountRefusal) => describeAmountRefusal(refusal),
  due: (day: string) => `Due ${day}`,
  instalmentDue: (number: number, day: string) => `Instalment ${number}, due ${day}`,
  inAll: (what: string, sum: string) => `${what}: ${sum} in all`,
  payAll: (sum: string) => `Pay all of it, ${sum}`,
  payAnother: 'Pay another amount',
  pay: 'Pay',
  paySum: (sum: string) => `Pay ${sum}`,
});
