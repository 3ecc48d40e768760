import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, daysBetween, laterOf } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { agreeHardship } from './hardship-plan.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Change, Loan, LoanTerms } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import {
  instalmentTotal,
  isCleared,
  owedOnInstalment,
  owedOnLoan,
  paidOnInstalment,
  paidOnLoan,
} from './owed.ts';
import { busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import type { SettlementQuote } from './quote.ts';
import { randomDay, randomUncappedTerms } from './random-terms.test-support.ts';
import { repaymentSucceeded } from './repayment.ts';
import { entryStanding, paidOutLoan } from './sample-loan.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';
import { waiveCharge } from './waiver.ts';

// Payments that arrive in any order leave what they leave when each is posted on its value day. The reference posts them
// in the order of their value days, on these days, and so never has a late payment. Half of the terms give interest back
// for paying early.

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

/** What one of the payments buys. A settlement keeps the price that was quoted, or is quoted when it is posted. */
type Bought = { extension?: Sent; settlement?: { sent: Sent; quoted: SettlementQuote | null } };

function settlementPrice(loan: Loan, { settlement }: Bought, on: Day): SettlementQuote | null {
  if (settlement?.quoted) return settlement.quoted;
  const quote = quoteSettlement(loan, on);
  return quote.ok ? quote.value : null;
}

/** Posts each payment on the day that `postedOn` names, in the order of these days, and catches up to the end. */
function post(
  begun: Loan | Outcome,
  sent: readonly Sent[],
  postedOn: (one: Sent) => Day,
  endOn: Day,
  bought: Bought = {},
): Outcome {
  let outcome: Outcome = 'loan' in begun ? begun : { loan: begun, walletNgwee: 0, transfers: [] };
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
    const quote = one === bought.extension ? quoteExtension(outcome.loan, on) : null;
    const price = one === bought.settlement?.sent ? settlementPrice(outcome.loan, bought, on) : null;
    if (quote?.ok) keep(extensionSucceeded(outcome.loan, { ...received, quoted: quote.value }));
    else if (price === null) keep(repaymentSucceeded(outcome.loan, received));
    else keep(settlementSucceeded(outcome.loan, { ...received, quoted: price }));
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
    hardshipEndedOn: loan.hardship?.endedOn,
    worstDaysLate: loan.worstDaysLate,
    extensionFeesNgwee: loan.extensionFeesNgwee,
    interestEarnedNgwee: loan.state === 'settled' ? loan.interestEarnedNgwee : null,
    plans: loan.instalments.map((plan) => ({
      interestNgwee: plan.interestNgwee,
      paid: paidOnInstalment(plan),
      owed: owedOnInstalment(plan),
      rebateNgwee: plan.rebateNgwee,
      creditedInterestNgwee: plan.creditedInterestNgwee,
      penaltyRuns: plan.penaltyRuns,
      daysLate: plan.daysLate,
    })),
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
      fc.property(randomUncappedTerms, randomDay, randomPayments, (terms, startOn, payments) =>
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
        randomUncappedTerms.filter(({ extension }) => extension !== null),
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
          const asTheyCame = post(loan, all, ({ arrivesOn }) => arrivesOn, endOn, { extension });
          const inOrder = post(loan, all, ({ submittedOn }) => submittedOn, endOn, { extension });
          expect(figuresOf(asTheyCame)).toEqual(figuresOf(inOrder));
        },
      ),
      runs,
    );
  },
);

/** The payments, of which the first is large and alone late. After another one its rebates could not be charged again. */
function oneLate([first, ...others]: readonly RandomPayment[]): RandomPayment[] {
  const inTime = others.map((payment) => ({ ...payment, daysOnTheWay: 0 }));
  if (first === undefined) return inTime;
  const { percent, daysOnTheWay } = first;
  return [{ ...first, percent: percent + 60, daysOnTheWay: daysOnTheWay + 30 }, ...inTime];
}

test(
  'an extension after payments that had cleared the loan, of which one is late, does not change what they cost',
  busyMachine,
  () => {
    fc.assert(
      fc.property(
        randomUncappedTerms.filter(({ extension }) => extension !== null),
        randomDay,
        randomPayments,
        fc.integer({ min: 20, max: 110 }),
        (terms, startOn, payments, extendAfter) => {
          const loan = paidOutLoan(terms, startOn);
          const on = addDays(startOn, extendAfter);
          const sent = sentOf(loan, startOn, oneLate(payments)).filter(({ submittedOn }) => submittedOn < on);
          fc.pre(haveAnOrder(sent));
          const endOn = addDays(startOn, 200);
          const extension = extensionOn(loan, sent, on);
          fc.pre(extension !== null);
          const inOrder = post(loan, sent, ({ submittedOn }) => submittedOn, endOn);
          fc.pre(inOrder.loan.state === 'settled');
          const all = [...sent, extension];
          const asTheyCame = post(loan, all, ({ arrivesOn }) => arrivesOn, endOn, { extension });
          const costOf = ({ loan: { closedOn, worstDaysLate, extensionFeesNgwee, ...life } }: Outcome) => ({
            ...{ closedOn, worstDaysLate, extensionFeesNgwee },
            interestNgwee: instalmentTotal(life.instalments, 'interestNgwee'),
            penaltyNgwee: instalmentTotal(life.instalments, 'penaltyNgwee'),
          });
          expect(costOf(asTheyCame)).toEqual(costOf(inOrder));
          expect(asTheyCame.walletNgwee).toBe(inOrder.walletNgwee + extension.amountNgwee);
        },
      ),
      runs,
    );
  },
);

/** The days with a penalty: a base that differs by one ngwee changes each of them by one at most. */
function penaltyDaysOf({ instalments }: Loan): number {
  const runs = instalments.flatMap(({ penaltyRuns }) => penaltyRuns);
  return runs.reduce((days, { fromOn, throughOn }) => days + daysBetween(fromOn, throughOn) + 1, 0);
}

/** The payment that settles the loan on a day, for the price after the payments that have arrived by then. */
function settlementOn(loan: Loan, sent: readonly Sent[], on: Day, daysOnTheWay: number) {
  const arrived = sent.filter(({ arrivesOn }) => arrivesOn <= on);
  const quote = quoteSettlement(post(loan, arrived, ({ arrivesOn }) => arrivesOn, on).loan, on);
  if (!quote.ok) return null;
  const { amountNgwee } = quote.value;
  const arrivesOn = addDays(on, daysOnTheWay);
  return { sent: { attemptId: 's', amountNgwee, submittedOn: on, arrivesOn }, quoted: quote.value };
}

test(
  'a settlement among them costs what it would have cost in the order of their value days',
  busyMachine,
  () => {
    fc.assert(
      fc.property(
        randomUncappedTerms,
        randomDay,
        randomPayments,
        fc.nat(110),
        fc.constantFrom(0, 0, 20),
        (terms, startOn, payments, settlementAfter, daysOnTheWay) => {
          const loan = paidOutLoan(terms, startOn);
          const sent = sentOf(loan, startOn, payments);
          const settlement = settlementOn(loan, sent, addDays(startOn, settlementAfter), daysOnTheWay);
          fc.pre(settlement !== null);
          const all = [...sent, settlement.sent];
          fc.pre(haveAnOrder(all));
          const endOn = addDays(startOn, 200);
          const asTheyCame = post(loan, all, ({ arrivesOn }) => arrivesOn, endOn, { settlement });
          const priced = { settlement: { ...settlement, quoted: null } };
          const inOrder = post(loan, all, ({ submittedOn }) => submittedOn, endOn, priced);
          const { state, closedOn, worstDaysLate } = inOrder.loan;
          expect(asTheyCame.loan).toMatchObject({ state, closedOn, worstDaysLate });
          // One rebate of many plans is rounded once, and in order each plan's was. What was given stays given.
          const dearer = inOrder.walletNgwee - asTheyCame.walletNgwee;
          expect(Math.abs(dearer)).toBeLessThanOrEqual(terms.instalmentCount + penaltyDaysOf(inOrder.loan));
        },
      ),
      runs,
    );
  },
);

test(
  'a hardship plan among them ends on the day on which its date is missed in their order',
  busyMachine,
  () => {
    fc.assert(
      fc.property(
        randomUncappedTerms,
        randomDay,
        randomPayments,
        fc.record({ agreeAfter: fc.nat(110), days: fc.integer({ min: 1, max: 60 }) }),
        (terms, startOn, payments, { agreeAfter, days }) => {
          const loan = paidOutLoan({ ...terms, extension: null }, startOn);
          const sent = sentOf(loan, startOn, payments);
          fc.pre(haveAnOrder(sent));
          const on = addDays(startOn, agreeAfter);
          const endOn = addDays(startOn, 200);
          const agreed = (postedOn: (one: Sent) => Day) => {
            const before = sent.filter((one) => postedOn(one) <= on);
            const first = post(loan, before, postedOn, on);
            const dueDates = first.loan.instalments
              .filter((plan) => !isCleared(plan))
              .map(({ dueOn }) => addDays(laterOf(dueOn, on), days));
            const agreedLoan = agreeHardship(first.loan, { dueDates, reason: 'lost the job', on });
            fc.pre(agreedLoan.ok);
            const keep = { ...first, loan: agreedLoan.value.loan };
            return post(
              keep,
              sent.filter((one) => postedOn(one) > on),
              postedOn,
              endOn,
            );
          };
          const asTheyCame = agreed(({ arrivesOn }) => arrivesOn);
          const inOrder = agreed(({ submittedOn }) => submittedOn);
          const datesOf = ({ loan: { instalments } }: Outcome) => instalments.map(({ dueOn }) => dueOn);
          fc.pre(datesOf(asTheyCame).join() === datesOf(inOrder).join());
          expect(figuresOf(asTheyCame)).toEqual(figuresOf(inOrder));
        },
      ),
      runs,
    );
  },
);

/** The life with a waiver at the end of `on`. `waivedNgwee` of a penalty is waived, or a share of what is owed of it. */
function withWaiver(
  loan: Loan,
  sent: readonly Sent[],
  postedOn: (one: Sent) => Day,
  { on, endOn, percent, waived }: { on: Day; endOn: Day; percent: number; waived: Waived | null },
): { life: Outcome; waived: Waived } {
  const earlier = sent.filter((one) => postedOn(one) <= on);
  const later = sent.filter((one) => postedOn(one) > on);
  const first = post(loan, earlier, postedOn, on);
  const plan = first.loan.instalments.find((one) => owedOnInstalment(one).penaltyNgwee > 0);
  const owedNgwee = plan === undefined ? 0 : owedOnInstalment(plan).penaltyNgwee;
  const waiver = waived ?? {
    period: plan?.period ?? 1,
    amountNgwee: ngwee(Math.ceil((owedNgwee * percent) / 100)),
  };
  const reason = 'goodwill';
  const outcome = waiveCharge(first.loan, {
    ...waiver,
    charge: 'penalty',
    reason,
    on,
    ladder: entryStanding,
  });
  // In their order the payments can leave less penalty than was waived.
  fc.pre(outcome.ok);
  const { loan: after, transfers } = outcome.value;
  const begun = {
    ...first,
    loan: { ...after, version: first.loan.version + 1 },
    transfers: [...first.transfers, ...transfers],
  };
  return { life: post(begun, later, postedOn, endOn), waived: waiver };
}

type Waived = { period: number; amountNgwee: Ngwee };

test('a penalty waiver among them lowers what is owed from its day on', busyMachine, () => {
  fc.assert(
    fc.property(
      randomUncappedTerms.filter(({ penaltyDailyRate }) => penaltyDailyRate !== '0'),
      randomDay,
      randomPayments,
      fc.record({ waiveAfter: fc.integer({ min: 20, max: 140 }), percent: fc.integer({ min: 1, max: 100 }) }),
      (terms, startOn, payments, { waiveAfter, percent }) => {
        const loan = paidOutLoan({ ...terms, extension: null }, startOn);
        const sent = sentOf(loan, startOn, payments);
        fc.pre(haveAnOrder(sent));
        const on = addDays(startOn, waiveAfter);
        const waiving = { on, endOn: addDays(startOn, 200), percent };
        const { life, waived } = withWaiver(loan, sent, ({ arrivesOn }) => arrivesOn, {
          ...waiving,
          waived: null,
        });
        const inOrder = withWaiver(loan, sent, ({ submittedOn }) => submittedOn, { ...waiving, waived });
        expect(figuresOf(life)).toEqual(figuresOf(inOrder.life));
      },
    ),
    runs,
  );
});
