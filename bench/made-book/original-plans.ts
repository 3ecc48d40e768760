import { addDays, type Day } from '@thumba/lending/day';
import { ngwee } from '@thumba/lending/money';
import { type SeededRandom, seededRandom } from '../../apps/server/src/demo-year/seeded-random.ts';
import type { LoanPlan, Step } from '../worked-year/loan-plan.ts';

/** How the last loan of a borrower stands today. */
export type LastState =
  | 'settled'
  | 'running'
  | 'paid_in_part'
  | 'overdue'
  | 'payment_unknown'
  | 'payout_unknown'
  | 'extended'
  | 'written_off'
  | 'recovered'
  | 'waiting'
  | 'declined'
  | 'cancelled'
  | 'payout_failed';

export type LastLoan = { state: LastState; plan: LoanPlan };
/** The loans of a borrower of whom others are copies: those that are over, oldest first, and the last one. */
export type OriginalPlan = { operator: LoanPlan['operator']; ended: readonly LoanPlan[]; last: LastLoan };

/** Of forty borrowers. The number is how many days ago the last loan was taken. */
const LAST_LOANS: readonly (readonly [LastState, number])[] = [
  ...[45, 52, 60, 66, 75, 80, 95, 110, 130, 160, 190, 240].map((ago) => ['settled', ago] as const),
  ...[1, 3, 9, 12, 19, 22, 29].map((ago) => ['running', ago] as const),
  ...[6, 15, 26].map((ago) => ['payment_unknown', ago] as const),
  ['payout_unknown', 0],
  ...[8, 20].map((ago) => ['paid_in_part', ago] as const),
  ...[31, 33, 39, 48, 70, 100].map((ago) => ['overdue', ago] as const),
  ['extended', 33],
  ...[170, 260].map((ago) => ['written_off', ago] as const),
  ['recovered', 200],
  ['waiting', 0],
  ['waiting', 1],
  ['declined', 12],
  ['cancelled', 7],
  ['payout_failed', 0],
];
export const LAST_STATES = LAST_LOANS.length;

const TERM_DAYS = { 1: 30, 2: 14 } as const;
/** A loan of 30 days that is paid 20 days late ends before the next one is taken. */
const DAYS_OF_LOAN = 60;
const DAYS_BEFORE_LAST = 5;

/** The plans of the borrowers, the same for the same seed. The shares of the states are those of `LAST_LOANS`. */
export function planOriginals(wanted: {
  originals: number;
  loansPerBorrower: number;
  today: Day;
  seed: number;
}): OriginalPlan[] {
  return Array.from({ length: wanted.originals }, (_, index) => planOriginal(wanted, index));
}

function planOriginal(
  { loansPerBorrower, today, seed }: { loansPerBorrower: number; today: Day; seed: number },
  index: number,
): OriginalPlan {
  const random = seededRandom(seed * 1_000_003 + index);
  const operator = random.pick(['mtn', 'mtn', 'airtel'] as const);
  const [state, takenDaysAgo] = LAST_LOANS[index % LAST_STATES]!;
  const lastTakenOn = addDays(today, -takenDaysAgo);
  const endedCount = loansOf(index, loansPerBorrower) - 1;
  const ended = Array.from({ length: endedCount }, (_, at) => {
    const takenOn = addDays(lastTakenOn, -DAYS_BEFORE_LAST - (endedCount - at) * DAYS_OF_LOAN);
    const isPaidLate = random.between(1, 100) > 70;
    const termId = random.pick([1, 1, 2] as const);
    const dueOn = addDays(takenOn, TERM_DAYS[termId]);
    const paidOn = isPaidLate ? addDays(dueOn, random.between(1, 20)) : addDays(dueOn, -random.between(0, 2));
    return planOf(random, { operator, takenOn, termId, steps: [{ on: paidOn, step: { kind: 'pay_all' } }] });
  });
  return {
    operator,
    ended,
    last: { state, plan: lastPlan(random, { operator, state, takenOn: lastTakenOn }) },
  };
}

/** Some borrowers have few loans and others many; of every five the sum is five times the mean. */
function loansOf(index: number, mean: number): number {
  const spread = Math.min(2, Math.floor((mean - 1) / 2));
  return mean + spread * ([-2, -1, 0, 1, 2][Math.floor(index / LAST_STATES + index) % 5] ?? 0);
}

function lastPlan(
  random: SeededRandom,
  { operator, state, takenOn }: { operator: LoanPlan['operator']; state: LastState; takenOn: Day },
): LoanPlan {
  const dueOn = addDays(takenOn, TERM_DAYS[1]);
  const at = (days: number, step: Step) => ({ on: addDays(dueOn, days), step });
  const steps: Partial<Record<LastState, LoanPlan['steps']>> = {
    settled: [at(-random.between(0, 3), { kind: 'pay_all' })],
    paid_in_part: [{ on: addDays(takenOn, 5), step: { kind: 'pay_share', percent: random.between(30, 60) } }],
    extended: [at(1, { kind: 'extend' })],
    written_off: [at(120, { kind: 'write_off' })],
    recovered: [at(100, { kind: 'write_off' }), at(130, { kind: 'pay_all' })],
  };
  return planOf(random, { operator, takenOn, termId: 1, steps: steps[state] ?? [] });
}

function planOf(
  random: SeededRandom,
  plan: Pick<LoanPlan, 'operator' | 'takenOn' | 'termId' | 'steps'>,
): LoanPlan {
  return { number: 0, productId: 1, amountNgwee: ngwee(random.between(6, 40) * 5_000), ...plan };
}
