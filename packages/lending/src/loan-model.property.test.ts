import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLoan } from './application.ts';
import { giveCoupon, welcomeCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import type { Decision } from './decision.ts';
import type { LoanEvent, LoanTerms } from './loan.ts';
import { type Step, take, type World, worldOf } from './loan-world.test-support.ts';
import { problemsOf } from './loan-world-problems.test-support.ts';
import { ngwee } from './money.ts';
import { announceRuns, busyMachine, propertySeed, runsOf } from './property-runs.test-support.ts';
import { randomDay, randomTerms } from './random-terms.test-support.ts';
import { rate } from './rate.ts';
import { approval, referral } from './sample-loan.test-support.ts';

const percent = fc.constantFrom(1, 10, 30, 50, 70, 90, 100, 100, 100);
const which = fc.nat(20);
const period = fc.integer({ min: 1, max: 12 });
const worth = fc.oneof(
  fc.record({
    kind: fc.constant('fixed' as const),
    amountNgwee: fc.integer({ min: 1, max: 50_000 }).map(ngwee),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    rate: fc.constantFrom(rate('0.10'), rate('0.50'), rate('1')),
  }),
  fc.record({ kind: fc.constant('fee_free' as const) }),
);

const does = <Does extends string>(what: Does) => fc.constant(what);
const steps: readonly [number, fc.Arbitrary<Step>][] = [
  [8, fc.record({ does: does('days pass'), days: fc.nat(25) })],
  [2, fc.record({ does: does('day ends') })],
  [2, fc.record({ does: fc.constantFrom('staff approve', 'payout starts', 'payout fails') })],
  [1, fc.record({ does: fc.constantFrom('staff decline', 'application is cancelled') })],
  [4, fc.record({ does: does('payout succeeds') })],
  [9, fc.record({ does: does('borrower submits'), percent })],
  [4, fc.record({ does: does('borrower submits extension') })],
  [1, fc.record({ does: does('borrower submits settlement') })],
  [1, fc.record({ does: does('borrower gives the money back'), hours: fc.integer({ min: 0, max: 30 }) })],
  [9, fc.record({ does: does('operator pays'), which })],
  [5, fc.record({ does: does('operator refuses') })],
  [3, fc.record({ does: does('borrower uses wallet'), percent })],
  [2, fc.record({ does: does('borrower takes wallet out'), percent })],
  [3, fc.record({ does: does('wallet payout ends'), which, succeeds: fc.boolean() })],
  [2, fc.record({ does: does('borrower applies coupon'), worth, period: fc.constantFrom(1, 1, 1, 2, 3) })],
  [1, fc.record({ does: does('borrower removes coupon') })],
  [2, fc.record({ does: does('staff write off') })],
  [
    2,
    fc.record({
      does: does('staff waive'),
      charge: fc.constantFrom('penalty' as const, 'fee' as const, 'interest' as const),
      period,
      percent,
    }),
  ],
  [
    3,
    fc.record({
      does: does('staff reverse'),
      which,
      cause: fc.constantFrom('our_mistake', 'payer_or_operator', 'operator_took_back'),
      hasOtherOpenLoan: fc.boolean(),
    }),
  ],
  [2, fc.record({ does: does('staff agree hardship'), daysApart: fc.integer({ min: 1, max: 40 }) })],
  [2, fc.record({ does: does('staff place on the loan'), percent, daysAgo: fc.nat(20) })],
  [1, fc.record({ does: fc.constantFrom('staff place in the wallet', 'staff send to the payer'), percent })],
];

/** A step as a command of the model. It may always be tried, and the world has no problem after it. */
function commandOf(step: Step): fc.Command<object, World> {
  return {
    check: () => true,
    run(_, world) {
      const { terms } = world.loan;
      take(world, step);
      expect(world.loan.terms).toBe(terms);
      const problems = problemsOf(world);
      if (problems.length > 0) throw new Error(`after ${JSON.stringify(step)}: ${problems.join('; ')}`);
    },
    toString: () => JSON.stringify(step),
  };
}

const commands = fc.commands(
  steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step.map(commandOf))),
  { maxCommands: 80, size: 'max' },
);

type Beginning = { decision: Decision; hasCoupon: boolean; isPaidOut: boolean };

const beginnings: fc.Arbitrary<Beginning> = fc.record({
  decision: fc.constantFrom(approval, approval, approval, referral),
  hasCoupon: fc.boolean(),
  isPaidOut: fc.constantFrom(true, true, true, false),
});

function begin(terms: LoanTerms, on: Day, { decision, hasCoupon, isPaidOut }: Beginning): World {
  const opened = openLoan({
    loanId: 7,
    borrowerId: 3,
    terms,
    on,
    decision,
    payoutAttemptId: 'payout',
    ...(hasCoupon ? { coupon: giveCoupon(welcomeCoupon, 1, on) } : {}),
  });
  const world = worldOf(opened, on);
  if (isPaidOut) take(world, { does: 'payout succeeds' });
  return world;
}

const runs = runsOf('MODEL_RUNS', 120);

test('whatever happens to a loan, in any order, the loan and the book stay sound', busyMachine, () => {
  announceRuns('loan model', runs);
  fc.assert(
    fc.property(randomTerms, randomDay, beginnings, commands, (terms, on, beginning, happens) => {
      fc.modelRun(() => ({ model: {}, real: begin(terms, on, beginning) }), happens);
    }),
    { numRuns: runs, seed: propertySeed },
  );
});

const EXPECTED_OUTCOMES = [
  'applied',
  'declined',
  'cancelled',
  'payout_failed',
  'active',
  'overdue',
  'settled',
  'written_off',
  'recovered',
  'settled and open again',
  'wallet credit',
  'wallet payout in suspense',
  'late success',
  'waiting for repayment',
  'waiting for extension',
  'waiting for settlement',
  'waiting for cooling_off',
  'repaid',
  'settlement',
  'extended',
  'money_returned',
  'penalty_accrued',
  'paid_on_value_day',
  'extended_on_value_day',
  'extension_fee_returned',
  'freed_money_allocated',
  'closed_earlier',
  'charge_waived',
  'recovery',
  'reversed',
  'collection_taken_back',
  'days excused',
  'rebate_taken_back',
  'overpayment_allocated',
  'placed from suspense',
  'hardship_agreed',
  'hardship_ended',
  'coupon_used',
  'coupon removed',
  'coupon replaced',
  'coupon plan_paid',
  'coupon loan_closed',
  'coupon reversed',
];

function outcomesOf(event: LoanEvent): string[] {
  switch (event.kind) {
    case 'repaid':
      return [
        event.kind,
        event.purpose,
        ...(event.isRecovery ? ['recovery'] : []),
        ...(event.source === 'operator' && event.attemptId === null ? ['placed from suspense'] : []),
      ];
    case 'coupon_released':
      return [event.kind, `coupon ${event.reason}`];
    case 'penalty_waived':
      return [event.kind, event.reason];
    default:
      return [event.kind];
  }
}

test('the random sequences reach the states that matter', busyMachine, () => {
  const seen = new Set<string>();
  const sequences = fc.sample(
    fc.tuple(
      randomTerms,
      randomDay,
      beginnings,
      fc.array(fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
        minLength: 60,
        maxLength: 80,
        size: 'max',
      }),
    ),
    { numRuns: 800, seed: 20_261_121 },
  );
  for (const [terms, on, beginning, sequence] of sequences) {
    const world = begin(terms, on, beginning);
    for (const step of sequence) {
      const hadGivenUp = world.attempts.some((attempt) => attempt.state === 'failed');
      const { state } = world.loan;
      take(world, step);
      seen.add(world.loan.state);
      if (world.loan.instalments.some(({ excusedDays }) => excusedDays.length > 0)) seen.add('days excused');
      if (state === 'settled' && world.loan.state !== 'settled') seen.add('settled and open again');
      if (world.walletNgwee > 0) seen.add('wallet credit');
      if (hadGivenUp && step.does === 'operator pays') seen.add('late success');
      if (world.loan.pending !== null) seen.add(`waiting for ${world.loan.pending.purpose}`);
      if (world.unplacedNgwee > 0) seen.add('wallet payout in suspense');
    }
    for (const event of world.events) for (const outcome of outcomesOf(event)) seen.add(outcome);
  }
  for (const outcome of EXPECTED_OUTCOMES) expect(seen).toContain(outcome);
});
