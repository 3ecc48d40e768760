import { minimum, type Ngwee, subtract, toKwacha, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

export type RepaymentAmountRefusal =
  | { kind: 'below_minimum'; minimumNgwee: Ngwee }
  | { kind: 'above_remaining' }
  | { kind: 'leaves_too_little' };

export type RepaymentAmount = {
  amountNgwee: Ngwee;
  /** What clears the instalment today without any coupon. */
  remainingNgwee: Ngwee;
  minRepayNgwee: Ngwee;
  minLeftoverNgwee: Ngwee;
  /** What a coupon takes off when the instalment is paid off with it. */
  discountNgwee?: Ngwee;
};

/** The least that may be paid: the product's minimum, or all of it when less is left. */
export function minimumRepayment(
  payment: Pick<RepaymentAmount, 'remainingNgwee' | 'minRepayNgwee' | 'discountNgwee'>,
): Ngwee {
  return minimum(payment.minRepayNgwee, payoffOf(payment));
}

/**
 * Whether a borrower may pay this amount towards an instalment; the form and the server ask the same. Exactly the
 * payoff (what remains, less the coupon) always passes. Refuses, in this order: less than the minimum; more than the
 * payoff; less than the payoff when that leaves more than nothing and less than the minimum leftover. A part payment is
 * judged without the coupon, which only counts when it clears the instalment.
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

/** One sentence for a borrower, whether the form or the server says it. */
export function describeAmountRefusal(refusal: RepaymentAmountRefusal): string {
  switch (refusal.kind) {
    case 'below_minimum':
      return `minimum: ${toKwacha(refusal.minimumNgwee)}`;
    case 'leaves_too_little':
      return 'The remaining amount is less than the minimum amount and the current repayment must be paid off';
    case 'above_remaining':
      return 'The input amount cannot be greater than the remaining repayment amount';
  }
}

function payoffOf({
  remainingNgwee,
  discountNgwee = ZERO,
}: Pick<RepaymentAmount, 'remainingNgwee' | 'discountNgwee'>) {
  return subtract(remainingNgwee, discountNgwee);
}
