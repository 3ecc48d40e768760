import { bornInYears, bornOn } from '@thumba/identity/screening';
import { type Day, day } from '@thumba/lending/day';
import type { SeededRandom } from '../apps/server/src/demo-year/seeded-random.ts';
import type { ListedEntry } from '../apps/server/src/people/screening/listed-entry.ts';

/* Invented borrowers and listed people, some of whom are the same person in another spelling. */

export type BenchPerson = { firstName: string; lastName: string; birthDate: Day };

export const PLANTED_KINDS = [
  'exact',
  'another spelling',
  'another order',
  'an initial',
  'an alias',
  'one word more',
  'a birth year only',
  'a wrong birth date',
] as const;

export type PlantedKind = (typeof PLANTED_KINDS)[number];

/** Each one is a spelling that the rule of names calls one name. */
const OTHER_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/, 'f'],
  [/ch/, 'c'],
  [/l/, 'r'],
  [/k/, 'kh'],
  [/t/, 'th'],
  [/w/, 'u'],
  [/n/, 'nn'],
  [/m/, 'mm'],
];

const BEGINNINGS = 'ba chi ka lu mu na nda nga nyi pha so te thi wa zi mbu ha ku'.split(' ');
const MIDDLES = 'bwa chi ka la li lo lu ma mbe mwa na nda ngo phi so ta te wa ya zu'.split(' ');
const ENDS = 'ba cha kwa la le li lo ma na nda nga ni phi ta te tu we wa ya zi'.split(' ');

/** One of 7,200 names, of which each fifth is one of 40: names are not frequent alike. */
function nameOf(random: SeededRandom): string {
  const isFrequent = random.between(1, 5) === 1;
  const at = isFrequent ? random.between(0, 39) * 179 : random.between(0, 7_199);
  return `${BEGINNINGS[at % 18]}${MIDDLES[Math.trunc(at / 18) % 20]}${ENDS[Math.trunc(at / 360) % 20]}`;
}

export function inventedBorrower(random: SeededRandom): BenchPerson {
  const second = random.between(0, 1) === 0 ? '' : ` ${nameOf(random)}`;
  return {
    firstName: nameOf(random) + second,
    lastName: nameOf(random),
    birthDate: dayIn(random, random.between(1955, 2007)),
  };
}

/** A person of a list with up to four names. A fifth have no birth date, and a third have a year. */
export function inventedEntry(random: SeededRandom, reference: string): ListedEntry {
  const names = Array.from({ length: random.between(1, 4) }, () =>
    Array.from({ length: random.between(2, 4) }, () => nameOf(random)).join(' '),
  );
  const year = random.between(1940, 2000);
  const kind = random.between(0, 14);
  if (kind < 3) return { reference, names, births: [] };
  if (kind < 8) return { reference, names, births: [bornIn(year)] };
  return { reference, names, births: [bornOn(dayIn(random, year))] };
}

/** The entry of a list for a borrower who is on it. */
export function plantedEntry(
  random: SeededRandom,
  kind: PlantedKind,
  { firstName, lastName, birthDate }: BenchPerson,
  reference: string,
): ListedEntry {
  const [first = ''] = firstName.split(' ');
  const born = [bornOn(birthDate)];
  const year = Number(birthDate.slice(0, 4));
  switch (kind) {
    case 'exact':
      return { reference, names: [`${firstName} ${lastName}`], births: born };
    case 'another spelling':
      return { reference, names: [`${respelled(firstName)} ${respelled(lastName)}`], births: born };
    case 'another order':
      return { reference, names: [`${lastName.toUpperCase()} ${firstName}`], births: born };
    case 'an initial':
      return { reference, names: [`${first[0]}. ${lastName}`], births: born };
    case 'an alias':
      return {
        reference,
        names: [...inventedEntry(random, reference).names, `${firstName} ${lastName}`],
        births: [],
      };
    case 'one word more':
      return { reference, names: [`${firstName} ${nameOf(random)} ${lastName}`], births: born };
    case 'a birth year only':
      return { reference, names: [`${firstName} ${lastName}`], births: [bornIn(year)] };
    case 'a wrong birth date':
      return { reference, names: [`${firstName} ${lastName}`], births: [bornIn(year - 1)] };
  }
}

function respelled(name: string): string {
  const found = OTHER_SPELLINGS.find(([pattern]) => pattern.test(name));
  return found ? name.replace(...found) : name;
}

function dayIn(random: SeededRandom, year: number): Day {
  const two = (value: number) => String(value).padStart(2, '0');
  return day(`${year}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`);
}

const bornIn = (year: number) => bornInYears(String(year), String(year));
