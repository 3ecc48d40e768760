import { originalDueOn } from '@thumba/lending/ageing';
import { openLoan } from '@thumba/lending/application';
import type { Day } from '@thumba/lending/day';
import { balanceOf } from '@thumba/lending/invariants';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { Instalment, Loan, LoanTerms } from '@thumba/lending/loan';
import { type Step, take, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { owedOnInstalment } from '@thumba/lending/owed';
import { busyMachine, propertySeed } from '@thumba/lending/property-runs.test-support';
import { randomDay, randomTerms } from '@thumba/lending/random-terms.test-support';
import { approval } from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laterEventsOf } from './later-events.ts';
import { daysPastDueOf, type OwedInLedger, type PlanAsOf, plansAsOf } from './plans-as-of.ts';

const which = fc.nat(20);
const percent = fc.constantFrom(1, 30, 70, 100, 100);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('days pass' as const), days: fc.nat(25) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'day ends' }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('borrower submits' as const), percent }) },
  { weight: 3, arbitrary: fc.constant<Step>({ does: 'borrower submits extension' }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('operator pays' as const), which }) },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'operator refuses' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('staff agree hardship' as const),
      daysApart: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('staff waive' as const),
      charge: fc.constantFrom('penalty' as const, 'fee' as const, 'interest' as const),
      period: fc.constant(1),
      percent,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('staff reverse' as const),
      which,
      cause: fc.constantFrom('our_mistake' as const, 'operator_took_back' as const),
      hasOtherOpenLoan: fc.constant(false),
    }),
  },
);

/** What was true at one moment of a life, to be found again from its end. */
type Moment = { on: Day; loan: Loan; owed: OwedInLedger; eventCount: number };

function momentOf({ loan, today, book, events }: World): Moment {
  const owed = (account: LedgerAccount) => balanceOf(book, account);
  return {
    on: today,
    loan,
    owed: {
      principalNgwee: owed('principal_receivable'),
      interestNgwee: owed('interest_receivable'),
      feeNgwee: owed('fee_receivable'),
      penaltyNgwee: owed('penalty_receivable'),
    },
    eventCount: events.length,
  };
}

function lived(terms: LoanTerms, on: Day, steps: readonly Step[]): { moments: Moment[]; world: World } {
  const world = worldOf(
    openLoan({ loanId: 7, borrowerId: 3, terms, on, decision: approval, payoutAttemptId: 'payout' }),
    on,
  );
  take(world, { does: 'payout succeeds' });
  const moments = [momentOf(world)];
  for (const next of steps) {
    take(world, next);
    moments.push(momentOf(world));
  }
  return { moments, world };
}

function planAtTheTime(instalment: Instalment): PlanAsOf {
  const { period, dueOn } = instalment;
  const isOwing = owedOnInstalment(instalment).totalNgwee > 0;
  return { period, originalDueOn: originalDueOn(instalment), dueOn, isOwing };
}

function found({ owed, eventCount }: Moment, { loan, events }: World) {
  const history = events.map((event, index) => ({ event, isLater: index >= eventCount }));
  return plansAsOf(loan.instalments, laterEventsOf(history), owed);
}

test('the plans of an earlier day, found from the end of a life, are those of that day', busyMachine, () => {
  let recomputed = 0;
  let all = 0;
  let differing = 0;
  fc.assert(
    fc.property(
      randomTerms,
      randomDay,
      fc.array(step, { minLength: 10, maxLength: 40 }),
      (terms, on, steps) => {
        const { moments, world } = lived(terms, on, steps);
        for (const moment of moments) {
          all += 1;
          const { plans, basis } = found(moment, world);
          if (basis === 'allocated') continue;
          recomputed += 1;
          const then = moment.loan.instalments.map(planAtTheTime);
          expect(plans.map(({ dueOn }) => dueOn)).toEqual(then.map(({ dueOn }) => dueOn));
          for (const dueDate of ['dueOn', 'originalDueOn'] as const) {
            if (daysPastDueOf(plans, moment.on, dueDate) !== daysPastDueOf(then, moment.on, dueDate))
              differing += 1;
          }
        }
      },
    ),
    { numRuns: 300, seed: propertySeed },
  );
  // Nothing but a change that its event does not describe may need the ledger to decide.
  expect(recomputed / all).toBeGreaterThan(0.95);
  // A late payment after a waiver may have moved money between plans, which no event says.
  expect(differing / all).toBeLessThan(0.005);
});
