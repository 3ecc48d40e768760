import { addDays, type Day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import type { LoanTerms } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { owedOnLoan } from '@thumba/lending/owed';
import { repaymentFailed, repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import { planSchedule } from '@thumba/lending/schedule';
import type { NewAttempt } from '../apps/server/src/book/payment-attempt/attempt.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import {
  attemptEnd,
  beginLife,
  type Life,
  newAttempt,
  noteMessagesSent,
  OPERATOR,
  post,
  takeLoan,
  termsOf,
} from './borrower-life.ts';

const MOBILE = '0967000001';

/**
 * A borrower made by the server's own commands, with a settled first loan and wallet credit of K2,172 from a payment
 * that succeeded after it had been given up. Some days ago the borrower took a loan of K5,000 in six instalments.
 */
export async function makeFirstBorrower(
  db: Database,
  sealing: Sealing,
  takenDaysAgo: number,
): Promise<{ borrowerId: number; loanId: number; partPayments: number }> {
  const life = await beginLife(db, sealing, MOBILE);
  const today = lusakaDay(systemClock.nowMs());
  const repaidLoanId = await takeLoan(life, termsOf(1, 2, kwacha(2000)), addDays(today, -takenDaysAgo - 20));
  await payTwice(life, repaidLoanId, addDays(today, -takenDaysAgo - 10));
  const terms = termsOf(2, 5, kwacha(5000));
  const loanId = await takeLoan(life, terms, addDays(today, -takenDaysAgo));
  await noteMessagesSent(db);
  return { borrowerId: life.borrowerId, loanId, partPayments: partPaymentsOf(terms) };
}

/** How many smallest part payments the first instalment allows before the rest must be paid at once. */
function partPaymentsOf({ minRepayNgwee, minLeftoverNgwee, ...terms }: LoanTerms): number {
  const [first] = planSchedule(terms).instalments;
  return Math.floor((first!.totalNgwee - minLeftoverNgwee) / minRepayNgwee);
}

/** The first payment is given up, the second settles the loan, and then the first is reported as succeeded. */
async function payTwice(life: Life, loanId: number, on: Day): Promise<void> {
  const first = await submit(life, loanId, on);
  await post(life, loanId, ({ loan }) => ({
    change: repaymentFailed(loan, { attemptId: first.attemptId, on, reason: 'prompt_expired' }),
    on,
    attemptEnd: attemptEnd(first.attemptId, 'expired'),
  }));
  const second = await submit(life, loanId, on);
  for (const { attemptId, amountNgwee } of [second, first]) {
    await post(life, loanId, ({ loan, ladder }) => ({
      change: repaymentSucceeded(loan, {
        attemptId,
        operator: OPERATOR,
        amountNgwee,
        submittedOn: on,
        on,
        ladder: { rule: demoLadder, place: ladder },
      }),
      on,
      attemptEnd: attemptEnd(attemptId, 'succeeded'),
    }));
  }
}

async function submit(life: Life, loanId: number, on: Day): Promise<NewAttempt> {
  let attempt: NewAttempt | undefined;
  await post(life, loanId, ({ loan }) => {
    attempt = newAttempt(life, 'collection', owedOnLoan(loan).totalNgwee, on);
    const { attemptId, amountNgwee } = attempt;
    const submitted = submitRepayment(loan, { attemptId, period: 1, amountNgwee, on });
    if (!submitted.ok) throw new Error(`the first borrower may not repay: ${submitted.refusal.kind}`);
    return { change: submitted.value, on, newAttempt: attempt };
  });
  return attempt!;
}
