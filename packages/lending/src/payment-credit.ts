import type { LoanEvent } from './loan.ts';
import { minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import type { PaidEvent } from './standing-payments.ts';

/**
 * Wallet credit in ngwee that was given (positive) or taken (negative), oldest first, with the receipt of the payment of
 * a loan that gave it, or whose reversal took it.
 */
export type WalletMovement = { amountNgwee: number; receiptNo: string | null };

/**
 * Wallet credit in ngwee of a payment that is still in the wallet: money that was more than was owed, and interest that
 * was given back.
 */
export type PaymentCredit = { receiptNo: string; overpaidNgwee: Ngwee; givenBackNgwee: Ngwee };

/**
 * What of the credit of each payment is still in the wallet, in all at most `walletNgwee`. A reversal takes the credit of
 * its own payment. Everything else takes the oldest credit. Rule: docs/rules/reversal.md.
 */
export function creditsOf(
  payments: readonly PaidEvent[],
  history: readonly LoanEvent[],
  { walletMovements, walletNgwee }: { walletMovements: readonly WalletMovement[]; walletNgwee: Ngwee },
): PaymentCredit[] {
  const inWallet = creditInWallet(walletMovements);
  let left = walletNgwee;
  return payments.map((payment) => {
    const { receiptNo } = payment;
    const ofPayment = inWallet.filter((credit) => credit.receiptNo === receiptNo);
    const known = sum(ofPayment.map(({ amountNgwee }) => amountNgwee));
    const overpaidNgwee = minimum(overpaidBy(payment, history), minimum(known, left));
    left = subtract(left, overpaidNgwee);
    const givenBackNgwee = minimum(subtract(known, overpaidNgwee), left);
    left = subtract(left, givenBackNgwee);
    return { receiptNo, overpaidNgwee, givenBackNgwee };
  });
}

function creditInWallet(
  movements: readonly WalletMovement[],
): { receiptNo: string | null; amountNgwee: Ngwee }[] {
  const credits: { receiptNo: string | null; amountNgwee: Ngwee }[] = [];
  for (const { amountNgwee, receiptNo } of movements) {
    if (amountNgwee > 0) {
      credits.push({ receiptNo, amountNgwee: ngwee(amountNgwee) });
      continue;
    }
    let open = ngwee(-amountNgwee);
    const own = receiptNo === null ? [] : credits.filter((credit) => credit.receiptNo === receiptNo);
    for (const credit of [...own, ...credits]) {
      const taken = minimum(credit.amountNgwee, open);
      credit.amountNgwee = subtract(credit.amountNgwee, taken);
      open = subtract(open, taken);
    }
  }
  return credits;
}

/** The wallet credit of a payment that was more than was owed, less what pays the loan since. */
export function overpaidBy(payment: PaidEvent, history: readonly LoanEvent[]): Ngwee {
  if (payment.kind === 'repaid' && payment.source === 'wallet') return ZERO;
  const allocated = history.reduce(
    (total, event) =>
      event.kind === 'overpayment_allocated' && event.ofReceiptNo === payment.receiptNo
        ? total + event.amountNgwee - (event.ofRebatesNgwee ?? 0)
        : total,
    0,
  );
  return ngwee(Math.max(0, payment.allocation.walletNgwee - allocated));
}
