import { minimum, type Ngwee, subtract, toKwacha, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { repaymentAmountWords } from './repayment-words.ts';

export type RepaymentAmountRefusal =
  | { kind: 'below_minimum'; minimumNgwee: Ngwee }
  | { kind: 'above_remaining' }
  | { kind: 'leaves_too_little' };

export type RepaymentAmount = {
  amountNgwee: Ngwee;
  /** The amount that clears the instalment today without a coupon. */
  remainingNgwee: Ngwee;
  minRepayNgwee: Ngwee;
  minLeftoverNgwee: Ngwee;
  /** The discount of a coupon when the payment clears the instalment. */
  discountNgwee?: Ngwee;
};

/**
 * The least payment in ngwee: the product's minimum, or the payoff when that is less. Rule: docs/rules/repayment.md.
 */
export function minimumRepayment(
  payment: Pick<RepaymentAmount, 'remainingNgwee' | 'minRepayNgwee' | 'discountNgwee'>,
): Ngwee {
  return minimum(payment.minRepayNgwee, payoffOf(payment));
}

/**
 * Checks the amount of a payment for an instalment; the form and the server both use it. Exactly the payoff (the
 * remaining amount less the coupon) is always allowed. Refuses, in this order: less than the minimum; more than the
 * payoff; a part payment that leaves less than the minimum leftover. A part payment is checked without the coupon,
 * which counts only when the instalment is cleared. Rule: docs/rules/repayment.md.
 */
export function checkRepayment(payment: RepaymentAmount): Outcome<null, RepaymentAmountRefusal> {
  const payoff = payoffOf(payment);
  const minimumNgwee = minimumRepayment(payment);
  if (payment.amountNgwee < minimumNgwee) return refuse({ kind: 'below_minimum', minimumNgwee });
  if (payment.amountNgwee > payoff) return refuse({ kind: 'above_remaining' });
  if (payment.amountNgwee === payoff) return allow(null);
  const leftover = payment.remainingNgwee - payment.amountNgwee;
  return leftover < payment.minLeftoverNgwee ? refuse({ kind: 'leaves_too_little' }) : allow(null);
}

/** A refusal as one sentence for the borrower, in the form and in answers of the server. */
export function describeAmountRefusal(refusal: RepaymentAmountRefusal): string {
  if (refusal.kind !== 'below_minimum') return repaymentAmountWords[refusal.kind];
  return repaymentAmountWords.below_minimum(String(toKwacha(refusal.minimumNgwee)));
}

function payoffOf({
  remainingNgwee,
  discountNgwee = ZERO,
}: Pick<RepaymentAmount, 'remainingNgwee' | 'discountNgwee'>) {
  return subtract(remainingNgwee, discountNgwee);
}
