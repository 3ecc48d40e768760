import { minimum, type Ngwee, ngwee } from '@thumba/lending/money';
import { MIN_LEFTOVER } from '@thumba/lending/product';
import { checkRepayment } from '@thumba/lending/repayment-rules';

/**
 * How much of the wallet goes to a bill: all that is asked or all that there is, less what keeps the rule about what
 * a part payment may leave. Nothing when no amount fits.
 */
export function walletAmountFor(balance: Ngwee, remaining: Ngwee, minRepay: Ngwee): Ngwee | undefined {
  const most = minimum(balance, remaining);
  const leavingEnough = ngwee(Math.max(0, Math.min(most, remaining - MIN_LEFTOVER)));
  return [most, leavingEnough].find(
    (amountNgwee) =>
      amountNgwee > 0 &&
      checkRepayment({
        amountNgwee,
        remainingNgwee: remaining,
        minRepayNgwee: minRepay,
        minLeftoverNgwee: MIN_LEFTOVER,
      }).ok,
  );
}
