import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { followedBy } from './change.ts';
import { collectionSucceeded } from './collection.ts';
import { quoteCancellation, submitCancellation } from './cooling-off.ts';
import { applyCoupon, giveCoupon, welcomeCoupon } from './coupon.ts';
import { addDays, type Day } from './day.ts';
import { quoteExtension, submitExtension } from './extension.ts';
import { balanceOf } from './invariants.ts';
import type { Change, Loan } from './loan.ts';
import type { Outcome } from './outcome.ts';
import { busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomUncappedTerms } from './random-terms.test-support.ts';
import { nextBill, repaymentFailed, submitRepayment } from './repayment.ts';
import { entryStanding, paidOutLoan } from './sample-loan.test-support.ts';
import { quoteSettlement, submitSettlement } from './settlement.ts';

const ladder = entryStanding;
const attemptId = 'a';

function submitted(outcome: Outcome<Change, unknown>): Loan | null {
  return outcome.ok && outcome.value.loan.pending !== null ? outcome.value.loan : null;
}

const waitingFor = {
  repayment(loan: Loan, on: Day) {
    const bill = nextBill(loan, on);
    if (bill === null) return null;
    return submitted(submitRepayment(loan, { attemptId, ...bill, amountNgwee: bill.payoffNgwee, on }));
  },
  extension(loan: Loan, on: Day) {
    const quote = quoteExtension(loan, on);
    return quote.ok ? submitted(submitExtension(loan, { attemptId, ...quote.value, on })) : null;
  },
  settlement(loan: Loan, on: Day) {
    const quote = quoteSettlement(loan, on);
    return quote.ok ? submitted(submitSettlement(loan, { attemptId, ...quote.value, on, ladder })) : null;
  },
  cooling_off(loan: Loan, on: Day) {
    const quote = quoteCancellation(loan, { hoursSincePayout: 1, on });
    if (!quote.ok) return null;
    const { amountNgwee } = quote.value;
    return submitted(submitCancellation(loan, { attemptId, amountNgwee, hoursSincePayout: 1, on }));
  },
};

/** A loan without its earned income, because an extension never takes earned income back. */
function asOwed({ interestEarnedNgwee: _, feeEarnedNgwee: __, ...loan }: Loan) {
  return loan;
}

test.each(Object.entries(waitingFor))(
  'money for a %s that comes after we had given up leaves what it would have left in time',
  busyMachine,
  (purpose, wait) => {
    fc.assert(
      fc.property(
        randomUncappedTerms,
        randomDay,
        fc.record({
          untilSent: fc.nat(120),
          untilGivenUp: fc.nat(5),
          untilArrived: fc.nat(120),
          hasCoupon: fc.boolean(),
        }),
        (terms, startOn, { untilSent, untilGivenUp, untilArrived, hasCoupon }) => {
          const paidOut = paidOutLoan(terms, startOn);
          const coupon = giveCoupon({ ...welcomeCoupon, validDays: 150 }, 1, startOn);
          const applied = applyCoupon(paidOut, { coupon, period: 1, on: startOn });
          const loan = hasCoupon && applied.ok ? applied.value.loan : paidOut;
          const submittedOn = addDays(startOn, untilSent);
          const givenUpOn = addDays(submittedOn, untilGivenUp);
          const on = addDays(givenUpOn, untilArrived);
          const waiting = wait(loan, submittedOn);
          fc.pre(waiting?.pending != null);
          const success = { ...waiting.pending, operator: 'mtn', on, ladder } as const;
          const timely = collectionSucceeded(waiting, success);
          const failed = repaymentFailed(waiting, { attemptId, on: givenUpOn, reason: 'TIMEOUT' });
          const late = followedBy(
            followedBy(failed, (givenUp) => catchUp(givenUp, on)),
            (givenUp) => collectionSucceeded(givenUp, success),
          );
          expect({ ...asOwed(late.loan), accruedThroughOn: on }).toEqual({
            ...asOwed(timely.loan),
            accruedThroughOn: on,
          });
          if (purpose !== 'extension') {
            expect(late.loan.interestEarnedNgwee).toBe(timely.loan.interestEarnedNgwee);
          }
          expect(late.walletNgwee).toBe(timely.walletNgwee);
          expect(late.ladder).toEqual(timely.ladder);
          for (const account of ['penalty_income', 'extension_income', 'coupon_expense'] as const) {
            expect(balanceOf(late.transfers, account)).toBe(balanceOf(timely.transfers, account));
          }
        },
      ),
      { numRuns: runsOf('MODEL_RUNS', 60), seed: propertySeed },
    );
  },
);
