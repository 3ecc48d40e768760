import { openLoan } from '@thumba/lending/application';
import { catchUp } from '@thumba/lending/catch-up';
import { type Day, day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { type Step, take, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { kwacha } from '@thumba/lending/money';
import { owedOnLoan } from '@thumba/lending/owed';
import { rate } from '@thumba/lending/rate';
import { approval, sampleTerms, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import { takeOnLoan } from '@thumba/lending/take-on';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeMovement } from './describe-movement.ts';
import { type BookedEntry, movementsOf } from './movements.ts';
import type { Movement } from './paper-content.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

const ON = day('2026-11-21');

/** Lives a loan and keeps what each step wrote as the entry that the database would hold. */
function entriesOf(steps: readonly Step[], terms = sampleTerms()): { entries: BookedEntry[]; world: World } {
  const application = {
    loanId: 7,
    borrowerId: 3,
    terms,
    on: ON,
    decision: approval,
    payoutAttemptId: 'payout',
  };
  const world = worldOf(openLoan(application), ON);
  const entries: BookedEntry[] = [];
  for (const step of steps) {
    const [rows, events] = [world.book.length, world.events.length];
    take(world, step);
    entries.push({
      on: world.today,
      at: '2026-11-21T08:00:00.000Z',
      transfers: world.book.slice(rows),
      events: world.events.slice(events),
    });
  }
  return { entries, world };
}

function owedToday(loan: Loan, today: Day): number {
  return loan.disbursedOn === null ? 0 : owedOnLoan(catchUp(loan, today).loan).totalNgwee;
}

const does = <Does extends string>(what: Does) => fc.constant(what);
const percent = fc.constantFrom(10, 50, 100);
const which = fc.nat(8);
const cause = fc.constantFrom('our_mistake' as const, 'operator_took_back' as const);
const steps: fc.Arbitrary<Step>[] = [
  fc.record({ does: does('days pass'), days: fc.nat(25) }),
  fc.record({ does: does('day ends') }),
  fc.record({ does: does('borrower submits'), percent }),
  fc.record({ does: fc.constantFrom('borrower submits extension', 'borrower submits settlement') }),
  fc.record({ does: does('borrower gives the money back'), hours: fc.constantFrom(1, 30) }),
  fc.record({ does: does('operator pays'), which }),
  fc.record({ does: does('operator pays'), which }),
  fc.record({ does: does('operator refuses') }),
  fc.record({ does: does('borrower uses wallet'), percent }),
  fc.record({
    does: does('borrower applies coupon'),
    worth: fc.constant({ kind: 'fixed' as const, amountNgwee: kwacha(10) }),
    period: fc.constantFrom(1, 2),
  }),
  fc.record({ does: does('staff write off') }),
  fc.record({
    does: does('staff waive'),
    charge: fc.constantFrom('penalty' as const, 'fee' as const, 'interest' as const),
    period: fc.constantFrom(1, 2),
    percent,
  }),
  fc.record({ does: does('staff reverse'), which, cause, hasOtherOpenLoan: fc.constant(false) }),
];

test('whatever happens to a loan, its movements end in what is owed', () => {
  const oneStep = fc.oneof(...steps).map((step) => [step]);
  const lives = fc
    .array(fc.oneof({ weight: 5, arbitrary: oneStep }, fc.nat(40).map(endsOfDay)), { maxLength: 60 })
    .map((parts) => parts.flat());
  const terms = fc.constantFrom(
    sampleTerms(),
    threeInstalments(),
    threeInstalments({ interestMethod: 'declining', feeMode: 'deducted' }),
  );
  fc.assert(
    fc.property(lives, terms, (life, signed) => {
      const { entries, world } = entriesOf([{ does: 'payout succeeds' }, ...life], signed);
      const caughtUp = catchUp(world.loan, world.today);
      const unwritten = { on: world.today, at: null, transfers: caughtUp.transfers, events: caughtUp.events };
      const movements = movementsOf([...entries, unwritten]);
      expect(movements.at(-1)?.owedNgwee ?? 0).toBe(owedToday(world.loan, world.today));
      const together = movements.reduce((sum, line) => sum + line.addedNgwee - line.takenOffNgwee, 0);
      expect(together).toBe(owedToday(world.loan, world.today));
      for (const { owedNgwee, title } of movements) {
        expect(owedNgwee).toBeGreaterThanOrEqual(0);
        expect(title).not.toBe('');
      }
      expectSameSums(statementLines(movements), movements);
    }),
    { numRuns: 1000 },
  );
});

/** The end of each of the next days, as the server runs it. */
function endsOfDay(count: number): Step[] {
  return Array.from({ length: count }).flatMap(() => [{ does: 'days pass', days: 1 }, { does: 'day ends' }]);
}

/** The lines of the printed statement add up to what the movements do, and each goes on from the one before it. */
function expectSameSums(lines: readonly StatementLine[], movements: readonly Movement[]): void {
  const sum = (
    rows: readonly Pick<Movement, 'addedNgwee' | 'takenOffNgwee'>[],
    key: 'addedNgwee' | 'takenOffNgwee',
  ) => rows.reduce((total, row) => total + row[key], 0);
  for (const key of ['addedNgwee', 'takenOffNgwee'] as const)
    expect(sum(lines, key)).toBe(sum(movements, key));
  let owedNgwee = 0;
  let endedOn: Day | undefined;
  for (const line of lines) {
    owedNgwee += line.addedNgwee - line.takenOffNgwee;
    expect(line.owedNgwee).toBe(owedNgwee);
    expect(line.from <= line.on).toBe(true);
    if (endedOn !== undefined) expect(line.on >= endedOn).toBe(true);
    endedOn = line.on;
  }
}

test('a late charge of each day becomes one line, as long as the amount of a day stays the same', () => {
  const life: Step[] = [
    { does: 'payout succeeds' },
    { does: 'days pass', days: 31 },
    ...endsOfDay(30),
    { does: 'borrower submits', percent: 50 },
    { does: 'operator pays', which: 0 },
    ...endsOfDay(5),
  ];
  const movements = movementsOf(entriesOf(life).entries);
  const lines = statementLines(movements);
  expect(movements.length - lines.length).toBe(29 + 4);
  expect(lines.slice(3).map(({ from, on, title, detail }) => [from, on, title, detail].join('|'))).toEqual([
    '2026-12-23|2027-01-21|Late charge|30 days × K5.75',
    '2027-01-21|2027-01-21|Payment|Receipt 7-34',
    '2027-01-22|2027-01-26|Late charge|5 days × K3.31',
  ]);
  expectSameSums(lines, movements);
});

describe('a run of late charges ends', () => {
  const at = '2026-12-23T22:05:00.000Z';
  const charge = (on: string, change: Partial<Movement> = {}): Movement => ({
    ...{ on: day(on), at, title: 'late_charge' as const, detail: { kind: 'late_days' as const, days: 1 } },
    ...{ lateDays: 1 },
    ...{ addedNgwee: 575, takenOffNgwee: 0, owedNgwee: 0, ...change },
  });
  const first = charge('2026-12-23');
  const payment = charge('2026-12-24', { title: 'payment', addedNgwee: 0, takenOffNgwee: 100 });
  test.each<[string, Movement[], number]>([
    ['not, where nothing changes', [charge('2026-12-24'), charge('2026-12-25')], 1],
    ['not at several days in one movement', [charge('2026-12-26', { lateDays: 3, addedNgwee: 1725 })], 1],
    ['where the amount of a day changes', [charge('2026-12-24', { addedNgwee: 475 })], 2],
    ['where a day is left out', [charge('2026-12-25')], 2],
    ['where the book ends', [charge('2026-12-24', { at: null })], 2],
    ['at another movement', [{ ...payment, lateDays: undefined } as never, charge('2026-12-24')], 3],
    ['where the days are not known', [charge('2026-12-24', { lateDays: undefined } as never)], 2],
  ])('%s', (_when, others, lineCount) => {
    expect(statementLines([first, ...others])).toHaveLength(lineCount);
  });

  test('and several days in one movement are the days up to it', () => {
    const [line] = statementLines([charge('2026-12-26', { lateDays: 4, addedNgwee: 2300 })]);
    expect(line).toMatchObject({ from: '2026-12-23', on: '2026-12-26', detail: '4 days × K5.75' });
    expect(line).not.toHaveProperty('lateDays');
  });
});

function linesOf(life: Step[], terms = sampleTerms()): string[] {
  return movementsOf(entriesOf([{ does: 'payout succeeds' }, ...life], terms).entries).map(
    ({ addedNgwee, takenOffNgwee, owedNgwee, ...movement }) => {
      const { title, detail } = describeMovement(movement);
      return [title, detail, addedNgwee, takenOffNgwee, owedNgwee].join('|');
    },
  );
}

const paidOut = [
  'Loan paid out to you||100000|0|100000',
  'Interest||12000|0|112000',
  'Service fee||3000|0|115000',
];

test('a loan that is paid late reads as it went', () => {
  expect(
    linesOf([
      { does: 'days pass', days: 33 },
      { does: 'borrower submits', percent: 100 },
      { does: 'operator pays', which: 0 },
    ]),
  ).toEqual([...paidOut, 'Late charge|2 days|1150|0|116150', 'Payment|Receipt 7-4|0|116150|0']);
});

test('an extension leaves what is owed and says which day it bought', () => {
  const [line, ...others] = linesOf([
    { does: 'borrower submits extension' },
    { does: 'operator pays', which: 0 },
  ]).slice(paidOut.length);
  expect(others).toEqual([]);
  expect(line).toBe(
    'Extension fee, paid|Due 28 December 2026 instead of 21 December 2026. Receipt 7-4|10000|10000|115000',
  );
});

test('settling early gives interest back in a line of its own', () => {
  expect(
    linesOf([
      { does: 'days pass', days: 10 },
      { does: 'borrower submits settlement' },
      { does: 'operator pays', which: 0 },
    ]).slice(paidOut.length),
  ).toEqual(['Interest given back|For paying off early|0|8000|107000', 'Payment|Receipt 7-4|0|107000|0']);
});

test('an instalment that is paid early gives interest back, and the last one gives it to the wallet', () => {
  expect(
    linesOf(
      [
        { does: 'days pass', days: 1 },
        { does: 'borrower submits', percent: 100 },
        { does: 'operator pays', which: 0 },
      ],
      threeInstalments(),
    ).slice(3),
  ).toEqual([
    'Payment|Receipt 7-4|0|46333|92667',
    'Interest given back|Instalment 1 paid 29 days early|0|3867|88800',
  ]);
  expect(
    linesOf([
      { does: 'days pass', days: 10 },
      { does: 'borrower submits', percent: 100 },
      { does: 'operator pays', which: 0 },
    ]).slice(3),
  ).toEqual([
    'Moved to your wallet credit||8000|0|123000',
    'Payment|Receipt 7-4|0|115000|8000',
    'Interest given back|Instalment 1 paid 20 days early|0|8000|0',
  ]);
});

test('a fee kept back, a coupon, a waiver, money returned and a payment taken back say what they are', () => {
  const titles = (life: Step[], terms = sampleTerms()) =>
    linesOf(life, terms).map((line) => line.split('|')[0]);
  const deducted = sampleTerms({ feeMode: 'deducted' });
  expect(linesOf([], deducted)[1]).toBe('Service fee|Kept back from the payout|3000|0|100000');
  const coupon = { kind: 'fixed' as const, amountNgwee: kwacha(10) };
  expect(
    titles([
      { does: 'borrower applies coupon', worth: coupon, period: 1 },
      { does: 'days pass', days: 30 },
      { does: 'borrower submits', percent: 100 },
      { does: 'operator pays', which: 0 },
    ]).slice(3),
  ).toEqual(['Coupon', 'Payment']);
  expect(titles([{ does: 'staff waive', charge: 'fee', period: 1, percent: 50 }]).slice(3)).toEqual([
    'Charge waived',
  ]);
  expect(
    titles([
      { does: 'borrower gives the money back', hours: 1 },
      { does: 'operator pays', which: 0 },
    ]).slice(3),
  ).toEqual(['Charges taken back', 'Money returned']);
  expect(
    titles([
      { does: 'borrower submits', percent: 50 },
      { does: 'operator pays', which: 0 },
      { does: 'staff reverse', which: 0, cause: 'our_mistake', hasOtherOpenLoan: false },
    ]).slice(3),
  ).toEqual(['Payment', 'Taken back']);
});

test('a coupon on a bill whose fee was paid before takes its part off all the same', () => {
  const coupon = { kind: 'fixed' as const, amountNgwee: kwacha(10) };
  const { entries, world } = entriesOf([
    { does: 'payout succeeds' },
    { does: 'days pass', days: 30 },
    { does: 'borrower submits', percent: 50 },
    { does: 'operator pays', which: 0 },
    { does: 'borrower applies coupon', worth: coupon, period: 1 },
    { does: 'borrower submits', percent: 100 },
    { does: 'operator pays', which: 0 },
  ]);
  const movements = movementsOf(entries);
  expect(movements.map(({ title, takenOffNgwee }) => [title, takenOffNgwee]).slice(3)).toEqual([
    ['payment', 57_500],
    ['coupon', 1_000],
    ['payment', 56_500],
  ]);
  expect(movements.at(-1)!.owedNgwee).toBe(owedToday(world.loan, world.today));
});

test('money that came late says for which day it counts', () => {
  const life: Step[] = [
    { does: 'borrower submits', percent: 50 },
    { does: 'days pass', days: 2 },
    { does: 'operator pays', which: 0 },
  ];
  expect(linesOf(life).at(-1)).toContain('Receipt 7-4, counts for 21 November 2026');
});

test('a late payment gives an extension fee back, and what had paid charges pays the loan', () => {
  const life: Step[] = [
    { does: 'days pass', days: 30 },
    { does: 'borrower submits', percent: 57 },
    { does: 'operator refuses' },
    { does: 'days pass', days: 6 },
    { does: 'borrower submits extension' },
    { does: 'operator pays', which: 1 },
    { does: 'days pass', days: 1 },
    { does: 'operator pays', which: 0 },
  ];
  const terms = sampleTerms({ extension: { days: 7, rate: rate('0.10'), max: 3 } });
  // K655.50 of the due date leave K494.50 of principal, which K49.45 extend and K2.47 a day are charged on.
  expect(linesOf(life, terms).slice(-3)).toEqual([
    'Late charge taken back|Your payment had been sent before it was charged|0|1640|113360',
    'Payment|Receipt 7-7, counts for 21 December 2026|0|65550|47810',
    'Extension fee given back|Your payment had been sent before the extension was bought|0|5055|42755',
  ]);
});

test('a whole extension fee that becomes wallet credit has a line', () => {
  const life: Step[] = [
    { does: 'days pass', days: 30 },
    { does: 'borrower submits', percent: 100 },
    { does: 'operator refuses' },
    { does: 'days pass', days: 6 },
    { does: 'borrower submits extension' },
    { does: 'operator pays', which: 1 },
    { does: 'days pass', days: 1 },
    { does: 'operator pays', which: 0 },
  ];
  expect(linesOf(life).slice(-4).join('\n')).toMatch(/Extension fee given back.*\|10000\|10000\|/);
});

test('a loan that was taken on begins with what it owed, in one line', () => {
  const nothing = kwacha(0);
  const opened = takeOnLoan({
    ...{ loanId: 7, borrowerId: 3, earlierLoanNo: 'A-117', terms: sampleTerms(), paidOutOn: ON },
    on: day('2026-12-01'),
    plans: [
      {
        ...{ dueOn: day('2026-12-21'), originalDueOn: null, daysLate: 0 },
        ...{ principalNgwee: kwacha(1000), interestNgwee: kwacha(120), feeNgwee: kwacha(30) },
        ...{ penaltyNgwee: nothing, principalPaidNgwee: nothing, interestPaidNgwee: nothing },
        ...{ feePaidNgwee: kwacha(30), penaltyPaidNgwee: nothing },
      },
    ],
  });
  if (!opened.ok) throw new Error(opened.refusal.kind);
  const { transfers, events } = opened.value;
  const entry = { on: day('2026-12-01'), at: null, transfers, events } as BookedEntry;
  expect(movementsOf([entry])).toEqual([
    {
      ...{ on: '2026-12-01', at: null, title: 'taken_on', detail: { kind: 'earlier_loan', loanNo: 'A-117' } },
      ...{ addedNgwee: kwacha(1120), takenOffNgwee: 0, owedNgwee: kwacha(1120) },
    },
  ]);
});
