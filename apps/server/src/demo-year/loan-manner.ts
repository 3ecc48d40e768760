import { addDays, type Day } from '@thumba/lending/day';
import type { SeededRandom } from './seeded-random.ts';
import { weighted } from './year-people.ts';

/** What a borrower, or staff for one loan, do on a day. Amounts follow from what the loan owes on that day. */
export type Step =
  | { kind: 'pay'; tries: number }
  | { kind: 'pay_all'; tries: number }
  | { kind: 'pay_share'; percent: number }
  | { kind: 'extend' }
  | { kind: 'waive_penalty'; percent: number }
  | { kind: 'hardship' }
  | { kind: 'write_off' };

export type PlannedStep = { on: Day; step: Step };

type Manner =
  | 'on_time'
  | 'early'
  | 'days_late'
  | 'weeks_late'
  | 'in_parts'
  | 'extended'
  | 'waived'
  | 'hardship'
  | 'written_off'
  | 'recovered';

/** How a hundred loans of borrowers with most, middling and little reliability are repaid. */
const MANNERS: Readonly<Record<'high' | 'middle' | 'low', readonly (readonly [Manner, number])[]>> = {
  high: [
    ['on_time', 66],
    ['early', 17],
    ['days_late', 9],
    ['in_parts', 4],
    ['extended', 4],
  ],
  middle: [
    ['on_time', 45],
    ['early', 6],
    ['days_late', 24],
    ['weeks_late', 7],
    ['in_parts', 8],
    ['extended', 6],
    ['waived', 2],
    ['hardship', 2],
  ],
  low: [
    ['on_time', 13],
    ['days_late', 19],
    ['weeks_late', 15],
    ['in_parts', 6],
    ['extended', 5],
    ['waived', 5],
    ['hardship', 5],
    ['written_off', 22],
    ['recovered', 10],
  ],
};
const HIGH_FROM = 60;
const MIDDLE_FROM = 32;
const FIRST_TRY = { tries: 0 };

/** The steps of a loan with these due days, drawn by how reliable its borrower is. */
export function planSteps(
  random: SeededRandom,
  { takenOn, dueDays, reliability }: { takenOn: Day; dueDays: readonly Day[]; reliability: number },
): PlannedStep[] {
  const kind = reliability >= HIGH_FROM ? 'high' : reliability >= MIDDLE_FROM ? 'middle' : 'low';
  const manner = weighted(MANNERS[kind], random.between(1, 100));
  return stepsOf[manner](random, takenOn, dueDays);
}

const pay = (on: Day): PlannedStep => ({ on, step: { kind: 'pay', ...FIRST_TRY } });
const payAll = (on: Day): PlannedStep => ({ on, step: { kind: 'pay_all', ...FIRST_TRY } });
const lastOf = (due: readonly Day[]) => due.at(-1)!;

const stepsOf: Readonly<
  Record<Manner, (random: SeededRandom, takenOn: Day, due: readonly Day[]) => PlannedStep[]>
> = {
  on_time: (random, _taken, due) => due.map((on) => pay(addDays(on, -random.pick([0, 0, 0, 1, 2])))),
  early: (random, takenOn) => [payAll(addDays(takenOn, random.between(4, 12)))],
  days_late: (random, _taken, due) => due.map((on) => pay(addDays(on, random.between(1, 14)))),
  weeks_late: (random, _taken, due) => [
    ...due.slice(0, -1).map((on) => pay(addDays(on, random.between(2, 20)))),
    payAll(addDays(lastOf(due), random.between(16, 70))),
  ],
  in_parts: (random, _taken, due) => [
    { on: addDays(due[0]!, -4), step: { kind: 'pay_share', percent: random.between(30, 60) } },
    ...due.slice(0, -1).map(pay),
    payAll(addDays(lastOf(due), random.between(0, 9))),
  ],
  extended: (random, _taken, due) => [
    { on: addDays(due[0]!, random.between(0, 3)), step: { kind: 'extend' } },
    payAll(addDays(lastOf(due), random.between(6, 12))),
  ],
  waived: (random, _taken, due) => [
    { on: addDays(lastOf(due), 38), step: { kind: 'waive_penalty', percent: random.between(25, 90) } },
    payAll(addDays(lastOf(due), 40)),
  ],
  hardship: (random, _taken, due) => [
    { on: addDays(lastOf(due), 12), step: { kind: 'hardship' } },
    payAll(addDays(lastOf(due), random.between(40, 60))),
  ],
  written_off: (random, _taken, due) => [
    { on: addDays(lastOf(due), random.between(95, 120)), step: { kind: 'write_off' } },
  ],
  recovered: (random, _taken, due) => [
    { on: addDays(lastOf(due), 95), step: { kind: 'write_off' } },
    {
      on: addDays(lastOf(due), 120 + random.between(0, 30)),
      step: { kind: 'pay_share', percent: random.between(30, 70) },
    },
    payAll(addDays(lastOf(due), 152 + random.between(0, 20))),
  ],
};
