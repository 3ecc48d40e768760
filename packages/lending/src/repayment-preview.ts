import { catchUp } from './catch-up.ts';
import type { Day } from './day.ts';
import { quoteExtension } from './extension.ts';
import type { LadderStanding } from './ladder.ts';
import type { Loan } from './loan.ts';
import { type Ngwee, ZERO } from './money.ts';
import { allow, type Outcome } from './outcome.ts';
import { owedOnLoan } from './owed.ts';
import { penaltyPerDay } from './penalty.ts';
import { type RepaymentRefusal, repayFromWallet, type WalletRefusal } from './repayment.ts';

/** What a repayment would change, in ngwee. */
export type RepaymentPreview = {
  /** The interest that it gives back for paying early. */
  savingNgwee: Ngwee;
  /** What the whole loan owes after it. */
  remainingNgwee: Ngwee;
  penaltyPerDayBeforeNgwee: Ngwee;
  penaltyPerDayAfterNgwee: Ngwee;
  /** Whether a plan is still past its due date after it. */
  isLateAfter: boolean;
  /** The fee of an extension on the day; `null` where none can be bought. */
  extensionFeeBeforeNgwee: Ngwee | null;
  extensionFeeAfterNgwee: Ngwee | null;
};

/**
 * What a repayment of the first owed instalment would change, if it were paid at the end of `on`. Nothing is written.
 * Refuses what `submitRepayment` refuses.
 */
export function previewRepayment(
  loan: Loan,
  payment: { period: number; amountNgwee: Ngwee; on: Day; ladder: LadderStanding },
): Outcome<RepaymentPreview, RepaymentRefusal | WalletRefusal> {
  // The rules are the same wherever the money comes from, and a payment from wallet credit is posted at once.
  const paid = repayFromWallet(loan, { ...payment, walletNgwee: payment.amountNgwee });
  if (!paid.ok) return paid;
  const { loan: after, events } = paid.value;
  const repaid = events.find((event) => event.kind === 'repaid');
  return allow({
    savingNgwee: repaid?.savingNgwee ?? ZERO,
    remainingNgwee: owedOnLoan(after).totalNgwee,
    penaltyPerDayBeforeNgwee: penaltyPerDay(catchUp(loan, payment.on).loan),
    penaltyPerDayAfterNgwee: penaltyPerDay(after),
    isLateAfter: after.state === 'overdue',
    extensionFeeBeforeNgwee: extensionFeeOf(loan, payment.on),
    extensionFeeAfterNgwee: extensionFeeOf(after, payment.on),
  });
}

function extensionFeeOf(loan: Loan, on: Day): Ngwee | null {
  const quote = quoteExtension(loan, on);
  return quote.ok ? quote.value.feeNgwee : null;
}
