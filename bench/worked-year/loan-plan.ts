import { addDays, type Day } from '@thumba/lending/day';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { seededRandom } from '../../apps/server/src/demo-year/seeded-random.ts';

/** What a borrower, or staff for one loan, do on a day. Amounts follow from what the loan owes on that day. */
export type Step =
  | { kind: 'pay_plan' }
  | { kind: 'pay_all' }
  | { kind: 'pay_share'; percent: number }
  | { kind: 'settle' }
  | { kind: 'extend' }
  /** The payment is given up, and the operator reports days later that it succeeded. */
  | { kind: 'pay_late_confirmed'; confirmedAfterDays: number }
  | { kind: 'waive_penalty'; percent: number }
  | { kind: 'write_off' }
  | { kind: 'recover'; percent: number };

export type LoanPlan = {
  number: number;
  productId: number;
  termId: number;
  amountNgwee: Ngwee;
  operator: 'mtn' | 'airtel';
  takenOn: Day;
  steps: readonly { on: Day; step: Step }[];
};

const TERM_DAYS: Readonly<Record<number, { days: number; instalments: number }>> = {
  1: { days: 30, instalments: 1 },
  2: { days: 14, instalments: 1 },
  3: { days: 90, instalments: 3 },
};

type Manner = (
  due: readonly Day[],
  takenOn: Day,
  between: (least: number, most: number) => number,
) => LoanPlan['steps'];

/** How borrowers repay, each with its share of a hundred loans. */
const MANNERS: readonly { share: number; name: string; manner: Manner }[] = [
  { share: 52, name: 'on time', manner: (due) => due.map((on) => ({ on, step: { kind: 'pay_plan' } })) },
  {
    share: 13,
    name: 'some days late',
    manner: (due, _taken, between) =>
      due.map((on) => ({ on: addDays(on, between(1, 20)), step: { kind: 'pay_all' as const } })).slice(-1),
  },
  {
    share: 8,
    name: 'early',
    manner: (_due, takenOn, between) => [{ on: addDays(takenOn, between(3, 11)), step: { kind: 'settle' } }],
  },
  {
    share: 6,
    name: 'after an extension',
    manner: (due, _taken, between) => [
      { on: addDays(due[0]!, between(0, 3)), step: { kind: 'extend' } },
      { on: addDays(due.at(-1)!, between(6, 9)), step: { kind: 'pay_all' } },
    ],
  },
  {
    share: 5,
    name: 'in parts',
    manner: (due, _taken, between) => [
      { on: addDays(due[0]!, -4), step: { kind: 'pay_share', percent: between(30, 60) } },
      { on: addDays(due.at(-1)!, between(0, 12)), step: { kind: 'pay_all' } },
    ],
  },
  {
    share: 4,
    name: 'confirmed late',
    manner: (due, _taken, between) => [
      { on: due[0]!, step: { kind: 'pay_late_confirmed', confirmedAfterDays: between(2, 6) } },
      { on: addDays(due.at(-1)!, 15), step: { kind: 'pay_all' } },
    ],
  },
  {
    share: 4,
    name: 'with a waiver',
    manner: (due, _taken, between) => [
      { on: addDays(due.at(-1)!, 40), step: { kind: 'waive_penalty', percent: between(25, 90) } },
      { on: addDays(due.at(-1)!, 41), step: { kind: 'pay_all' } },
    ],
  },
  {
    share: 5,
    name: 'written off',
    manner: (due) => [{ on: addDays(due.at(-1)!, 120), step: { kind: 'write_off' } }],
  },
  {
    share: 3,
    name: 'recovered after a write-off',
    manner: (due, _taken, between) => [
      { on: addDays(due.at(-1)!, 100), step: { kind: 'write_off' } },
      { on: addDays(due.at(-1)!, 130), step: { kind: 'recover', percent: between(20, 70) } },
    ],
  },
];

/** The plans of a year's loans, the same for the same seed. They are taken on the days from `fromOn` to `throughOn`. */
export function planLoans(wanted: { loans: number; fromOn: Day; days: number; seed: number }): LoanPlan[] {
  const { loans, fromOn, days, seed } = wanted;
  return Array.from({ length: loans }, (_, index) => {
    const random = seededRandom(seed * 1_000_003 + index);
    const termId = random.pick([1, 1, 1, 2, 3]);
    const { days: termDays, instalments } = TERM_DAYS[termId]!;
    const takenOn = addDays(fromOn, Math.floor((index * days) / loans));
    const due = Array.from({ length: instalments }, (_each, at) =>
      addDays(takenOn, ((at + 1) * termDays) / instalments),
    );
    return {
      number: index + 1,
      productId: 1,
      termId,
      amountNgwee: ngwee(random.between(6, 40) * 5_000),
      operator: random.pick(['mtn', 'mtn', 'airtel'] as const),
      takenOn,
      steps: mannerOf(random.between(1, 100))(due, takenOn, random.between),
    };
  });
}

function mannerOf(percent: number): Manner {
  let left = percent;
  for (const { share, manner } of MANNERS) {
    left -= share;
    if (left <= 0) return manner;
  }
  return MANNERS[0]!.manner;
}
