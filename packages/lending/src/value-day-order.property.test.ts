import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Change, Loan, LoanTerms } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import { owedOnLoan, paidOnLoan } from './owed.ts';
import { busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomUncappedTerms } from './random-terms.test-support.ts';
import { repaymentSucceeded } from './repayment.ts';
import { entryStanding, paidOutLoan } from './sample-loan.test-support.ts';

// Payments that arrive in any order leave what they leave when each is posted on its value day. The reference posts them
// in the order of their value days, on these days, and so never has a late payment. The terms give no interest back: a
// rebate that was given stays given, so with rebates the order matters (docs/rules/early-settlement.md).

const randomTermsWithoutRebates = randomUncappedTerms.map(
  (terms): LoanTerms => ({ ...terms, interestMethod: 'flat', settlementInterest: 'fixed' }),
);

type Sent = { attemptId: string; amountNgwee: Ngwee; submittedOn: Day; arrivesOn: Day };
type Outcome = { loan: Loan; walletNgwee: number; transfers: readonly Transfer[] };

const randomPayments = fc.array(
  fc.record({
    percent: fc.integer({ min: 1, max: 70 }),
    sentAfter: fc.nat(110),
    daysOnTheWay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  }),
  { minLength: 2, maxLength: 5 },
);

type RandomPayment = typeof randomPayments extends fc.Arbitrary<readonly (infer Payment)[]> ? Payment : never;

function sentOf(loan: Loan, startOn: Day, payments: readonly RandomPayment[]): Sent[] {
  const scheduled = owedOnLoan(loan).totalNgwee;
  return payments.map(({ percent, sentAfter, daysOnTheWay }, index) => {
    const submittedOn = addDays(startOn, sentAfter);
    return {
      attemptId: String(index),
      amountNgwee: ngwee(Math.ceil((scheduled * percent) / 100)),
      submittedOn,
      arrivesOn: addDays(submittedOn, daysOnTheWay),
    };
  });
}

/** Posts each payment on the day that `postedOn` names, in the order of these days, and catches up to the end. */
function post(
  loan: Loan,
  sent: readonly Sent[],
  postedOn: (one: Sent) => Day,
  endOn: Day,
  extension: Sent | null = null,
): Outcome {
  let outcome: Outcome = { loan, walletNgwee: 0, transfers: [] };
  const keep = (change: Change) => {
    outcome = {
      loan: { ...change.loan, version: outcome.loan.version + 1 },
      walletNgwee: outcome.walletNgwee + change.walletNgwee,
      transfers: [...outcome.transfers, ...change.transfers],
    };
  };
  for (const one of sent.toSorted((a, b) =>
    postedOn(a) < postedOn(b) ? -1 : postedOn(a) > postedOn(b) ? 1 : 0,
  )) {
    const on = postedOn(one);
    keep(catchUp(outcome.loan, on));
    const received = { ...one, operator: 'mtn', on, ladder: entryStanding } as const;
    const quote = one === extension ? quoteExtension(outcome.loan, on) : null;
    keep(
      quote?.ok
        ? extensionSucceeded(outcome.loan, { ...received, quoted: quote.value })
        : repaymentSucceeded(outcome.loan, received),
    );
  }
  keep(catchUp(outcome.loan, endOn));
  expect(checkLoan(outcome.loan)).toEqual([]);
  return outcome;
}

function figuresOf({ loan, walletNgwee, transfers }: Outcome) {
  return {
    owed: owedOnLoan(loan),
    paid: paidOnLoan(loan),
    state: loan.state,
    closedOn: loan.closedOn,
    worstDaysLate: loan.worstDaysLate,
    extensionFeesNgwee: loan.extensionFeesNgwee,
    penaltyRuns: loan.instalments.map(({ penaltyRuns }) => penaltyRuns),
    countedNgwee: loan.countedPayments.reduce((total, { amountNgwee }) => total + amountNgwee, 0),
    walletNgwee,
    penaltyIncome: balanceOf(transfers, 'penalty_income'),
    extensionIncome: balanceOf(transfers, 'extension_income'),
  };
}

/** Days of which two payments have one are no order, so they are left out. */
function haveAnOrder(sent: readonly Sent[]): boolean {
  return new Set(sent.map(({ submittedOn }) => submittedOn)).size === sent.length;
}

function expectSameAsInOrder(terms: LoanTerms, startOn: Day, payments: readonly RandomPayment[]): void {
  const loan = paidOutLoan(terms, startOn);
  const sent = sentOf(loan, startOn, payments);
  fc.pre(haveAnOrder(sent));
  const endOn = addDays(startOn, 200);
  const asTheyCame = post(loan, sent, ({ arrivesOn }) => arrivesOn, endOn);
  const inOrder = post(loan, sent, ({ submittedOn }) => submittedOn, endOn);
  expect(figuresOf(asTheyCame)).toEqual(figuresOf(inOrder));
}

const runs = { numRuns: runsOf('MODEL_RUNS', 150), seed: propertySeed };

test(
  'payments that arrive in any order leave what they leave in the order of their value days',
  busyMachine,
  () => {
    fc.assert(
      fc.property(randomTermsWithoutRebates, randomDay, randomPayments, (terms, startOn, payments) =>
        expectSameAsInOrder({ ...terms, extension: null }, startOn, payments),
      ),
      runs,
    );
  },
);

/** The payment that extends the loan on a day, for what it costs after the payments that have arrived by then. */
function extensionOn(loan: Loan, sent: readonly Sent[], on: Day): Sent | null {
  const arrived = sent.filter(({ arrivesOn }) => arrivesOn <= on);
  const quote = quoteExtension(post(loan, arrived, ({ arrivesOn }) => arrivesOn, on).loan, on);
  if (!quote.ok) return null;
  return { attemptId: 'extension', amountNgwee: quote.value.amountNgwee, submittedOn: on, arrivesOn: on };
}

test(
  'an extension among them costs what it would have cost in the order of their value days',
  busyMachine,
  () => {
    fc.assert(
      fc.property(
        randomTermsWithoutRebates.filter(({ extension }) => extension !== null),
        randomDay,
        randomPayments,
        fc.nat(110),
        (terms, startOn, payments, extendAfter) => {
          const loan = paidOutLoan({ ...terms, instalmentCount: 1 }, startOn);
          const sent = sentOf(loan, startOn, payments);
          const extension = extensionOn(loan, sent, addDays(startOn, extendAfter));
          fc.pre(extension !== null);
          const all = [...sent, extension];
          fc.pre(haveAnOrder(all));
          const endOn = addDays(startOn, 200);
          const asTheyCame = post(loan, all, ({ arrivesOn }) => arrivesOn, endOn, extension);
          const inOrder = post(loan, all, ({ submittedOn }) => submittedOn, endOn, extension);
          expect(figuresOf(asTheyCame)).toEqual(figuresOf(inOrder));
        },
      ),
      runs,
    );
  },
);
