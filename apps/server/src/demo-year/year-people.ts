import { addDays, type Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { type InventedPerson, inventedPerson } from './invented-people.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** After which step a person leaves the app for good. Most leave after none. */
export type LeavesAfter = 'code' | 'registration' | 'identity' | 'forms' | undefined;

/** A person of the year who registers, with what is drawn for them. The same for the same seed. */
export type YearPerson = {
  number: number;
  mobile: string;
  operator: Extract<OperatorName, 'mtn' | 'airtel'>;
  /** As the operator has it for the number. A few use the number of a relative. */
  holderName: string;
  channelCode: string;
  /** The address from which they use the app. */
  address: string;
  registersOn: Day;
  appliesAfterDays: number;
  leavesAfter: LeavesAfter;
  person: InventedPerson;
  contacts: readonly [string, string];
  monthlyIncome: number;
  /** From 1 to 100: how often they pay on time, and whether they come back. */
  reliability: number;
  hasCoupon: boolean;
};

/** How much is asked for in each month, from January on: school fees, planting and the feasts. */
const SEASON = [125, 90, 90, 95, 105, 85, 85, 95, 105, 95, 110, 145];
/** How many times as many people register at the end of the year as at its beginning. */
const GROWTH = 3.2;
const SUNDAY_SHARE = 0.45;
const CHANNELS: readonly (readonly [string, number])[] = [
  ['', 34],
  ['GP', 26],
  ['WM2', 22],
  ['H5GPF', 18],
];
const CARDS = 700_000;
const NUMBERS = 1_000_000;
/** Without a factor in common with the numbers, so that each person has another one. */
const STEP = 7919;

export function planPeople(wanted: {
  people: number;
  fromOn: Day;
  days: number;
  seed: number;
}): readonly YearPerson[] {
  const dayOf = registrationDays(wanted);
  return Array.from({ length: wanted.people }, (_, index) => planPerson(index, dayOf(index), wanted.seed));
}

/** Spreads the registrations over the days by their weights, without chance. */
function registrationDays({ people, fromOn, days }: { people: number; fromOn: Day; days: number }) {
  const upTo: number[] = [];
  let sum = 0;
  for (let index = 0; index < days; index += 1) {
    sum += weightOf(addDays(fromOn, index), index / days);
    upTo.push(sum);
  }
  return (index: number) => {
    const wantedSum = ((index + 0.5) / people) * sum;
    return addDays(
      fromOn,
      upTo.findIndex((weight) => weight >= wantedSum),
    );
  };
}

function weightOf(on: Day, shareOfYear: number): number {
  const date = new Date(`${on}T00:00:00Z`);
  const ofWeek = date.getUTCDay() === 0 ? SUNDAY_SHARE : 1;
  return (1 + (GROWTH - 1) * shareOfYear) * SEASON[date.getUTCMonth()]! * ofWeek;
}

function planPerson(index: number, registersOn: Day, seed: number): YearPerson {
  const random = seededRandom(seed * 7_368_787 + index);
  const number = index + 1;
  const person = inventedPerson(random);
  const operator = random.pick(['mtn', 'mtn', 'mtn', 'airtel', 'airtel'] as const);
  const digits = (value: number) => String(value).padStart(6, '0');
  const [, office] = person.idNumber.split('/');
  const card = 200_000 + ((number * STEP + seed) % CARDS);
  const isOfRelative = random.between(1, 100) === 1;
  const monthlyIncome = incomeOf(random);
  return {
    number,
    mobile: `${operator === 'mtn' ? '0763' : '0773'}${digits((number * STEP + seed) % NUMBERS)}`,
    operator,
    holderName: `${isOfRelative ? 'Agness' : person.firstName} ${person.lastName}`,
    channelCode: weighted(CHANNELS, random.between(1, 100)),
    address: `10.${Math.floor(number / 250)}.${number % 250}.7`,
    registersOn,
    appliesAfterDays: random.pick([0, 0, 0, 1, 3]),
    leavesAfter: leavesAfter(random.between(1, 100)),
    person: { ...person, idNumber: `${digits(card)}/${office}/1` },
    contacts: [`0953${digits(2 * number)}`, `0953${digits(2 * number + 1)}`],
    monthlyIncome,
    reliability: reliabilityOf(random, monthlyIncome),
    hasCoupon: random.between(1, 100) <= 60,
  };
}

function leavesAfter(percent: number): LeavesAfter {
  if (percent <= 6) return 'registration';
  if (percent <= 10) return 'identity';
  return percent <= 14 ? 'forms' : undefined;
}

/** The rules decline below K1,000, and refer below K2,000 to a person. */
function incomeOf(random: SeededRandom): number {
  const percent = random.between(1, 100);
  if (percent <= 5) return random.between(5, 9) * 100;
  if (percent <= 18) return random.between(10, 19) * 100;
  if (percent <= 70) return random.between(20, 59) * 100;
  return random.between(12, 40) * 500;
}

/** Who earns more pays a little more often on time. */
function reliabilityOf(random: SeededRandom, monthlyIncome: number): number {
  const drawn = random.between(1, 100);
  return Math.min(100, Math.round(drawn * 0.8 + Math.min(20, monthlyIncome / 300)));
}

export function weighted<Item>(shares: readonly (readonly [Item, number])[], percent: number): Item {
  let left = percent;
  for (const [item, share] of shares) {
    left -= share;
    if (left <= 0) return item;
  }
  return shares[0]![0];
}
