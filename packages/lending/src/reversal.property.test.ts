import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { addDays, type Day } from './day.ts';
import {
  happens,
  type Life,
  lifeOf,
  owedByPlan,
  pays,
  reverses,
  tryReversal,
  walletOf,
} from './life.test-support.ts';
import { type LoanTerms, REVERSAL_CAUSES, type ReversalCause } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { announceRuns, busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomUncappedTerms } from './random-terms.test-support.ts';
import { rate } from './rate.ts';
import { nextBill } from './repayment.ts';
import { entryStanding } from './sample-loan.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';

type Step = { daysPass: number; percent: number; isFalse: boolean; isSettlement: boolean };

const steps = fc.array(
  fc.record({
    daysPass: fc.nat(20),
    percent: fc.constantFrom(5, 40, 70, 100, 100, 100, 130, 250),
    isFalse: fc.boolean(),
    isSettlement: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 2, maxLength: 8 },
);

type Payment = { on: Day; amountNgwee: Ngwee; isFalse: boolean; isSettlement: boolean };

/** A payment of a settlement that covers its price settles. A smaller one is a repayment. */
function paysOn(life: Life, { on, amountNgwee, isSettlement }: Payment): string {
  const quote = quoteSettlement(life.loan, on);
  if (!isSettlement || !quote.ok || quote.value.amountNgwee > amountNgwee) return pays(life, amountNgwee, on);
  const money = { attemptId: 's', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  happens(life, settlementSucceeded(life.loan, { ...money, amountNgwee, quoted: quote.value }));
  return `${life.loan.loanId}-${life.loan.version}`;
}

/** Pays at random, some of it falsely, and answers the payments. */
function live(life: Life, startOn: Day, random: readonly Step[]): (Payment & { receiptNo: string })[] {
  let on = startOn;
  return random.flatMap(({ daysPass, percent, isFalse, isSettlement }) => {
    on = addDays(on, daysPass);
    const quote = isSettlement ? quoteSettlement(life.loan, on) : null;
    const owedNgwee = nextBill(life.loan, on)?.payoffNgwee ?? ngwee(1000);
    const partNgwee = ngwee(Math.ceil((owedNgwee * percent) / 100));
    const amountNgwee = quote?.ok === true ? quote.value.amountNgwee : partNgwee;
    if (amountNgwee === 0) return [];
    const payment = { on, amountNgwee, isFalse, isSettlement: quote?.ok === true };
    return [{ ...payment, receiptNo: paysOn(life, payment) }];
  });
}

/** What the borrower still has to pay, less the wallet credit. */
function owedNet(life: Life): number {
  return owedOnLoan(life.loan).totalNgwee - walletOf(life);
}

/** Reverses the false payments, and counts the other events of it. `null` when a later payment prevents it. */
function reversesFalse(
  life: Life,
  payments: ReturnType<typeof live>,
  different: { on: Day; cause: ReversalCause },
): number | null {
  let others = 0;
  for (const { receiptNo, isFalse } of payments) {
    if (!isFalse) continue;
    const reversed = tryReversal(life, receiptNo, different);
    // A later payment has given the money of this one to the wallet.
    if (!reversed.ok && (reversed.refusal.kind === 'posted_upon' || reversed.refusal.kind === 'credit_used'))
      return null;
    others += reverses(life, receiptNo, different).events.length - 1;
  }
  return others;
}

/** The life of a loan with its true payments alone. */
function lifeWithout(terms: LoanTerms, startOn: Day, payments: readonly Payment[]): Life {
  const life = lifeOf(terms, startOn);
  for (const payment of payments) if (!payment.isFalse) paysOn(life, payment);
  return life;
}

/** How often a life whose false payments were reversed differs from the life of its true payments alone. */
type Differences = { inSum: number; betweenPlans: number; moreDaysLate: number };

function countDifferences(
  { inSum, betweenPlans, moreDaysLate }: Differences,
  [life, without]: readonly [life: Life, without: Life],
  roundingNgwee: number,
): Differences {
  const differs = (one: number, other: number) => Math.abs(one - other) > roundingNgwee;
  const isWalletEmpty = walletOf(life) + walletOf(without) === 0;
  const differsInSum = differs(owedNet(life), owedNet(without));
  const withoutByPlan = owedByPlan(without);
  const differsByPlan = owedByPlan(life).some((owed, index) => differs(owed, withoutByPlan[index] ?? 0));
  const isLater = life.loan.worstDaysLate > without.loan.worstDaysLate;
  return {
    inSum: inSum + Number(differsInSum),
    betweenPlans: betweenPlans + Number(!differsInSum && isWalletEmpty && differsByPlan),
    moreDaysLate: moreDaysLate + Number(isLater),
  };
}

test(
  'after the false payments are reversed, a loan owes what it would owe without them, and has no more days late',
  busyMachine,
  () => {
    const runs = runsOf('MODEL_RUNS', 300);
    announceRuns('reversals', runs);
    let corrected = 0;
    let compared = 0;
    let differences: Differences = { inSum: 0, betweenPlans: 0, moreDaysLate: 0 };
    const causes = fc.constantFrom(...REVERSAL_CAUSES);
    const lives = fc.tuple(randomUncappedTerms, randomDay, steps, fc.nat(60), causes);
    fc.assert(
      fc.property(lives, ([anyTerms, startOn, random, daysPass, cause]) => {
        // Penalties do not run on closed days, so a loan that was closed by mistake has fewer.
        const terms: LoanTerms = { ...anyTerms, penaltyDailyRate: rate('0') };
        const life = lifeOf(terms, startOn);
        const payments = live(life, startOn, random);
        const on = addDays(payments.at(-1)?.on ?? startOn, daysPass);
        const others = reversesFalse(life, payments, { on, cause });
        if (others === null) return;
        corrected += others;
        compared += 1;
        const without = lifeWithout(terms, startOn, payments);
        happens(without, catchUp(without.loan, on));
        // Each rebate is rounded once.
        const roundingNgwee = terms.instalmentCount + payments.length;
        differences = countDifferences(differences, [life, without], roundingNgwee);
      }),
      { numRuns: runs, seed: propertySeed },
    );
    expect(corrected).toBeGreaterThan(0);
    expect(compared).toBeGreaterThan(runs / 2);
    expect(differences).toEqual({ inSum: 0, betweenPlans: 0, moreDaysLate: 0 });
  },
);
