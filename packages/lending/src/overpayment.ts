import { followedBy, unchanged } from './change.ts';
import { type Day, daysBetween } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import { type Change, isRunning, type Loan, type LoanEvent } from './loan.ts';
import { type Ngwee, subtract, ZERO } from './money.ts';
import { isCleared, owedOnLoan } from './owed.ts';
import type { PaymentCredit } from './payment-credit.ts';
import { postPayment, walletPaymentOf } from './payment-posting.ts';
import { receiptNoOf } from './posting.ts';
import type { PaidEvent } from './standing-payments.ts';
import { daysLateOn } from './value-day.ts';

/** Money in ngwee in the wallet that was paid for a loan and was more than it owed then. */
export type Overpayment = { ofReceiptNo: string; valueOn: Day; amountNgwee: Ngwee };

/** What payments of a loan left in the wallet as more than was owed, by value day. */
export function overpaymentsOf({
  payments,
  credits,
}: {
  payments: readonly PaidEvent[];
  credits: readonly PaymentCredit[];
}): Overpayment[] {
  return payments
    .map(({ receiptNo: ofReceiptNo, on: valueOn }) => {
      const credit = credits.find(({ receiptNo }) => receiptNo === ofReceiptNo);
      return { ofReceiptNo, valueOn, amountNgwee: credit?.overpaidNgwee ?? ZERO };
    })
    .toSorted((a, b) => daysBetween(b.valueOn, a.valueOn));
}

/**
 * Pays a loan that owes again with the money that was paid for it before and is still in the wallet. It counts from its
 * value day: it stops the days late there, and closes the loan as of it. It pays what is owed and moves no other payment,
 * so that each of them can still be reversed. What is not needed stays in the wallet. The loan has to be caught up
 * afterwards. It is never refused. Rule: docs/rules/reversal.md.
 */
export function allocateOverpayments(
  loan: Loan,
  overpayments: readonly Overpayment[],
  { on, ladder }: { on: Day; ladder: LadderStanding },
): Change {
  return overpayments.reduce((change, overpayment) => {
    const { loan: before } = change;
    const isOwed = isRunning(before) && owedOnLoan(before).totalNgwee > 0;
    if (!isOwed || overpayment.amountNgwee === 0) return change;
    return followedBy(change, () => allocateOne(before, overpayment, { on, ladder }));
  }, unchanged(loan));
}

function allocateOne(
  loan: Loan,
  { ofReceiptNo, valueOn, amountNgwee }: Overpayment,
  { on, ladder }: { on: Day; ladder: LadderStanding },
): Change {
  const paid = postPayment(asOfDay(loan, valueOn), {
    ...walletPaymentOf({ amountNgwee, on: valueOn, ladder }),
    // Its rebates were corrected before.
    keptInterest: [],
  });
  const events = paid.events.flatMap((event): LoanEvent[] => {
    // The states are those of the value day until the loan is caught up.
    if (event.kind === 'instalment_due' || event.kind === 'instalment_overdue') return [];
    if (event.kind !== 'repaid') return [event];
    const { allocation, posting } = event;
    return [
      {
        kind: 'overpayment_allocated',
        on,
        valueOn,
        amountNgwee: subtract(amountNgwee, allocation.walletNgwee),
        allocation: { ...allocation, walletNgwee: ZERO },
        ofReceiptNo,
        posting,
      },
    ];
  });
  const countedPayments = paid.loan.countedPayments.map((payment) =>
    payment.receiptNo === receiptNoOf(loan)
      ? { receiptNo: ofReceiptNo, valueOn, amountNgwee: payment.amountNgwee, extension: null }
      : payment,
  );
  const instalments = paid.loan.instalments.map((instalment, index) =>
    isCleared(instalment)
      ? instalment
      : { ...instalment, state: loan.instalments[index]?.state ?? instalment.state },
  );
  const { accruedThroughOn } = loan;
  // The message of the reversal names what is left to repay.
  return {
    ...paid,
    loan: { ...paid.loan, accruedThroughOn, countedPayments, instalments },
    events,
    messages: [],
  };
}

/** The loan on the value day, with the days late of what was owed then. */
function asOfDay(loan: Loan, valueOn: Day): Loan {
  const instalments = loan.instalments.map((instalment) =>
    isCleared(instalment)
      ? instalment
      : { ...instalment, daysLate: Math.max(instalment.daysLate, daysLateOn(instalment, valueOn)) },
  );
  return { ...loan, instalments, accruedThroughOn: valueOn };
}
