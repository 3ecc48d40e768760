import { followedBy, unchanged } from './change.ts';
import { type Day, daysBetween } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import { type Change, isRunning, type Loan, type LoanEvent } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { isCleared, owedOnLoan } from './owed.ts';
import type { PaymentCredit } from './payment-credit.ts';
import { postPayment, walletPaymentOf } from './payment-posting.ts';
import { postingOf, receiptNoOf } from './posting.ts';
import { joinedPosting, type PaidEvent } from './standing-payments.ts';
import { daysLateOn } from './value-day.ts';

/**
 * Money in ngwee in the wallet that was paid for a loan: more than it owed then, and interest that was given back since.
 */
export type Overpayment = {
  ofReceiptNo: string;
  valueOn: Day;
  overpaidNgwee: Ngwee;
  givenBackNgwee: Ngwee;
};

/** What payments of a loan left in the wallet, by value day. `corrected` are the events of its corrected rebates. */
export function overpaymentsOf(
  { payments, credits }: { payments: readonly PaidEvent[]; credits: readonly PaymentCredit[] },
  corrected: readonly LoanEvent[],
): Overpayment[] {
  return payments
    .map(({ receiptNo: ofReceiptNo, on: valueOn }) => {
      const credit = credits.find(({ receiptNo }) => receiptNo === ofReceiptNo);
      const takenNgwee = corrected.map((event) =>
        event.kind === 'rebate_taken_back' && event.ofReceiptNo === ofReceiptNo ? event.walletNgwee : ZERO,
      );
      const givenBackNgwee = ngwee(Math.max(0, (credit?.givenBackNgwee ?? ZERO) - sum(takenNgwee)));
      return { ofReceiptNo, valueOn, overpaidNgwee: credit?.overpaidNgwee ?? ZERO, givenBackNgwee };
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
    if (!isOwed || add(overpayment.overpaidNgwee, overpayment.givenBackNgwee) === 0) return change;
    return followedBy(change, () => allocateOne(before, overpayment, { on, ladder }));
  }, unchanged(loan));
}

function allocateOne(
  loan: Loan,
  { ofReceiptNo, valueOn, overpaidNgwee, givenBackNgwee }: Overpayment,
  { on, ladder }: { on: Day; ladder: LadderStanding },
): Change {
  const amountNgwee = add(overpaidNgwee, givenBackNgwee);
  const paid = postPayment(asOfDay(loan, valueOn), {
    ...walletPaymentOf({ amountNgwee, on: valueOn, ladder }),
    // Its rebates were corrected before.
    keptInterest: [],
  });
  const usedNgwee = subtract(amountNgwee, ngwee(paid.walletNgwee + amountNgwee));
  const ofRebatesNgwee = ngwee(Math.max(0, usedNgwee - overpaidNgwee));
  const credited = withLessCredit(paid.loan, ofRebatesNgwee);
  const creditedPosting = postingOf(paid.loan, unchanged(credited.loan));
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
        amountNgwee: usedNgwee,
        ...(ofRebatesNgwee > 0 ? { ofRebatesNgwee } : {}),
        allocation: { ...allocation, walletNgwee: ZERO },
        ofReceiptNo,
        posting: joinedPosting(posting, creditedPosting),
      },
    ];
  });
  const countedPayments = paid.loan.countedPayments.flatMap((payment) => {
    if (payment.receiptNo !== receiptNoOf(loan)) return [payment];
    // Interest that was given back to the wallet still counts as paid by its payment.
    const moreNgwee = subtract(payment.amountNgwee, credited.takenNgwee);
    if (moreNgwee === 0) return [];
    // Its rebates were given before it, so it has paid what settling cost.
    const purpose = paid.loan.state === 'settled' ? { isSettlement: true as const } : {};
    return [{ receiptNo: ofReceiptNo, valueOn, amountNgwee: moreNgwee, extension: null, ...purpose }];
  });
  const instalments = credited.loan.instalments.map((instalment, index) =>
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

/** The loan with less interest in the wallet that was given back, of the last instalments first, in ngwee. */
function withLessCredit(loan: Loan, amountNgwee: Ngwee): { loan: Loan; takenNgwee: Ngwee } {
  let left = amountNgwee;
  const lastFirst = loan.instalments.toReversed().map((instalment) => {
    const takenNgwee = minimum(left, instalment.creditedInterestNgwee);
    left = subtract(left, takenNgwee);
    return {
      ...instalment,
      creditedInterestNgwee: subtract(instalment.creditedInterestNgwee, takenNgwee),
    };
  });
  return { loan: { ...loan, instalments: lastFirst.reverse() }, takenNgwee: subtract(amountNgwee, left) };
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
